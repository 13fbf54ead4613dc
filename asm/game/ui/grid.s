; grid.s -- a page of cells that cursor keys and joystick walk over
;
; A table gives each cell's rectangle (ui.inc: GRID, GRID_CELL).  A step goes to
; the nearest cell in that direction that may be selected: what lies straight
; ahead counts, what lies beside costs four times as much.
;
; Test tests/asm/game/ui/test_trade.py

.include "ui.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

CELL_BYTES      = 4             ; x, y, width, height: as rect_*
GRID_HEAD       = 5             ; address of the test, cells, twins, columns between twins
ASIDE_COST      = 4
FRAME_SPRITE    = 7
FRAME_LEFT      = 4             ; dots from the cell to the frame's edges
FRAME_TOP       = 2
PULSE           = 8             ; bit of irq_tick

.segment "UI_BOOT"

grid_from:      .res 4          ; its rectangle

.segment "UI_BSS"

grid_table:     .res 2
grid_test:      .res 2          ; the head of the table, in its order
grid_count:     .res 1
grid_twins:     .res 1          ; the first cells have twins, which follow them
grid_shift:     .res 1          ; so many columns to the right
grid_at:        .res 1          ; the selected cell
grid_old:       .res 1          ; the one selected before
grid_click:     .res 1          ; nonzero: the selected cell has been clicked
grid_next:      .res 1
grid_best:      .res 1          ; cost of grid_next
grid_cost:      .res 1
grid_ahead:     .res 1          ; nonzero: right or down

.segment "GRID_CODE"

; grid_open -- take a table; grid_at is the caller's to set
; In     A low, Y high     Uses A, X, Y, ui_ptr     Out    -     Keeps  -
.proc grid_open
        sta ui_ptr
        sty ui_ptr+1
        ldy #GRID_HEAD - 1
@head:
        lda (ui_ptr),y
        sta grid_test,y
        dey
        bpl @head
        clc
        lda ui_ptr
        adc #GRID_HEAD
        sta grid_table
        lda ui_ptr+1
        adc #0
        sta grid_table+1
        rts
.endproc

; grid_rect -- rect_* of cell X
; In     X  cell     Out    rect_*
; Keeps  X     Uses A, Y, ui_ptr
.proc grid_rect
        lda #0
        sta ui_ptr+1
        txa
        cmp grid_twins
        bcc @place
        sbc grid_twins          ; a twin, or behind them
@place:
        asl a
        rol ui_ptr+1            ; four bytes a cell: 16 bits, as there may be more than 64
        asl a
        rol ui_ptr+1
        clc
        adc grid_table
        sta ui_ptr
        lda ui_ptr+1
        adc grid_table+1
        sta ui_ptr+1
        ldy #CELL_BYTES - 1
@copy:
        lda (ui_ptr),y
        sta rect_x,y
        dey
        bpl @copy
        txa
        sec
        sbc grid_twins
        bcc @done
        cmp grid_twins
        bcs @done
        lda rect_x
        adc grid_shift          ; C is clear
        sta rect_x
@done:
        rts
.endproc
        .assert rect_h - rect_x = 3, lderror, "rect_* follow each other"

; grid_allowed -- may cell X be selected?
; In     X  cell
; Out    C=0 yes     Keeps X     Uses A, Y and what the page's test uses
.proc grid_allowed
        jmp (grid_test)
.endproc

; grid_step -- select the nearest cell in a direction
; In     A = KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT
; Out    C=0 grid_at is another cell; C=1 there is none that way
; Uses   A, X, Y, rect_*, ui_ptr, tmp0-tmp3     Keeps  -
.proc grid_step
        sec
        sbc #KEY_UP
        lsr a                   ; KEY_UP to KEY_RIGHT are 0 to 3: bit 0 is forward, bit 1 the axis
        ldy #0
        bcc @back
        iny
@back:
        sty grid_ahead
        eor #1                  ; 0 along x, 1 along y
        sta tmp3
        ldx grid_at
        jsr grid_rect
        ldx #3
@from:
        lda rect_x,x
        sta grid_from,x
        dex
        bpl @from
        lda #$FF                ; dearer than any step
        sta grid_best
        ldx #0
@cell:
        cpx grid_at
        beq @next
        jsr grid_rect
        stx tmp2
        jsr cell_cost
        ldx tmp2
        bcs @next
        ; Cheaper cells only go to the page's test, which takes longer than the cost.
        cmp grid_best
        bcs @next
        sta grid_cost
        jsr grid_allowed
        bcs @next
        lda grid_cost
        sta grid_best
        stx grid_next
@next:
        inx
        cpx grid_count
        bne @cell
        lda grid_best
        cmp #$FF
        bcs @none
        lda grid_at
        sta grid_old
        lda grid_next
        sta grid_at
@none:
        rts
.endproc
        .assert KEY_DOWN = KEY_UP + 1 .and KEY_LEFT = KEY_UP + 2 .and KEY_RIGHT = KEY_UP + 3, error, "cursor keys in order"

