"""What differs between two machines, in words, by the field lists of their chips."""

RUNS_MOST = 12  # of an array that are named
BYTES_MOST = 8  # of a run that are shown


def differences(mine, other):
    """Return lines of text such as ``cpu.a: $05, other $06``; [] if nothing differs.

    mine, other  [(name, chip or unit)], as c64.snapshot.parts_of gives them
    """
    ours, theirs = dict(mine), dict(other)
    lines = [f"{name}: the other machine has none" for name in ours if name not in theirs]
    lines += [f"{name}: only the other machine has one" for name in theirs if name not in ours]
    for name, unit in mine:
        if name in theirs:
            lines += _of_unit(name, unit, theirs[name])
    return lines


def _of_unit(name, unit, other):
    if type(unit) is not type(other):
        return [f"{name}: {type(unit).__name__}, other {type(other).__name__}"]
    lines = []
    for field in unit.fields:
        values = getattr(unit, field.name), getattr(other, field.name)
        where = f"{name}.{field.name}"
        if isinstance(field.reset, int):
            if values[0] != values[1]:
                lines.append(f"{where}: {_number(values[0])}, other {_number(values[1])}")
        else:
            lines += _of_array(where, *map(memoryview, values))
    return lines


def _number(value):
    return f"${value:02X}" if value >= 0 else str(value)


def _of_array(where, mine, other):
    if mine == other:
        return []
    if len(mine) != len(other):
        return [f"{where}: {len(mine)} entries, other {len(other)}"]
    lines, at, runs = [], 0, 0
    while at < len(mine):
        if mine[at] == other[at]:
            at += 1
            continue
        end = at + 1
        while end < len(mine) and mine[end] != other[end]:
            end += 1
        runs += 1
        if runs <= RUNS_MOST:
            place = f"${at:04X}" + (f"-${end - 1:04X}" if end - at > 1 else "")
            lines.append(f"{where} {place}: {_some(mine, at, end)}, other {_some(other, at, end)}")
        at = end
    if runs > RUNS_MOST:
        lines.append(f"{where}: {runs - RUNS_MOST} more ranges differ")
    return lines


def _some(values, at, end):
    shown = " ".join(
        f"{value & 0xFFFFFFFF:02X}" for value in values[at : min(end, at + BYTES_MOST)]
    )
    return shown + (" ..." if end - at > BYTES_MOST else "")
