"""Screen editor: printing, control codes, logical lines, reading the screen."""

import pytest

CHROUT, CHRIN, PLOT, SCREEN = 0xFFD2, 0xFFCF, 0xFFF0, 0xFFED
CLEAR, HOME, CINT_EDITOR, VIC_INIT, PRINT = 0xE544, 0xE566, 0xE518, 0xE5A0, 0xE716
PNT, PNTR, QTSW, LNMX, TBLX, INSRT, LDTB1 = 0xD1, 0xD3, 0xD4, 0xD5, 0xD6, 0xD8, 0xD9
COLOR, HIBASE, MODE, AUTODN = 0x286, 0x288, 0x291, 0x292
DOWN, RIGHT, UP, LEFT, RETURN, DEL, INST = 0x11, 0x1D, 0x91, 0x9D, 0x0D, 0x14, 0x94
RVS_ON, RVS_OFF, HOME_CODE, CLR = 0x12, 0x92, 0x13, 0x93
COLOURS = bytes.fromhex("90051c9f9c1e1f9e8195969798999a9b")


def cursor(machine):
    """Row and logical column of the cursor."""
    return machine.ram[TBLX], machine.ram[PNTR]


def row(machine, number):
    """Text of a row without trailing spaces."""
    return machine.screen()[number].rstrip()


def linked(machine):
    """Rows that continue the row above."""
    return [r for r in range(25) if not machine.ram[LDTB1 + r] & 0x80]


def test_screen_reports_40_columns_and_25_rows(machine):
    cpu = machine.call(SCREEN)
    assert (cpu.x, cpu.y) == (40, 25)


def test_screen_is_clear_and_the_cursor_home_after_start(switched_on):
    machine = switched_on()
    machine.ram[0x400:0x800] = bytes(range(256)) * 4
    machine.boot(until=machine.word(0xA000))
    assert machine.screen() == [" " * 40] * 25
    assert cursor(machine) == (0, 0)
    assert linked(machine) == []


def test_editor_start_sets_the_documented_variables(machine):
    for address in (0x291, 0x289, 0x28B, 0x28C, 0x286, 0xCC, 0xCD, 0xCF):
        machine.ram[address] = 0x55
    machine.call(CINT_EDITOR)
    assert machine.ram[0x289] == 10
    assert machine.ram[0x28B] == 4
    assert machine.ram[0x28C] == 10
    assert machine.ram[0x286] == 14
    assert machine.ram[0x291] == 0
    assert machine.word(0x28F) == 0xEB48
    assert machine.ram[0xCC] != 0 and machine.ram[0xCF] == 0
    assert (machine.ram[0x99], machine.ram[0x9A]) == (0, 3)


def test_the_editor_starts_with_a_colour_of_ones_own(machine):
    machine.print("X")
    machine.call(0xE536, a=5)
    assert machine.ram[COLOR] == 5
    assert machine.screen() == [" " * 40] * 25
    assert set(machine.colours) == {5}


def test_vic_start_values_are_the_documented_ones(machine):
    machine.poke(0xD000, *[0x55] * 0x2F)
    machine.call(VIC_INIT)
    vic = machine.board.vic.regs
    assert (vic[0x11], vic[0x12], vic[0x16] & 0x3F, vic[0x18] & 0xFE) == (0x9B, 0x37, 0x08, 0x14)
    assert vic[0x15] == 0 and vic[0x1A] & 15 == 0
    assert [c & 15 for c in vic[0x20:0x27]] == [14, 6, 1, 2, 3, 4, 0]
    assert [c & 15 for c in vic[0x27:0x2F]] == [1, 2, 3, 4, 5, 6, 7, 12]


def test_pal_and_ntsc_are_told_apart(switched_on):
    assert switched_on("pal").boot().ram[0x2A6] == 1
    assert switched_on("ntsc").boot().ram[0x2A6] == 0


@pytest.mark.parametrize("code", [*range(0x20, 0x80), *range(0xA0, 0x100)])
def test_every_visible_character_becomes_its_screen_code(machine, code):
    if code < 0x40:
        expected = code
    elif code < 0x60 or 0x80 <= code < 0xC0:
        expected = code - 0x40
    elif code < 0x80:
        expected = code - 0x20
    elif code == 0xFF:
        expected = 0x5E
    else:
        expected = code - 0x80
    machine.call(CHROUT, a=code)
    assert machine.ram[0x400] == expected
    assert machine.colours[0] == 14
    assert cursor(machine) == (0, 1)


