; gains.s -- what follows from a trade: the groups that it completes, and for whom
;
; It lies outside the overlay area, where the pages of a trade have no room; they call it.
;
; Test tests/asm/game/ui/test_trade.py

.include "trade.inc"

GAIN_ROW        = INFO_ROW + 1
GAIN_INK        = ON(YELLOW, PAGE_COLOR)
LINE_WIDTH      = 34            ; "Completes Light Blue for WWWWWWWW" and a margin
LINE_X          = 3
LINES_END       = TABLE_ROWS

.segment "UI_BSS"

gain_scan:      .res 1          ; party * GROUPS + group that comes next
gain_party:     .res 1
gain_group:     .res 1
gain_shown:     .res 2          ; how many a party has

.segment "UI_RODATA"

.include "words_gains.inc"

.segment "GRID_CODE"

; gain_next -- the next group that a party completes by the trade
; In     gain_scan     Out C=0 gain_party 0 or 1, gain_group; C=1 no more     Uses A, X, Y, tmp0-tmp3
.proc gain_next
        lda gain_scan
        inc gain_scan
        cmp #2 * GROUPS
        bcs @done
        ldx #0
        cmp #GROUPS
        bcc @party
        sbc #GROUPS             ; C is set
        inx
@party:
        stx gain_party
        sta gain_group
        tay
        lda group_size,y
        sta tmp0
        lda group_first,y
        sta tmp1
        lda #0
        sta tmp2                ; does he get one of them?
@deed:
        ldy tmp1
        inc tmp1
        ldx group_squares,y
        lda offer_marks,x
        ldy table_decided
        beq @mark
        lda square_mark,x
@mark:
        tay
        lda gain_party
        cpy #1                  ; C=1: it changes hands
        bcc @stays
        inc tmp2
        eor #1                  ; then the other party has it now
@stays:
        tay
        lda square_owner,x
        cmp table_seat,y
        bne gain_next           ; somebody else will have this one
        dec tmp0
        bne @deed
        lda tmp2
        beq gain_next           ; he had the whole group before
        clc
@done:
        rts
.endproc

; gains_draw -- in the row above the money: what either party completes
; In     table_seat, table_decided, the marks     Out    -
; Uses   A, X, Y, text_ptr, tmp*, ink, ui_d     Keeps  -
.proc gains_draw
        lda #GAIN_INK
        sta ink
        ldx #0
        ldy #GAIN_ROW
        jsr video_goto
        ldx #COLUMNS
        jsr text_pad
        lda #0
        sta gain_shown
        sta gain_shown+1
        sta gain_scan
@next:
        jsr gain_next
        bcs @done
        ldx gain_party
        inc gain_shown,x
        lda gain_shown,x
        cmp #2
        bcs @next               ; the first one is named; the contract names them all
        lda bar_left,x
        tax
        inx
        ldy #GAIN_ROW
        jsr video_goto
        lda #BRIEF(text_gets_all)
        jsr label_at
        jsr group_put
        jmp @next
@done:
        rts
.endproc

.proc group_put
        lda gain_group
        clc
        adc #NAMES_GROUP
        ldy #BOOK_NAMES
        jmp text_at
.endproc

; gains_lines -- on the table, below the sheets of a contract: what follows from it
; In     ui_b first row that is free     Out    -
; Uses   A, X, Y, text_ptr, tmp*, ink, ui_b     Keeps  -
.proc gains_lines
        lda #0
        sta gain_scan
@next:
        lda ui_b
        cmp #LINES_END
        bcs @done
        jsr gain_next
        bcs @done
        ldx gain_party
        lda table_seat,x
        tax
        jsr plate_find
        sta ink
        ldx #LINE_X
        ldy ui_b
        jsr video_goto
        ldx gain_party
        lda table_seat,x
        tax
        jsr token_put
        lda #BRIEF(text_completes)
        jsr label_at
        jsr group_put
        lda #BRIEF(text_for)
        jsr label_at
        ldx gain_party
        lda table_seat,x
        tax
        jsr name_put
        ldx #LINE_X + LINE_WIDTH
        jsr text_pad
        inc ui_b                ; an empty row between them
        inc ui_b
        bne @next               ; always
@done:
        rts
.endproc
