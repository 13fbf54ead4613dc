; Messages of LOAD and SAVE, I/O errors

.include "lowmem.inc"
.include "kernal.inc"
.include "message.inc"

CODE_RETURN = $0D

.segment "KERNAL_CODE3"

; error_report -- end an I/O routine with an error
; In     A error number 1-9
; Out    A = number, C=1; channels default; "I/O ERROR #n" if error messages are on
; Uses   A, X, Y, flags     Keeps  -
; Time   45 cycles without message
; Test   tests/asm/rom/test_kernal_channel.py
.proc error_report
        pha
        jsr CLRCHN
        bit MSGFLG
        bvc silent              ; V is bit 6: error messages
        ldx #text_error - texts
        jsr print
        pla
        pha
        ora #'0'                ; numbers 1 to 9 are one digit
        jsr CHROUT
silent: pla
        sec
        rts
.endproc

; message_searching -- "SEARCHING FOR name", if control messages are on
; In     FNADR, FNLEN     Out    -
; Uses   A, X, Y, flags     Keeps  -
; Time   11 cycles when messages are off
; Test   tests/asm/rom/test_kernal_load.py
.proc message_searching
        bit MSGFLG
        bpl none
        ldx #text_searching - texts
        jsr print
        lda FNLEN
        beq none
        ldx #text_for - texts
        jsr print
        ; falls through
.endproc

; message_name -- print the file name
; Uses   A, Y, flags
; Time   280 cycles a character
; Test   tests/asm/rom/test_kernal_load.py
.proc message_name
        ldy #0
next:   cpy FNLEN
        bcs done
        lda (FNADR),y
        jsr CHROUT
        iny
        bne next                ; always
done:
.endproc
none:   rts

; message_loading -- "LOADING" or "VERIFYING", if control messages are on
; In     -     Out    -     Uses   A, X, Y, flags     Keeps  -
; Time   15 cycles when messages are off
; Test   tests/asm/rom/test_kernal_load.py
.proc message_loading
        ldx #text_loading - texts
        lda VERCK
        beq message
        ldx #text_verifying - texts
        ; falls through
.endproc

; Print message X if control messages are on
.proc message
        bit MSGFLG
        bpl none
        ; falls through
.endproc

; Print text X, whose last character has bit 7 set
.proc print
        lda texts,x
        php                     ; N is bit 7 of the last character, kept over CHROUT
        and #$7F
        jsr CHROUT
        inx
        plp
        bpl print
        rts
.endproc

; message_saving -- "SAVING name", if control messages are on
; In     FNADR, FNLEN     Out    -
; Uses   A, X, Y, flags     Keeps  -
; Time   11 cycles when messages are off
; Test   tests/asm/rom/test_kernal_load.py
.proc message_saving
        bit MSGFLG
        bpl none
        ldx #text_saving - texts
        jsr print
        jmp message_name
.endproc

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
                text "SEARCHING"
text_for:       text " FOR "
text_loading:   .byte CODE_RETURN
                text "LOADING"
text_verifying: .byte CODE_RETURN
                text "VERIFYING"
text_saving:    .byte CODE_RETURN
                text "SAVING "
