; Main loop: commands, attention, LED

        .include "fs.inc"
        .include "via1541.inc"

        .segment "ENTRY_EBE7"

; Wait for the bus or a command; interrupts are on
; Test   tests/asm/dos/test_serial.py
.proc main_loop
        cli
        ldx #STACK_TOP
        txs
        lda cmd_wait
        beq @idle
        jsr cmd_run
@idle:  lda ATN_PENDING
        bne @attention
        bit VIA1_PRB
        bpl main_loop
@attention:
        jmp bus_attention
.endproc

        .segment "FS_MAIN"

; The file system's start, after power-on and UI: nothing is open, message 73
.proc main_start
        jsr file_reset
        lda #0
        sta CUR_TRACK
        sta CUR_SECTOR
        sta work_buf
        lda #NO_CHANNEL
        sta work_buf
        lda #ERR_VERSION
        jsr status_set
        jsr drive_indicate
        jmp main_loop
.endproc

; LED: on while something is open.  LED_FLASH makes it blink after an error
; Uses   A, X
.proc drive_indicate
        ldx #CHANNELS - 1
@next:  lda ch_kind,x
        bne @on
        dex
        bpl @next
        jmp led_off
@on:    jmp led_on
.endproc
