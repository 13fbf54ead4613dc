; Variables and arrays, laid out in memory as V2 has them (Programmer's Reference Guide):
; seven bytes a variable from VARTAB (two of name, five of value), arrays from ARYTAB (name,
; length, number of dimensions, their sizes, the last one first, high byte first; elements).
; Bit 7 of the name's bytes tells the type: 00 number, 01 string, 11 integer, 10 function.
.include "basic.inc"
.include "lowmem.inc"

VARIABLE = 7

.segment "VAR_NAME"

; var_name -- read a name
; In     TXTPTR  at its first letter
; Out    VARNAM with the type in its bits 7, VALTYP, INTFLG; CHRGOT done behind it
; Keeps  X       Uses  A, Y
.proc var_name
        ldy #0
        sty VALTYP
        sty INTFLG
        sty VARNAM + 1
        lda (TXTPTR),y
        sta VARNAM
        cmp #'A'
        bcc @bad
        cmp #'Z' + 1            ; a name begins with a letter
        bcs @bad
        jsr CHRGET
        ; C=0 is a digit, which may follow the first letter. Only two characters count; the rest
        ; is skipped.
        bcc @second
        cmp #'A'
        bcc @type
        cmp #'Z' + 1
        bcs @type
@second:
        sta VARNAM + 1
@rest:
        jsr CHRGET
        bcc @rest
        jsr is_letter
        bcs @rest
@type:
        cmp #'$'
        beq @string
        cmp #'%'
        bne @done
        lda SUBFLG
        bne @bad                ; not with FOR and DEF
        lda #$80                ; the type is bit 7 of both letters for integers
        sta INTFLG
        ora VARNAM
        sta VARNAM
        bne @second_bit         ; always
@string:
        dec VALTYP              ; $FF: a string
@second_bit:
        lda VARNAM + 1
        ora #$80
        sta VARNAM + 1
        jmp CHRGET
@done:
        rts
@bad:
        jmp err_syntax
.endproc

        entry $B08B, var_target
        entry $B090
; var_wanted -- as var_target for X = 0, else as DIM; at $B092 DIMFLG says which
; In     X, TXTPTR     Out    as var_find     Keeps  -     Uses   A, X, Y, flags; what an expression uses
        stx DIMFLG
        entry_within $B092
        lda DIMFLG
        beq var_target
        lda #VAR_DIM | VAR_CREATE
        bne var_make            ; always


; var_target -- the variable or element to be given a value; TI, TI$ and ST cannot be
; In     TXTPTR
; Out    as var_find
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
var_target:
        lda #VAR_CREATE
var_make:
        jsr var_find
        bcs @reserved
        rts
@reserved:
        lda VALTYP
        beq @syntax
        lda #<nothing           ; TI$ sets the clock: assign_string knows it by its page
        ldy #>nothing
        sta VARPNT
        sty VARPNT + 1
        rts
@syntax:
        jmp err_syntax

.segment "VAR_FIND"

; var_find -- find the variable or array element at TXTPTR
; In     A       VAR_READ, VAR_CREATE (make it if it is not there), VAR_DIM
;        SUBFLG  not 0: no subscripts, no integers
; Out    C=0     VARPNT, also A (low), Y: its value; VALTYP, INTFLG; CHRGOT behind it
;        C=1     TI, TI$ or ST (VARNAM)
; Uses   A, X, Y, LOWTR, INDEX, INDEX2, TEMPF1; FAC and more with subscripts     Keeps  -
.proc var_find
        sta DIMFLG
        jsr var_name
        ldx SUBFLG
        bne @simple
        cmp #'('
        beq @array
@simple:
        jmp var_simple
@array:
        jmp var_array
.endproc

.segment "VAR_SIMPLE"

; var_simple -- the same for the name in VARNAM, not an array
; In     VARNAM     Out    A, Y, C     Keeps  -
; Uses   A, X, Y, flags; ARYTAB, COUNT, DEFPNT, DSCPNT, FORPNT, FRETOP, INDEX, INDEX2, LOWTR,
;        STREND, SUBFLG, VARPNT
; Variables are searched from the first one made, so those made early are found fastest.
.proc var_simple
        lda #0
        sta SUBFLG
        tay
        lda VARTAB
        ldx VARTAB + 1
@variable:
        sta LOWTR
        stx LOWTR + 1
        cpx ARYTAB + 1          ; simple variables end where arrays begin
        bne @compare
        cmp ARYTAB
        beq @missing
@compare:
        lda (LOWTR),y           ; Y = 0
        cmp VARNAM
        beq @second
@next:
        clc
        lda LOWTR
        adc #VARIABLE           ; C is clear: seven bytes on
        bcc @variable
        inx
        bne @variable
@second:
        iny
        lda (LOWTR),y
        cmp VARNAM + 1
        beq var_value
        dey
        beq @next               ; always
@missing:
        jsr reserved
        bcs @done
        bit DIMFLG              ; bit 7: it is to be made. Else reading finds 0
        bmi @create
        ; A variable that is only read is not made: its value is a constant 0, which must not be
        ; written to.
        lda #<nothing
        ldy #>nothing
        bne var_found
@create:
        jsr var_create
        bcc var_value           ; always
@done:
        rts
.endproc

; var_value -- VARPNT to the value of the variable at LOWTR
.proc var_value
        clc
        lda LOWTR
        adc #2                  ; behind the two bytes of the name
        ldy LOWTR + 1
        bcc var_found
        iny
        ; falls through
.endproc
.proc var_found
        sta VARPNT
        sty VARPNT + 1
        clc
        rts
.endproc

.segment "RESERVED"

; reserved -- C=1: the name is TI, TI$ or ST
; Uses   A
.proc reserved
        lda VARNAM
        cmp #'T'
        bne @status
        lda VARNAM + 1
        and #$7F                ; TI and TI$ alike: the type is in bit 7
        cmp #'I'
        beq @yes
@status:
        lda VARNAM
        eor #'S'
        bne @no
        lda VARNAM + 1
        cmp #'T'
        beq @yes                ; equal, so C=1
@no:
        clc
@yes:
        rts
.endproc

.segment "VAR_CREATE"

; var_create -- make the variable VARNAM with the value 0
; Out    LOWTR   where it is
;        C=0
.proc var_create
        clc
        lda STREND
        adc #VARIABLE
        ldy STREND + 1
        bcc @check
        iny
@check:
        jsr mem_check
        ldx ARYTAB
        stx LOWTR
        ldx ARYTAB + 1
        stx LOWTR + 1
        ldx STREND
        stx INDEX
        ldx STREND + 1
        stx INDEX + 1
        sta STREND              ; the new end of all; INDEX2 takes the same, for the move
        sta INDEX2
        sty STREND + 1
        sty INDEX2 + 1
        ; Arrays lie behind the variables: all of them move up by seven bytes.
        jsr block_up
        lda VARNAM
        sta (LOWTR),y           ; Y = 0
        iny
        lda VARNAM + 1
        sta (LOWTR),y
        lda #0
@clear:
        iny
        sta (LOWTR),y
        cpy #VARIABLE - 1       ; five bytes of value, all 0
        bne @clear
        clc
        lda ARYTAB
        adc #VARIABLE
        sta ARYTAB
        bcc @done
        inc ARYTAB + 1
        clc
@done:
        rts
.endproc

        entry $A408

; mem_check -- is memory free up to below A (low), Y? Else OUT OF MEMORY
; In     A (low), Y     Out    -
; Keeps  A, Y    Uses  X, and all that str_collect does
.proc mem_check
        jsr compare
        bcc @done
        pha                     ; the wanted address, kept over the collection
        tya
        pha
        jsr str_collect         ; unused strings may free what is missing
        pla
        tay
        pla
        jsr compare
        branch BCS_OPCODE, mem_out
@done:
        rts
compare:
        cpy FRETOP + 1
        bne @far
        cmp FRETOP
@far:
        rts
.endproc

mem_out = mem_full

.segment "BLOCK_UP"

; block_up -- move the bytes from LOWTR up to INDEX so that they end at INDEX2
; In     INDEX, INDEX2, LOWTR
; Out    Y = 0
; Uses   A, INDEX, INDEX2
; Keeps  X
.proc block_up
        ldy #0
@next:
        lda INDEX               ; from the end down, as the target overlaps the source above
        cmp LOWTR
        ; Equal pointers end it: nothing, or all, has been moved.
        bne @move
        lda INDEX + 1
        cmp LOWTR + 1
        beq @done
@move:
        lda INDEX
        bne :+
        dec INDEX + 1
:       dec INDEX
        lda INDEX2
        bne :+
        dec INDEX2 + 1
:       dec INDEX2
        lda (INDEX),y
        sta (INDEX2),y
        jmp @next
@done:
        rts
.endproc

.segment "ST_DIM"

; st_dim -- DIM array(size, ...), ...
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc st_dim
@next:
        lda #VAR_DIM | VAR_CREATE
        jsr var_find
        bcs @bad                ; TI and ST are no arrays
        jsr CHRGOT
        beq @done
        jsr need_comma
        jmp @next
@bad:
        jmp err_syntax
@done:
        rts
.endproc
