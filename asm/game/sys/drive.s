; drive.s -- drives on the serial bus while the game runs
;
; The KERNAL is banked in between drive_begin and drive_end only, and only its
; documented jump table is used.  The picture stays as it is; there is no
; interrupt, so no key is read and no sound goes on.  The command channel is
; open all the time, and every step is followed by asking it how that went.
;
; A KERNAL waits without limit for a drive that is switched off within a byte or
; holds a line.  A watchdog ends that: CIA 2's timers, restarted with every byte,
; raise an NMI after 20 seconds (an unformatted disk keeps a drive busy for some),
; and the routine that has called drive_begin returns with DRIVE_GONE.
;
; Test tests/asm/game/ui/test_save.py, test_fast.py

.include "sys.inc"
.include "drive.inc"
.include "drive_fast.inc"
.include "../ui/ui.inc"
.include "../data/text/text.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/kernal.inc"
.include "../../inc/vic.inc"

DEVICE          = $BA           ; the KERNAL's current device
ST_ERRORS       = $83           ; READST: time-out, device not present
ST_LAST         = $40           ; READST: that was the last byte
ANSWER_LIMIT    = 80            ; characters of an answer
WATCH_COUNT     = 300           ; times 65536 cycles: 20 s
WATCH_FREE      = $11           ; timer A: load, run on
WATCH_START     = $59           ; timer B: load, once, counts timer A
WATCH_STOP      = $08
WATCH_ENABLE    = $82           ; interrupt of timer B
WATCH_RANG      = $02
C3PO            = $94           ; the KERNAL's: a byte waits to be sent

.segment "UI_BSS"

drive_kept:     .res 1          ; device the game came from
drive_length:   .res 1          ; of the name or command in drive_text
drive_text:     .res DRIVE_TEXT_SIZE
drive_last:     .res 1          ; nonzero: drive_read gave the last byte
drive_at:       .res 1
watch_stack:    .res 1          ; of the routine that has called drive_begin

.segment "UI_CODE"

; drive_home -- Out X = device the game came from     Uses A
; In     -     Keeps  Y
.proc drive_home
        ldx DEVICE
        cpx #FIRST_DISK         ; a tape or the screen: then the first drive is meant
        bcc @first
        cpx #LAST_DISK + 1
        bcc @done
@first:
        ldx #FIRST_DISK
@done:
        rts
.endproc

; drive_begin -- from the game to the serial bus
;
; The caller has nothing of its own on the stack: when a drive hangs, it returns
; from where it is with C=1, A = DRIVE_GONE, and everything as after drive_end.
; In     X device, 8..11     Uses A, X, Y     Out    -     Keeps  -
.proc drive_begin
        stx drive_device
        tsx
        inx                     ; without our own return address
        inx
        stx watch_stack
        jsr sprites_off
        jsr frame_wait
        ; The KERNAL has its own vectors and its timing does not bear our interrupts.
        jsr irq_stop
        lda #0
        sta VIC_SPRITE_ON
        jsr effect_init         ; no note is held meanwhile
        lda #BANK_KERNAL
        sta PORT
        jsr drive_home
        stx drive_kept
        jsr watch_start
        lda #0
        jsr fast_gone
        jsr SETMSG              ; its messages would be written to $0400: our state
        jsr CLALL
        lda #0
        jsr SETNAM
        lda #DRIVE_ASK
        ldx drive_device
        ldy #DRIVE_ASK
        jsr SETLFS
        jmp OPEN                ; without a name nothing is sent yet
.endproc

; drive_end -- back to the game; nothing is open any more
; In     -     Out    A = drive_number     Uses A, X, Y     Keeps  -
.proc drive_end
        lda #DRIVE_ASK
        jsr CLOSE
        jsr CLRCHN
        ; falls through
.endproc

; drive_leave -- the same, nothing more is said to the drive
; In     -     Out    A = drive_number     Uses A, X, Y     Keeps  -
.proc drive_leave
        lda #WATCH_STOP         ; before the vectors change: no alarm may come halfway
        sta CIA2_CRB
        jsr nmi_hold            ; before the vectors change
        lda drive_kept          ; other files come from there
        sta DEVICE
        sei                     ; the KERNAL has switched interrupts on
        lda #BANK_IO
        sta PORT
        jsr irq_start
        jsr input_init
        lda drive_number
        rts
.endproc

