; Strings.  A string is a descriptor of three bytes (length, address) in a variable or on the
; small stack of temporary strings at TEMPST; as a value, FACHO + 2 points at the descriptor.
; The bodies lie below MEMTOP_B, the youngest lowest (FRETOP), or in the program's text.
;
; What holds all the time, and what the collector (collect.s) relies on:
; - a body above FRETOP has one descriptor, so assigning a variable to another copies the body;
; - whoever keeps a string over a call that makes another keeps its descriptor's address, not the
;   body's: a collection moves bodies and changes descriptors, but moves none of those;
; - a string that has been freed keeps its bytes until the next one is made.
.include "basic.inc"

TEXT   = $6F                    ; a text, or the descriptor of a string that is copied

        entry $B46F

; string_buffer -- the text at FBUFFR - 1 as a string
; string_at -- the text at A (low), Y up to a quote or a 0 as the value
; string_ended -- up to CHARAC, ENDCHR or a 0
; In     A, Y; CHARAC, ENDCHR
; Out    VALTYP, FACHO + 2 its descriptor; FBUFPT  behind it, and behind the quote that ends it
; Uses   A, X, Y, flags; what str_collect uses, FAC, FRESPC, INDEX     Keeps  -
; A program's text is not copied. The line typed in and other buffers, in pages 0 and 2, are: what
; they hold will not stay. One pass finds the end and the length; C says whether a quote ended it.
string_buffer:
        lda #<(FBUFFR - 1)
        ldy #>(FBUFFR - 1)      ; page 0, so Z=1
        beq string_at           ; always

        entry_within $B475
; str_alloc_like -- room for the body of a string; FACHO + 2 goes to DSCPNT before
; str_alloc -- room alone
; In     A       length
; Out    A       length, X (low), Y the place; both in FAC to FAC + 2, the place in FRESPC
; Keeps  -     Uses   A, X, Y, flags; what str_collect uses
; str_push will put the new descriptor's address in FACHO + 2. So the old one goes to DSCPNT first,
; for whoever copies from it and frees it.
str_alloc_like:
        ldx FACHO + 2
        ldy FACHO + 3
        stx DSCPNT
        sty DSCPNT + 1
        entry_within $B47D
str_alloc:
        jsr str_room
        stx new_address
        sty new_address + 1
        sta new_length
        rts

        entry_within $B487
string_at:
        ldx #'"'
        stx CHARAC
        stx ENDCHR
        entry_within $B48D
string_ended:
        sta TEXT
        sty TEXT + 1
        sta new_address         ; if it is not copied, this is where it stays
        sty new_address + 1
        ldy #$FF
@next:
        iny
        lda (TEXT),y
        beq @end                ; C=0 below
        cmp ENDCHR
        beq @closed
        cmp CHARAC
        bne @next
@closed:
        cmp #'"'                ; C=1: a quote is passed over, a comma or colon is not
        beq @behind
@end:
        clc
@behind:
        sty new_length
        tya
        adc TEXT
        sta FBUFPT
        ldx TEXT + 1
        bcc @page
        inx
@page:
        stx FBUFPT + 1
        lda TEXT + 1            ; in page 0: the text of a number or TI$, from $FF on
        beq string_copied
        cmp #>BUF
        branch BNE_OPCODE, str_push
        entry_within $B4BF
; string_copied -- the Y characters at TEXT are copied and become the value
; TEXT is no string's body, so a collection in between does not move it.
string_copied:
        tya
        jsr str_alloc_like
        jmp string_move

        entry $B4CA
; str_push -- the string new_length, new_address becomes the value, as a temporary string
; In     FAC
; Out    VALTYP, FACHO + 2     Uses   A, X, Y, flags; LASTPT, TEMPPT     Keeps  -
; A value needs its descriptor where the collector finds it: in one of three places in page 0. They
; are a stack, as expressions use up what they made last. A fourth value that waits is FORMULA TOO
; COMPLEX.
str_push:
        ldx TEMPPT
        cpx #TEMPST + 9         ; three descriptors of three bytes
        beq err_complex
        lda new_length
        sta 0,x
        lda new_address
        sta 1,x
        lda new_address + 1
        sta 2,x
        stx FACHO + 2
        stx LASTPT              ; the youngest: it is the first that can go
        ldy #0                  ; descriptors of temporary strings lie in page 0
        sty FACHO + 3
        sty FACOV
        inx
        inx
        inx
        stx TEMPPT
        dey
        sty VALTYP              ; $FF: a string
        rts
; err_complex -- end the program with FORMULA TOO COMPLEX
; In     -     Noreturn  as err_raise
err_complex:
        ldx #ERR_COMPLEX
        jmp err_raise

        entry $B4F4
