; LOAD, VERIFY and SAVE on the serial bus

.include "lowmem.inc"
.include "entry.inc"
.include "kernal.inc"
.include "channel.inc"
.include "file.inc"
.include "iec.inc"
.include "load.inc"
.include "memory.inc"
.include "message.inc"

DISPLAY     = 3                 ; the last device inside the computer
SERIAL      = 4                 ; first device of the serial bus
LOAD_CHANNEL = $60              ; channels 0 and 1 tell a drive to read and to write a PRG
SAVE_CHANNEL = $61
ST_READ_TIMEOUT = %00000010
ST_MISMATCH = %00010000

.segment "ENTRY_F49E"

; LOAD -- load or verify a file
; In     A 0 load, else verify; SETLFS: secondary address 0 = to X low, Y high,
;        else to the address in the file; SETNAM
; Out    C=0, X low, Y high byte of the end + 1, ST bit 4 verify error;
;        or C=1 and A = error 4, 5, 8, 9, or 0 when stopped by STOP
; Uses   A, X, Y, flags     Keeps  -
; Time   1.7 ms a byte, and what the drive needs
; Test   tests/asm/rom/test_kernal_load.py
.proc load
        ; The address is stored before the jump, so that a program behind ILOAD finds it. A is not
        ; touched: it says LOAD or VERIFY there, too.
        sty MEMUSS + 1
        stx MEMUSS
        jmp (ILOAD)
.endproc
        .assert * = $F4A5, lderror, "LOAD moved"

; load_body -- LOAD behind its vector ILOAD
; In     A 0 load, else verify; MEMUSS; file_parameters, file_name done
; Out    C=0 EAL end;  C=1 A = error number     Keeps  -
; Uses   A, X, Y, flags; BSOUR, C3PO, EAL, SA, SERIAL_*, VERCK
.proc load_body
        sta VERCK               ; 0 LOAD, anything else VERIFY
        lda #0
        sta STATUS
        lda FA
        cmp #SERIAL             ; devices below 4 cannot load here
        bcc illegal
        lda FNLEN
        beq no_name
        ; The secondary address says where to load: 0, to the caller's address. On the bus LOAD
        ; always opens channel 0, so SA is replaced. X keeps it over messages and bus.
        ldx SA
        jsr message_searching
        lda #LOAD_CHANNEL
        sta SA
        jsr file_send_open
        bcs failed
        lda FA
        jsr iec_talk
        lda SA
        jsr iec_tksa
        ; The first two bytes are the load address. The drive has accepted the name of a file that
        ; is not there; only the first byte fails, by a timeout.
        jsr iec_receive
        sta EAL
        lda STATUS
        and #ST_READ_TIMEOUT
        bne not_found
        jsr iec_receive
        bcc address             ; always: iec_receive leaves C=0
illegal:                        ; here, so that $F4E3 below comes to its place
        jmp error_illegal_device
no_name:
        jmp error_no_name
address:
        entry_within $F4E3      ; the file's address is in EAL and A, what SA was is in X
        sta EAL + 1
        txa                     ; not 0: the file's own address stays
        bne :+
        lda MEMUSS
        sta EAL
        lda MEMUSS + 1
        sta EAL + 1
:       jsr message_loading
        jmp receive_file
failed: rts
not_found:
        jsr iec_untalk          ; V2 leaves the channel open in the drive; here it is closed
        jsr file_send_close
        jmp error_not_found
.endproc

; Programs that serve their own device in ILOAD leave the datasette to this place
        entry $F533, error_illegal_device

.segment "ENTRY_F5DD"

; SAVE -- save memory to a file
; In     A zero page address of the start address; X low, Y high byte of the end + 1;
;        SETLFS, SETNAM
; Out    C=0; or C=1 and A = error 5, 8, 9, or 0 when stopped by STOP; what a drive that is there
;        refuses shows only in its error channel
; Uses   A, X, Y, flags     Keeps  -
; Time   1.3 ms a byte, and what the drive needs
; Test   tests/asm/rom/test_kernal_load.py
.proc save
        ; The start is a pointer in page 0, whose address is in A; BASIC gives $2B. X becomes that
        ; address, so the pointer is read by an index from 0.
        sty EAL + 1
        stx EAL
        tax
        lda $00,x
        sta STAL
        lda $01,x
        sta STAL + 1
        jmp (ISAVE)
