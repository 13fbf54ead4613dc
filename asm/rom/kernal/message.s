; Messages of LOAD and SAVE, I/O errors

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "message.inc"

CODE_RETURN = $0D

        entry $F0BD

; All messages, each ended by a character with bit 7 set.  The offset of a message in this table is
; its number, which programs give to $F12F.  So the texts and their order are those of the C64, and
; the table is shorter than 256 bytes.
.macro text string
        .repeat .strlen(string) - 1, i
        .byte .strat(string, i)
        .endrepeat
        .byte .strat(string, .strlen(string) - 1) | $80
.endmacro

texts:
text_error:     .byte CODE_RETURN
                text "I/O ERROR #"
text_searching: .byte CODE_RETURN
                text "SEARCHING "
text_for:       text "FOR "
text_play:      .byte CODE_RETURN
                text "PRESS PLAY ON TAPE"
text_record:    text "PRESS RECORD & PLAY ON TAPE"
text_loading:   .byte CODE_RETURN
                text "LOADING"
text_saving:    .byte CODE_RETURN
                text "SAVING "
text_verifying: .byte CODE_RETURN
                text "VERIFYING"
text_found:     .byte CODE_RETURN
                text "FOUND "
text_ok:        .byte CODE_RETURN
                text .sprintf("OK%c", CODE_RETURN)
        .assert text_play - texts = $1B .and text_record - texts = $2E, error, "message moved"
        .assert text_loading - texts = $49 .and text_ok - texts = $6A, error, "message moved"

; message -- a message, if control messages are on
; In     Y its number
; Out    C=0 if it was printed
; Keeps  X     Uses  A, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
        entry_within $F12B
.proc message
        ; Control messages are on only in direct mode, where BASIC sets bit 7: a program's LOAD is
        ; silent.
        bit MSGFLG
        bpl done                ; bit 7 clear: no control messages
        entry_within $F12F
        jmp message_print
done:   rts
.endproc

.segment "PRINT_MESSAGE"

; message_print -- print a message
; In     Y its number     Out    C=0     Keeps  X     Uses   A, Y, flags
; Test   tests/asm/rom/test_kernal_entries.py
.proc message_print
        ; One shift does both: it moves the mark of the last character into C, and shifting back
        ; leaves the character without it. CHROUT keeps A, X and Y but not C, so C waits on the
        ; stack.
next:   lda texts,y
        asl a                   ; bit 7, the mark, to C
        php
        lsr a                   ; the character without it
        jsr CHROUT
        iny
        plp                     ; C=1: that was the last
        bcc next
        clc
        rts
.endproc

.segment "ENTRY_F6FB"             ; behind the errors of file.s, which fall into it

; error_report -- end an I/O routine with an error
; In     A error number 1-9
; Out    A = number, C=1; channels default; "I/O ERROR #n" if error messages are on
; Uses   A, X, Y, flags     Keeps  -
; Time   67 cycles without message
; Test   tests/asm/rom/test_kernal_channel.py
.proc error_report
        ; The channels go back to keyboard and screen first, or the message would go to the
        ; printer that has just failed. The number waits on the stack: it is the digit of the
        ; message and the result.
        pha
        jsr CLRCHN
        bit MSGFLG
        bvc silent              ; V is bit 6: error messages
        ldy #text_error - texts
        jsr message_print
        pla                     ; the number, left on the stack for the end
        pha
        ora #'0'                ; numbers 1 to 9 are one digit
        jsr CHROUT
silent: pla
        sec
        rts
.endproc

        entry $F5AF

; message_searching -- "SEARCHING FOR name", if control messages are on
; In     FNADR, FNLEN     Out    -
; Keeps  X     Uses   A, Y, flags
; Time   12 cycles when messages are off
; Test   tests/asm/rom/test_kernal_load.py
.proc message_searching
        ; Without a name the message is SEARCHING alone. The branches share the RTS of
        ; message_name.
        bit MSGFLG
        bpl name_done           ; bit 7 clear: no control messages
        ldy #text_searching - texts
        jsr message_print
        lda FNLEN
        beq name_done
        ldy #text_for - texts
        jsr message_print
        ; falls through
.endproc
        entry_within $F5C1

; message_name -- print the file name
; Keeps  X     Uses   A, Y, flags
; Time   280 cycles a character
; Test   tests/asm/rom/test_kernal_load.py
.proc message_name
        ldy #0
next:   cpy FNLEN               ; first, so that an empty name prints nothing
        bcs done
        lda (FNADR),y
        jsr CHROUT
        iny
        bne next                ; always: a name has 255 characters at most
done:
.endproc
name_done:
        rts

        entry $F5D2

; message_loading -- "LOADING" or "VERIFYING", if control messages are on
; In     -     Out    -     Keeps  X     Uses   A, Y, flags
; Time   24 cycles when messages are off
; Test   tests/asm/rom/test_kernal_load.py
.proc message_loading
        ldy #text_verifying - texts
        lda VERCK               ; 0: LOAD, anything else VERIFY
        bne :+
        ldy #text_loading - texts
:       jmp message
.endproc

.segment "ENTRY_F68E"
; V2 has an RTS right before message_saving, and here it serves its branch, too
none:   rts

; message_saving -- "SAVING name", if control messages are on
; In     FNADR, FNLEN     Out    -
; Keeps  X     Uses   A, Y, flags
; Time   12 cycles when messages are off
; Test   tests/asm/rom/test_kernal_load.py
.proc message_saving
        entry_within $F68F
        bit MSGFLG
        bpl none                ; bit 7 clear: no control messages
        ldy #text_saving - texts
        jsr message_print
        jmp message_name
.endproc
