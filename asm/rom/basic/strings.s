; Strings.  A string is a descriptor of three bytes (length, address) in a variable or on the
; small stack of temporary strings at TEMPST; as a value, FACHO + 2 points at the descriptor.
; The bodies lie below MEMTOP_B, the youngest lowest (FRETOP), or in the program's text.
.include "basic.inc"

best   = $4B                    ; collector: a descriptor,
body   = INDEX2                 ; where its string is; those that count lie below this ...
top    = $4F
bottom = $51                    ; ... and not below that
listed = $54                    ; end of the list of descriptors, in page 1
room   = $55                    ; end of the room for it
PAGE_1 = $0100
LIST   = FBUFFR + 16            ; a number's text lies before it
LIST_MOST = 128                 ; bytes, two a descriptor
LIST_MARGIN = 48                ; bytes of the stack below S, for the collector and interrupts

.segment "STR_ROOM"

; str_room -- room for the body of a string
; In     A       length
; Out    new_length, new_address
; Uses   A, X, Y, INDEX, INDEX2     Keeps  -
.proc str_room
        pha                     ; the length, for a second try after a collection
        jsr take
        bcs @done
        jsr str_collect
        pla
        pha
        jsr take
        bcs @done
        ldx #ERR_MEMORY
        jmp err_raise
@done:
        pla
        rts

.segment "TAKE"

take:                           ; C=1 there was room
        sta new_length
        sec
        lda FRETOP
        sbc new_length
        tax
        lda FRETOP + 1
        sbc #0
        bcc @no
        ; Strings grow down, variables and arrays up: the body must not reach STREND.
        cmp STREND + 1
        bcc @no
        bne @yes
        cpx STREND
        bcc @no
@yes:
        stx FRETOP
        sta FRETOP + 1
        stx new_address
        sta new_address + 1
        sec
@no:
        rts
.endproc

        entry $B4CA

; str_push -- the string new_length, new_address becomes the value, as a temporary string
; In     FAC
; Out    VALTYP, FACHO + 2
; Uses   A, X
; Keeps  Y
.proc str_push
        ldx TEMPPT
        cpx #TEMPST + 9         ; three descriptors of three bytes
        bcc @room
        jmp err_complex
@room:
        lda new_length
        sta 0,x
        lda new_address
        sta 1,x
        lda new_address + 1
        sta 2,x
        stx FACHO + 2
        stx LASTPT              ; the youngest: it is the first that can go
        lda #0
        sta FACHO + 3
        sta LASTPT + 1
        inx
        inx
        inx
        stx TEMPPT
        lda #$FF
        sta VALTYP
        rts
.endproc

.segment "STR_FREE"

; str_free -- the value is not needed any more: look at its body, take it off the stack
; str_free_at -- the same for the descriptor at A (low), Y
; In     FACHO + 2
; Out    A       length, also in new_length
;        INDEX   address of the body, which stays as it is until the next string is made
; Uses   X, Y     Keeps  -
str_free:
        lda FACHO + 2
        ldy FACHO + 3
.proc str_free_at
        sta INDEX
        sty INDEX + 1
        cpy #0
        bne @look
        ; Only the youngest temporary string leaves the stack; a variable's descriptor stays
        ; where it is.
        cmp LASTPT
        bne @look
        sta TEMPPT              ; the last temporary one
        sec
        sbc #3
        sta LASTPT
        ldy #0                  ; was it made last, its body's room is free
        lda (INDEX),y
        pha
        iny
        lda (INDEX),y
        tax
        iny
        lda (INDEX),y
        tay
        pla
        stx INDEX
        sty INDEX + 1
        sta new_length
        cpx FRETOP              ; its body is the lowest one: the room can be given back
        bne @done
        cpy FRETOP + 1
        bne @done
        clc
        adc FRETOP
        sta FRETOP
        bcc @done
        inc FRETOP + 1
@done:
        lda new_length
        rts
@look:
        ldy #0
        lda (INDEX),y
        sta new_length
        iny
        lda (INDEX),y
        tax
        iny
        lda (INDEX),y
        stx INDEX
        sta INDEX + 1
        lda new_length
        rts
.endproc

.segment "STR_LITERAL"

