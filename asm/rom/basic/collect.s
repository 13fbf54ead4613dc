; The collector: what closes the gaps that strings leave.  What a string is: strings.s.
;
; Every body in use has exactly one descriptor: on the stack of temporary strings, in a variable or
; in an array.  Nothing leads from a body back to its descriptor, so all descriptors have to be
; visited to find the highest body that has not been moved yet.  V2 does that for each body: a
; thousand strings take a thousand passes.  Here each pass notes as many of the highest bodies as a
; list in the free part of the CPU's stack holds, and then moves them all.
;
; Bodies move up only, the highest first, so none overwrites one that is still to come.  Bodies
; below STREND are text of the program and stay.  Descriptors stay where they are: whoever keeps the
; address of one over a collection finds the new body through it.
.include "basic.inc"

best   = $4B                    ; a descriptor,
body   = INDEX2                 ; where its string is; those that count lie below this ...
top    = TEMPF1
bottom = $5D                    ; ... and not below that
listed = $54                    ; end of the list of descriptors, in page 1
room   = $55                    ; end of the room for it
PAGE_1 = $0100
LIST   = FBUFFR + 16            ; a number's text lies before it
LIST_MOST = 128                 ; bytes, two per descriptor
LIST_MARGIN = 48                ; bytes of the stack below S, for the collector and interrupts

        entry $B526

; str_collect -- move all bodies in use up to MEMTOP_B, closing the gaps between them
; In     -     Out    FRETOP
; Uses   A, X, Y, INDEX, INDEX2, LOWTR, best, top, bottom, listed, room     Keeps  -
; Each round lists the highest bodies below those of the last one, as many as fit into what
; is free of the CPU's stack, then moves them, up to 64 in a round. `top` is where the last body
; moved was: what lies above is done. FRETOP is where it is now, and never below `top`.
.proc str_collect
        ldx MEMTOP_B
        lda MEMTOP_B + 1
        entry_within $B52A      ; the same up to X (low), A
        stx FRETOP
        stx top
        sta FRETOP + 1
        sta top + 1
        ; The list lies in page 1 below the stack: its length depends on how deep the stack is.
        ; Below S a margin stays for this routine's own calls and an interrupt.
        tsx
        txa
        sec
        sbc #LIST_MARGIN
        bcc @least
        and #$FE                ; two bytes per descriptor, from an even address on
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
        lda STREND              ; bodies below are text of the program
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
        sta top                 ; where it lies now; the next ones lie below
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
@byte:                          ; from the end: it moves up, and may overlap itself
        dey
        lda (top),y
        sta (FRETOP),y
        tya
        bne @byte
        iny                     ; the descriptor's bytes 1 and 2: the new address
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
        cpx room                ; X = listed
        beq @round              ; the list was full: there may be more bodies
        rts
.endproc

.segment "LIST_BODY"

; list_body -- the descriptor at X of the list, and where its string is
; Out    best; A (low), Y
; Keeps  X
; The list holds only descriptors, two bytes each: the body's address is read again when it is
; compared. So twice as many fit as with both.
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
; Three places have them: the stack of temporary strings, the variables, the arrays. INDEX goes
; through all of them, and `look` gets it at a descriptor.
.proc look_at_all
        ldx #0
        stx INDEX + 1           ; temporary strings: in page 0
        ldx #TEMPST
@temporary:
        cpx TEMPPT
        bcs @variables
        stx INDEX
        jsr look
        ldx INDEX
        inx
        inx
        inx                     ; three bytes each
        bne @temporary          ; always
@variables:
        lda VARTAB
        ldx VARTAB + 1
@variable:
        sta INDEX
        stx INDEX + 1
        cpx ARYTAB + 1
        bne @one
        cmp ARYTAB
        bne @one
        jmp look_at_arrays
@one:
        ldy #0
        lda (INDEX),y
        bmi @next               ; an integer or a function
        iny
        lda (INDEX),y
        bpl @next               ; bit 7 of the second letter alone: a string
        lda #2                  ; over the name, to the descriptor
        jsr forward
        jsr look
        lda #5                  ; and over the rest of the seven bytes
        bne @step               ; always
@next:
        lda #7                  ; a variable is seven bytes
@step:
        jsr forward
        lda INDEX
        ldx INDEX + 1
        jmp @variable
.endproc

.segment "LOOK_AT_ARRAYS"

; look_at_arrays -- the same for arrays, from INDEX on
; In     INDEX     Out    the list     Keeps  -     Uses   A, X, Y, flags; what look_at_all uses
; Each array's head has its length, so arrays of numbers are passed over as a whole; in arrays of
; strings every element has a descriptor. The end of an array is in LOWTR: a collection spoils that,
; but only if there are arrays (line_enter in main.s).
.proc look_at_arrays
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
        bmi @over               ; integers
        iny
        lda (INDEX),y
        bpl @over               ; numbers: strings have bit 7 in the second letter alone
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
        beq look_at_arrays
@string:
        jsr look
        lda #3                  ; a descriptor is three bytes, and never 0: BNE always
        bne @element
@over:
        lda LOWTR
        sta INDEX
        lda LOWTR + 1
        sta INDEX + 1
        jmp look_at_arrays
@done:
        rts
.endproc

.segment "FORWARD"

forward:                        ; INDEX + A
        clc
        adc INDEX
        sta INDEX
        bcc :+
        inc INDEX + 1
:       rts

.segment "LOOK"

; look -- put the string at INDEX into the list if it belongs there
; In     INDEX   descriptor
; Out    the list, highest body first; bottom when it is full
; Uses   A, X, Y, best, body
; An insertion into a sorted list that has room for so many: what falls off its end comes in a later
; round. From then on `bottom` is the lowest body in the list, so that most descriptors are
; dismissed by one comparison.
; No two bodies begin at one address, so "higher" and "not lower" are the same here.
.proc look
        ldy #0
        lda (INDEX),y
        beq @done               ; an empty string has no body
        iny
        lda (INDEX),y
        tax
        iny
        lda (INDEX),y
        ; 16 bits are compared: cpx leaves the borrow of the low bytes, and sta keeps it for sbc.
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
        ; Higher than all? Then no entry has to be compared on the way: they are shifted byte by
        ; byte. In an empty list this compares with what lies there by chance, and both loops end
        ; at once.
        ldx #<LIST
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
        dex                     ; it comes first: all bytes move up by two places
        lda PAGE_1,x
        sta PAGE_1 + 2,x
        jmp @all
@next:                          ; from the end, where strings belong that were made later
        cpx #<LIST
        beq @put
        dex
        dex
        jsr list_body
        cmp body
        tya
        sbc body + 1
        bcs @below              ; that one is higher: the place is behind it
        lda best                ; a lower one moves up by a place
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
        stx listed              ; one entry more
        cpx room
        bne @done
        dex
        dex
        ; The list is full: from now on nothing below its last body is of interest.
        jsr list_body
        sta bottom
        sty bottom + 1
@done:
        rts
.endproc
