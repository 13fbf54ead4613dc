; Arrays, behind the variables (var.s): name (2 bytes), length (2), number of dimensions (1), their
; sizes (2 each), the last one first, high byte first; elements, the first subscript counting
; fastest.
;
; The order is made for the stack: subscripts are pushed as they are read, so the last one is on top
; and comes first when they are used. Horner's scheme then leaves the first one to count fastest.
.include "basic.inc"
.include "lowmem.inc"

ARRAY_HEAD = 5
DEFAULT_SIZE = 11               ; 0 to 10

dims = $6F                      ; number of subscripts
product = TEMPF1                ; 16 bits
size = INDEX                    ; of a dimension
bits = INDEX2                   ; what is added for a bit, each time twice as much
new_end = TEMPF1 + 2

        entry $B1D1

; var_array -- find or make an array, and the element
; In     TXTPTR  at the opening bracket; VARNAM, VALTYP, INTFLG, DIMFLG
; Out    C=0; VARPNT, also A (low), Y: the element's value     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; Subscripts are kept on the CPU's stack, the last one on top, and below them what they may
; change when they are evaluated: a subscript can be an expression with arrays of its own. Only the
; stack limits how deep that goes.
.proc var_array
        ldx #4
@save:
        lda array_saved,x
        tay
        lda 0,y                 ; absolute: page 0 has no LDA with Y
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
        pha                     ; high byte first, so that it lies low byte first
        tya
        pha
        inx
        jsr CHRGOT
        cmp #','
        bne @last
        txa
        bne @subscript          ; always: X is at least 1
@last:
        stx dims
        jmp array_known
.endproc

.segment "ARRAY_KNOWN"

; array_known -- all subscripts are on the stack
; In     dims; the stack as var_array has it     Out    as var_find     Keeps  -
; Uses   A, X, Y, flags; what str_collect uses
; What was saved comes back from below the subscripts, which stay where they are until the element
; is known. Then both are dropped by setting S.
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
        stx bits                ; X is wanted twice: for the stack and for page 0
        ldx array_saved,y
        sta 0,x
        ldx bits
        inx
        iny
        cpy #5                  ; bytes in array_saved
        bne @restore
        jsr array_find
        jsr array_element       ; leaves the subscripts where they are
        tsx
        txa
        sec                     ; five saved, as 4 and C=1, and two bytes per subscript
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

; What identifies the array, and what is to be done with it: what another name in a subscript
; changes
array_saved: .byte VARNAM, VARNAM + 1, VALTYP, INTFLG, DIMFLG

.segment "ARRAY_FIND"

; array_find -- LOWTR = the array VARNAM; it is made if it is not there
; Arrays follow each other from ARYTAB to STREND: each length leads to the next one. What is found
; must fit what is wanted: DIM finds none, an element one with as many dimensions.
.proc array_find
        lda ARYTAB
        ldx ARYTAB + 1
@array:
        sta LOWTR
        stx LOWTR + 1
        cpx STREND + 1          ; behind the last one: it is not there
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
        cmp dims
        bne @error
        rts
@error:
        jmp err_raise
.endproc

.segment "ARRAY_MAKE"

; array_make -- make an array behind the others
; In     the subscripts on the stack above one return address
; Out    LOWTR
; The head goes behind STREND while the sizes are multiplied, in memory that is checked before; the
; array counts only when array_fill moves STREND. An error in between leaves no half of an array.
; The subscripts serve as sizes for DIM alone: without DIM each size is 11, and they choose the
; element.
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
        jsr element_size        ; the array in bytes: an element's, times each size in turn
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
        adc #0                  ; 32768 at most
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
        cpy FOUR6               ; the head's length: all sizes have been written
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
; Out    LOWTR, STREND; the length in the head     Keeps  -
; Uses   A, X, Y, flags; what str_collect uses
; All is checked before STREND moves: a length of 16 bits, an end below 65536, and room up to there.
; The check may collect strings, which changes neither the head nor STREND.
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
        adc LOWTR + 1           ; C of the low bytes: STA, INY and LDA leave it alone
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
; In     COUNT  dimensions; LOWTR     Out    A (low), Y, also in TEMPF1 + 1
; Uses   flags     Keeps  X
; Steps of V2 from here to array_pull, for programs that go through arrays themselves. They use V2's
; variables, so ours share with them only what begins at array_fill and array_element.
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

        entry $B2EA             ; the element of an array that was found
        jmp array_pull

        entry $B34C
