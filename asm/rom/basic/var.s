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
; Only two characters count, the second 0 if there is none; the rest is skipped. The type goes into
; the name, so that A, A% and A$ are different names and a search compares two bytes alone.
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
        bcc @second             ; a digit
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
        lda #$80                ; an integer has bit 7 in both letters
        sta INTFLG
        ora VARNAM
        sta VARNAM
        bne @second_bit         ; always
@string:
        dec VALTYP              ; $FF: a string, with bit 7 in the second letter alone
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
; In     X, TXTPTR     Out    as var_find     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; V2 passes what is wanted in DIMFLG, 0 or not. Here its bits say it, so the entry translates.
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
; TI$ may be set, though it is no variable: it gets the address of a constant, whose page tells
; assign_string what is meant. TI and ST are a SYNTAX error.
var_target:
        lda #VAR_CREATE
var_make:
        jsr var_find
        bcs @reserved
        rts
@reserved:
        lda VALTYP
        beq @syntax
        lda #<nothing
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
; The name decides the type, a bracket behind it the kind: A and A(0) are two variables.
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
; The names of TI, TI$ and ST are never made, so only a search without success has to look for them.
.proc var_simple
        lda #0
        sta SUBFLG              ; subscripts are allowed again for the next name
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
        adc #VARIABLE           ; seven bytes on
        bcc @variable
        inx
        bne @variable           ; always
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
        bit DIMFLG              ; bit 7: it is to be made
        bmi @create
        ; One that is only read is not made: it costs no memory and moves no arrays, on which
        ; assignments rely (st_let). Five zeros in the ROM are its value, of any type.
        lda #<nothing
        ldy #>nothing
        bne var_found           ; always
@create:
        jsr var_create
        bcc var_value           ; always
@done:
        rts
.endproc

; var_value -- VARPNT to the value of the variable at LOWTR
; A and Y have the address as well, which most callers keep in a place of their own. C=0 says that
; it is a variable, not TI, TI$ or ST.
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
; TI and TI$ differ in bit 7 of the second letter, which is masked. TI%, ST% and ST$ are variables
; like any other.
.proc reserved
        lda VARNAM
        cmp #'T'
        bne @status
        lda VARNAM + 1
        and #$7F
        cmp #'I'
        beq @yes                ; equal, so C=1
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
; It goes behind the other variables, where arrays begin: all of them move up by seven bytes. The
; check comes first, as it may collect strings, which uses LOWTR; pointers are set only then.
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
        clc                     ; INC has left the carry
@done:
        rts
.endproc

        entry $A408

; mem_check -- is memory free up to below A (low), Y? Else OUT OF MEMORY
; In     A (low), Y     Out    -
; Keeps  A, Y    Uses  X, and all that str_collect does
; FRETOP is the limit, the lowest string. Whoever calls this must not count on LOWTR and INDEX, nor
; on bodies of strings, after it: a collection may have come.
.proc mem_check
        jsr compare
        bcc @done
        pha
        tya
        pha
        jsr str_collect
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
; From the end down, as the block moves up and may overlap itself. Both pointers are behind the next
; byte and move before it does: so an empty block moves nothing, and its start ends the loop.
.proc block_up
        ldy #0
@next:
        lda INDEX
        cmp LOWTR
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
; To find a variable also makes it, and with VAR_DIM subscripts are sizes: so DIM is a list of
; names, of simple variables as well.
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
