; lot.s -- an auction on the stage: the lot, the standing bid in large figures, who may still bid
;
; Test tests/asm/game/ui/test_bid.py

.include "video.inc"
.include "stage.inc"
.include "../pages/pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

PRICE_Y         = SHEET_Y + 3
SEATS_Y         = SHEET_Y + SHEET_H - 1
FIGURE_W        = 4
FIGURES         = SHEET_W / FIGURE_W
SEAT_W          = 2
PAPER           = ON(BLACK, WHITE)

.segment "UI_TOP"

lot_text:       .res 6          ; sign and figures, ended by 0
        .assert lot_text >= (BOOK_VARIANT + 1) * 256, lderror, "else text_at takes it for the number of a text"

.segment "UI_BSS"

lot_seat:       .res 1

.segment "UI_RODATA"

.include "words_lot.inc"

.segment "UI_CODE"

; lot_draw -- the auction that is going on
; The sheet begins as a deed does; below its head stand the printed price and, large, the bid.
; In     X square that is sold     Out    -     Keeps  -
; Uses   A, X, Y, tmp*, rect_*, ink, num_*, text_ptr, ui_b-ui_d
.proc lot_draw
        jsr deed_top            ; X: the square
        lda #PAPER
        sta ink
        ldx #SHEET_X + 1
        ldy #PRICE_Y
        jsr video_goto
        lda #BRIEF(text_asked)
        jsr label_at
        ldx stage_square        ; label_at has used it
        jsr square_price
        jsr word_plain
        ; falls through
.endproc

; lot_bid -- the standing bid and who may still bid
; Only what a bid changes is drawn again: the words, the figures, the holder, the row of seats.
; In     -     Out    -     Keeps  -     Uses   as lot_draw
.proc lot_bid
        lda #PAPER
        sta ink
        ldx #SHEET_X + 1        ; a column of white beside the words
        ldy #BID_Y
        jsr video_goto
        lda auction_bidder
        bmi @none               ; NO_PLAYER has bit 7
        lda #BRIEF(text_bid_now)
        jsr label_at
        lda auction_bid_lo      ; low in A, high in Y, as lot_figures wants them
        ldy auction_bid_hi
        jsr lot_figures
        ldx auction_bidder
        jsr lot_holder
        jmp seats_put
@none:
        lda #BRIEF(text_no_bid)
        jsr label_at
        ; falls through
.endproc

; seats_put -- a chip for everybody who may still bid, a dash for who has dropped out
; Uses   A, X, Y, tmp0, ink
.proc seats_put
        ldx #SHEET_X
        ldy #SEATS_Y
        jsr video_goto
        lda #ON(BLACK, LIGHT)   ; token_spaced brings its own ink
        sta ink
        ldx #0                  ; seats in play order, whoever speaks
@seat:
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        lda #' '
        bcc @put                ; a seat out of the game: neither chip nor dash
        lda auction_passed,x
        ; C=1: he has dropped out. A pass is less and may still be taken back.
        cmp #AUCTION_FORFEIT
        lda #'-'
        bcs @put
        jsr token_spaced        ; AUCTION_PASS or nothing: he is still in it
        jmp @next
@put:
        jsr spaced_put          ; two cells, as a token takes
@next:
        inx
        cpx player_count
        bne @seat
        jmp sheet_pad
.endproc

.segment "UI_MORE"

; lot_figures -- a sum in large figures in the middle of the sheet, with its sign if that fits
; In     A low, Y high     Out    -     Keeps  -
; Uses   A, X, Y, num_*, text_ptr, tmp*, ui_b-ui_d, ink
.proc lot_figures
        sta num_lo
        sty num_hi
        jsr number_digits       ; X: how many figures
        ldy #0
        cpx #FIGURES            ; four figures fill the sheet: no sign
        bcs @digits
        lda #'$'
        sta lot_text
        iny                     ; the sign has the first place
@digits:
        stx tmp2                ; how many figures number_digits made
        ldx #0
@digit:
        lda num_text,x          ; behind the sign, or from the start
        sta lot_text,y
        iny
        inx
        cpx tmp2
        bne @digit
        lda #0                  ; the text's end, for big_put
        sta lot_text,y
        tya                     ; in the middle: half of 16 less 4 for each
        asl a                   ; two columns for each of them, half its width
        eor #$FF
        sec
        adc #SHEET_X + SHEET_W / 2 ; less A: its complement and C
        tax
        ldy #BID_Y + 1          ; below the words
        lda #ON(RED, WHITE)
        sta ink
        jsr video_goto
        lda #<lot_text
        ldy #>lot_text
        jmp big_put
.endproc

.segment "UI_CODE"

; lot_holder -- whose it is: his token and name on his colour, below the figures
; The strip runs over the whole sheet, so a shorter name leaves nothing of a longer one.
; In     X seat     Out    -     Keeps  -     Uses   A, X, Y, tmp0, tmp1, ink
.proc lot_holder
        stx lot_seat
        ldx #SHEET_X            ; the strip is as wide as the sheet
        ldy #BID_Y + 5
        jsr video_goto
        ldx lot_seat            ; video_goto took X for the column
        jsr player_paper
        sta ink
        jsr space_put
        jmp holder_put
.endproc

        .assert SEAT_W * MAX_PLAYERS <= SHEET_W, error, "a place for each seat"
