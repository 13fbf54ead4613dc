"""Keys, sticks, paddles and mouse, seen by a program: through CIA 1, the SID and the VIC."""

PRA, PRB, DDRA, DDRB = 0xDC00, 0xDC01, 0xDC02, 0xDC03
POTX, POTY = 0xD419, 0xD41A
LPX, LPY, VIC_IRQ = 0xD013, 0xD014, 0xD019


def measure(board):
    """Let the SID finish a measurement that began now."""
    board.update_inputs()
    board.idle(1024)
    return board.access_read(POTX), board.access_read(POTY)


def test_a_program_scans_the_keyboard_by_columns_and_by_rows(board):
    board.keyboard.press("S")  # column 1, row 5
    board.access_write(PRA, 0xFD)
    assert board.access_read(PRB) == 0xDF
    board.access_write(PRA, 0xFB)
    assert board.access_read(PRB) == 0xFF
    board.access_write(DDRA, 0x00)
    board.access_write(DDRB, 0xFF)
    board.access_write(PRB, 0xDF)
    assert board.access_read(PRA) == 0xFD


def test_joystick_1_is_on_port_b_and_joystick_2_on_port_a(board):
    board.controls.joystick(1).press("up", "fire")
    board.controls.joystick(2).press("left")
    assert board.access_read(PRB) == 0xEE
    assert board.access_read(PRA) == 0x7B


def test_joystick_1_disturbs_the_scan_of_all_columns_as_on_the_machine(board):
    board.controls.joystick(1).press("right")
    for column in range(8):
        board.access_write(PRA, 0xFF & ~(1 << column))
        assert board.access_read(PRB) == 0xF7


def test_joystick_2_presses_no_key_of_its_own(board):
    board.controls.joystick(2).press("down")
    board.access_write(PRA, 0xFF)
    assert board.access_read(PRB) == 0xFF
    board.keyboard.press("A")  # column 1 is the line of "down"
    assert board.access_read(PRB) == 0xFB


def test_peek_sees_the_keys_too(board):
    board.keyboard.press("S")
    board.access_write(PRA, 0xFD)
    assert board.peek(PRB) == 0xDF


def test_the_sid_measures_the_paddles_of_the_selected_port(board):
    board.controls.paddles(1).turn(30, 40)
    board.controls.paddles(2).turn(50, 60)
    assert measure(board) == (30, 40)  # PA7-6 = 01
    board.access_write(PRA, 0xBF)
    board.idle(1024)
    assert (board.access_read(POTX), board.access_read(POTY)) == (50, 60)


def test_the_old_measurement_stands_until_the_next_is_done(board):
    board.controls.paddles(1).turn(30, 40)
    board.controls.paddles(2).turn(50, 60)
    measure(board)
    seen = []
    board.access_write(PRA, 0xBF)
    for _ in range(600):
        seen.append(board.access_read(POTX))
        board.idle(1)
    assert seen[0] == 30 and seen[-1] == 50
    assert seen == sorted(seen) and seen.count(30) <= 512


def test_a_program_reads_the_1351(board):
    board.controls.mouse.plug()
    before = measure(board)
    board.controls.mouse.move(5, 3)
    board.controls.mouse.press("left")
    after = measure(board)
    assert (after[0] - before[0]) >> 1 & 63 == 5
    assert (after[1] - before[1]) >> 1 & 63 == 64 - 3
    assert board.access_read(PRB) == 0xEF


def test_fire_of_port_1_triggers_the_light_pen(board):
    board.idle(3000)
    assert board.access_read(VIC_IRQ) & 8 == 0
    board.controls.joystick(1).press("fire")
    board.update_inputs()
    board.idle(2)
    assert board.access_read(VIC_IRQ) & 8 == 8
    assert board.access_read(LPY) == 3000 // 63


def test_a_program_triggers_the_light_pen_by_port_b(board):
    board.access_write(PRB, 0xFF)
    board.access_write(DDRB, 0x10)
    board.idle(3000)
    assert board.access_read(VIC_IRQ) & 8 == 0
    board.access_write(PRB, 0xEF)
    board.idle(2)
    assert board.access_read(VIC_IRQ) & 8 == 8


def test_a_column_low_reaches_the_light_pen_through_a_key(board):
    board.keyboard.press("SPACE")  # column 7, row 4
    board.access_write(PRA, 0xFF)
    board.update_inputs()
    board.idle(3000)
    assert board.access_read(VIC_IRQ) & 8 == 0
    board.access_write(PRA, 0x7F)
    board.idle(2)
    assert board.access_read(VIC_IRQ) & 8 == 8


def test_restore_pulls_nmi_once(board):
    board.idle(3)
    assert board.cpu.nmi_latch == 0
    board.keyboard.press("RESTORE")
    board.idle(3)
    assert board.cpu.nmi_latch != 0
    board.cpu.nmi_latch = 0  # taken
    board.idle(3)
    board.keyboard.release("RESTORE")
    board.idle(3)
    assert board.cpu.nmi_latch == 0
