; Arrays, behind the variables (var.s): name, length, number of dimensions, their sizes, the last one
; first, high byte first; elements, the first subscript counting fastest.
.include "basic.inc"
.include "lowmem.inc"

ARRAY_HEAD = 5
DEFAULT_SIZE = 11               ; 0 to 10

dims = $6F                      ; number of subscripts
product = TEMPF1                ; 16 bits
size = INDEX                    ; of a dimension
bits = INDEX2                   ; multiplier, then the head's length
new_end = TEMPF1 + 2

        entry $B1D1

; var_array -- find or make an array, and the element
; In     TXTPTR  at the opening bracket; VARNAM, VALTYP, INTFLG, DIMFLG
; Out    C=0; VARPNT, also A (low), Y: the element's value     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; Subscripts are kept on the CPU's stack, the last one on top, and below them what they may
; change when they are evaluated.
.proc var_array
        ldx #4
@save:
        lda array_saved,x
        tay
        lda 0,y                 ; absolute: page 0 has no LDA with Y
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
        pha                     ; so that it lies in memory low byte first
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
        jmp array_known
.endproc

.segment "ARRAY_KNOWN"

; array_known -- all subscripts are on the stack
; In     dims; the stack as var_array has it     Out    as var_find     Keeps  -
; Uses   A, X, Y, flags; what str_collect uses
.proc array_known
        jsr need_close
        lda dims
        asl a
        sta bits                ; two bytes a subscript: what was saved lies above them
        tsx
        txa
        clc
        adc bits
        tax
        ldy #0
@restore:
        lda STACK + 1,x
        stx bits                ; X goes through the stack, and is wanted for page 0
        ldx array_saved,y
        sta 0,x
        ldx bits
        inx
        iny
        cpy #5                  ; name, type and what is done with it, as array_saved lists
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
; Arrays follow each other from ARYTAB to STREND, each with name, length and number of dimensions.
.proc array_find
        lda ARYTAB
        ldx ARYTAB + 1
@array:
        sta LOWTR
        stx LOWTR + 1
        cpx STREND + 1          ; behind the last one it is not there
        bne @compare
        cmp STREND
        bne @compare
        jmp array_make
@compare:
        ldy #0
        lda (LOWTR),y
        cmp VARNAM
        bne @next
        iny
        lda (LOWTR),y
        cmp VARNAM + 1          ; type bits are part of the name
        beq @found
@next:
        ldy #3                  ; bytes 2 and 3 are the array's length: on to the next one
        lda (LOWTR),y
        tax
        dey
        lda (LOWTR),y
        clc
        adc LOWTR               ; the high byte is in X, the low one waits on the stack
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
        cmp dims                ; other than when it was made
        bne @error
        rts
@error:
        jmp err_raise
.endproc

.segment "ARRAY_MAKE"

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
        jsr room_check
        ldy #0
        lda VARNAM
        sta (LOWTR),y
        iny
        lda VARNAM + 1
        sta (LOWTR),y
        ldy #4
        lda dims
        sta (LOWTR),y
        jsr element_size        ; the array in bytes: times each size in turn
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
        adc #0                  ; 32767 at most, so it cannot overflow
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
        jmp array_fill
@full:
        jmp mem_out
.endproc

.segment "ARRAY_FILL"

; array_fill -- the elements of the array at STREND, all 0
; In     product  their bytes; FOUR6  length of the head; the array's head, without its length
; Out    LOWTR, STREND; the length in the head     Keeps  -     Uses   A, X, Y, flags; what str_collect uses
.proc array_fill
        clc
        lda product
        adc FOUR6               ; elements and head: the whole length
        sta product
        bcc :+
        inc product + 1
        beq @full
:       ldy #2                  ; bytes 2 and 3 of the head: the length
        sta (LOWTR),y
        clc
        adc LOWTR
        sta new_end
        iny
        lda product + 1
        sta (LOWTR),y
        adc LOWTR + 1           ; keeps C of the low bytes: sta and iny change none
        bcs @full
        sta new_end + 1
        tay
        lda new_end
        jsr room_check
        lda new_end
        sta STREND
        lda new_end + 1
        sta STREND + 1
        jmp array_clear
@full:
        jmp mem_out
.endproc

        entry $B194
; array_elements -- where the elements of the array at LOWTR begin
; In     COUNT  dimensions; LOWTR     Out    A (low), Y, also in TEMPF1 + 1     Uses   flags     Keeps  X
.proc array_elements
        lda COUNT
        asl a
        adc #ARRAY_HEAD         ; C=0: 127 dimensions at most
        adc LOWTR
        ldy LOWTR + 1
        bcc @store
        iny
