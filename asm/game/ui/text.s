; text.s -- words and numbers into the cells
;
; Test tests/asm/game/ui/test_modules.py

.include "ui.inc"
.include "../state.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"

TEXT_MOST       = 160           ; characters of a text (tools/game/textpack.py)
MONEY_MOST      = $7F           ; highest high byte of a number that is not negative
SCORE_MOST      = >SCORE_LEAST - 1

.segment "UI_BSS"

text_from:      .res 1          ; before the buffer: whatever runs over it, the loop ends
text_buffer:    .res TEXT_MOST + 1
num_text:       .res 6

.segment "UI_RODATA"

tens_lo:
        .byte <10, <100, <1000, <10000
tens_hi:
        .byte >10, >100, >1000, >10000

; Where the addresses of the books stand (data/text/text.inc).
.macro BOOK_PLACES half
        .byte half words_books, half (words_books + 2), half (overlay_mark + MARK_SIZE + 1)
        .byte half (brain_mark + MARK_SIZE + 1), half (TEXT_BASE + TEXT_HEADER::book)
        .byte half (variant_mark + MARK_SIZE + 1)
.endmacro
book_place_lo:  BOOK_PLACES <
book_place_hi:  BOOK_PLACES >
        .assert * - book_place_hi = BOOKS, error, "a place for each book"

.segment "UI_CODE"

; text_open -- a text as it is shown: bytes from $80 on stand for pairs of others
; In     A low, Y high: its number or address     Out text_ptr = text_buffer, ended by 0
; Keeps  X     Uses A, Y, text_ptr
; Time   45 cycles a character, 90 a pair
; Test   tests/asm/game/ui/test_modules.py
.proc text_open
        sta text_ptr
        txa
        pha
        lda text_ptr
        ldx #0
        jsr text_append
        jsr text_close
        pla
        tax
        rts
.endproc

; text_close -- what was put into text_buffer ends here
; In     X place in text_buffer     Out text_ptr = text_buffer     Uses A     Keeps X, Y
.proc text_close
        lda #0
        sta text_buffer,x
        lda #<text_buffer
        sta text_ptr
        lda #>text_buffer
        sta text_ptr+1
        rts
.endproc

; text_find -- where a text lies
; In     A low, Y high: its number in book Y, or an address     Out text_ptr
; Uses   A, Y     Keeps  X
; Time   140 cycles, 11 more for each byte between it and the last text that the book's table tells
; Test   tests/asm/game/ui/test_modules.py
.proc text_find
        sta text_ptr
        sty text_ptr+1
        ; Y is a book's number or, if it is larger, the high byte of an address.
        cpy #BOOKS + 1
        bcs @done
        sta text_from
        lda book_place_lo-1,y
        sta text_ptr
        lda book_place_hi-1,y
        sta text_ptr+1
        ldy #1                  ; the book
        lda (text_ptr),y
        pha
        dey
        lda (text_ptr),y
        sta text_ptr
        pla
        sta text_ptr+1
        lda text_from           ; the last text before it that the table has
        ; The table has every eighth text, two bytes each: number / 8 * 2.
        lsr a
        lsr a
        and #$FE
        tay
        lda (text_ptr),y
        pha
        iny
        lda (text_ptr),y
        tay
        pla
        clc
        adc text_ptr
        sta text_ptr
        tya
        adc text_ptr+1
        sta text_ptr+1
        lda text_from
        and #$07                ; and from there so many texts are passed over
        sta text_from           ; so many texts are before it
        ldy #0
        beq @left               ; always
@byte:
        lda (text_ptr),y
        beq @end
        iny
        bne @byte
        inc text_ptr+1
        bne @byte               ; always
@end:
        dec text_from
        iny
        bne @left
        inc text_ptr+1
@left:
        lda text_from
        bne @byte
        tya
        clc
        adc text_ptr
        sta text_ptr
        bcc @done
        inc text_ptr+1
@done:
        rts
.endproc

; text_append -- add a text, unpacked, to text_buffer
; In     A low, Y high: its number or address; X place in text_buffer     Out X behind it
; Uses   A, Y, text_ptr     Keeps  -
.proc text_append
        jsr text_find           ; the cartridge calls another (cartridge/quick.s)
        ldy #0
@next:
        lda (text_ptr),y
        beq @end
        sty text_from
        jsr text_expand
        ldy text_from
        iny
        bne @next
@end:
        rts
.endproc

