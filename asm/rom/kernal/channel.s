; Channels: character input and output, which devices they come from and go to

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "channel.inc"
.include "file.inc"
.include "iec.inc"
.include "keyboard.inc"
.include "message.inc"
.include "screen.inc"
.include "rs232.inc"

CODE_RETURN = $0D
KEYBOARD    = 0
RS232       = 2
DISPLAY     = 3                 ; devices up: 4-30 serial bus

.segment "ENTRY_F13E"

; GETIN -- a character from the input channel, without waiting for the keyboard
; In     -     Out    A character, 0 if the keyboard buffer is empty; C=0
; Uses   A, X, Y, flags     Keeps  -
; Time   151 cycles from the keyboard, 20 when nothing waits
; Test   tests/asm/rom/test_kernal_channel.py
.proc char_get
        lda DFLTN
        bne other
        entry_within $F142
        lda NDX
        branch BEQ_OPCODE, rs232_getin_end      ; nothing: C=0
        sei                     ; the interrupt adds to the buffer that keyboard_get moves up
        jmp keyboard_get
other:  cmp #RS232
        branch BNE_OPCODE, char_in
        .assert * = rs232_getin, lderror, "GETIN falls into that from RS-232"
.endproc

.segment "ENTRY_F157"

; CHRIN -- a character from the input channel; from the keyboard: a line is edited first
; In     -     Out    A character, $0D at the end of a line or of a file; C=0
; Keeps  X, Y     Uses  A, flags
; Time   200 cycles within a line of the screen; 1.6 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc char_in
        lda DFLTN               ; 0 is the keyboard, 3 the screen
        bne not_keyboard
        lda TBLX                ; what stands before this place is not input
        sta LSXP
        lda PNTR
        sta LSTP
        jmp screen_get
not_keyboard:
        cmp #DISPLAY
        bcc lines
        bne serial
        lda LNMX
        sta INDX
        lda #DISPLAY            ; a line is being read: from the cursor on
        sta CRSW
        jmp screen_get
serial: lda STATUS              ; not 0: the file has ended, or nobody answers
        bne ended
        jmp iec_receive
lines:  jsr rs232_getin         ; wait until a character comes
        and #$FF
        beq lines
        rts
ended:  lda #CODE_RETURN        ; after the end or an error
        clc
        rts
.endproc

.segment "ENTRY_F1CA"

; CHROUT -- a character to the output channel
; In     A character
; Out    C=0
; Keeps  A, X, Y     Uses  flags
; Time   as screen_put; 1.2 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc char_out
        pha                     ; all registers come back unchanged
        lda DFLTO
        cmp #DISPLAY
        bne other
        pla
        jmp screen_put
        entry_within $F1D5      ; A is on the stack
other:  bcc nowhere
        pla
        jmp iec_send
        entry_within $F1DB
nowhere:
        pla                     ; a device inside the computer: nothing is at the user port
        clc
        rts
.endproc

; The end of CHROUT to tape or RS-232.  Y and X are on the stack
        entry $F1FC
        clc
        pla
        tay
        pla
        tax
        lda PTR1
        rts

.segment "ENTRY_F20E"

; CHKIN -- make an open file the input channel
; In     X logical number
; Out    C=0; or C=1 and A = error 3, 5, 6
; Uses   A, X, Y, flags     Keeps  -
; Time   83 cycles; 5 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc channel_input
        jsr file_find
        beq :+
        jmp error_not_open
:       jsr file_take
        entry_within $F219      ; of a file that is in no table
        lda FA
        entry_within $F21B      ; of device A
        cmp #DISPLAY + 1        ; devices up to 3 are inside the computer
        bcc local
        tax                     ; the device becomes the input only if it answers
        jsr iec_talk
        lda SA
        bmi no_secondary        ; $FF: none was given
        jsr iec_tksa
        jmp input_answered
no_secondary:
        jsr iec_turn_round
        jmp input_answered
local:  sta DFLTN
        clc
        rts
.endproc

        entry $F248

; input_answered -- the end of CHKIN on the serial bus
; In     X device; ST     Out    as CHKIN
; Uses   A, X, Y, flags     Keeps  -
; Test   tests/asm/rom/test_kernal_entries.py
.proc input_answered
        txa
        bit STATUS
        branch BPL_OPCODE, channel_input::local ; N of ST is "no device"
        jmp error_no_device
.endproc

.segment "ENTRY_F250"

; CHKOUT -- make an open file the output channel
; In     X logical number
; Out    C=0; or C=1 and A = error 3, 5, 7
; Uses   A, X, Y, flags     Keeps  -
; Time   85 cycles; 5 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc channel_output
        jsr file_find
        beq :+
        jmp error_not_open
:       jsr file_take
        entry_within $F25B      ; of a file that is in no table
        lda FA
        beq keyboard            ; nothing can be written to it
        cmp #DISPLAY + 1
        bcc local
        pha                     ; as in channel_input
        jsr iec_listen
        lda SA
        bmi no_secondary
        jsr iec_second
        jmp check
no_secondary:
        jsr iec_attention_off   ; SECOND would have ended ATN
check:  pla
        bit STATUS
        bpl local
        jmp error_no_device
local:  sta DFLTO
        clc
        rts
keyboard:
        jmp error_not_output
.endproc

.segment "ENTRY_F32F"

; CLALL -- forget all open files, channels default
; In     -     Out    -     Uses   A, X, flags
; Keeps  Y
; Time   37 cycles, more with a serial channel
; Test   tests/asm/rom/test_kernal_channel.py
.proc files_close_all
        lda #0
        sta LDTND
        ; falls through
.endproc
        .assert * = $F333, lderror, "CLRCHN moved"

; CLRCHN -- input from the keyboard, output to the screen; serial devices are released
; In     -     Out    -     Uses   A, X, flags
; Keeps  Y
; Time   32 cycles; 4 ms for each serial channel
; Test   tests/asm/rom/test_kernal_channel.py
.proc channels_clear
        jmp clear_channels
.endproc

.segment "CLEAR_CHANNELS"

.proc clear_channels
        ; The bus first, while DFLTO and DFLTN still say what is on it. UNLSN also sends the
        ; byte that waits.
        lda #DISPLAY
        cmp DFLTO
        bcs :+                  ; DISPLAY >= device: nothing on the bus to end
        jsr iec_unlisten
:       lda #DISPLAY
        cmp DFLTN
        bcs :+
        jsr iec_untalk
:       ldx #DISPLAY
        stx DFLTO
        ldx #KEYBOARD
        stx DFLTN
        rts
.endproc
