"""Debug and label files that nobody's linker wrote: refused in one line, and nothing else read."""

import random
import time

import pytest

from c64.debug import labels
from c64.debug.labels import LabelError
from emu.kit import symbols as module
from emu.kit.errors import KitUsageError
from emu.kit.listing import line_of
from emu.kit.symbols import linked_blocks, symbols_from_dbg, symbols_from_labels
from tests.emu.kit.conftest import PROGRAM, assemble
from tests.volume import seldom

HEAD = "version\tmajor=2,minor=0\n"
SECRET = "the secret line"
LINE_MOST = 300
MUTATIONS = [250, seldom(1500)]
SECONDS = 20.0  # for a file of a few hundred lines; one that hangs takes for ever


def refused(path, message):
    """Expect one line that names the file."""
    with pytest.raises(KitUsageError, match=message) as error:
        symbols_from_dbg(path)
    text = str(error.value)
    assert "\n" not in text and len(text) < LINE_MOST + len(str(path)) and path.name in text


def dbg(folder, *lines):
    """Write a debug file of these records; returns its path."""
    path = folder / "x.dbg"
    path.write_text(HEAD + "".join(line.replace(" ", "\t", 1) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["seg id=abc"], "id='abc'"),
        (["seg id=-1"], "id='-1'"),
        (["seg id=" + "9" * 6000], "id='9999"),
        (['seg id=0,name="A",start=0x,size=0'], "start='0x'"),
        (['seg id=0,name="A",start=0xFFFFFFFF,size=0xFFFFFFFF'], "size="),
        (['seg id=0,name="A",start=1e9,size=1'], "start='1e9'"),
        (['file id=0,name="a.s",size=٣'], "size="),
        (['file id=0,name="a\0b",size=3'], "name="),
        (["span id=0,seg=7,start=0,size=1", "line id=0,file=0,line=1,span=0"], "damaged"),
        (['sym id=0,name="a",type=lab,val=0x10000000000'], "val="),
        (['sym id=0,name="a",type=lab,val=1,scope=x'], "scope='x'"),
        (['scope id=0,name="s",parent=0', 'sym id=0,name="a",type=lab,val=1,scope=0'], "in itself"),
        (
            ['scope id=0,name="s",parent=1', 'scope id=1,name="t",parent=0',
             'sym id=0,name="a",type=lab,val=1,scope=0'], "in itself",
        ),
        (['sym id=0,name="a",type=lab,val=1,parent=0'], "in itself"),
        (
            ['sym id=0,name="a",type=lab,val=1,parent=1',
             'sym id=1,name="b",type=lab,val=1,parent=0'], "in itself",
        ),
        (
            [f'scope id={i},name="s",parent={i + 1}' for i in range(5000)]
            + ['sym id=0,name="a",type=lab,val=1,scope=0'], "deep",
        ),
    ],
)  # fmt: skip
def test_a_debug_file_with_impossible_records_is_refused(tmp_path, lines, message):
    refused(dbg(tmp_path, *lines), message)


def test_files_that_never_end_are_not_read(tmp_path):
    for read, error in ((symbols_from_dbg, KitUsageError), (symbols_from_labels, LabelError)):
        with pytest.raises(error, match="not a plain file"):
            read("/dev/zero")
        with pytest.raises(error):
            read(tmp_path)


def test_files_too_large_are_not_read(tmp_path):
    path = tmp_path / "x.dbg"
    with path.open("wb") as file:
        file.write(HEAD.encode())
        file.truncate(20 << 30)  # takes no room on the disk
    refused(path, "are allowed")
    with pytest.raises(LabelError, match="are allowed"):
        symbols_from_labels(path)


SEGMENT = 'seg id=0,name="A",start=0x0000,size=0x10000'
BOMBS = {  # each would take more than 256 MiB, or hours
    "names in names": lambda: [
        *(f'scope id={i},name="{"s" * 900}",parent={i + 1}' for i in range(60)),
        'scope id=60,name=""',
        *(f'sym id={i},name="a{i}",type=lab,val=1,scope=0' for i in range(2000)),
    ],
    "wide names": lambda: [
        f'scope id=0,name="{chr(0x1F600) * 20_000}"',
        *(f'sym id={i},name="a{i}",type=lab,val=1,scope=0' for i in range(800)),
    ],
    "long statements": lambda: [
        SEGMENT, 'file id=0,name="a.c",size=1', "span id=0,seg=0,start=0,size=4294967295",
        "line id=0,file=0,line=1,type=1,span=0",
    ],
    "many sources": lambda: [f'file id={i},name="a{i}.s",size=1' for i in range(9000)],
    "lists of ids": lambda: [
        SEGMENT, 'file id=0,name="a.s",size=1', "span id=0,seg=0,start=0,size=1",
        *(f"line id={i},file=0,line={i},span={'0+' * 300_000}0" for i in range(15)),
    ],
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("what", BOMBS)
def test_what_would_take_too_much_memory_or_time_is_refused(tmp_path, what):
    refused(dbg(tmp_path, *BOMBS[what]()), "says more than 160 MiB of memory can hold")


def test_a_record_without_an_end_is_refused(tmp_path):
    refused(dbg(tmp_path, f"x id=0,y={'y' * (1 << 20)}"), "line of 1048586 bytes")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"variables": [' + "[]," * 300_000 + "[]]}", "values, which is too much"),
        ('{"functions": [' + "[" * 100_000, "damaged: RecursionError"),
        ('{"variables": "' + "x" * (9 << 20), "has 9437199 bytes and 2 values"),
        ("; ******** Source: a\n" + "x" * (2 << 20), "line of 2097152 bytes"),
    ],
    ids=["values", "depth", "size", "line"],
)
def test_other_debug_files_have_limits(tmp_path, text, message):
    path = tmp_path / "x.dbg"
    path.write_text(text)
    refused(path, message)


