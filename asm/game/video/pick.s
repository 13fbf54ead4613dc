; pick.s -- which square lies at a cell of the screen
;
; Test tests/asm/game/ui/test_mouse.py

.include "video.inc"
.include "../play/play.inc"
.include "../zp_ui.inc"

PLACES          = 11

.segment "UI_RODATA"

; Cells across and down, by how a square lies.
lie_width:      .byte 4, 4, 5, 5, 5
lie_height:     .byte 5, 5, 3, 3, 5
        .assert lie_height - lie_width = LIE_CORNER + 1, error, "a size for each way to lie"

.segment "UI_BSS"

pick_x:         .res 1
pick_y:         .res 1

.segment "UI_CODE"

; square_at -- the square of the quadrant shown at a cell
; In     X column, Y row     Out C=0 X = square; C=1 none
; Uses   A, Y, board_slot, board_x, board_y, board_lie, board_square     Keeps  -
.proc square_at
        stx pick_x
        sty pick_y
        lda #0
        sta board_slot
@place:
        jsr place_open
        ldx board_lie
        sec
        lda pick_x
        sbc board_x             ; wraps to a large number before the square
        cmp lie_width,x
        bcs @next
        sec
        lda pick_y
        sbc board_y
        cmp lie_height,x
        bcc @found
@next:
        inc board_slot
        lda board_slot
        cmp #PLACES
        bne @place
        rts                     ; C is set
@found:
        jsr place_square
        tax
        clc
        rts
.endproc