; str_literal -- the string at TXTPTR up to a closing character or the 0
; In     TXTPTR  its first character
;        ENDCHR, CHARAC  what ends it
; Out    value; TXTPTR at what ended it
; Uses   A, X, Y, INDEX     Keeps  -
.proc str_literal
        ldx TXTPTR
        stx INDEX2
        lda TXTPTR + 1
        sta INDEX2 + 1
        ldy #$FF
@next:
        iny
        lda (TXTPTR),y
        beq @end
        cmp ENDCHR
        beq @end
        cmp CHARAC              ; two characters end it: quote, or comma and colon
        bne @next
@end:
        tya
        pha
        clc
        adc TXTPTR
        sta TXTPTR
        bcc @same
        inc TXTPTR + 1
@same:
        pla
        ; falls through
.endproc

; str_of_text -- the text of A characters at INDEX2 as a string; a program's text is not
; copied, the line typed in and other buffers are
; In     A  length;  INDEX2     Out    the value
; Uses   A, X, Y, INDEX     Keeps  -
.proc str_of_text
        ldx INDEX2 + 1
        cpx #>BUF + 1           ; in the page of the input buffer or below: it will be overwritten
        bcc @copy
        sta new_length
        stx new_address + 1
        lda INDEX2
        sta new_address
        jmp str_push
@copy:
        ldx INDEX2              ; str_room uses INDEX2
        stx FBUFPT
        ldx INDEX2 + 1
        stx FBUFPT + 1
        jsr str_room
        ldy new_length
        jmp @test
@byte:
        dey
        lda (FBUFPT),y
        sta (new_address),y
@test:
        tya
        bne @byte
        jmp str_push
.endproc

.segment "STR_FROM_BUFFER"

; str_from_buffer -- the text of A characters at FBUFFR as a string
; In     A  length     Out    the value     Keeps  -
; Uses   A, X, Y, flags; FAC, COUNT, DEFPNT, DSCPNT, FBUFPT, FORPNT, FRETOP, INDEX, INDEX2,
;        LASTPT, LOWTR, TEMPPT, VALTYP
.proc str_from_buffer
        ldx #<FBUFFR
        stx INDEX2
        ldx #>FBUFFR
        stx INDEX2 + 1
        jmp str_of_text
.endproc

.segment "STR_JOIN"

; str_join -- value = the string of ARG + the value
; In     ARGHO + 2   descriptor
; Out    the value
; Uses   A, X, Y, INDEX, INDEX2     Keeps  -
.proc str_join
        ldy #0
        lda (ARGHO + 2),y
        clc
        adc (FACHO + 2),y       ; both lengths: 255 characters at most
        bcc @fits
        ldx #ERR_LONG
        jmp err_raise
@fits:
        jsr str_room            ; leaves FACHO + 2 alone
        lda new_length
        sta COUNT
        lda new_address
        sta INDEX2
        clc
        ldy #0
        adc (ARGHO + 2),y
        sta new_address         ; the right one goes behind the left one
        lda new_address + 1
        sta INDEX2 + 1
        adc #0
        sta new_address + 1
        jsr str_free            ; the right one was pushed last, so it goes first
        jsr body_copy
        lda INDEX2
        sta new_address
        lda INDEX2 + 1
        sta new_address + 1
        lda ARGHO + 2
        ldy ARGHO + 3
        jsr str_free_at
        jsr body_copy
        lda COUNT
        sta new_length
        jmp str_push
.endproc

.segment "COPY"

; body_copy -- new_length bytes from INDEX to new_address
; In     new_length, INDEX, new_address     Out    -     Uses   A, Y, flags     Keeps  X
.proc body_copy
        ldy new_length
        beq @done
        dey
        beq @last
@byte:
        lda (INDEX),y
        sta (new_address),y
        dey
        bne @byte
@last:
        lda (INDEX),y
        sta (new_address),y
@done:
        rts
.endproc

.segment "STR_COMPARE"

; str_compare -- compare the string of ARG with the value
; In     FAC, ARG
; Out    A       $FF ARG is greater, 0 equal, 1 less
;        VALTYP  number
; Uses   X, Y, INDEX, INDEX2     Keeps  -
.proc str_compare
        jsr str_free
        sta COUNT
        lda INDEX
        sta INDEX2
        lda INDEX + 1
        sta INDEX2 + 1
        lda ARGHO + 2
        ldy ARGHO + 3
        jsr str_free_at
        ldy #0
        sty VALTYP