; size_times -- X (low), Y and A (high) = FBUFPT times the size in the head at Y - 1
; In     LOWTR, Y; at $B355 A (high) and RESHO + 2 are the size; FBUFPT
; Out    A, X, Y; INDEX = Y as it was     Uses   flags; FBUFPT, RESHO     Keeps  -
; A step of V2's, for an array's length or an element's place. The size lies high byte first and is
; read from its low byte at Y down.
        sty INDEX
        lda (LOWTR),y
        sta RESHO + 2
        dey
        lda (LOWTR),y
        entry_within $B355
        sta RESHO + 3
        ; falls through

; multiply_words -- X (low), Y and A (high) = the words at RESHO + 2 and FBUFPT multiplied
; In     RESHO + 2, FBUFPT     Out    A, X, Y; FBUFPT = 0     Uses   flags; RESHO     Keeps  -
; For each bit of FBUFPT from the lowest up the other word is added, and doubled in between. It ends
; as soon as no bit is left. Beyond 16 bits it is OUT OF MEMORY.
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
        bcc @bit                ; C=1: what the bits left stand for is beyond 16 bits
@full:
        jmp mem_out
@done:
        tya
        rts
.endproc

        entry $B2AA

; array_room -- room for the elements of a new array, all 0; unless DIMFLG is set, on to its element
; In     A (high), X  bytes;  LOWTR  its head, at STREND;  TEMPF1 + 1  its elements
; Out    LOWTR, STREND; the length in the head     Keeps  -
; Uses   A, X, Y, flags; what str_collect uses
; The second half of V2's DIM: programs have made the head, and leave the rest to it. Its length is
; the way from LOWTR to the elements.
.proc array_room
        tay
        sec
        lda TEMPF1 + 1
        sbc LOWTR
        sta FOUR6
        stx product             ; only now, as TEMPF1 + 1 is its second byte
        sty product + 1
        jsr array_fill
        lda DIMFLG
        beq array_pull
        rts
.endproc

; array_pull -- the element whose subscripts are on the stack
; In     LOWTR; the subscripts below no return address
; Out    A (low), Y and VARPNT: its value     Keeps  -
; Uses   A, X, Y, flags; FOUR6, INDEX, INDEX2, TEMPF1
; Noreturn  but to what lies below the subscripts
; V2 jumps here with subscripts on top of the stack and returns from here for the caller.
.proc array_pull
        ldy #4
        lda (LOWTR),y
        sta dims
        jsr array_element
        tsx
        txa
        clc
        adc dims                ; two bytes per dimension; no sum is above 255, so C stays 0
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
; Zeros are the number 0, the integer 0 and the empty string alike: a descriptor of length 0, which
; the collector passes over.
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
        tya                     ; Y = 0
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
; Only here do integers save memory: simple variables have five bytes of value for every type.
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
; Strings may have been collected, which spoils LOWTR. The array begins at STREND, which has not
; moved.
.proc room_check
        jsr mem_check
        lda STREND
        sta LOWTR
        lda STREND + 1
        sta LOWTR + 1
        rts
.endproc

.segment "TIMES_SIZE"

; times_size -- product = product * size, C=1: beyond 16 bits; size is used up
; Keeps  X, Y    Uses  A, bits
; Multiplication by shifting and adding. It ends as soon as no bit of the size is left, which is
; early for small sizes, and does not begin for a product of 0: that is the place before the last
; subscript is counted.
.proc times_size
        lda product
        sta bits
        lda product + 1
        sta bits + 1
        ora bits
        clc
        beq @done
        lda #0
        sta product
        sta product + 1
@bit:
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
; Horner's scheme, from the last dimension on: the place so far times the size, plus the subscript.
; So the first subscript counts fastest, as in V2. The place times the bytes of an element leads
; from the first element to this one. The whole array is in memory, so no product goes beyond 16
; bits.
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
        cmp size                ; 16 bits: CMP sets the borrow for SBC
        lda STACK + 2,x
        sbc size + 1
        bcs @outside            ; a size of n has the subscripts 0 to n - 1
        jsr times_size          ; C=0
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
        jsr times_size
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