.endproc

.segment "ENTRY_F5ED"
; save_body -- SAVE behind its vector ISAVE
; In     STAL start; EAL end + 1; file_parameters, file_name done
; Out    C=0;  C=1 A = error number     Keeps  -
; Uses   A, X, Y, flags; BSOUR, C3PO, SA, SAL, SERIAL_COUNT, SERIAL_EOI
.proc save_body
        ; The drive is the listener for the whole file. Its answer to OPEN is not read: a
        ; protected disk or a name that is taken shows only in the error channel, as in V2.
        lda FA
        cmp #DISPLAY            ; devices up to the screen cannot save
        bcc illegal
        beq illegal
        lda FNLEN
        beq no_name
        lda #SAVE_CHANNEL
        sta SA
        jsr file_send_open
        bcs failed
        jsr message_saving
        lda FA
        jsr iec_listen
        lda SA
        jsr iec_second
        jmp send_file
failed: rts
illegal:
        jmp error_illegal_device
        entry_within $F616
        .byte 0                 ; in V2 an operand; programs use it as a byte that is 0
no_name:
        jmp error_no_name
.endproc

.segment "RECEIVE_FILE"

; Store or compare bytes from EAL on until the last
.proc receive_file
        ; Each round takes one byte and tests STOP, the status and the end: so STOP ends even a
        ; long LOAD from a slow drive. A late byte is tried again, until the user gives up.
next:   jsr STOP
        beq halt
        lda STATUS
        and #<~ST_READ_TIMEOUT  ; the bit must be 0 to tell whether this byte is late
        sta STATUS
        jsr iec_receive
        tax                     ; the byte, while A tests the status
        lda STATUS
        and #ST_READ_TIMEOUT
        bne next
        ldy #0                  ; no addressing without an index: Y has to be 0
        lda VERCK               ; 0 stores, anything else compares
        bne compare
        txa
        sta (EAL),y
        bcc advance             ; always: iec_receive leaves C=0
compare:
        txa
        cmp (EAL),y
        beq advance
        lda #ST_MISMATCH
        jsr status_set          ; bit 4; the comparison goes on to the end, as in V2
advance:
        inc EAL
        bne :+
        inc EAL + 1
:       bit STATUS
        bvc next                ; bit 6, EOI: that was the last byte
        jsr iec_untalk
        jsr file_send_close
        ldx EAL
        ldy EAL + 1
        clc
        rts
halt:   jsr iec_untalk
        jmp break
.endproc

        entry $F633

; Stopped by the user: the file is closed, A = 0, C=1
.proc break
        ; C=1 with A = 0, which is no error number, is what BASIC prints as BREAK.
        jsr file_send_close
        lda #0
        sec
        rts
.endproc

.segment "SEND_FILE"

; Send the start address and the bytes from STAL to EAL - 1
.proc send_file
        ; SAL runs from the start to the end. It is compared before each byte, so an empty range
        ; sends nothing but the address.
        lda STAL
        sta SAL
        jsr iec_send            ; the address comes first, low byte first: that makes it a PRG
        lda STAL + 1
        sta SAL + 1
        jsr iec_send
next:   lda SAL
        cmp EAL                 ; 16 bits: C=1 when the end is reached
        lda SAL + 1
        sbc EAL + 1
        bcs end
        bit STATUS
        bmi gone                ; a drive that rejects the file listens no more: bit 7 of ST
        ldy #0
        lda (SAL),y
        jsr iec_send
        jsr STOP
        beq halt
        inc SAL
        bne next
        inc SAL + 1
        bne next                ; at $0000, behind the last byte of memory, it ends as well
end:    jmp save_end
halt:   jsr iec_unlisten
        jmp break
gone:   lda #0                  ; the byte that waits must not go to the next listener
        sta C3PO
        jmp file_send_close     ; C=0: as in V2, this is no error of SAVE
.endproc
