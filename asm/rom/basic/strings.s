; Strings in memory.  Between statements nothing holds a string yet (there are no
; variables), so FRETOP goes back to the top there (run_next); with variables comes a
; collector in that place, and str_room stays what everybody calls.
        .include "basic.inc"

        .segment "BASIC_STRINGS"

; str_room -- room for a string, which becomes the value
; In     A       length
; Out    FAC, FACHO, VALTYP
; Uses   A, X
.proc str_room
        sta FAC
        sec
        lda FRETOP
        sbc FAC
        tax
        lda FRETOP + 1
        sbc #0
        cmp STREND + 1
        bcc @full
        bne @fits
        cpx STREND
        bcc @full
@fits:
        stx FRETOP
        sta FRETOP + 1
        stx FACHO
        sta FACHO + 1
        lda #$FF
        sta VALTYP
        rts
@full:
        ldx #ERR_MEMORY
        jmp err_raise
.endproc

; str_join -- FAC = ARG + FAC
; Uses   A, X, Y, INDEX, INDEX2
.proc str_join
        lda FAC
        pha
        lda FACHO
        sta INDEX2
        lda FACHO + 1
        sta INDEX2 + 1
        clc
        lda ARG
        adc FAC
        bcc @fits
        ldx #ERR_LONG
        jmp err_raise
@fits:
        jsr str_room
        ldy #0
@left:
        cpy ARG
        beq @right
        lda (ARGHO),y
        sta (FACHO),y
        iny
        bne @left
@right:
        clc
        tya
        adc FACHO
        sta INDEX
        lda #0
        adc FACHO + 1
        sta INDEX + 1
        pla
        tax
        ldy #0
@copy:
        txa
        beq @done
        lda (INDEX2),y
        sta (INDEX),y
        iny
        dex
        bne @copy
@done:
        rts
.endproc

; str_compare -- compare ARG with FAC
; Out    A       $FF ARG is less, 0 equal, 1 greater
;        VALTYP  number
; Uses   Y
.proc str_compare
        ldy #0
        sty VALTYP
@next:
        cpy ARG
        beq @left_ends
        cpy FAC
        beq @greater
        lda (ARGHO),y
        cmp (FACHO),y
        bne @differ
        iny
        bne @next
@left_ends:
        cpy FAC
        bne @less
        lda #0
        rts
@differ:
        bcs @greater
@less:
        lda #$FF
        rts
@greater:
        lda #1
        rts
.endproc
