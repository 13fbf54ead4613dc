; OPEN, CLOSE and the table of open files

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "channel.inc"
.include "file.inc"
.include "iec.inc"
.include "message.inc"

MAX_FILES   = 10
TAPE        = 1
SERIAL      = 4                 ; first device of the serial bus
DATA        = $60               ; secondary address as a byte under ATN: data of a channel
CHANNEL     = $0F               ; its low bits: the number of the channel
CMD_CLOSE   = $E0
CMD_OPEN    = $F0

.segment "ENTRY_F291"

; CLOSE -- close a file
; In     A logical number
; Out    C=0; the file is no longer in the table (no error if it was not)
; Uses   A, X, Y, flags     Keeps  -
; Time   125 cycles without the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc file_close
        ; CLOSE goes to the device first, with the parameters that file_take fetches. Then the
        ; table forgets the file, even if the device did not answer.
        jsr file_find_a
        bne done                ; not open: nothing to do and no error
        jsr file_take
        txa
        pha                     ; the entry's index, where $F2F1 takes it
        lda FA
        cmp #SERIAL             ; devices inside the computer have nothing to close
        bcc :+
        jsr file_send_close
:       jmp file_forget
done:   clc
        rts
.endproc

        entry $F2F1

; file_forget -- take a file out of the table
; In     on the stack: its index in the table; at $F2F2: the index in A
; Out    C=0, X = index
; Keeps  -     Uses  A, X, Y, flags
; Time   49 cycles
; Test   tests/asm/rom/test_kernal_entries.py
.proc file_forget
        ; The table has no order, so the last entry fills the gap and no others move. If it is the
        ; last itself, it is copied onto itself, and the count alone removes it.
        pla
        entry_within $F2F2
        tax
        dec LDTND
        ldy LDTND
        lda LAT,y
        sta LAT,x
        lda FAT,y
        sta FAT,x
        lda SAT,y
        sta SAT,x
        clc
        rts
.endproc

.segment "ENTRY_F30F"

; file_find -- look up an open file; clears ST
; In     X logical number
; Out    Z=1 found, X = index in the table; Z=0 not open
; Keeps  Y     Uses  A, X, flags
; Time   found 15, not open 21 cycles, 11 more for each entry looked at
; Test   tests/asm/rom/test_kernal_channel.py
.proc file_find
        ; Every use of a file begins here, so this is the place to clear ST: what it says
        ; afterwards is about this file alone.
        txa
        ldx #0
        stx STATUS
        ; falls through
.endproc
        .assert * = $F314, lderror, "file_find_a moved"

; file_find_a -- the same with the logical number in A, ST untouched
.proc file_find_a
        ; From the youngest entry down: DEX counts and ends the loop, and the flags of its last
        ; step are the answer.
        ldx LDTND
next:   dex
        bmi done                ; X = $FF, so Z=0: all entries were looked at
        cmp LAT,x               ; Z=1: found
        bne next
done:   rts
.endproc

.segment "ENTRY_F31F"

; file_take -- LA, FA, SA = entry X of the table
; In     X  entry of the table     Out    LA, FA, SA
; Keeps  X, Y     Uses  A, N Z
; Time   27 cycles
; Test   tests/asm/rom/test_kernal_channel.py
.proc file_take
        ; The three tables become the parameters again that SETLFS once set. ST is not touched:
        ; file_find has cleared it for this file.
        lda SAT,x
        sta SA
        lda FAT,x
        sta FA
        lda LAT,x
        sta LA
        rts
.endproc

.segment "ENTRY_F34A"

; OPEN -- open the file of SETLFS and SETNAM
; In     FA, FNADR, FNLEN, LA, SA
; Out    C=0; or C=1 and A = error 1, 2, 5, 6, 9
; Uses   A, X, Y, flags     Keeps  -
; Time   103 cycles without the bus
; Test   tests/asm/rom/test_kernal_channel.py
.proc file_open
        ; The file enters the table only when the device has answered. V2 enters it before, so
        ; that a missing device takes up a place until CLOSE.
        lda LA
        beq no_number           ; 0 is no logical number
        tax
        jsr file_find
        beq open_now            ; a number can be open only once
        lda #MAX_FILES - 1
        cmp LDTND               ; against the last index: BCC needs no test for equal
        bcc full                ; 9 < LDTND: ten are open already
        lda SA
        ora #DATA               ; CHKIN and CHKOUT send it as it is; $FF, for none, stays $FF
        sta SA
        lda FA
        cmp #TAPE
        beq illegal             ; no files on tape: the emulator serves LOAD and SAVE only
        cmp #SERIAL
        bcc enter               ; keyboard, RS-232 and screen need no opening
        jsr file_send_open
        bcs failed