@store:
        sta TEMPF1 + 1
        sty TEMPF1 + 2
        rts
.endproc

        entry $B2EA
        jmp array_pull

        entry $B34C
; size_times -- X (low), Y and A (high) = the size in the head at Y - 1 * FBUFPT
; In     LOWTR, Y; at $B355 A (high) and RESHO + 2 are the size; FBUFPT
; Out    A, X, Y; INDEX = Y as it was     Uses   flags; FBUFPT, RESHO     Keeps  -
        sty INDEX
        lda (LOWTR),y
        sta RESHO + 2
        dey
        lda (LOWTR),y
        entry_within $B355
        sta RESHO + 3
        ; falls through

; multiply_words -- X (low), Y and A (high) = RESHO + 2 * FBUFPT; beyond 16 bits OUT OF MEMORY
; In     RESHO + 2, FBUFPT     Out    A, X, Y; FBUFPT = 0     Uses   flags; RESHO     Keeps  -
; It ends as soon as no bit of FBUFPT is left.
.proc multiply_words
        ldx #0
        ldy #0
@bit:
        lsr FBUFPT + 1
        ror FBUFPT              ; the next bit of the factor
        bcc @next
        clc
        txa
        adc RESHO + 2
        tax
        tya
        adc RESHO + 3
        tay
        bcs @full
@next:
        lda FBUFPT
        ora FBUFPT + 1          ; no bit left: X and Y are the product
        beq @done
        asl RESHO + 2
        rol RESHO + 3           ; for each further bit twice as much
        bcc @bit                ; a bit that is left would count more than 16 bits
@full:
        jmp mem_out
@done:
        tya
        rts
.endproc

        entry $B2AA

; array_room -- room for the elements of a new array, all 0; unless DIMFLG is set, on to its element
; In     A (high), X  bytes;  LOWTR  its head, at STREND;  TEMPF1 + 1  its elements
; Out    LOWTR, STREND; the length in the head     Keeps  -     Uses   A, X, Y, flags; what str_collect uses
.proc array_room
        tay
        sec
        lda TEMPF1 + 1
        sbc LOWTR
        sta FOUR6
        stx product             ; TEMPF1 + 1 is its second byte
        sty product + 1
        jsr array_fill
        lda DIMFLG
        beq array_pull
        rts
.endproc

; array_pull -- the element whose subscripts are on the stack
; In     LOWTR; the subscripts below no return address
; Out    A (low), Y and VARPNT: its value     Keeps  -     Uses   A, X, Y, flags; FOUR6, INDEX, INDEX2, TEMPF1
; Noreturn  but to what lies below the subscripts
.proc array_pull
        ldy #4
        lda (LOWTR),y
        sta dims
        jsr array_element
        ; The subscripts are dropped, two bytes for each dimension. No sum is above 255: C stays clear.
        tsx
        txa
        clc
        adc dims
        adc dims
        tax
        txs
        lda VARPNT
        ldy VARPNT + 1
        rts
.endproc

.segment "ARRAY_CLEAR"

; array_clear -- all elements 0
; In     LOWTR, FOUR6 length of the head, new_end
.proc array_clear
        clc
        lda LOWTR
        adc FOUR6               ; INDEX = the first element
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
        cmp new_end + 1         ; byte by byte up to the end
        beq @done
@clear:
        tya                     ; Y is 0, the value of an empty number and string alike
        sta (INDEX),y
        inc INDEX
        bne @next
        inc INDEX + 1
        bne @next               ; always
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

.segment "ROOM_CHECK"

; room_check -- as mem_check; LOWTR = STREND
; In     A (low), Y  up to there     Out    LOWTR     Keeps  -     Uses   as mem_check
.proc room_check
        jsr mem_check
        ; Strings may have been collected, which spoils LOWTR. The array begins where STREND still is.
        lda STREND
        sta LOWTR
        lda STREND + 1
        sta LOWTR + 1
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
        clc
        ; The product is 0 for the first subscript: nothing to multiply, which saves 16 rounds.
        beq @done               ; the first subscript's
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
        bcs @done               ; beyond 16 bits
@next:
        lda size
        ora size + 1
        beq @done               ; C=0: nothing was lost
        asl bits
        rol bits + 1
        bcc @bit                ; a bit that is lost here would count
@done:
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
        ; Horner's scheme, from the last dimension on: the place so far times the size, plus the
        ; subscript.  So the first subscript counts fastest, as in V2.
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
        adc product             ; C=0 still
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
        sta size                ; the place in bytes: the last factor
        lda #0
        sta size + 1
        jsr times_size          ; C=0: the array is in memory
        lda LOWTR
        adc FOUR6               ; C=0
        tay                     ; Y and X: the first element
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
