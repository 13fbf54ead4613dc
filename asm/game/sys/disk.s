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
.global text_other, late_need

.define LATE_WORD "GO64 1"
LOADING_ROW     = 20

.segment "UI_BSS"

disk_stack:     .res 1          ; to get out of unpack_file

.segment "UI_RODATA"

file_london:    .byte "LONDON,P,R"
file_us:        .byte "US,P,R"
file_late:      .byte "TRADE,P,R"
late_word:      .byte LATE_WORD
text_loading:   .byte " Loading ... ", 0

.segment "UI_CODE"

; text_other -- load the other set of names over the one in memory
; Out    C=1 it could not be read: no set is in memory, its id is $FF, and the
;        next call loads the London set
; Uses   everything
.proc text_other
        jsr loading_show
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
        jmp failed_show
@done:
        rts
.endproc

; late_need -- have the pages that are not loaded with the program: those of a trade
; Out    C=1 they could not be read, and he does not want to try again
; Uses   everything
.proc late_need
        ldx #.strlen(LATE_WORD) - 1
@mark:
        lda late_mark,x
        cmp late_word,x
        bne @load
        dex
        bpl @mark
        clc
        rts
@load:
        jsr loading_show
        lda #.strlen("TRADE,P,R")
        ldx #<file_late
        ldy #>file_late
        jsr file_unpack
        bcc @done
        ldx #0
        stx late_mark           ; its beginning may have come
        jsr failed_show
        jsr key_flush
        jsr key_wait
        cmp #KEY_STOP
        bne @load
        sec
@done:
        rts
.endproc

; loading_show -- say that something is being loaded
; Uses   A, X, Y, rect_*, text_ptr, tmp0, cursor, ink and what video_commit uses
.proc loading_show
        lda #ON(BLACK, YELLOW)
        sta ink
        lda #<text_loading
        ldy #>text_loading
        jsr loading_line
        jmp video_commit
.endproc

.proc loading_line
        ldx #LOADING_ROW
        stx cur_y
        ldx #0
        stx rect_x
        ldx #COLUMNS
        stx rect_w
        jmp text_center
.endproc

; failed_show -- In A = DRIVE_* or the drive's number: what went wrong, for a while
; Out    C=1     Uses everything
.proc failed_show
        ldx #ON(WHITE, RED)
        stx ink
        jsr drive_words
        jsr loading_line
        lda #100
        jsr ui_wait
        lda #0
        sta ui_skip
        sec
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

.segment "LATE_MARK"

late_mark:      .byte LATE_WORD ; first of what is loaded later: it is there