; text_expand -- append a character, or a pair, down to its characters
; In     A, X place in text_buffer     Out X behind it     Uses A, Y, stack     Keeps -
.proc text_expand
        tay
        bmi @pair
@put:
        sta text_buffer,x
        inx
        rts
@pair:
        lda pair_left - $80,y
        bmi @pairs
        sta text_buffer,x
        inx
@right:
        lda pair_right - $80,y
        tay
        bmi @pair
        bpl @put                ; always
@pairs:
        ; A pair may be made of pairs: the routine calls itself, and the stack remembers the
        ; right halves.
        tya
        pha
        lda pair_left - $80,y
        jsr text_expand
        pla
        tay
        bmi @right              ; always
.endproc

; label_at -- the same of a text in one byte
; In     A = BRIEF(text)     Out cursor behind it
; Uses   A, X, Y, text_ptr, tmp0     Keeps  -
.proc label_at
        ldy #BOOK_OVERLAY
        cmp #$80
        and #$7F
        bcs text_at
        ldy #BOOK_MAIN
        ; falls through
.endproc

; text_at -- write a text at the cursor
; In     A low, Y high; ended by 0     Out cursor behind it
; Uses   A, X, Y, text_ptr, tmp0     Keeps  -
.proc text_at
        jsr text_open           ; as in text_append
        ldy #0
        ; falls through
.endproc

; text_rest -- what is at text_ptr, from a place on, at the cursor
; In     Y place, text_ptr, ended by 0     Out cursor behind it
; Uses   A, X, Y, tmp0     Keeps  -
.proc text_rest
@next:
        lda (text_ptr),y
        beq @done
        sty tmp0
        jsr video_put
        ldy tmp0
        iny
        bne @next
@done:
        rts
.endproc

; sign_set -- the sign for money becomes that of the names in memory
; In     -     Out    -     Uses   A, X     Keeps  Y
.proc sign_set
        lda #BANK_ALL_RAM       ; the font lies below the I/O area
        sta PORT
        lda #>FONT + 7
        sta @put + 2
        ldx #7
@row:
        lda TEXT_BASE + TEXT_HEADER::sign,x
@put:                           ; as it is left: files are packed against these bytes
        sta FONT - 256 + '$'
        dec @put + 2
        dex
        bpl @row
        jmp bank_io
.endproc

; text_length -- how many characters
; In     A low, Y high     Out X, text_ptr = text_buffer     Uses A, Y     Keeps -
.proc text_length
        ldx #0
        jsr text_append
        jmp text_close
.endproc

; text_center -- write a text centred in rect_x, rect_w on the cursor's row
; In     A low, Y high     Uses A, X, Y, text_ptr, tmp0
; Out    -     Keeps  -
.proc text_center
        jsr text_length
        stx tmp0
        lda rect_w
        sec
        sbc tmp0
        lsr a
        clc
        adc rect_x
        tax
        ldy cur_y
        jsr video_goto
        lda text_ptr
        ldy text_ptr+1
        jmp text_at
.endproc

; row_pad -- spaces up to the end of the row
; In     -     Uses A, X, Y, tmp0     Out    -     Keeps  -
.proc row_pad
        ldx #COLUMNS
        ; falls through
.endproc

; text_pad -- spaces up to a column
; In     X column, 40 at most     Uses A, Y, tmp0
; Out    -     Keeps  X
; Time   25 cycles a space
.proc text_pad
        stx tmp0
        ldy cur_x
        cpy tmp0
        bcs @done
@cell:
        lda #' '
        sta (cell_ptr),y
        lda ink
        sta (color_ptr),y
        iny
        cpy tmp0
        bcc @cell
        dey                     ; the last one
        sty cur_x
        jmp video_step
@done:
        rts
.endproc

; text_wrap -- write a text in lines of rect_w columns from rect_x, breaking at
;              spaces (line ends, 10, count as such); starts at the cursor's row
; In     A low, Y high     Out cur_y the last row written
; Uses   A, X, Y, text_ptr, tmp0, tmp1     Keeps  -
.proc text_wrap
        jsr text_open
@line:
        jsr text_line
        bcs @done
        inc cur_y
        bne @line
@done:
        rts
.endproc

; text_line -- write one line of a text that is being wrapped
; In     text_ptr, rect_x, rect_w, cur_y
; Out    C=0 text_ptr behind the line; C=1 it was the last
; Uses   A, X, Y, tmp0, tmp1     Keeps  -
.proc text_line
        ldx rect_x
        ldy cur_y
        jsr video_goto
        ldy #0                  ; find the last space that fits
        ldx #0                  ; X = characters of this line
