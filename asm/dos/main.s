; Main loop: commands, attention, LED

.include "fs.inc"
.include "via1541.inc"

BLINK       = 24                ; 256 turns of the loop each: 0.26 s

.segment "ENTRY_EBE7"

; Wait for the bus or a command; interrupts are on
; In     -     Noreturn  the loop
; Test   tests/asm/dos/test_serial.py
main_loop:
        cli
        ldx #STACK_TOP
        txs
        lda cmd_wait
        beq @idle
        jsr cmd_run
@idle:  jmp main_idle
        .assert * <= $EBFF, lderror, "main loop runs into its second entry"

.segment "ENTRY_EBFF"
; The same without looking for a command
        cli
        jmp main_idle

.segment "FS_MAIN"

; One turn of the loop without a command
.proc main_idle
        lda ATN_PENDING
        bne @attention
        bit VIA1_PRB
        bmi @attention
        lda LED_FLASH
        beq @next
        inc blink_time
        bne @next
        dec blink_turns
        bne @next
        lda #BLINK
        sta blink_turns
        sei                     ; the controller moves the head by the same port
        lda VIA2_PRB
        eor #HEAD_LED
        sta VIA2_PRB
@next:  jmp main_loop
@attention:
        jmp bus_attention
.endproc

; The file system's start, after power-on and UI: nothing is open, message 73
; In     -     Noreturn  goes to main_loop
.proc main_start
        jsr file_reset
        lda #0
        sta CUR_TRACK
        sta CUR_SECTOR
        lda #BLINK
        sta blink_turns
        lda #ERR_VERSION
        jsr status_set
        jsr drive_indicate
        jmp main_loop
.endproc

; LED: on while something is open or a command runs.  LED_FLASH makes it blink after an error
; The controller's interrupt moves the head by the same port
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc drive_indicate
        ldx #CHANNELS - 1
@next:  lda ch_kind,x
        bne drive_busy
        dex
        bpl @next
        php
        sei
        jsr led_off
        plp
        rts
.endproc

; LED on
; In     -     Out    -     Keeps  X, Y, flags     Uses   A
.proc drive_busy
        php
        sei
        jsr led_on
        plp
        rts
.endproc