; str_room -- room for the body of a string
; In     A       length
; Out    A       length, X (low), Y the place, also in FRESPC
; Keeps  -     Uses   A, X, Y, flags; what str_collect uses
; Strings grow down, variables and arrays up: the body must not reach STREND. Only when it would are
; strings collected, once, and the test is made again.
str_room:
        pha                     ; the length, for a second try and for the caller
        jsr @take
        bcs @found
        jsr str_collect
        pla
        pha
        jsr @take
        bcs @found
        jmp mem_out
@found:
        stx FRETOP
        stx FRESPC
        sty FRETOP + 1
        sty FRESPC + 1
        pla
        rts
@take:                          ; C=1 there is room: X (low), Y
        ; FRETOP less A: the complement and C=1 are -A, with $FF for its high byte.
        eor #$FF
        sec
        adc FRETOP
        tax
        lda #$FF
        adc FRETOP + 1
        bcc @done               ; below address 0: C=0, no room
        tay
        cpy STREND + 1
        bne @done
        cpx STREND              ; C=1: not below it
@done:
        rts

.segment "STRING_MOVE"

; string_move -- the text of new_length characters at TEXT to FRESPC; it becomes the value
; In     new_length, TEXT, FRESPC     Out    the value     Keeps  -     Uses   A, X, Y, flags; INDEX
; A is the length, as str_alloc leaves it.
string_move:
        ldx TEXT
        ldy TEXT + 1
        jsr string_copy
        jmp str_push

        entry $B63D

; str_join -- value = the value + the string operand behind TXTPTR; then on in the level of eval
; In     the value, TXTPTR     Noreturn  goes to eval_operator
; Only one operand is evaluated for the right side, no level: + of strings binds more strongly than
; any other operator. The left one's descriptor, not its body, waits on the stack.
str_join:
        lda FACHO + 3
        pha
        lda FACHO + 2
        pha
        jsr eval_vector
; join_operand -- where the right one's evaluation returns to
; In     the value, the left one's descriptor on the stack     Noreturn  as str_join
; operand_leave (eval.s) knows this address: no sign or NOT can stand for the right-hand string.
join_operand:
        jsr must_be_string
        pla
        sta TEXT
        pla
        sta TEXT + 1
        ldy #0
        lda (TEXT),y
        clc
        adc (FACHO + 2),y       ; both lengths: 255 characters at most
        bcs @long
        jsr str_alloc_like      ; the new body first, while both old ones are in use
        jsr string_copy_from    ; the left one, at TEXT
        ; Temporary strings are freed from the youngest on: the right one before the left one.
        lda DSCPNT
        ldy DSCPNT + 1
        jsr free_at
        jsr string_copy_index   ; the right one, which free_at has left at INDEX
        lda TEXT
        ldy TEXT + 1
        jsr free_at
        jsr str_push
        jmp eval_operator
@long:
        ldx #ERR_LONG
        jmp err_raise

        entry_within $B67A
; string_copy_from -- the string with the descriptor at TEXT to FRESPC, which moves behind it
; string_copy -- A bytes from X (low), Y there
; string_copy_index -- A bytes from INDEX there
; In     A, X, Y; INDEX, TEXT     Out    A  length     Uses   Y, flags; FRESPC, INDEX     Keeps  -
; FRESPC moves on behind each piece, so that joining is two copies one after the other.
string_copy_from:
        ldy #0
        lda (TEXT),y
        pha
        iny
        lda (TEXT),y
        tax
        iny
        lda (TEXT),y
        tay
        pla
        entry_within $B688
string_copy:
        stx INDEX
        sty INDEX + 1
        entry_within $B68C
.proc string_copy_index
        pha
        tay
        beq @moved              ; nothing to copy
        ; From the end, as DEY sets Z and no CPY is needed; byte 0 is left over and comes last.
        dey
        beq @last
@byte:
        lda (INDEX),y
        sta (FRESPC),y
        dey
        bne @byte
@last:
        lda (INDEX),y
        sta (FRESPC),y
@moved:
        pla
        jmp room_used
.endproc

.segment "ROOM_USED"

; room_used -- FRESPC moves on by A bytes
; In     A     Out    FRESPC     Keeps  X, Y     Uses   A, flags
; FRESPC is the place within the new body, FRETOP its beginning; only the former moves.
.proc room_used
        clc
        adc FRESPC
        sta FRESPC
        bcc @done
        inc FRESPC + 1
@done:
        rts
.endproc

        entry $B6A3
; free_string -- the value, a string, is not needed any more
; free_value -- the same, when it is known to be a string
; free_at -- the same for the descriptor at A (low), Y
; In     A, Y; FAC
; Out    A       length
;        X (low), Y  the body, also in INDEX: it stays as it is until the next string is made
; Keeps  -     Uses   A, X, Y, flags; FRETOP, INDEX, LASTPT, TEMPPT
; A variable's descriptor stays as it is. The youngest temporary string leaves its stack; if it also
; was made last, so that its body is the lowest, the room of the body is given back. Without that,
; each intermediate value would be garbage for the collector.
free_string:
        jsr must_be_string
        entry_within $B6A6