; watch_start -- the watchdog's vectors and timers
;
; Until now the line is held low (nmi_hold), so no NMI finds half a vector.
; Uses   A
.proc watch_start
        lda #<watch_nmi
        sta NMINV
        sta NMI_VECTOR          ; RAM, also while the KERNAL is banked in
        lda #>watch_nmi
        sta NMINV + 1
        sta NMI_VECTOR + 1
        lda #$7F                ; all sources off, while the vectors change
        sta CIA2_ICR
        lda #$FF
        ; Timer A counts 65536 cycles, timer B how often: 32 bits in all, as 16 are only a
        ; fifteenth of a second.
        sta CIA2_TALO
        sta CIA2_TAHI
        lda #<WATCH_COUNT
        sta CIA2_TBLO
        lda #>WATCH_COUNT
        sta CIA2_TBHI
        lda #WATCH_FREE
        sta CIA2_CRA
        lda #WATCH_START
        sta CIA2_CRB
        lda CIA2_ICR            ; the line rises
        lda #WATCH_ENABLE
        sta CIA2_ICR
        rts
.endproc

; watch_again -- something has happened: the time starts again
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc watch_again
        lda #WATCH_START
        sta CIA2_CRB
        rts
.endproc

; watch_nmi -- RESTORE, which does nothing, or the drive hangs
.proc watch_nmi
        pha
        lda PORT
        pha
        lda #BANK_IO
        sta PORT
        lda CIA2_ICR            ; reading acknowledges it, and tells who it was
        and #WATCH_RANG
        bne @hangs
        pla
        sta PORT
        pla
        rti
@hangs:
        ldx watch_stack
        ; All calls since drive_begin are forgotten, the KERNAL's too: RTS goes back to whoever
        ; called that routine.
        txs
        lda CIA2_PRA            ; let go of the bus
        and #<~BUS_OUT
        sta CIA2_PRA
        lda #0
        sta C3PO
        lda #DRIVE_GONE
        sta drive_number
        jsr drive_leave
        ldx drive_device
        sec
        rts
.endproc

; drive_open -- open a file by the name in drive_text, drive_length
; In     -     Out    C=1 it is not open, A = number (drive_status)     Uses A, X, Y     Keeps  -
.proc drive_open
        lda #DRIVE_FILE
        ; falls through
.endproc

; drive_open_as -- the same with A = DRIVE_FILE, DRIVE_LIST
; In     A  DRIVE_FILE, DRIVE_LIST;  drive_text, drive_length     Out    as drive_open
; Keeps  -     Uses   A, X, Y, flags
.proc drive_open_as
        pha
        lda drive_length
        ldx #<drive_text
        ldy #>drive_text
        jsr SETNAM
        pla
        ldx drive_device
        tay
        jsr SETLFS
        jsr OPEN
        ; falls through
.endproc

; drive_status -- ask the drive what has become of the last step
; In     -
; Out    drive_number, A: 0 fine, else its number or DRIVE_ABSENT, DRIVE_GONE
;        C=1 the step has failed
; Uses   X, Y     Keeps  -
.proc drive_status
        jsr CLRCHN
        ldx #DRIVE_ASK
        jsr drive_talk
        lda #DRIVE_ABSENT
        bcs @set
        jsr status_digit        ; an answer begins with a number of two digits
        bcs @gone
        asl a                   ; tens
        sta drive_number
        asl a
        asl a
        ; 8n + 2n: the tens
        adc drive_number        ; C is clear
        sta drive_number
        jsr status_digit
        bcs @gone
        adc drive_number
        sta drive_number
        lda #ANSWER_LIMIT
        sta drive_at
@rest:
        lda drive_last
        bne @end
        dec drive_at
        beq @gone               ; no drive talks as long as that
        jsr drive_read
        bcc @rest
@gone:
        lda #DRIVE_GONE
        bne @set
@end:
        lda drive_number
        cmp #DRIVE_HELLO        ; what a drive says of itself after a reset: no error
        beq @fine
        cmp #DRIVE_FAILED       ; numbers below are messages, as of files scratched
        bcs @set
@fine:
        lda #DRIVE_FINE
@set:
        sta drive_number
        jsr CLRCHN
        lda drive_number
        cmp #DRIVE_FAILED
        rts
.endproc

; drive_close -- close file A (DRIVE_FILE, DRIVE_LIST)
; In     A  file     Out    -
; Uses   A, X, Y     Keeps  -
.proc drive_close
        pha
        jsr CLRCHN
        pla
        jmp CLOSE
