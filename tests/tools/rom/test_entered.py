"""The tool that lists the ROM addresses which a program enters."""

import pytest

from tools.rom import entered

STUB = bytes.fromhex("0108 0b08 0a00 9e 32303631 00 0000")  # 10 SYS 2061
CALLS = bytes.fromhex("a941 20d2ff 203ce6 4c1508")  # CHROUT, then $E63C, which is no entry


@pytest.fixture
def program(tmp_path):
    path = tmp_path / "calls.prg"
    path.write_bytes(STUB + CALLS)
    return str(path)


def test_a_run_lists_what_is_no_entry(program, capsys):
    assert entered.main([program, "--frames", "120"]) == 1
    first, *others = capsys.readouterr().out.splitlines()
    assert others[0] == "$E63C"
    assert "addresses entered" in first


def test_a_trace_lists_what_is_entered_from_ram(tmp_path, capsys):
    trace = tmp_path / "trace"
    lines = [
        ".C:080d  20 D2 FF    JSR $FFD2      - A:41",
        ".C:ffd2  6C 26 03    JMP ($0326)    - A:41",
        ".C:c000  60          RTS            - A:41",
        ".C:ffd5  60          RTS            - A:41",
        ".C:0810  4C 99 E6    JMP $E699      - A:41",
        ".C:e699  60          RTS            - A:41",
        ".C:0820                            (interrupt) - A:41",
        ".C:ff48  48          PHA            - A:41",
        ".C:e700                            (interrupt) - A:41",
        ".C:c100  40          RTI            - A:41",
        ".C:e700  40          RTI            - A:41",
        "no line of a trace",
    ]
    trace.write_text("\n".join(lines) + "\n")
    assert entered.main(["--trace", str(trace)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "3 addresses entered, 1 of them no entry",
        "$E699",
    ]


def test_a_trace_without_a_stray_is_status_0(tmp_path):
    trace = tmp_path / "trace"
    trace.write_text("$0810 JSR\n$ffd2 JMP\n")
    assert entered.main(["--trace", str(trace)]) == 0


def test_what_cannot_be_read_is_said_in_a_line(tmp_path, capsys):
    assert entered.main([str(tmp_path / "missing.prg")]) == 2
    assert entered.main(["--trace", str(tmp_path / "missing")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