@next:
        ; Character by character; if one string begins with the other, the longer one is
        ; greater.
        cpy new_length
        beq @left_ends
        cpy COUNT
        beq @greater
        lda (INDEX),y
        cmp (INDEX2),y
        bne @differ
        iny
        bne @next
@left_ends:
        cpy COUNT
        bne @less
        lda #0
        rts
@differ:
        bcs @greater            ; the first difference decides
@less:
        lda #1
        rts
@greater:
        lda #$FF
        rts
.endproc

        entry $AA2C

; str_assign -- the string variable FORPNT = the value
; In     FAC, FORPNT     Out    -
; Uses   A, X, Y, INDEX, INDEX2     Keeps  -
; The body of another variable is copied, so that each body has one owner.
.proc str_assign
        lda FACHO + 3
        beq @own                ; a temporary string: its body moves over
        ldy #2
        lda (FACHO + 2),y
        cmp STREND + 1          ; in the program's text?
        bcc @own
        bne @copy
        dey
        lda (FACHO + 2),y
        cmp STREND
        bcc @own
@copy:
        lda FACHO + 2
        pha
        lda FACHO + 3
        pha
        ldy #0
        lda (FACHO + 2),y
        jsr str_room
        pla
        tay
        pla
        jsr str_free_at
        jsr body_copy
        jsr str_push
@own:
        ldy #2
@descriptor:
        lda (FACHO + 2),y
        sta (FORPNT),y
        dey
        bpl @descriptor
        lda FACHO + 2
        ldy FACHO + 3
        bne @done
        cmp LASTPT
        bne @done
        sta TEMPPT              ; the body is kept
        sec
        sbc #3
        sta LASTPT
@done:
        rts
.endproc

; -- the collector -------------------------------------------------------------------

        entry $B526

; str_collect -- move all bodies in use up to MEMTOP_B, closing the gaps between them
; In     -     Out    FRETOP
; Uses   A, X, Y, INDEX, INDEX2, LOWTR, best, top, bottom, listed, room     Keeps  -
; Each round lists the highest bodies below those of the last one, as many as fit into what
; is free of the CPU's stack, then moves them.
.proc str_collect
        ldx MEMTOP_B
        stx FRETOP
        stx top
        ldx MEMTOP_B + 1
        stx FRETOP + 1
        stx top + 1
        tsx
        txa
        sec
        ; The list lies in page 1 below the stack: how long it may be depends on how deep the
        ; stack is.
        sbc #LIST_MARGIN
        bcc @least
        and #$FE                ; two bytes a descriptor
        cmp #<LIST + 2
        bcs @some
@least:
        lda #<LIST + 2          ; a deep stack: one at a time
@some:
        cmp #<LIST + LIST_MOST
        bcc @fits
        lda #<LIST + LIST_MOST
@fits:
        sta room
@round:
        lda STREND              ; bodies from there on can move
        sta bottom
        lda STREND + 1
        sta bottom + 1
        ldx #<LIST
        stx listed
        jsr look_at_all
        ldx #<LIST
@move:
        cpx listed
        beq @moved
        jsr list_body
        sta top
        sty top + 1
        ldy #0
        sec
        lda FRETOP
        sbc (best),y            ; the new place is below the last one, by its length
        sta FRETOP
        bcs @page
        dec FRETOP + 1
@page:
        cmp top
        bne @copy
        lda FRETOP + 1
        cmp top + 1
        beq @stays              ; nothing was free above it
@copy:
        lda (best),y
        tay
@byte:                          ; from the end: it may overlap
        dey
        lda (top),y
        sta (FRETOP),y
        tya
        bne @byte
        iny
        lda FRETOP
        sta (best),y
        iny
        lda FRETOP + 1
        sta (best),y
@stays:
        inx
        inx
        bne @move               ; always
@moved:
        cpx room
        ; the list was full; else all have been seen
        beq @round              ; there may be more
        rts
.endproc

.segment "LIST_BODY"