def test_printing_keeps_the_registers_and_clears_carry(machine):
    for code in (0x41, 0x0D, 0x93, 0x11, 0x94, 0x14):
        cpu = machine.call(CHROUT, a=code, x=0x12, y=0x34, c=1)
        assert (cpu.a, cpu.x, cpu.y) == (code, 0x12, 0x34)
        assert not machine.carry


def test_direct_entry_prints_as_chrout_does(machine):
    machine.call(PRINT, a=0x58)
    assert row(machine, 0) == "X"


def test_sixteen_codes_set_the_text_colour(machine):
    for colour, code in enumerate(COLOURS):
        machine.call(CHROUT, a=code)
        assert machine.ram[COLOR] == colour
        machine.call(CHROUT, a=0x41)
        assert machine.colours[colour] == colour


def test_reverse_lasts_until_switched_off_or_return(machine):
    machine.print(b"\x12A\x92B\x12C\rD")
    assert list(machine.ram[0x400:0x403]) == [0x81, 2, 0x83]
    assert machine.ram[0x428] == 4


def test_return_goes_to_the_next_line_and_ends_quotes(machine):
    machine.print(b'AB"\r\x1d')
    assert cursor(machine) == (1, 1)


def test_cursor_moves_within_a_line(machine):
    machine.print(bytes([RIGHT, RIGHT, DOWN, DOWN, LEFT, UP]))
    assert cursor(machine) == (1, 1)


def test_cursor_up_stops_at_the_top(machine):
    machine.print(bytes([RIGHT, UP, UP]))
    assert cursor(machine) == (0, 1)


def test_cursor_left_stops_at_home(machine):
    machine.print(bytes([LEFT, LEFT]))
    assert cursor(machine) == (0, 0)


def test_cursor_left_at_the_line_start_goes_to_the_end_of_the_line_above(machine):
    machine.print(bytes([DOWN, LEFT]))
    assert cursor(machine) == (0, 39)


def test_cursor_right_at_the_line_end_goes_to_the_next_line(machine):
    machine.print(bytes([RIGHT] * 40))
    assert cursor(machine) == (1, 0)
    assert linked(machine) == []


def test_cursor_down_keeps_the_column_and_scrolls_at_the_bottom(machine):
    machine.print(b"TOP\x13" + bytes([RIGHT] * 5 + [DOWN] * 25))
    assert cursor(machine) == (24, 5)
    assert row(machine, 0) == ""


def test_home_and_clear(machine):
    machine.print(b"ABC\r\rDEF\x13")
    assert cursor(machine) == (0, 0)
    assert row(machine, 0) == "ABC"
    machine.print(b"\x93")
    assert machine.screen() == [" " * 40] * 25


def test_clear_fills_with_the_text_colour(machine):
    machine.ram[COLOR] = 7
    machine.call(CLEAR)
    assert set(machine.colours) == {7}


def test_screen_moves_with_its_base(machine):
    machine.ram[HIBASE] = 0x0C
    machine.call(CLEAR)
    machine.print("HELLO")
    assert machine.screen(page=0x0C)[0].rstrip() == "HELLO"
    assert machine.word(PNT) == 0x0C00


def test_plot_sets_and_reads_the_cursor(machine):
    machine.call(PLOT, x=7, y=12, c=0)
    assert cursor(machine) == (7, 12)
    machine.print("X")
    assert machine.ram[0x400 + 7 * 40 + 12] == 0x18
    cpu = machine.call(PLOT, x=0, y=0, c=1)
    assert (cpu.x, cpu.y) == (7, 13)


def test_plot_restores_a_place_in_the_second_row_of_a_line(machine):
    machine.print("A" * 45)
    cpu = machine.call(PLOT, c=1)
    assert (cpu.x, cpu.y) == (1, 45)
    machine.call(PLOT, x=10, y=0, c=0)
    machine.call(PLOT, x=1, y=45, c=0)
    machine.print("B")
    assert row(machine, 1) == "AAAAAB"


@pytest.mark.parametrize("number", range(25))
def test_poking_row_and_column_and_calling_e510_moves_the_cursor(machine, number):
    machine.ram[TBLX], machine.ram[PNTR] = number, 3
    machine.call(0xE510)
    machine.print("Z")
    assert machine.screen()[number] == "   Z" + " " * 36
    assert machine.word(PNT) == 0x400 + 40 * number


def test_a_long_text_makes_a_logical_line_of_80_columns(machine):
    machine.print("A" * 41)
    assert linked(machine) == [1]
    assert machine.ram[LNMX] == 79
    assert cursor(machine) == (1, 41)
    assert machine.word(PNT) == 0x400


