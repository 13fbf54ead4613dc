; Variables and arrays, laid out in memory as V2 has them (Programmer's Reference Guide):
; seven bytes a variable from VARTAB (two of name, five of value), arrays from ARYTAB (name,
; length, number of dimensions, their sizes, the last one first, high byte first; elements).
; Bit 7 of the name's bytes tells the type: 00 number, 01 string, 11 integer, 10 function.
.include "basic.inc"
.include "lowmem.inc"

VARIABLE = 7
ARRAY_HEAD = 5
DEFAULT_SIZE = 11               ; 0 to 10

dims = $6F                      ; number of subscripts
product = TEMPF1                ; 16 bits
size = INDEX                    ; of a dimension
bits = INDEX2                   ; multiplier, then the head's length
new_end = TEMPF1 + 2

.segment "VAR_TABLES"

nothing: .byte 0, 0, 0, 0, 0    ; what an unknown variable holds

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
        bne @done               ; not with FOR and DEF
        lda #$80                ; the type is bit 7 of both letters for integers
        sta INTFLG
        ora VARNAM
        sta VARNAM
        bne @second_bit
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

        entry $B08B

; var_target -- the variable or element to be given a value; TI, TI$ and ST cannot be
; In     TXTPTR
; Out    as var_find
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
.proc var_target
        lda #VAR_CREATE
        jsr var_find
        bcs @reserved
        rts
@reserved:
        jmp err_syntax
.endproc

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
        beq @yes
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
        bcs mem_out
@done:
        rts
compare:
        cpy FRETOP + 1
        bne @far
        cmp FRETOP
@far:
        rts
.endproc

; mem_out, err_subscript -- end the program with that message
; In     -     Noreturn  as err_raise
mem_out:
        ldx #ERR_MEMORY
        .byte $2C               ; BIT abs: skips the next two bytes
err_subscript:
        ldx #ERR_SUBSCRIPT
        jmp err_raise

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

; -- arrays --------------------------------------------------------------------------

.segment "VAR_ARRAY"

; var_array -- find or make an array, and the element
; In     TXTPTR  at the opening bracket; VARNAM, VALTYP, INTFLG, DIMFLG
; Subscripts are kept on the CPU's stack, the last one on top, and below them what they may
; change when they are evaluated.
.proc var_array
        ldx #4
@save:
        lda array_saved,x
        tay
        lda 0,y
        ; What identifies the array is saved: a subscript may be an expression with arrays of
        ; its own.
        pha
        dex
        bpl @save
        lda #0                  ; so many subscripts
@subscript:
        pha
        jsr eval_positive       ; a subscript: 0 to 32767
        pla
        tax
        lda FACHO + 2
        pha
        tya
        pha
        inx
        jsr CHRGOT
        cmp #','
        bne @last
        txa                     ; X is at least 1: the branch is always taken
        bne @subscript
@last:
        stx dims
        jsr need_close
        lda dims
        asl a
        sta bits
        tsx
        txa
        clc
        adc bits
        tax
        ldy #0
@restore:
        lda STACK + 1,x
        stx bits
        ldx array_saved,y
        sta 0,x
        ldx bits
        inx
        iny
        cpy #5
        bne @restore
        jsr array_find
        jsr array_element       ; leaves the subscripts where they are
        tsx
        txa
        sec                     ; two bytes a subscript, five saved
        adc #4
        adc dims
        adc dims
        tax
        txs
        lda VARPNT
        ldy VARPNT + 1
        clc
        rts
.endproc

.segment "VAR_TABLES"

array_saved: .byte VARNAM, VARNAM + 1, VALTYP, INTFLG, DIMFLG

.segment "ARRAY_FIND"

; array_find -- LOWTR = the array VARNAM; it is made if it is not there
.proc array_find
        lda ARYTAB
        ldx ARYTAB + 1
@array:
        sta LOWTR
        stx LOWTR + 1
        cpx STREND + 1
        bne @compare
        cmp STREND
        beq array_make
@compare:
        ldy #0
        lda (LOWTR),y
        cmp VARNAM
        bne @next
        iny
        lda (LOWTR),y
        cmp VARNAM + 1
        beq @found
@next:
        ldy #3                  ; bytes 2 and 3 are the array's length: on to the next one
        lda (LOWTR),y
        tax
        dey
        lda (LOWTR),y
        clc
        adc LOWTR
        pha
        txa
        adc LOWTR + 1
        tax
        pla
        jmp @array
@found:
        ldx #ERR_REDIM
        bit DIMFLG
        bvs @error              ; DIM of an array that exists
        ldx #ERR_SUBSCRIPT
        ldy #4
        lda (LOWTR),y
        cmp dims
        bne @error
        rts
@error:
        jmp err_raise
.endproc

; array_make -- make an array behind the others
; In     the subscripts on the stack above one return address
; Out    LOWTR
.proc array_make
        lda dims
        asl a
        adc #ARRAY_HEAD         ; two bytes a dimension, and the head; C is clear
        sta FOUR6               ; length of the head
        adc STREND
        ldy STREND + 1
        bcc @check
        iny
@check:
        jsr mem_check
        lda STREND              ; mem_check may have used LOWTR
        sta LOWTR
        lda STREND + 1
        sta LOWTR + 1
        ldy #0
        lda VARNAM
        sta (LOWTR),y
        iny
        lda VARNAM + 1
        sta (LOWTR),y
        ldy #4
        lda dims
        sta (LOWTR),y
        jsr element_size
        sta product
        lda #0
        sta product + 1
        tsx
        inx                     ; past the return address
        inx
@dimension:
        lda #DEFAULT_SIZE       ; used without DIM: 0 to 10
        sta size
        lda #0
        sta size + 1
        bit DIMFLG
        bvc @store
        clc
        lda STACK + 1,x
        adc #1                  ; subscripts begin at 0: one more element than the number
        sta size
        lda STACK + 2,x
        adc #0
        sta size + 1
@store:
        inx
        inx
        iny
        lda size + 1
        sta (LOWTR),y
        iny
        lda size
        sta (LOWTR),y
        jsr times_size
        bcs @full               ; more than 65535 bytes: no memory has that
        iny
        cpy FOUR6               ; as long as the head: all dimensions have been written
        beq @filled
        dey
        bne @dimension          ; always
@filled:
        clc
        lda product
        adc FOUR6
        sta product
        bcc :+
        inc product + 1
        beq @full
:       ldy #2
        sta (LOWTR),y
        clc
        adc LOWTR
        sta new_end
        iny
        lda product + 1
        sta (LOWTR),y
        adc LOWTR + 1
        bcs @full
        sta new_end + 1
        tay
        lda new_end
        jsr mem_check
        lda STREND
        sta LOWTR
        lda STREND + 1
        sta LOWTR + 1
        lda new_end
        sta STREND
        lda new_end + 1
        sta STREND + 1
        jmp array_clear
@full:
        jmp mem_out
.endproc

.segment "ARRAY_CLEAR"

; array_clear -- all elements 0
; In     LOWTR, FOUR6 length of the head, new_end
.proc array_clear
        clc
        lda LOWTR
        adc FOUR6
        sta INDEX
        lda LOWTR + 1
        adc #0
        sta INDEX + 1
        ldy #0
@next:
        lda INDEX
        cmp new_end
        bne @clear
        lda INDEX + 1
        cmp new_end + 1
        beq @done
@clear:
        tya                     ; Y is 0, the value of an empty number and string alike
        sta (INDEX),y
        inc INDEX
        bne @next
        inc INDEX + 1
        bne @next
@done:
        rts
.endproc

.segment "ELEMENT_SIZE"

; element_size -- A = bytes an element of this type takes
; Keeps  X, Y
.proc element_size
        lda #3                  ; a string's descriptor: length, address
        bit VALTYP
        bmi @done
        lda #2
        bit INTFLG
        bmi @done
        lda #5
@done:
        rts
.endproc

.segment "TIMES_SIZE"

; times_size -- product = product * size, C=1: beyond 16 bits; size is used up
; Keeps  X, Y    Uses  A, bits
.proc times_size
        lda product
        sta bits
        lda product + 1
        sta bits + 1
        ora bits
        ; The product is 0 for the first subscript: nothing to multiply, which saves 16 rounds.
        beq @none               ; the first subscript's
        lda #0
        sta product
        sta product + 1
@bit:
        ; The usual multiplication by shifting and adding. It ends as soon as no bit of the size
        ; is left, which is early for small sizes.
        lsr size + 1
        ror size
        bcc @next
        clc
        lda product
        adc bits
        sta product
        lda product + 1
        adc bits + 1
        sta product + 1
        bcs @done
@next:
        lda size
        ora size + 1
        beq @none
        asl bits
        rol bits + 1
        bcc @bit
@done:
        rts
@none:
        clc
        rts
.endproc

.segment "ARRAY_ELEMENT"

; array_element -- VARPNT = the element
; In     LOWTR   array; the subscripts on the stack above one return address
.proc array_element
        lda #0
        sta product
        sta product + 1
        ldy #ARRAY_HEAD - 1
        lda dims
        sta FOUR6
        tsx
        inx
        inx                     ; X + 1 is a subscript, low byte first
@dimension:
        iny
        lda (LOWTR),y
        sta size + 1
        iny
        lda (LOWTR),y
        sta size
        lda STACK + 1,x
        ; 16 bits: a subscript that is as large as the dimension is outside.
        cmp size
        lda STACK + 2,x
        sbc size + 1
        bcs @outside
        jsr times_size          ; C=0: the array is in memory
        lda STACK + 1,x
        adc product
        sta product
        lda STACK + 2,x
        adc product + 1
        sta product + 1
        inx
        inx
        dec FOUR6
        bne @dimension
        iny
        sty FOUR6               ; length of the head
        jsr element_size
        sta size
        lda #0
        sta size + 1
        jsr times_size          ; C=0: the array is in memory
        lda LOWTR
        adc FOUR6               ; C=0
        tay
        lda LOWTR + 1
        adc #0
        tax
        tya
        clc
        adc product
        sta VARPNT
        txa
        adc product + 1
        sta VARPNT + 1
        rts
@outside:
        jmp err_subscript
.endproc