def test_a_list_of_labels_has_so_many_lines_at_most(tmp_path, monkeypatch):
    monkeypatch.setattr(labels, "LINES_MOST", 100)
    path = tmp_path / "x.lbl"
    path.write_text("".join(f"al C:{n:04X} .L{n}\n" for n in range(100)))
    assert len(symbols_from_labels(path).names) == 100
    with path.open("a") as file:
        file.write("al C:0000 .MORE\n")
    with pytest.raises(LabelError, match="101 lines; the limit is 100"):
        symbols_from_labels(path)


def test_the_lines_of_sources_are_kept_only_as_far_as_they_fit(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_SOURCES_KEPT", 10_000)
    monkeypatch.setattr(module, "_source_cache", {})
    monkeypatch.setattr(module, "_source_costs", {})
    paths = [tmp_path / f"{n}.s" for n in range(5)]
    monkeypatch.setattr(module, "_readable", {str(path) for path in paths})
    for path in paths:
        path.write_text("nop\n" * 60)
        assert module.source_lines(str(path)) == ["nop"] * 60
    assert list(module._source_cache) == [str(p) for p in paths[-2:]]
    assert list(module._source_costs) == list(module._source_cache)
    assert module.source_lines(str(paths[0])) == ["nop"] * 60


@pytest.mark.slow
def test_many_symbols_of_one_name_take_no_longer_than_others(tmp_path):
    lines = [f'sym id={i},name="a",type=lab,val={i & 0xFFFF}' for i in range(30_000)]
    begin = time.process_time()
    symbols = symbols_from_dbg(dbg(tmp_path, *lines))
    assert time.process_time() - begin < SECONDS
    assert len(symbols.names["a"]) == 30_000


@pytest.fixture
def outside(tmp_path):
    """(A project's folder, a secret file beside it)."""
    project = tmp_path / "project"
    project.mkdir()
    secret = tmp_path / "secret.s"
    secret.write_text(SECRET + "\n")
    return project, secret


@pytest.mark.parametrize("way", ["absolute", "above", "link", "device", "large"])
def test_sources_outside_of_the_project_are_not_read(outside, monkeypatch, way):
    project, secret = outside
    monkeypatch.chdir(project)
    names = {"absolute": str(secret), "above": "../secret.s", "device": "/dev/zero"}
    name = names.get(way, "inside.s")
    if way == "link":
        (project / name).symlink_to(secret)
    if way == "large":
        with (project / name).open("w") as file:
            file.write(SECRET + "\n")
            file.truncate(module.SOURCE_LARGEST + 1)
    path = dbg(
        project, f'file id=0,name="{name}",size=16', 'seg id=0,name="CODE",start=0xC000,size=3',
        "span id=0,seg=0,start=0,size=3", "line id=0,file=0,line=1,span=0",
    )  # fmt: skip
    symbols = symbols_from_dbg(path)
    assert symbols.source(0xC000)[2] == ""
    assert SECRET not in line_of(0xC000, lambda addr: 0xEA, symbols)


def test_a_source_of_4_mib_is_the_largest_that_is_read(outside, monkeypatch):
    project, _ = outside
    monkeypatch.chdir(project)
    with (project / "inside.s").open("w") as file:
        file.write("first\n" + (" " * 4095 + "\n") * 1023 + " " * 4090)
    path = dbg(
        project, 'file id=0,name="inside.s",size=16', 'seg id=0,name="CODE",start=0xC000,size=3',
        "span id=0,seg=0,start=0,size=3", "line id=0,file=0,line=1,span=0",
    )  # fmt: skip
    assert (project / "inside.s").stat().st_size == module.SOURCE_LARGEST == 4 << 20
    assert symbols_from_dbg(path).source(0xC000)[2] == "first"


@pytest.mark.parametrize("where", ["beside", "current", "named"])
def test_sources_of_the_project_are_read(tmp_path, monkeypatch, where):
    out, project = tmp_path / "out", tmp_path / "project"
    out.mkdir()
    project.mkdir()
    source = (out if where == "beside" else project) / "mine.s"
    source.write_text("  nop ; mine\n")
    if where == "current":
        monkeypatch.chdir(project)
    path = dbg(
        out, f'file id=0,name="{source}",size=13', 'seg id=0,name="CODE",start=0xC000,size=1',
        "span id=0,seg=0,start=0,size=1", "line id=0,file=0,line=1,span=0",
    )  # fmt: skip
    folders = [project] if where == "named" else []
    assert symbols_from_dbg(path, *folders).source(0xC000)[2] == "  nop"


def test_the_home_directory_is_no_project(outside, monkeypatch):
    project, secret = outside
    home = secret.parent
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    path = dbg(
        project, f'file id=0,name="{secret}",size=16', 'seg id=0,name="CODE",start=0xC000,size=1',
        "span id=0,seg=0,start=0,size=1", "line id=0,file=0,line=1,span=0",
    )  # fmt: skip
    assert symbols_from_dbg(path).source(0xC000)[2] == ""


@pytest.mark.parametrize("name", ["/dev/zero", "../../etc/passwd", "."])
def test_outputs_outside_of_the_folder_are_not_read(tmp_path, name):
    path = dbg(tmp_path, f'seg id=0,name="CODE",start=0xC000,size=3,oname="{name}",ooffs=0')
    with pytest.raises(KitUsageError, match="is no file of a program") as error:
        linked_blocks(symbols_from_dbg(path), tmp_path)
    assert "\n" not in str(error.value)


def _mutated(text, dice):
    """Return the debug file with a few fields exchanged, changed or lost."""
    lines = text.splitlines()
    for _ in range(dice.randrange(1, 6)):
        at = dice.randrange(1, len(lines))
        fields = lines[at].split(",")
        kind = dice.randrange(6)
        if kind == 0:
            other = lines[dice.randrange(1, len(lines))].split(",")
            fields[dice.randrange(len(fields))] = other[dice.randrange(len(other))]
        elif kind == 1:
            del fields[dice.randrange(len(fields))]
        elif kind == 2:
            key = fields[dice.randrange(len(fields))].partition("=")[0]
            odd = ["-1", "0x", "", "4294967296", "99999999999999999999", "0+0+0", "\0", "é", '"']
            fields.append(f"{key}={dice.choice(odd)}")
        elif kind == 3:
            fields.append(f"parent={dice.randrange(8)}")
        elif kind == 4:
            fields.append(f"scope={dice.randrange(8)}")
        else:
            fields = ["".join(chr(dice.randrange(1, 256)) for _ in range(20))]
        lines[at] = ",".join(fields)
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.parametrize("count", MUTATIONS)
def test_mutated_debug_files_are_refused_or_read_in_time(tmp_path, count):
    text = (assemble(tmp_path, "program", PROGRAM) / "program.dbg").read_text()
    dice, path, kept = random.Random(17), tmp_path / "m.dbg", 0
    for _ in range(count):
        path.write_text(_mutated(text, dice))
        begin = time.process_time()
        try:
            symbols = symbols_from_dbg(path)
            kept += 1
            for addr in (0, 0xC000, 0xFFFF):
                symbols.name_at(addr), symbols.routine_at(addr), symbols.source(addr)
            symbols.labels()
        except KitUsageError as error:
            assert len(str(error).splitlines()) == 1 and len(str(error)) < LINE_MOST + len(
                str(path)
            )
        assert time.process_time() - begin < SECONDS
    assert count // 10 < kept < count * 9 // 10


def test_mutated_label_files_are_refused_or_read(tmp_path):
    good = (assemble(tmp_path, "program", PROGRAM) / "program.lbl").read_bytes()
    dice, path = random.Random(18), tmp_path / "m.lbl"
    for _ in range(300):
        data = bytearray(good)
        for _ in range(dice.randrange(1, 20)):
            data[dice.randrange(len(data))] = dice.randrange(256)
        path.write_bytes(data[: dice.randrange(len(data))])
        try:
            symbols = symbols_from_labels(path)
        except LabelError as error:
            assert len(str(error).splitlines()) == 1
            continue
        for name in list(symbols.names)[:3]:
            assert 0 <= symbols.address(name) <= 0xFFFF
        assert isinstance(symbols.name_at(0xC000), str)


def test_a_path_with_a_zero_byte_is_refused():
    with pytest.raises(KitUsageError, match="is not a file name"):
        symbols_from_dbg("a\0b")
