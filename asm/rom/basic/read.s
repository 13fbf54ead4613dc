; INPUT, INPUT#, GET, GET#, READ, RESTORE.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

FROM_INPUT = $00                ; INPFLG
FROM_GET   = $40
FROM_READ  = $98
ST_TIMEOUT = $02                ; STATUS: the device did not send

.segment "TEXT_REDO"

text_redo:  .byte "?REDO FROM START", CR, 0
text_extra: .byte "?EXTRA IGNORED", CR, 0

        entry $A81D

; st_restore -- RESTORE: DATA from the start of the program
; In     -     Out    -     Keeps  X, Y     Uses   A, flags; DATPTR
.proc st_restore
        sec                     ; one byte before the program: where DATA is looked for from
        lda TXTTAB
        sbc #1
        sta DATPTR
        lda TXTTAB + 1
        sbc #0
        sta DATPTR + 1
        rts
.endproc

        entry $AB7B

; st_get -- GET variables, GET# file, variables
; In     A; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_get
        jsr not_direct
        cmp #'#'
        bne @keyboard
        jsr CHRGET
        jsr channel_in
        jsr @keyboard
        jmp channel_end
@keyboard:
        lda #<(BUF + 1)         ; a 0: nothing is left over
        ldy #>(BUF + 1)
        ldx #0
        stx BUF + 1
        ldx #FROM_GET
        jmp read_list
.endproc

        entry $ABA5

; st_input_file -- INPUT# file, variables
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_input_file
        jsr channel_in
        jsr input_list
        ; falls through
.endproc

; channel_end -- back to the keyboard
.proc channel_end
        jsr CLRCHN
        lda #0
        sta CHANNL
        rts
.endproc

.segment "CHANNEL_IN"

; channel_in -- read a file number and a comma, and take input from there
; Out    CHANNL
.proc channel_in
        jsr not_direct
        jsr eval_byte
        stx CHANNL
        jsr need_comma
        ldx CHANNL
        jsr CHKIN
        jmp channel_check
.endproc

.segment "ST_INPUT"

; st_input -- INPUT ["text";] variables
; In     A; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_input
        jsr not_direct
        cmp #'"'
        bne input_list
        jsr str_quoted
        lda #';'
        jsr need_char
        jsr print_string_value
        ; falls through
.endproc
.proc input_list
        lda #','                ; as if one datum had gone before
        sta BUF - 1
@again:
        jsr ask
        lda CHANNL
        beq @keyboard
        lda STATUS
        and #ST_TIMEOUT
        bne @nothing            ; read past the end: all stays as it is
        lda BUF
        bne @typed
        lda STATUS              ; an empty line: the next one, if there is one
        beq @again
        bne @nothing            ; always
@keyboard:
        lda BUF
        bne @typed
@nothing:
        jmp st_data
@typed:
        lda #<(BUF - 1)
        ldy #>(BUF - 1)
        ldx #FROM_INPUT
        jmp read_list
.endproc

; ask -- "? " and a line into BUF
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags
.proc ask
        lda CHANNL
        bne @read
        lda #'?'
        jsr CHROUT
        lda #' '
        jsr CHROUT
@read:
        jmp line_input
.endproc

        entry $AC06

; st_read -- READ variables
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_read
        ldx #FROM_READ
        lda DATPTR
        ldy DATPTR + 1
        ; falls through
.endproc

; read_list -- give data to the variables at TXTPTR
; In     A (low), Y  the data: at the comma before the next datum, or at an end
;        X           INPFLG
.proc read_list
        stx INPFLG
        sta INPPTR
        sty INPPTR + 1
@variable:
        jsr var_target
        sta FORPNT
        sty FORPNT + 1
        jsr text_and_data       ; TXTPTR is in the data now
        jsr CHRGOT
        bne @datum
        jsr more_data           ; the line or DATA statement is used up
@datum:
        bit INPFLG
        bvs @type               ; GET: the very character
        jsr CHRGET
@type:
        bit VALTYP
        bpl @number
        jsr read_string
        lda #$FF
        bne @assign
@number:
        jsr CHRGOT
        jsr num_parse
        lda #0
@assign:
        jsr var_assign
        jsr CHRGOT
        beq @taken
        cmp #','                ; a datum ends at a comma or at the end, else it was no number
        beq @taken
        jmp bad_datum