; list_body -- the descriptor at X of the list, and where its string is
; Out    best; A (low), Y
; Keeps  X
.proc list_body
        lda PAGE_1,x
        sta best
        lda PAGE_1 + 1,x
        sta best + 1
        ldy #1                  ; behind the length: the address
        lda (best),y
        pha
        iny
        lda (best),y
        tay
        pla
        rts
.endproc

.segment "LOOK_AT_ALL"

; look_at_all -- visit every string descriptor
; Out    the list
.proc look_at_all
        ldx #0
        stx INDEX + 1
        ldx #TEMPST
@temporary:
        cpx TEMPPT
        bcs @variables
        stx INDEX
        jsr look
        ldx INDEX
        inx
        inx
        inx
        bne @temporary
@variables:
        lda VARTAB
        ldx VARTAB + 1
@variable:
        sta INDEX
        stx INDEX + 1
        cpx ARYTAB + 1
        bne @one
        cmp ARYTAB
        beq @array
@one:
        ldy #0
        lda (INDEX),y
        bmi @next               ; an integer or a function
        iny
        lda (INDEX),y
        bpl @next
        lda #2
        jsr forward
        jsr look
        lda #5
        bne @step
@next:
        lda #7                  ; a variable is seven bytes
@step:
        jsr forward
        lda INDEX
        ldx INDEX + 1
        jmp @variable
@array:                         ; INDEX at an array, or at the end
        lda INDEX
        cmp STREND
        bne @elements
        lda INDEX + 1
        cmp STREND + 1
        beq @done
@elements:
        ldy #2
        lda (INDEX),y
        clc
        adc INDEX
        sta LOWTR               ; its end
        iny
        lda (INDEX),y
        adc INDEX + 1
        sta LOWTR + 1
        ldy #0
        lda (INDEX),y
        bmi @over
        iny
        lda (INDEX),y
        bpl @over
        ldy #4
        lda (INDEX),y           ; dimensions, two bytes each
        asl a
        adc #5                  ; behind the head; ASL has left C=0
@element:
        jsr forward
        lda INDEX
        cmp LOWTR
        bne @string
        lda INDEX + 1
        cmp LOWTR + 1
        beq @array
@string:
        jsr look
        lda #3                  ; a descriptor is three bytes, and never 0: BNE always
        bne @element
@over:
        lda LOWTR
        sta INDEX
        lda LOWTR + 1
        sta INDEX + 1
        jmp @array
@done:
        rts

.segment "FORWARD"

forward:                        ; INDEX + A
        clc
        adc INDEX
        sta INDEX
        bcc :+
        inc INDEX + 1
:       rts
.endproc

.segment "LOOK"

; look -- put the string at INDEX into the list if it belongs there
; In     INDEX   descriptor
; Out    the list, highest body first; bottom when it is full
; Uses   A, X, Y, best, body
.proc look
        ldy #0
        lda (INDEX),y
        ; an empty string has no body
        beq @done               ; nothing to move
        iny
        lda (INDEX),y
        tax
        iny
        lda (INDEX),y
        cpx bottom
        sta body + 1
        sbc bottom + 1
        bcc @done               ; lower than all in a full list, or in the text
        cpx top
        lda body + 1
        sbc top + 1
        bcs @done               ; moved already
        stx body
        ldx listed
        cpx room
        bne @place
        dex                     ; the last one is left for the next round
        dex
@place:
        txa
        pha
        ldx #<LIST              ; is it higher than all?
        jsr list_body
        cmp body
        tya
        sbc body + 1
        pla
        pha
        tax
        bcs @next
@all:
        cpx #<LIST
        beq @put
        dex
        lda PAGE_1,x
        sta PAGE_1 + 2,x
        jmp @all
@next:
        cpx #<LIST
        beq @put
        dex
        dex
        jsr list_body
        cmp body
        tya
        sbc body + 1
        bcs @below
        lda best
        sta PAGE_1 + 2,x
        lda best + 1
        sta PAGE_1 + 3,x
        bcc @next               ; always
@below:
        inx
        inx
@put:
        lda INDEX
        sta PAGE_1,x
        lda INDEX + 1
        sta PAGE_1 + 1,x
        pla
        tax
        inx
        inx
        stx listed
        cpx room
        bne @done
        dex
        dex
        jsr list_body
        sta bottom
        sty bottom + 1
@done:
        rts
.endproc
