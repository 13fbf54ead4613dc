; drive_write.s -- what only saved games need of drives: directories, commands, writing
;
; Test tests/asm/game/ui/test_save.py

.include "drive.inc"
.include "../../inc/kernal.inc"


.segment "UI_BSS"

command_at:     .res 1

.segment "DISK_CODE"

; drive_open_list -- open the directory by the pattern in drive_text
; In     -     Out    as drive_open
; Keeps  -     Uses   A, X, Y, flags
.proc drive_open_list
        lda #DRIVE_LIST
        jmp drive_open_as
.endproc

; drive_listen -- bytes go to file X now     Out C=1 nobody answers
; In     X  file     Keeps  -     Uses   A, X, Y, flags
.proc drive_listen
        jsr CHKOUT
        jmp device_there
.endproc

; drive_write -- one byte to whoever listens
; In     A     Out C=1 not taken     Uses A, X, Y     Keeps  -
.proc drive_write
        jsr CHROUT
        jsr watch_again
        jsr READST
        cmp #1                  ; C = any bit
        rts
.endproc

; drive_command -- send drive_text to the command channel
; In     -     Out    as drive_status     Uses A, X, Y     Keeps  -
.proc drive_command
        ldx #DRIVE_ASK
        jsr drive_listen
        bcs @over
        ldy #0
@byte:
        sty command_at
        lda drive_text,y
        jsr drive_write
        bcs @over
        ldy command_at
        iny
        cpy drive_length
        bne @byte
@over:
        jsr CLRCHN
        jmp drive_status
.endproc