.endproc

; drive_talk -- bytes come from file X now     Out C=1 nobody answers
; In     X  file     Keeps  -     Uses   A, X, Y, flags
.proc drive_talk
        jsr CHKIN
        ; falls through
.endproc

; device_there -- after CHKIN, CHKOUT: does the device answer?
; In     C  as they left it     Out    C=1  no     Keeps  -     Uses   A, flags, what READST uses
.proc device_there
        bcs @gone
        jsr watch_again
        jsr READST
        ; bit 7 of ST
        asl a                   ; C = device not present
@gone:
        rts
.endproc

; drive_read -- next byte of whoever talks
; In     -     Out    C=0 A the byte, drive_last nonzero: it was the last     C=1 no byte came
; Uses   X, Y     Keeps  -
.proc drive_read
        jsr CHRIN
        pha
        lda #WATCH_START
        sta CIA2_CRB
        jsr READST
        tax                     ; READST's bits are needed twice
        and #ST_ERRORS
        bne @none
        txa
        and #ST_LAST
        sta drive_last
        pla
        clc
        rts
@none:
        pla
        sec
        rts
.endproc

; status_digit -- Out A = 0..9; C=1 no digit came     Uses X, Y
.proc status_digit
        jsr drive_read
        bcs @none
        eor #'0'                ; digits become 0..9
        cmp #10
@none:
        rts
.endproc

; drive_words -- an error in words
; In     A = DRIVE_* or a drive's number     Out A low, Y high of the text
; Uses   A, X, Y, text_ptr, tmp0, tmp1     Keeps  -
.proc drive_words
        sta tmp1
        ldx #ERRORS - 1
@find:
        cmp error_number,x
        beq @found
        dex
        ; entry 0 is not compared: it serves all others
        bne @find               ; 0: the words for everything else
@found:
        lda error_words,x
        ldy #BOOK_MORE
        cpx #SAVING
        bcc drive_pattern
        ldy #BOOK_OVERLAY       ; DISK is there: nothing else writes
        ; falls through
.endproc

; drive_pattern -- words about the drive
; In     A low, Y high of a pattern; tmp1 number of the error     Out as drive_words
; Uses   X, text_ptr, tmp0     Keeps  -
;
; '#' stands for the device's number, '%' for the number of the error.
.proc drive_pattern
        jsr text_find
        ldy #0
        ldx #0
@letter:
        lda (text_ptr),y
        beq @end
        iny
        cmp #'%'
        beq @error
        cmp #'#'
        beq @device
        sta drive_text,x
        inx
        bne @letter
@device:
        lda drive_device
        bne @put                ; always
@error:
        lda tmp1
@put:
        jsr @number
        jmp @letter
@end:
        sta drive_text,x
        lda #<drive_text
        ldy #>drive_text
        rts
@number:
        sty tmp0
        ldy #'0' - 1
        sec
@tens:
        iny
        sbc #10
        bcs @tens
        adc #10 + '0'           ; C is clear
        pha
        cpy #'0'
        beq @unit
        tya
        sta drive_text,x
        inx
@unit:
        pla
        sta drive_text,x
        inx
        ldy tmp0
        rts
.endproc

.segment "UI_RODATA"

.include "words_drive.inc"
.include "words_saving.inc"

; The numbers are those of Commodore's drives (1541 User's Guide, appendix B).  Without a disk, and
; with one that is not formatted, a drive says 21 or 74, depending on what was asked before.
error_number:   .byte 0, 20, 21, 22, 23
        .byte 24, 27, 29, 61, 62, 74
        .byte DRIVE_ABSENT, DRIVE_GONE, DRIVE_DAMAGED, DRIVE_OTHER
SAVING          = * - error_number ; from here on: errors of saved games, whose words are in DISK
        .byte 25, 26, 28, 63, 72
        .byte DRIVE_VERSION, DRIVE_DIFFERS, DRIVE_ROOM
ERRORS          = * - error_number
error_words:
        .byte <e_other, <e_sector, <e_blank, <e_sector, <e_sector
        .byte <e_sector, <e_sector, <e_sector, <e_taken, <e_not_found, <e_blank
        .byte <e_absent, <e_gone, <e_damaged, <e_program
        .byte <e_write, <e_protected, <e_write, <e_exists, <e_full
        .byte <e_version, <e_differs, <e_room
        .assert * - error_words = ERRORS, error, "words for each number"
