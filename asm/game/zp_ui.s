; zp_ui.s -- every zero-page byte of the presentation, by owner
;
; irq_*, sound_* belong to the interrupt; the main program reads irq_frame and
; irq_tick and never writes them.  The rest belongs to the main program.

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