enter:  ldx LDTND
        lda LA
        sta LAT,x
        lda FA
        sta FAT,x
        lda SA
        sta SAT,x
        inc LDTND
        clc
failed: rts
illegal:
        jmp error_illegal_device
no_number:
        jmp error_not_input
open_now:
        jmp error_open
full:   jmp error_too_many
.endproc

.segment "ENTRY_F3D5"

; file_send_open -- send name and OPEN to a serial device
; In     FA, SA, FNLEN, FNADR
; Out    C=0; or C=1 and A = error 5.  Without a name or secondary address nothing is sent
; Uses   A, X, Y, flags; ST = 0 before     Keeps  -
; Time   5 ms and 1.2 for each character of the name
; Test   tests/asm/rom/test_kernal_channel.py
.proc file_send_open
        ; OPEN travels as a command with the channel, and the name follows as data. Without a name
        ; there is nothing to open: OPEN 1,8,15 talks to a channel that is always there.
        lda FNLEN
        beq skip
        bit SA                  ; N: no secondary address, so no channel to open
        bpl send
skip:   clc
        rts
send:   lda #0                  ; an old error must not be taken for one of this device
        sta STATUS
        lda FA
        jsr iec_listen
        lda SA
        ora #CMD_OPEN
        jsr iec_second
        bit STATUS
        bmi absent              ; bit 7 of ST: nobody held DATA low
        ldy #0
name:   lda (FNADR),y
        jsr iec_send            ; the last one waits until UNLSN, which marks it as the last
        iny
        cpy FNLEN
        bcc name
        jmp unlisten_end        ; UNLSN, C=0
absent: jmp error_no_device
.endproc

        entry $F63F

; save_end -- the end of SAVE: UNLISTEN, then as file_send_close
; In     FA, SA     Out    C=0
; Uses   A, X, flags     Keeps  Y
; Test   tests/asm/rom/test_kernal_entries.py
.proc save_end
        ; The last byte of the file still waits: UNLSN sends it, marked. Only then can CLOSE
        ; follow, with a LISTEN of its own.
        jsr iec_unlisten
        ; falls through
.endproc
        .assert * = $F642, lderror, "file_send_close moved"

; file_send_close -- send CLOSE to a serial device, if the file has a secondary address
; In     FA, SA
; Out    C=0
; Uses   A, X, flags
; Keeps  Y
; Time   7 ms
; Test   tests/asm/rom/test_kernal_channel.py
.proc file_send_close
        ; A file without secondary address was never opened in the device, so there is nothing to
        ; close. The command goes out by itself: ATN ends at once, and UNLSN follows.
        lda SA
        bmi done                ; bit 7: no secondary address
        and #CHANNEL            ; the channel alone: $60 gives way to $E0
        ora #CMD_CLOSE
        pha                     ; A is needed for the device
        lda FA
        jsr iec_listen
        pla
        jsr iec_second
end:    entry_within $F654
        jsr iec_unlisten
done:   clc
        rts
.endproc
unlisten_end = file_send_close::end

        entry $F6FB

; error_not_open, error_not_found, error_no_device -- ends of I/O routines
; error_not_output, error_no_name, error_illegal_device -- more of them, three bytes apart
; Each loads its number, and BIT after BIT skips the LDAs behind it.  BIT reads an address for each:
; $02A9, $03A9 and so on up to $09A9, as LDA # is $A9.  That is RAM, where a read does nothing.
; In     -     Out    A = error number, C=1
; Keeps  -     Uses   X, Y, flags, as error_report
error_too_many:
        lda #ERROR_TOO_MANY_FILES
        .byte $2C               ; BIT: skips the next LDA
        entry_within $F6FE
error_open:
        lda #ERROR_FILE_OPEN
        .byte $2C
        entry_within $F701
error_not_open:
        lda #ERROR_FILE_NOT_OPEN
        .byte $2C
        entry_within $F704
error_not_found:
        lda #ERROR_FILE_NOT_FOUND
        .byte $2C
        entry_within $F707
error_no_device:
        lda #ERROR_NO_DEVICE
        .byte $2C
        entry_within $F70A
error_not_input:
        lda #ERROR_NOT_INPUT_FILE
        .byte $2C
        entry_within $F70D
error_not_output:
        lda #ERROR_NOT_OUTPUT_FILE
        .byte $2C
        entry_within $F710
error_no_name:
        lda #ERROR_NO_NAME
        .byte $2C
        entry_within $F713
error_illegal_device:
        lda #ERROR_ILLEGAL_DEVICE
        .assert error_report = *, lderror, "the errors fall into their report"
