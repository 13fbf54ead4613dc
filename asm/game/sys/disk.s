; disk.s -- files from the disk while the game runs
;
; The device is the one the game came from (drive.s).
;
; Test tests/asm/game/ui/test_load.py

.include "sys.inc"
.include "drive.inc"
.include "../data/text/text.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.import unpack_file
.export unpack_get
.global text_other

.segment "UI_BSS"

disk_stack:     .res 1          ; to get out of unpack_file

.segment "UI_RODATA"

file_london:    .byte "LONDON,P,R"
file_us:        .byte "US,P,R"
text_loading:   .byte " Loading ... ", 0

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
        ldx #$FF                ; neither set is whole
        stx TEXT_BASE + TEXT_HEADER::id
        ldx #ON(WHITE, RED)
        stx ink
        ldx #20
        stx cur_y
        jsr drive_words
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
; Out    C=1 A = DRIVE_* or the number of the drive
; Uses   everything but the state
.proc file_unpack
        sta drive_length
        stx ui_ptr
        sty ui_ptr+1
        tay
@letter:
        dey
        lda (ui_ptr),y
        sta drive_text,y
        tya
        bne @letter
        jsr drive_home
        jsr drive_begin
        jsr drive_open
        bcs file_end
        ldx #DRIVE_FILE
        jsr drive_talk
        lda #DRIVE_GONE
        bcs file_end
        tsx
        stx disk_stack
        jsr unpack_file
        clc
        lda #DRIVE_FINE
        ; falls through
.endproc

; file_end -- close the file, back to the game
; In     A error     Out A, C=1 if it is one
.proc file_end
        pha
        lda #DRIVE_FILE
        jsr drive_close
        jsr drive_end
        pla
        cmp #1
        rts
.endproc

; unpack_get -- next byte of the file
; Out    A     Uses X, Y
.proc unpack_get
        jsr drive_read
        bcs @failed
        rts
@failed:
        ldx disk_stack          ; out of unpack_file, however deep
        txs
        jsr drive_status
        bcs file_end
        lda #DRIVE_GONE
        bne file_end
.endproc