def test_a_text_past_80_columns_starts_another_logical_line(machine):
    machine.print("A" * 85)
    assert linked(machine) == [1]
    assert cursor(machine) == (2, 5)
    assert row(machine, 2) == "AAAAA"


def test_return_leaves_both_rows_of_a_long_line(machine):
    machine.print(b"A" * 41 + b"\x13\r")
    assert cursor(machine) == (2, 0)


def test_a_program_prints_over_what_stands_below(machine):
    machine.ram[AUTODN] = 0
    machine.print("\rBELOW\x13" + "A" * 42)
    assert row(machine, 1) == "AALOW"
    assert row(machine, 2) == ""


def test_typing_past_the_edge_pushes_the_rows_below_down(machine):
    machine.ram[AUTODN] = 1
    machine.print("\rBELOW\rMORE\x13")
    machine.ram[AUTODN] = 1
    machine.print("A" * 42)
    assert [row(machine, r) for r in range(4)] == ["A" * 40, "AA", "BELOW", "MORE"]
    assert linked(machine) == [1]


def test_claiming_a_row_cuts_the_line_it_belonged_to(machine):
    machine.print("\r" + "B" * 60 + "\x13")
    machine.print("A" * 45)
    assert linked(machine) == [1]


def test_printing_at_the_bottom_right_scrolls_and_links(machine):
    machine.call(PLOT, x=24, y=38, c=0)
    machine.print("XYZ")
    assert row(machine, 23) == " " * 38 + "XY"
    assert row(machine, 24) == "Z"
    assert linked(machine) == [24]
    assert cursor(machine) == (24, 41)


def test_scrolling_moves_a_whole_logical_line(machine):
    machine.print("A" * 45 + "\rB\x13" + "\x11" * 22 + "LAST\r\r\r")
    assert row(machine, 0) == "B"
    assert linked(machine) == []


def test_scrolling_moves_colours_too(machine):
    machine.print(b"A\r\x1cB\x9a")
    machine.call(0xE8EA)
    assert row(machine, 0) == "B"
    assert machine.colours[0] == 2


def test_direct_scroll_keeps_the_cursor_row(machine):
    machine.call(PLOT, x=10, y=0, c=0)
    machine.call(0xE8EA)
    assert machine.ram[TBLX] == 10


def test_scrolling_keeps_the_pointers_of_load(machine):
    machine.ram[0xAC:0xB0] = b"\x12\x34\x56\x78"
    machine.print("\r" * 30)
    assert bytes(machine.ram[0xAC:0xB0]) == b"\x12\x34\x56\x78"


def test_ctrl_slows_scrolling_down(machine):
    machine.call(PLOT, x=24, y=0, c=0)
    start = machine.board.cycle
    machine.call(CHROUT, a=RETURN)
    plain = machine.board.cycle - start
    machine.keys = {(7, 2)}
    start = machine.board.cycle
    machine.call(CHROUT, a=RETURN)
    assert machine.board.cycle - start > plain + 300_000


def test_delete_closes_the_gap(machine):
    machine.print(b"ABCDEF\x9d\x9d\x9d\x14")
    assert row(machine, 0) == "ABDEF"
    assert cursor(machine) == (0, 2)


def test_delete_at_the_line_start_removes_the_last_character_above(machine):
    machine.print(b"A" * 40 + b"\x13\x11")
    machine.call(PLOT, x=2, y=0, c=0)
    machine.print(b"\x14")
    assert cursor(machine) == (1, 79)


def test_delete_at_home_does_nothing(machine):
    machine.print(b"ABC\x13\x14")
    assert row(machine, 0) == "ABC"
    assert cursor(machine) == (0, 0)


def test_delete_draws_the_second_row_into_the_first(machine):
    machine.print("A" * 39 + "BCD")
    machine.call(PLOT, x=0, y=1, c=0)
    machine.print(b"\x14")
    assert machine.screen()[0] == "A" * 38 + "BC"
    assert row(machine, 1) == "D"


def test_insert_opens_a_gap_and_counts_it(machine):
    machine.print(b"ABC\x13\x94\x94")
    assert row(machine, 0) == "  ABC"
    assert machine.ram[INSRT] == 2
    machine.print(b"\x1d")
    assert machine.ram[0x400] == 0x9D
    assert machine.ram[INSRT] == 1


def test_insert_in_a_full_row_makes_it_a_long_line(machine):
    machine.print("A" * 39 + "\r")
    machine.ram[0x400 + 39] = 2
    machine.print("NEXT")
    machine.call(PLOT, x=0, y=0, c=0)
    machine.print(b"\x94")
    assert machine.screen()[0] == " " + "A" * 39
    assert row(machine, 1) == "B"
    assert row(machine, 2) == "NEXT"
    assert linked(machine) == [1]


