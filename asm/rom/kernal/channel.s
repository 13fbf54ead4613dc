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
DISPLAY     = 3                 ; the devices above it, 4-30, are on the serial bus

.segment "ENTRY_F13E"

; GETIN -- a character from the input channel, without waiting for the keyboard
; In     -     Out    A character, 0 if the keyboard buffer is empty; C=0
; Uses   A, X, Y, flags     Keeps  -
; Time   54 cycles from the keyboard, 17 more for each key behind; 19 when nothing waits
; Test   tests/asm/rom/test_kernal_channel.py
.proc char_get
        ; GETIN takes what is there and does not wait for a key. Screen and serial bus are read as
        ; by CHRIN: the screen never waits, and on the bus the device decides.
        lda DFLTN
        bne other
        entry_within $F142
        lda NDX
        branch BEQ_OPCODE, rs232_getin_end ; no key: A and NDX are 0, and C becomes 0
        sei                     ; the interrupt adds keys to the buffer that keyboard_get moves up
        jmp keyboard_get
other:  cmp #RS232              ; equal: falls into rs232_getin, right behind
        branch BNE_OPCODE, char_in
        .assert * = rs232_getin, lderror, "GETIN falls into that from RS-232"
.endproc

.segment "ENTRY_F157"

; CHRIN -- a character from the input channel; from the keyboard: a line is edited first
; In     -     Out    A character, $0D at the end of a line or of a file; C=0
; Keeps  X, Y     Uses  A, flags
; Time   144 cycles within a line of the screen; 1.6 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc char_in
        ; Keyboard and screen are both read from the screen. They differ in where the line begins:
        ; for the keyboard the user edits it first, for the screen it is the line of the cursor.
        lda DFLTN               ; 0 is the keyboard, 3 the screen
        bne not_keyboard
        lda TBLX                ; what stands before this place is a prompt, not input
        sta LSXP
        lda PNTR
        sta LSTP
        jmp screen_get
not_keyboard:
        cmp #DISPLAY
        bcc lines
        bne serial
        ; INDX is the column at which reading ends, so the last column is not read, as in V2.
        lda LNMX
        sta INDX
        lda #DISPLAY            ; any value but 0: a line is being read, from the cursor on
        sta CRSW
        jmp screen_get
serial: lda STATUS              ; not 0: the file has ended, or nobody answers
        bne ended
        jmp iec_receive
lines:  jsr rs232_getin         ; wait until a character comes
        and #$FF                ; Z was that of Y, which rs232_getin restored last
        beq lines               ; 0 is no character, so a received 0 is lost, too
        rts
ended:  lda #CODE_RETURN        ; a line end, so that INPUT# comes back
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
        ; The routine for the device does the rest and keeps all registers, so only A is saved
        ; while it is compared.
        pha                     ; $F1D5 and $F1DB are entered with A on the stack
        lda DFLTO
        cmp #DISPLAY
        bne other
        pla
        jmp screen_put
        entry_within $F1D5      ; A is on the stack
other:  bcc nowhere             ; C and Z are still those of CMP #DISPLAY
        pla
        jmp iec_send
        entry_within $F1DB
nowhere:
        pla                     ; nothing is at the user port: the character is dropped
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
; Out    C=0; or C=1 and A = error 3, 5
; Uses   A, X, Y, flags     Keeps  -
; Time   87 cycles; 5 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc channel_input
        ; CHKIN sends TALK at once, not with the first character. So a missing device is an error
        ; here, and DFLTN changes only if the device answers.
        jsr file_find
        beq :+
        jmp error_not_open
:       jsr file_take
        entry_within $F219      ; of a file that is in no table
        lda FA
        entry_within $F21B      ; of device A
        cmp #DISPLAY + 1        ; devices up to 3 are inside the computer
        bcc local
        tax                     ; the bus keeps X, where input_answered looks for the device
        jsr iec_talk
        lda SA
        bmi no_secondary        ; bit 7: none was given, so only ATN ends
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
        ; V2 has this end of CHKIN at $F248, so it is a routine of its own. BIT gives N without
        ; losing the device in A.
        txa
        bit STATUS
        branch BPL_OPCODE, channel_input::local ; bit 7 of ST, "no device", is 0
        jmp error_no_device
.endproc

.segment "ENTRY_F250"

; CHKOUT -- make an open file the output channel
; In     X logical number
; Out    C=0; or C=1 and A = error 3, 5, 7
; Uses   A, X, Y, flags     Keeps  -
; Time   89 cycles; 5 ms on the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc channel_output
        ; As channel_input, with LISTEN for TALK. The keyboard takes no output, so device 0 is an
        ; error here.
        jsr file_find
        beq :+
        jmp error_not_open
:       jsr file_take
        entry_within $F25B      ; of a file that is in no table
        lda FA
        beq keyboard
        cmp #DISPLAY + 1
        bcc local
        pha                     ; the device becomes the output only if it answers
        jsr iec_listen
        lda SA
        bmi no_secondary
        jsr iec_second
        jmp check
no_secondary:
        jsr iec_attention_off   ; SECOND would have ended ATN
check:  pla                     ; PLA sets N, so BIT comes behind it
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
; Time   40 cycles, more with a serial channel
; Test   tests/asm/rom/test_kernal_channel.py
.proc files_close_all
        ; An empty table is a count of 0. The files stay open in the drives: CLALL sends them
        ; nothing, as in V2.
        lda #0
        sta LDTND
        ; falls through
.endproc
        .assert * = $F333, lderror, "CLRCHN moved"

; CLRCHN -- input from the keyboard, output to the screen; serial devices are released
; In     -     Out    -     Uses   A, X, flags
; Keeps  Y
; Time   35 cycles; 4 ms for each serial channel
; Test   tests/asm/rom/test_kernal_channel.py
.proc channels_clear
        ; 23 bytes are left before OPEN at $F34A. The body has 27, so it lies elsewhere.
        jmp clear_channels
.endproc

.segment "CLEAR_CHANNELS"

.proc clear_channels
        ; The bus comes first, while DFLTO and DFLTN still say what is on it. UNLSN also sends the
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