free_value:
str_free = free_value
        lda FACHO + 2
        ldy FACHO + 3
        entry_within $B6AA
free_at:
        sta INDEX
        sty INDEX + 1
        jsr free_temporary
        php                     ; Z=1: it was the youngest
        ldy #2
        lda (INDEX),y
        pha
        dey
        lda (INDEX),y
        tax
        dey
        lda (INDEX),y
        stx INDEX               ; the descriptor is read: its pointer becomes the body's
        tax                     ; the length, while A brings the high byte to Y
        pla
        tay
        txa
        ldx INDEX
        sty INDEX + 1
        plp
        bne @kept
        cpy FRETOP + 1          ; a body higher up leaves a gap for the collector
        bne @kept
        cpx FRETOP
        bne @kept
        jmp room_back
@kept:
        rts

        entry $B6DB
; free_temporary -- take the string off the stack if its descriptor is the youngest there
; In     A (low), Y  descriptor     Out    Z=1: it was     Keeps  X     Uses   A, Y; LASTPT, TEMPPT
; A descriptor below the youngest would leave a hole, so it stays. Expressions free what they made
; in the opposite order, where that does not happen.
free_temporary:
        cmp LASTPT
        bne @done
        cpy LASTPT + 1
        bne @done
        sta TEMPPT              ; its place is the next free one
        sbc #3                  ; C=1 from CMP
        sta LASTPT              ; the one before is the youngest now
        ldy #0                  ; Z=1
@done:
        rts

        entry_within $B6EC
; fn_chr -- CHR$; string_of_character -- the character in A as a string
; In     FAC; A     Out    the value, a string; leaves the routine that calls this
; Keeps  -     Uses   A, X, Y, flags; what str_collect uses, FAC, VALTYP
; Even one character is a body of its own, with a descriptor like any string.
fn_chr:
        jsr num_to_byte
        txa
        entry_within $B6F0
string_of_character:
        pha                     ; str_alloc uses A
        lda #1
        jsr str_alloc
        pla
        ldy #0
        sta (new_address),y
        pla                     ; call_function is left: it insists on a number
        pla
        jmp str_push

.segment "ROOM_BACK"

; room_back -- give the room of the lowest body, A bytes, back
; In     A     Out    -     Keeps  A, X, Y     Uses   flags; FRETOP
; The bytes stay as they are: whoever freed the string may still read it.
.proc room_back
        pha
        clc
        adc FRETOP
        sta FRETOP
        bcc @done
        inc FRETOP + 1
@done:
        pla
        rts
.endproc

.segment "STR_COMPARE"

; str_compare -- compare the string of ARG with the value
; In     FAC, ARG
; Out    A       $FF ARG is greater, 0 equal, 1 less
;        VALTYP  number
; Uses   X, Y, INDEX, INDEX2     Keeps  -
; Character by character, by their codes; if one string begins with the other, the longer one is
; greater. Both are freed before: neither moves, as no string is made here. The right one is the
; younger and goes first.
.proc str_compare
        jsr free_value
        sta COUNT
        stx INDEX2
        sty INDEX2 + 1
        lda ARGHO + 2
        ldy ARGHO + 3
        jsr free_at
        sta new_length
        ldy #0
        sty VALTYP
@next:
        cpy new_length          ; the left one's length; COUNT is the right one's
        beq @left_ends
        cpy COUNT
        beq @greater
        lda (INDEX),y
        cmp (INDEX2),y
        bne @differ
        iny
        bne @next               ; always: Y is at most the shorter length
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
; assign_descriptor -- the string with the descriptor at A (low), Y
; In     FAC, FORPNT     Out    -
; Uses   A, X, Y, INDEX, INDEX2     Keeps  -
; The body of another variable is copied, so that each body has one owner. A temporary string's
; body goes to the variable with its descriptor. A text in the program stays there: all bodies below
; STREND can only lie there, and the collector leaves them alone.
str_assign:
        lda FACHO + 3
        beq @own                ; in page 0: a temporary string
        ldy #2
        lda (FACHO + 2),y
        cmp STREND + 1
        bcc @own
        bne @copy
        dey
        lda (FACHO + 2),y
        cmp STREND
        bcc @own
@copy:
        ldy #0
        lda (FACHO + 2),y
        jsr str_alloc_like
        lda DSCPNT
        ldy DSCPNT + 1
        sta TEXT
        sty TEXT + 1
        jsr string_copy_from
        lda #<new_length        ; the new descriptor
        ldy #>new_length        ; page 0, so Z=1
        branch BEQ_OPCODE, assign_descriptor; always
@own:
        lda FACHO + 2
        ldy FACHO + 3
        jmp assign_descriptor

        entry $AA68
assign_descriptor:
        sta DSCPNT
        sty DSCPNT + 1
        jsr free_temporary      ; its descriptor leaves the stack, but the body is kept
        ldy #2
@byte:
        lda (DSCPNT),y
        sta (FORPNT),y
        dey
        bpl @byte
        rts