@scan:
        lda (text_ptr),y
        beq @fits
        cmp #' ' + 1
        bcs @letter
        tya
        tax
@letter:
        iny
        cpy rect_w
        bcc @scan
        beq @scan
        txa
        bne @write
        ldx rect_w              ; one long word
        bne @write
@fits:
        tya
        tax
@write:
        stx tmp1
        ldy #0
@put:
        cpy tmp1
        beq @end
        lda (text_ptr),y
        cmp #' '
        bcs @letter_put
        lda #' '                ; a line end inside a line is a space
@letter_put:
        sty tmp0
        jsr video_put
        ldy tmp0
        iny
        bne @put
@end:
        lda (text_ptr),y
        sec
        beq @last
        cmp #'!'                ; a space or line end is swallowed
        bcs @same
        iny
@same:
        tya
        clc
        adc text_ptr
        sta text_ptr
        bcc @last
        inc text_ptr+1
        clc
@last:
        rts
.endproc

; name_put -- a player's name
; In     X player     Keeps X     Uses A, Y, tmp0, tmp1     Out    -
.proc name_put
        stx tmp1
        txa
        asl a
        asl a
        asl a
        tay
@next:
        lda player_names,y
        beq @done
        sty tmp0
        jsr video_put
        ldy tmp0
        iny
        tya
        and #NAME_SIZE - 1      ; eight letters at most: then Y is at the next name
        bne @next
@done:
        ldx tmp1
        rts
.endproc

; number_digits -- signed 16 bit to characters
; In     num_lo, num_hi     Out    num_text, X = tmp2 = how many
; Uses   A, X, Y, tmp2, num_*     Keeps  -
.proc number_digits
        ldy #MONEY_MOST
        ; falls through
.endproc

; signed_digits -- the same; a high byte above Y is one of a negative number
.proc signed_digits
        ldx #0
        stx tmp2                ; characters so far
        cpy num_hi
        bcs digits_put
        lda #'-'
        sta num_text
        inc tmp2
        sec
        txa
        sbc num_lo
        sta num_lo
        txa
        sbc num_hi
        sta num_hi
        ; falls through
.endproc

; digits_put -- unsigned 16 bit to characters behind those there are
; In     num_lo, num_hi, tmp2     Out    num_text, X = tmp2 = how many
; Uses   A, X, Y, tmp2, num_*     Keeps  -
; Time   80 cycles, 80 a figure, 25 for each 10, 100, 1,000 and 10,000
.proc digits_put
        ldx #4                  ; highest digit that is not a leading zero
@size:
        lda num_lo
        cmp tens_lo - 1,x
        lda num_hi
        sbc tens_hi - 1,x
        bcs @digit
        dex
        bne @size
        beq @ones
@digit:
        ldy #'0' - 1
        sec
@subtract:
        iny
        lda num_lo
        sbc tens_lo - 1,x
        sta num_lo
        lda num_hi
        sbc tens_hi - 1,x
        sta num_hi
        bcs @subtract
        lda num_lo              ; back what was once too much
        adc tens_lo - 1,x
        sta num_lo
        lda num_hi
        adc tens_hi - 1,x
        sta num_hi
        tya
@put:
        ldy tmp2
        sta num_text,y
        inc tmp2
        dex
        bmi @done
        bne @digit
@ones:
        lda num_lo
        ora #'0'
        bne @put                ; always
@done:
        ldx tmp2
        rts
.endproc

; print_score -- a score or a final value, -4096..51057, right-aligned, at the cursor
; In     num_lo, num_hi; A = places     Out    -
; Uses   as print_number     Keeps  -
.proc print_score
        ldy #SCORE_MOST
        .byte $2C               ; BIT: skips the next LDY
        ; falls through
.endproc

; print_number -- signed 16 bit, right-aligned, at the cursor
; print_limited -- the same; a high byte above Y is one of a negative number
; In     num_lo, num_hi; A = places (more digits than places still appear)
; Out    -
; Uses   A, X, Y, tmp2, tmp3, num_*     Keeps  -
.proc print_number
        ldy #MONEY_MOST
limited:
        sta num_width
        jsr signed_digits
        lda num_width
        sec
        sbc tmp2
        bcc @digits
        beq @digits
        tax
@blank:
        jsr space_put
        dex
        bne @blank
@digits:
        ldx #0
@digit:
        lda num_text,x
        jsr video_put
        inx
        cpx tmp2
        bne @digit
        rts
.endproc
print_limited = print_number::limited
