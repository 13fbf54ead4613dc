; disk.s -- files from the disk while the game runs
;
; The KERNAL is banked in for the time of the access only, and only its
; documented jump table is used.  The device is the one the game came from.
;
; Test tests/asm/game/ui/test_load.py

.include "sys.inc"
.include "../data/text/text.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.import unpack_file
.export unpack_get
.global text_other

READST          = $FFB7
SETLFS          = $FFBA
SETNAM          = $FFBD
OPEN            = $FFC0
CLOSE           = $FFC3
CHKIN           = $FFC6
CLRCHN          = $FFCC
CHRIN           = $FFCF
DEVICE          = $BA           ; the KERNAL's current device
FILE            = 2             ; logical number and secondary address, which must be the
                                ; same for KERNALs (Open ROMs) whose CHKIN mixes them up
ERRORS          = $83           ; READST: time-out, device not present
FIRST_DISK      = 8

.segment "UI_BSS"

disk_stack:     .res 1          ; to get out of unpack_file
disk_x:         .res 1
disk_y:         .res 1

.segment "UI_RODATA"

file_london:    .byte "LONDON,P,R"
file_us:        .byte "US,P,R"
text_loading:   .byte " Loading ... ", 0
text_failed:    .byte " The disk cannot be read. ", 0

.segment "UI_CODE"

; text_other -- load the other set of names over the one in memory
; Out    C=1 it could not be read: no set is in memory, its id is $FF, and the
;        next call loads the London set
; Uses   everything
.proc text_other
        lda #ON(BLACK, YELLOW)
        sta ink
        lda #20
        sta cur_y
        lda #0
        sta rect_x
        lda #COLUMNS
        sta rect_w
        lda #<text_loading
        ldy #>text_loading
        jsr text_center
        jsr video_commit
        ldx #<file_london
        ldy #>file_london
        lda TEXT_BASE + TEXT_HEADER::id
        bne @load
        ldx #<file_us
        ldy #>file_us
        lda #.strlen("US,P,R")
        bne @name
@load:
        lda #.strlen("LONDON,P,R")
@name:
        jsr file_unpack
        bcc @done
        lda #$FF                ; neither set is whole
        sta TEXT_BASE + TEXT_HEADER::id
        lda #ON(WHITE, RED)
        sta ink
        lda #20
        sta cur_y
        lda #<text_failed
        ldy #>text_failed
        jsr text_center
        lda #100
        jsr ui_wait
        lda #0
        sta ui_skip
        sec
@done:
        rts
.endproc

; file_unpack -- open a packed file and unpack it
; In     A length of the name, X low, Y high
; Out    C=1 error
; Uses   everything but the state
.proc file_unpack
        pha
        jsr sprites_off
        jsr frame_wait
        jsr irq_stop
        lda #0
        sta $D015
        lda #BANK_KERNAL
        sta $01
        pla
        jsr SETNAM
        ldx DEVICE
        cpx #FIRST_DISK
        bcs @device
        ldx #FIRST_DISK
@device:
        lda #FILE
        ldy #FILE
        jsr SETLFS
        tsx
        stx disk_stack
        jsr OPEN
        bcs file_close
        ldx #FILE
        jsr CHKIN
        bcs file_close
        jsr unpack_file
        clc
        ; falls through
.endproc

; file_close -- close the file, ROMs out, interrupt on
; In     C     Out C as it was     Uses A, X, Y
.proc file_close
        lda #0
        rol a
        pha
        jsr CLRCHN
        lda #FILE
        jsr CLOSE
        sei
        lda #BANK_IO
        sta $01
        jsr irq_start
        jsr input_init
        pla
        lsr a
        rts
.endproc

; disk_failed -- leave unpack_file from any depth
.proc disk_failed
        ldx disk_stack
        txs
        sec
        jmp file_close
.endproc

; unpack_get -- next byte of the file
; Out    A     Keeps X, Y
.proc unpack_get
        stx disk_x
        sty disk_y
        jsr CHRIN
        pha
        jsr READST
        and #ERRORS
        bne disk_failed
        pla
        ldx disk_x
        ldy disk_y
        rts
.endproc
