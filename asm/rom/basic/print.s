; PRINT, PRINT#, CMD, and printing texts and numbers.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

ZONE = 10                       ; columns from one comma to the next

.segment "PRINT_STRING"

; print_string -- print the text at A (low), Y, ended by 0
; In     A (low), Y  text     Out    -
; Keeps  X     Uses   A, Y, flags, INDEX
.proc print_string
        sta INDEX
        sty INDEX + 1
        ldy #0
@next:
        lda (INDEX),y
        beq @done
        jsr CHROUT
        iny
        bne @next
        inc INDEX + 1
        bne @next
@done:
        rts
.endproc

        entry $BDCD
; print_word -- print an unsigned integer without a blank
; In     A (high), X     Out    -
; Uses   A, X, Y, FAC, ARG, INDEX, TEMPF2 but its last two bytes     Keeps  -
.proc print_word
        pha
        txa
        tay
        pla
        jsr num_from_word
        jsr num_text
        lda #<(FBUFFR + 1)      ; behind the blank
        jmp print_string
.endproc

.segment "PRINT_CR"

; print_cr -- end the line; to a file above 127 a line feed goes after it
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc print_cr
        lda #CR
        jsr CHROUT
        bit CHANNL              ; bit 7: a file number of 128 and more
        bpl @done
        lda #$0A
        jsr CHROUT
@done:
        rts
.endproc

; st_print_file -- PRINT# file, values
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_print_file
        jsr channel_open
        jsr CHRGOT
        beq @line
        jsr need_comma
        jsr CHRGOT
@line:
        jsr st_print
        jsr CLRCHN
        lda #0
        sta CHANNL
        rts
.endproc

; st_cmd -- CMD file [, values]: output goes there from now on
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_cmd
        jsr channel_open
        jsr CHRGOT
        beq @done
        jsr need_comma
        jsr CHRGOT
        jmp st_print
@done:
        rts
.endproc

; channel_open -- read a file number and send output there
; Out    CHANNL; CHRGOT done
channel_open:
        jsr eval_byte
        stx CHANNL
        jsr CHKOUT
; falls through

; channel_check -- was the channel CHANNL opened? Else the KERNAL's error
; In     C, A    as CHKIN and CHKOUT leave them
; Out    -     Keeps  A, X, Y, flags     Uses   -
.proc channel_check
        bcc @done
        ldx #0
        stx CHANNL
        tax
        jmp err_raise
@done:
        rts
.endproc

; st_print -- PRINT values, with ; , TAB( and SPC(
; In     CHRGOT done
; Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_print
        beq print_cr
item:
        beq done                ; the line ended behind a separator
        cmp #';'
        beq separator
        cmp #','
        beq comma
        cmp #TOK_TAB
        beq tab
        cmp #TOK_SPC
        beq spc
        jsr eval
        bit VALTYP
        bmi string
number:                         ; programs jump here with a number in FAC
        jsr num_text
        jsr print_string
        jsr print_gap
next:
        jsr CHRGOT
        bne item
        jmp print_cr
string:
        jsr print_string_value
        jmp next
comma:
        jsr column
zone:
        sec
        sbc #ZONE               ; C stays set until it goes below 0
        bcs zone
        eor #$FF                ; what is missing to the next column of ten
        adc #1
        tax
        jsr print_right
separator:
        jsr CHRGET
        jmp item
tab:
        jsr argument
        jsr column
        sta COUNT
        txa
        sec
        sbc COUNT
        bcc item_again          ; already behind that column
        tax
        jsr print_right
        jmp item_again
spc:
        jsr argument
        jsr print_right
item_again:
        jsr CHRGOT
        jmp item
done:
        rts
.endproc
st_print_number = st_print::number

.segment "ARGUMENT"

; argument -- the byte of TAB( or SPC( and the closing bracket
; Out    X
.proc argument
        jsr CHRGET
        jsr eval_byte
        txa
        pha
        jsr need_close
        pla
        tax
        rts
.endproc

.segment "COLUMN"

; column -- where the cursor is
; Out    A     column, 0-79
; Keeps  X     Uses  Y
.proc column
        txa
        pha
        sec
        jsr PLOT
        pla
        tax
        tya
        rts
.endproc

.segment "PRINT_RIGHT"

; print_right -- move X columns to the right: cursor right on the screen, blanks in a file
; In     X
; Uses   A, X
.proc print_right
        inx
@next:
        dex
        beq @done
        jsr print_gap
        jmp @next
@done:
        rts
.endproc

        entry $AB3B

; print_gap -- cursor right on the screen, a blank in a file
; In     -     Out    -
; Keeps  X, Y
; Uses   A, flags
.proc print_gap
        lda CHANNL
        beq @screen
        entry_within $AB3F      ; a blank
        lda #' '
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $AB42
@screen:
        lda #CURSOR_RIGHT
        .byte $2C
        entry_within $AB45
        lda #'?'
        entry_within $AB47      ; the character in A
        jmp CHROUT
.endproc

        entry $AB21

; print_string_value -- print the string eval left
; print_characters -- print A characters at INDEX
; In     A; FAC, INDEX     Out    -
; Uses   A, X, Y, INDEX     Keeps  -
print_string_value:
        jsr str_free
        entry_within $AB24
.proc print_characters
        sta FAC                 ; the length: FAC is free, as the value was a string
        ldy #0
@next:
        cpy FAC
        beq @done
        lda (INDEX),y
        jsr CHROUT
        iny
        bne @next
@done:
        rts
.endproc