; cell_cost -- what a step from grid_from to rect_* costs
; In     tmp3 = axis of the step, grid_ahead
; Out    C=0 A = cost; C=1 it does not lie that way
; Uses   X, Y, tmp0, tmp1
.proc cell_cost
        ldx tmp3
        lda grid_ahead
        beq @behind
        lda grid_from,x         ; distance along: from edge to edge
        clc
        adc grid_from+2,x
        sta tmp0
        lda rect_x,x
        jmp @along
@behind:
        lda rect_x,x
        clc
        adc rect_w,x
        sta tmp0
        lda grid_from,x
@along:
        sec
        sbc tmp0
        bcc @not
        sta tmp1
        txa
        eor #1
        tax
        lda rect_x,x            ; beside: how far the edges are apart
        clc
        adc rect_w,x
        sta tmp0
        lda grid_from,x
        sec
        sbc tmp0
        bcs @aside
        lda grid_from,x
        clc
        adc grid_from+2,x
        sta tmp0
        lda rect_x,x
        sec
        sbc tmp0
        bcs @aside
        lda tmp1                ; straight ahead
        clc
        rts
@aside:
        adc #0                  ; C is set: touching edges are one apart
        asl a
        asl a
        adc tmp1                ; at most 4 * 39 + 38
        clc
        rts
@not:
        sec
        rts
.endproc
        .assert ASIDE_COST = 4, error, "two shifts"

; grid_frame_place -- the frame round cell X, or no frame if the cell is no card
; In     X  cell     Out    -
; Uses   A, X, Y, rect_*, ui_ptr, arg0-arg2     Keeps  -
.proc grid_frame_place
        jsr grid_rect
        ldx #FRAME_SPRITE
        lda rect_h
        cmp #2                  ; only cards of two rows have a frame
        bne @none
        lda #0
        sta arg1
        lda rect_x
        asl a
        asl a
        asl a
        rol arg1                ; columns 32 and up: bit 8 of the sprite's X
        sec
        sbc #FRAME_LEFT
        sta arg0
        bcs @right
        dec arg1
@right:
        lda rect_y
        asl a
        asl a
        asl a
        sec
        sbc #FRAME_TOP
        sta arg2
        lda #<((grid_frame - SPRITES) / 64)
        sta sprite_shape + FRAME_SPRITE
        lda #YELLOW
        jmp sprite_show
@none:
        jmp sprite_hide
.endproc

; grid_frame_off -- the frame's sprite is a token again
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc grid_frame_off
        jsr sprites_dress
        jmp sprites_off
.endproc

; grid_key -- heartbeat until a key; the frame breathes, the pointer selects
; In     rect_h, rect_w, rect_x, rect_y
; Out    A key; KEY_RETURN also for a click on the selected cell; 0: the pointer has
;        selected another one, grid_old is not selected any more
; Uses   A, X, Y, rect_*, ui_ptr, tmp0, tmp1 and what ui_frame and the page's test use
; Keeps  -
.proc grid_key
        lda grid_click          ; the second half of a click on another cell
        beq @wait
        lda #0
        sta grid_click
        lda #KEY_RETURN
        rts
@wait:
        jsr key_get
        bcc @key
        jsr ui_frame
        jsr arm_tick
        lda #KEY_ARMED
        bcs @armed
        ldx #YELLOW
        lda irq_tick
        and #PULSE
        beq @dim
        ldx #WHITE
@dim:
        stx sprite_color + FRAME_SPRITE
        jsr pointer_cell
        bcs @wait
        jsr grid_find
        bcs @wait
        cpx grid_at
        beq @wait
@select:
        lda grid_at
        sta grid_old
        stx grid_at
        lda #0
@armed:
        rts
@key:
        cmp #KEY_CLICK
        bne @done
        ldx click_x
        ldy click_y
        jsr grid_find
        bcs @wait
        lda #KEY_RETURN
        cpx grid_at
        beq @done
        sta grid_click
        bne @select
@done:
        rts
.endproc

; grid_find -- the cell at a place of the screen
; In     X column, Y row     Out C=0 X = the cell; C=1 none that may be selected
; Uses   A, Y, rect_*, ui_ptr, tmp0, tmp1
.proc grid_find
        stx tmp0
        sty tmp1
        ldx #0
@cell:
        jsr grid_rect
        lda tmp0
        sec
        sbc rect_x
        cmp rect_w              ; unsigned: left of the cell is a large number
        bcs @next
        lda tmp1
        sec
        sbc rect_y
        cmp rect_h
        bcc @found
@next:
        inx
        cpx grid_count
        bne @cell
        sec
        rts
@found:
        jmp grid_allowed
.endproc

.segment "SPRITES"

grid_frame:                     ; a frame round 16 x 16 dots
        .incbin "frame.bin"
        .assert grid_frame - SPRITES = 64 * 9, lderror, "behind the tokens and the pointer"
