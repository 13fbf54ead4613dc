; heartbeat.s -- what every loop of the game turns around
;
; Test tests/asm/game/ui/test_screens.py

.include "ui.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_BSS"

ui_skip:        .res 1
panel_shown:    .res 1          ; nonzero: the panel is on this page
wait_from:      .res 1
wait_ticks:     .res 1

.segment "UI_CODE"

; ui_frame -- show what changed, wait for the next picture, count money
; Uses   A, X, Y, vid_*; with the panel also ink, num_*, tmp*, cursor
.proc ui_frame
        jsr video_commit
        lda panel_shown
        beq @none
        jmp panel_tick
@none:
        rts
.endproc

; ui_wait -- let the picture run on for a while
; In     A fiftieths of a second
; Out    C=1 a key cut it short; then all waits return at once until ui_skip is 0
; Uses   A, X, Y and what ui_frame uses
.proc ui_wait
        sta wait_ticks
        lda ui_skip
        bne @cut
        lda irq_tick
        sta wait_from
@frame:
        jsr ui_frame
        jsr key_get
        bcc @key
        lda irq_tick
        sec
        sbc wait_from
        cmp wait_ticks
        bcc @frame
        clc
        rts
@key:
        inc ui_skip
@cut:
        sec
        rts
.endproc
