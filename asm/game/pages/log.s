; log.s -- what has happened, the last eighty events, to scroll back through; an overlay
;
; Test tests/asm/game/ui/test_log.py

.include "pages.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp_ui.inc"

TOP_ROW         = 3
LINES_SHOWN     = 20
LEFT            = 1
RIGHT           = 39

.segment "UI_BSS"

log_top:        .res 1          ; place in the log of the first line

.segment "FINALE_LOG"            ; behind the mark: a cartridge brings no more for this page

.include "words_log.inc"
log_labels:
        LABEL 13, 1, ON(WHITE, PAGE_COLOR), text_log
        LABEL 2, ROWS - 1, ON(BLACK, YELLOW), text_scroll
        .byte $FF
log_keys:       .byte KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT
log_steps:      .byte 1, 1, LINES_SHOWN, LINES_SHOWN

; log_page -- the last events, until a key that does not scroll
; In     display off, all cells black, the board left (aside_open)     Out    -
; Uses   everything     Keeps  -
.proc log_page
        lda #0                  ; no planks: lines lie on them
        jsr stripe_draw
        lda #<log_labels
        ldy #>log_labels
        jsr labels_draw
        lda #LOG_SIZE - LINES_SHOWN ; the latest are at the end of the log
        sta log_top
        jsr log_draw
        jsr video_show
        jsr key_flush
@key:
        jsr key_wait
        ldx #3
@find:
        cmp log_keys,x
        beq @scroll
        dex
        bpl @find
        rts
@scroll:
        lda log_steps,x
        sta ui_a
        txa
        lsr a                   ; C=1 later
        ldx log_top
@step:
        bcs @later
        txa
        beq @stop
        lda log_type-1,x        ; the page ends with the first event there is
        bmi @stop
        dex
        bcc @more               ; always
@later:
        cpx #LOG_SIZE - LINES_SHOWN ; the last line is the latest event
        bcs @stop
        inx
        sec
@more:
        dec ui_a
        bne @step
@stop:
        stx log_top
        jsr log_draw
        jmp @key
.endproc
        .assert KEY_DOWN = KEY_UP + 1 .and KEY_RIGHT = KEY_LEFT + 1, error, "bit 0 of the index"

; log_draw -- the lines from log_top on
; Each line is built again from its event (line_at), as the log has no text.
; Uses   A, X, Y, ui_a, ui_ptr, text_ptr, num_*, tmp*, ink; ev_*
.proc log_draw
        lda #RIGHT
        sta line_right
        lda #0
        sta ui_a
@line:
        lda ui_a
        clc
        adc #TOP_ROW
        tay
        lda ui_a
        clc
        adc log_top
        tax
        lda #LEFT
        jsr line_at
        inc ui_a
        lda ui_a
        cmp #LINES_SHOWN
        bne @line
        rts
.endproc

log_part_end:                   ; tools/game/cartridge.py