def test_insert_in_a_full_line_of_80_does_nothing(machine):
    machine.print("A" * 80)
    machine.call(PLOT, x=0, y=5, c=0)
    machine.print(b"\x94")
    assert machine.screen()[0] == "A" * 40
    assert machine.ram[INSRT] == 0


def test_quotes_show_control_codes_instead_of_obeying_them(machine):
    machine.print(b'"\x13\x1d\x93\x9d\x05"\x1dX')
    assert list(machine.ram[0x400:0x409]) == [0x22, 0x93, 0x9D, 0xD3, 0xDD, 0x85, 0x22, 0x20, 0x18]


def test_delete_works_inside_quotes(machine):
    machine.print(b'"AB\x14')
    assert row(machine, 0) == '"A'


def test_insert_inside_quotes_shows_its_sign(machine):
    machine.print(b'"\x94')
    assert machine.ram[0x401] == 0xD4


def test_delete_within_inserts_shows_its_sign(machine):
    machine.print(b"ABC\x13\x94\x14")
    assert machine.ram[0x400] == 0x94


def test_charset_switches_and_its_lock(machine):
    machine.print(b"\x0e")
    assert machine[0xD018] == 0x17
    machine.print(b"\x8e")
    assert machine[0xD018] == 0x15
    machine.print(b"\x08")
    assert machine.ram[MODE] & 0x80
    machine.print(b"\x09")
    assert not machine.ram[MODE] & 0x80


def test_unknown_control_codes_do_nothing(machine):
    for code in (0x01, 0x02, 0x04, 0x1B, 0x80, 0x82, 0x8F):
        machine.call(CHROUT, a=code)
    assert cursor(machine) == (0, 0)
    assert machine.screen() == [" " * 40] * 25


@pytest.mark.parametrize("number", [0, 12, 24])
def test_clearing_one_row(machine, number):
    for _ in range(24):
        machine.print("ABCDEFGHIJ\r")
    machine.call(0xE9FF, x=number)
    assert row(machine, number) == ""
    assert row(machine, 11) == "ABCDEFGHIJ"


def test_character_and_colour_stored_at_the_cursor(machine):
    machine.call(PLOT, x=3, y=4, c=0)
    machine.call(0xEA13, a=0x51, x=2)
    assert machine.ram[0x400 + 124] == 0x51
    assert machine.colours[124] == 2
    machine.call(0xEA1C, a=0x52, x=3)
    assert machine.ram[0x400 + 124] == 0x52


def read_line(machine):
    """Characters CHRIN returns until RETURN."""
    codes = []
    while True:
        code = machine.call(CHRIN).a
        if code == RETURN:
            return bytes(codes)
        codes.append(code)
        assert len(codes) < 100


def test_screen_is_read_back_as_it_was_printed(machine):
    text = bytes([*range(0x20, 0x60), *range(0xA0, 0xC0)]).replace(b'"', b"")
    machine.print(text[:30])
    machine.call(PLOT, x=0, y=0, c=0)
    machine.ram[0x99] = 3
    assert read_line(machine)[:30] == text[:30]


def test_reading_the_screen_goes_on_in_the_next_line(machine):
    machine.print("ONE\rTWO")
    machine.call(PLOT, x=0, y=0, c=0)
    machine.ram[0x99] = 3
    assert read_line(machine).rstrip() == b"ONE"
    assert read_line(machine).rstrip() == b"TWO"


def test_signs_in_quotes_are_read_as_control_codes(machine):
    machine.print(b'"\x93\x11\x1d"\x13')
    machine.ram[0x99] = 3
    assert read_line(machine).rstrip() == b'"\x93\x11\x1d"'


@pytest.mark.parametrize("flag", [QTSW, INSRT])
def test_reading_a_line_prints_nothing_while_quotes_or_inserts_are_open(machine, flag):
    """INPUT behind PRINT CHR$(34); showed a sign for the CHR$(0) that was printed."""
    machine.ram[flag] = 1
    machine.ram[0x99] = 0
    machine.put(0x277, b"A\r")
    machine.ram[0xC6] = 2
    line = machine.call(CHRIN).a
    assert (line, row(machine, 0)[:1]) == (ord("A"), "A")


def test_pi_is_read_as_255(machine):
    machine.print(b"\xff\x13")
    machine.ram[0x99] = 3
    assert machine.call(CHRIN).a == 0xFF
