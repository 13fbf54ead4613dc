; zp_ui.s -- every zero-page byte of the presentation, by owner
;
; irq_*, sound_* belong to the interrupt; the main program reads irq_frame and
; irq_tick and never writes them.  The rest belongs to the main program.
;
; UI_ZP lies above $C7, where the KERNAL has its screen editor, its RS-232 and nothing of the serial
; bus (tests/asm/game/robust/test_platform.py).  It never prints: its screen is the state of our game.

.include "zp_ui.inc"

.segment "ZEROPAGE": zeropage

; --- interrupt (sys/irq.s, sys/input.s, music/*.s) -------------------
irq_frame:      .res 1          ; pictures shown, modulo 256
irq_tick:       .res 1          ; fiftieths of a second, on all machines alike
irq_phase:      .res 1          ; next interrupt: 0 the picture's end, 1 line 110, 2 line 210
irq_temp:       .res 4          ; scratch inside the interrupt
sound_ptr:      .res 2          ; stream being read

; --- cells (video/cells.s, video/commit.s) -----------------------------------
cell_ptr:       .res 2          ; row in the glyph buffer
color_ptr:      .res 2          ; row in the colour buffer
old_ptr:        .res 2          ; row in the record of what is shown
cur_x:          .res 1          ; cursor, 0..39 and 0..24
cur_y:          .res 1
ink:            .res 1          ; colour of the next cell: ink * 16 + paper
vid_src:        .res 2
vid_dst:        .res 2
vid_row:        .res 1
vid_left:       .res 1
vid_right:      .res 1
vid_count:      .res 1
vid_keep:       .res 1
vid_limit:      .res 1

; --- text (ui/text.s) ----------------------------------------------------------
text_ptr:       .res 2
num_lo:         .res 1          ; number being printed
num_hi:         .res 1
num_width:      .res 1
rect_x:         .res 1          ; rectangle for rect_fill, rect_box
rect_y:         .res 1
rect_w:         .res 1
rect_h:         .res 1

; --- menus, pages ----------------------------------------------------------------
ui_ptr:         .res 2
ui_index:       .res 1
ui_key:         .res 1
zone_ptr:       .res 2          ; table of zones being searched
ui_a:           .res 1          ; a page's own, kept across calls of ui/ and video/
ui_b:           .res 1
ui_c:           .res 1
ui_d:           .res 1

; --- board (video/ring.s)  -----------------------------------------------------
board_square:   .res 1
board_x:        .res 1
board_y:        .res 1

; --- what the code names most often ----------------------------------------------
fly_step:       .res 1          ; video/motion.s: pictures of a flight so far
shown_deed:     .res 1          ; video/card.s: whose card is drawn
shown_line:      .res 1          ; which of its lines
menu_table:     .res 2          ; ui/menu.s: the menu that is shown
menu_selected:  .res 1          ; number of its selected button, or NOTHING

; --- loading (sys/disk.s) --------------------------------------------------------
unpack_dst:     .res 2
unpack_src:     .res 2
unpack_bits:    .res 1
unpack_count:   .res 2
unpack_offset:  .res 2          ; of the last copy, less 1

.segment "UI_ZP": zeropage

; --- main.s -------------------------------------------------------------------
demo_on:        .res 1          ; nonzero: the machine plays by itself

; --- music/effects.s ----------------------------------------------------------
jingle_any:     .res 1          ; nonzero: a jingle may wait

; --- music/vamp.s -------------------------------------------------------------
vamp_plays:     .res 1          ; nonzero, VAMP_DAY...: what the channels play is a bar of that mood

; --- pages/aside.s ------------------------------------------------------------
aside_depth:    .res 1          ; pages open beside the board: one may be called from another

; --- pages/bid.s --------------------------------------------------------------
bid_lo:         .res 1          ; the bid in preparation
bid_hi:         .res 1
bid_cell:       .res 1          ; the chosen one, while menu_cells

; --- pages/browse.s -----------------------------------------------------------
browse_square:  .res 1

; --- pages/computer.s ---------------------------------------------------------
computer_stop:  .res 1          ; nonzero: somebody wants the menu at a computer's turn

; --- pages/events.s -----------------------------------------------------------
hop_count:      .res 1          ; steps to come

; --- pages/overlay_entries.s --------------------------------------------------
files_loaded:   .res 1          ; nonzero: a game was loaded, play_loaded is next

; --- pages/play.s -------------------------------------------------------------
stage_square:   .res 1          ; square whose card lies on the stage, $FF none

; --- sys/disk.s ---------------------------------------------------------------
file_number:    .res 1          ; FILE_* that was asked for last
prefetching:    .res 1          ; 0 no; FAST_CLOCKED a file comes a little a picture; $80 it is waited for
disk_stack:     .res 1          ; to get out of unpack_file
names_wanted:   .res 1          ; SET_*: the names of the next game, in whose language all words are

; --- sys/drive.s --------------------------------------------------------------
drive_number:   .res 1          ; what the drive said last, or DRIVE_*
drive_device:   .res 1          ; device being used

; --- sys/input.s --------------------------------------------------------------
repeat_key:     .res 1          ; held key that repeats, 0 none
stick_old:      .res 1
key_count:      .res 1          ; keys waiting
repeat_time:    .res 1

; --- sys/mouse.s --------------------------------------------------------------
mouse_x:        .res 1          ; dots of the window
mouse_x_hi:     .res 1
mouse_seen:     .res 1          ; nonzero: pointer in sight
mouse_on:       .res 1          ; nonzero: it has moved
mouse_y:        .res 1
mouse_warm:     .res 1          ; readings with movement so far
click_x:        .res 1          ; cell of the click that KEY_CLICK is about
click_y:        .res 1
click_waits:    .res 1          ; nonzero: not taken yet

; --- ui/frame_loop.s ----------------------------------------------------------
ui_skip:        .res 1          ; nonzero: waits return at once until cleared
panel_shown:    .res 1          ; nonzero: the panel is on this page
situation:      .res 1          ; FRAME_* (random.inc), for dice from the NES generator

; --- ui/key_guard.s -----------------------------------------------------------
arm_state:      .res 1          ; 0 armed, ARM_NOT_YET, ARM_SHOWING

; --- ui/menu.s ----------------------------------------------------------------
menu_count:     .res 1          ; its buttons
menu_key:       .res 1          ; last key that was no button (C=1 from menu_choose)
menu_cells:     .res 1          ; nonzero: the page has cells of its own, which get cursor and RETURN; menu_open sets it to 0
menu_page:      .res 1
menu_sure:      .res 1          ; code + 1 that is to be pressed once more, or 0
menu_square:    .res 1          ; the square the requests are about, or $FF
wipe_count:     .res 1
menu_pages:     .res 1          ; of this menu, less 1
menu_depth:     .res 1          ; menus remembered

; --- ui/message.s -------------------------------------------------------------
line_fresh:     .res 1          ; nonzero: a line has been told since it was set to 0
told_note:      .res 1          ; nonzero: words of another kind stand below the board
say_cut:        .res 1          ; where a square's name begins in text_buffer, 0 none

; --- ui/panel.s ---------------------------------------------------------------
panel_active:   .res 1          ; player whose line is lit
row_player:     .res 1

; --- video/card.s -------------------------------------------------------------
deed_row:       .res 1          ; next line
deed_lit:       .res 1          ; level or number held that counts now, $FF none

; --- video/commit.s -----------------------------------------------------------
blanked:        .res 1          ; display is off

; --- video/ring.s -------------------------------------------------------------
ground:         .res 1          ; ink and paper of what stands on nothing else
board_selected: .res 1          ; square shown yellow, or $FF
board_lie:      .res 1