@taken:
        jsr text_and_data
        jsr CHRGOT
        beq @end
        jsr need_comma
        jmp @variable
@end:
        lda INPPTR
        ldy INPPTR + 1
        ldx INPFLG
        cpx #FROM_READ
        beq @keep
        ldy #0
        lda (INPPTR),y
        beq @done
        lda CHANNL
        bne @done
        lda #<text_extra
        ldy #>text_extra
        jmp print_string
@keep:
        sta DATPTR
        sty DATPTR + 1
@done:
        rts
.endproc

.segment "TEXT_AND_DATA"

; text_and_data -- exchange TXTPTR and INPPTR
; Uses   A, X
.proc text_and_data
        ldx #1                  ; two bytes each: one place for both texts' CHRGET
@byte:
        lda TXTPTR,x
        ldy INPPTR,x
        sty TXTPTR,x
        sta INPPTR,x
        dex
        bpl @byte
        rts
.endproc

.segment "READ_STRING"

; read_string -- the string at TXTPTR, quoted or up to a comma or colon
; In     CHRGET done
.proc read_string
        ldx INPFLG
        cpx #FROM_GET
        beq @all
        cmp #'"'
        beq str_quoted
        lda #':'
        sta CHARAC
        lda #','
        bne @literal
@all:
        lda #0
        sta CHARAC
@literal:
        sta ENDCHR
        jmp str_literal
.endproc

; str_quoted -- the string in quotes at TXTPTR
; In     TXTPTR
; Out    value; TXTPTR behind it
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc str_quoted
        lda #'"'
        sta CHARAC
        sta ENDCHR
        inc TXTPTR
        bne @read
        inc TXTPTR + 1
@read:
        jsr str_literal
        ldy #0
        lda (TXTPTR),y
        beq @done               ; the closing quote may be left out
        jmp CHRGET
@done:
        rts
.endproc

.segment "BAD_DATUM"

; bad_datum -- what was typed or read is not what the variable wants
bad_datum:
        lda INPFLG
        bmi @read               ; FROM_READ has bit 7, FROM_GET bit 6
        bit INPFLG
        bvs @get                ; a number was wanted
        lda CHANNL
        bne @file
        lda #<text_redo
        ldy #>text_redo
        jsr print_string
        lda OLDTXT              ; the statement again
        ldy OLDTXT + 1
        sta TXTPTR
        sty TXTPTR + 1
        rts
@file:
        ldx #ERR_FILE
        jmp err_raise
@get:
        jmp err_syntax
@read:
        lda DATLIN              ; the line at fault is that of the DATA
        ldy DATLIN + 1
        sta CURLIN
        sty CURLIN + 1
        jmp err_syntax

.segment "MORE_DATA"

; more_data -- there is nothing at TXTPTR any more: get more
; Out    TXTPTR  before the next datum
.proc more_data
        bit INPFLG
        bvs @get
        bmi @next
        lda CHANNL
        bne @ask
        lda #'?'
        jsr CHROUT
@ask:
        jsr ask
        lda #<(BUF - 1)
        ldy #>(BUF - 1)
@at:
        sta TXTPTR
        sty TXTPTR + 1
        rts
@next:
        jmp next_data
@get:
        jsr GETIN
        sta BUF
        ldy #>BUF
        lda #<BUF
        beq @at                 ; always
.endproc

.segment "NEXT_DATA"

; next_data -- on to the next DATA statement
; Out    TXTPTR  at its token; DATLIN
.proc next_data
        ldy #0
        lda (TXTPTR),y
        bne @statement          ; a colon
        ldy #2
        lda (TXTPTR),y
        bne @line               ; 0: no line follows, and no DATA
        ldx #ERR_DATA
        jmp err_raise
@line:
        iny
        lda (TXTPTR),y
        sta DATLIN
        iny
        lda (TXTPTR),y
        sta DATLIN + 1
        clc
        lda TXTPTR
        adc #4
        sta TXTPTR
        bcc @statement
        inc TXTPTR + 1
@statement:
        jsr CHRGET
        cmp #TOK_DATA
        beq @done
        jsr st_data
        jmp next_data
@done:
        rts
.endproc
