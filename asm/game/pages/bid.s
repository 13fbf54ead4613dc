; bid.s -- the amount of a bid, below the buttons of an auction
;
; Six cells add or take away 100, 10, 1: by their letters, by clicks, or with
; cursor and RETURN (a stick and fire) once left or right has entered them; up
; from the upper row goes back to the buttons.
;
; Test tests/asm/game/ui/test_bid.py, test_russian.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

BID_LOWEST      = 10
COLUMNS_A_ROW   = 3             ; of two rows
FIRST_CELL      = 1             ; +10

.segment "UI_RODATA"

.include "words_bid.inc"

bid_keys:       .byte "UIOJKL"
BID_CELLS       = * - bid_keys
bid_step_lo:    .byte <100, <10, <1, <(-100), <(-10), <(-1)
bid_step_hi:    .byte >100, >10, >1, >(-100 & $FFFF), >(-10 & $FFFF), >(-1 & $FFFF)
cell_label:     .addr b_more_100, b_more_10, b_more_1, b_less_100, b_less_10, b_less_1
cell_x:         .byte PANEL_X, PANEL_X + 6, PANEL_X + 11, PANEL_X, PANEL_X + 6, PANEL_X + 11
cell_y:         .byte BID_ROW + 1, BID_ROW + 1, BID_ROW + 1
        .byte BID_ROW + 2, BID_ROW + 2, BID_ROW + 2

.segment "UI_CODE"

; bid_reset -- the lowest bid there is
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc bid_reset
        lda #BID_LOWEST
        sta bid_lo
        lda #0
        sta bid_hi
        rts
.endproc

; bid_next -- the lowest bid that would be taken
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc bid_next
        lda auction_bid_lo
        ora auction_bid_hi
        beq bid_reset           ; nobody has named a price
        lda #BID_LOWEST
        bit auction_bidder
        bpl @higher
        lda #1                  ; the auctioneer has: what stands is one less
@higher:
        clc
        adc auction_bid_lo
        sta bid_lo
        lda auction_bid_hi
        adc #0
        sta bid_hi
        rts
.endproc

; bid_key -- a key for the amount
; In     A key     Uses A, X, Y, tmp*, num_*, rect_*, ink     Out    -     Keeps  -
.proc bid_key
        ldx #BID_CELLS - 1
@key:
        cmp bid_keys,x
        beq bid_change
        dex
        bpl @key
        ldx menu_cells
        bne @inside
        cmp #KEY_LEFT
        beq @enter
        cmp #KEY_RIGHT
        bne @done
@enter:
        lda #FIRST_CELL
        sta bid_cell
        inc menu_cells
        bne @light              ; always
@inside:
        ldx bid_cell
        cmp #KEY_RETURN
        beq bid_change
        cmp #KEY_LEFT
        beq @left
        cmp #KEY_RIGHT
        beq @right
        cmp #KEY_DOWN
        beq @row
        cmp #KEY_UP
        bne @done
        cpx #COLUMNS_A_ROW
        bcs @row                ; from the lower row up is the other row
        lda #0                  ; back to the buttons
        sta menu_cells
@light:
        jsr menu_unlight
        jmp cell_shown
@row:                           ; the other row
        txa
        sec
        sbc #COLUMNS_A_ROW
        bcs @set
        adc #BID_CELLS          ; C is clear
@set:
        tax
        bpl @move               ; always
@left:
        dex
        bpl @move
        ldx #BID_CELLS - 1
        bne @move
@right:
        inx
        cpx #BID_CELLS
        bcc @move
        ldx #0
@move:
        stx bid_cell
        jmp cell_shown
@done:
        rts
.endproc

; bid_change -- the amount by the step of cell X, never below the lowest
.proc bid_change
        clc
        lda bid_lo
        adc bid_step_lo,x
        sta bid_lo
        lda bid_hi
        adc bid_step_hi,x
        sta bid_hi
        bmi @lowest
        bne cell_shown          ; 256 or more is no question
        lda bid_lo
        cmp #BID_LOWEST
        bcs cell_shown
@lowest:
        jsr bid_reset
        ; falls through
.endproc

.proc cell_shown
        jsr sound_move
        ; falls through
.endproc

; bid_draw -- the amount and the six cells
; In     -     Out    -     Uses   A, X, Y, tmp*, num_*, ink, ui_a     Keeps  -
.proc bid_draw
        lda ground
        sta ink
        ldx #PANEL_X
        ldy #BID_ROW
        jsr video_goto
        jsr play_mode
        cmp #MODE_RENT
        lda #BRIEF(text_bid_is)
        bcc @label              ; C of the mode: LDA keeps it
        lda #BRIEF(text_take_is)
@label:
        jsr label_at
        lda bid_lo
        ldy bid_hi
        jsr word_plain
        jsr row_pad
        lda #BID_CELLS - 1
        sta ui_a
@cell:
        ldx ui_a
        lda #ON(BLACK, LIGHT)
        ldy menu_cells
        beq @plain
        cpx bid_cell
        bne @plain
        lda #ON(BLACK, YELLOW)
@plain:
        sta ink
        ldy cell_y,x
        lda cell_x,x
        tax
        jsr video_goto
        lda ui_a
        asl a
        tax
        lda cell_label,x
        ldy cell_label+1,x
        jsr text_at
        dec ui_a
        bpl @cell
        rts
.endproc
