; frame_loop.s -- what every loop of the game turns around
;
; Test tests/asm/game/ui/test_screens.py, test_options.py

.include "ui.inc"
.include "../pages/pages.inc"
.include "../state.inc"
.include "../sys/drive_fast.inc"
.include "../sys/random.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.segment "UI_BSS"

ui_cut:         .res 1          ; key that cut a wait short
wait_from:      .res 1
wait_ticks:     .res 1
stir_seen:      .res 1          ; pictures stirred for
clock_seen:     .res 1          ; irq_tick up to which time is counted
clock_held:     .res 1

.segment "UI_CODE"

; ui_frame -- show what changed, wait for the next picture, count money and time
; In     -     Out    -     Uses   A, X, Y, vid_*, unpack_*; with the panel also ink, num_*, tmp*, cursor
; Keeps  -
.proc ui_frame
        jsr prefetch_tick
        jsr video_commit
        jsr stir
        lda irq_tick
        tay
        sec
        ; fiftieths since the last call; bytes wrap, and so does the difference
        sbc clock_seen
        sty clock_seen
        tax
        lda clock_held
        bne @still
        jsr rules1989_there
        bne @still
        jsr clock_beat
@still:
        lda panel_shown
        beq @none
        jmp panel_tick
@none:
        rts
.endproc

.segment "UI_MORE"

; rules1989_there -- are the rules of 1989 in memory?
; In     -     Out    Z=1 yes     Uses   A
; Keeps  X, Y
.proc rules1989_there
        lda variant_mark        ; both: what else lies there may have one of them there
        cmp #'G'                ; the mark of any overlay; its number comes behind it
        bne @no
        lda variant_mark + MARK_SIZE
        cmp #FILE_RULES1989
@no:
        rts
.endproc

.segment "UI_CODE"

; clock_flush -- before a request: the rules learn what time is left of a short game
; In     -     Out    C=1 none, as they have just learnt; C=0     Keeps  A, arg*
; Uses   X, Y, flags, in a short game everything else
.proc clock_flush
        clc
        ldx switches + SW_CLOCK
        beq @done
        jmp clock_send
@done:
        rts
.endproc

; clock_reset -- no time has gone by
; In     -     Out    A = 0     Uses   -
; Keeps  X, Y
.proc clock_reset
        lda #0
        sta clock_due
        sta clock_due+1
        rts
.endproc

; stir -- what the NES game does with its generator in the pictures gone by
; The other sources of dice are left alone: their dice are the same after a
; game is loaded, however long one waits.
; Uses   A, X, random_temp
.proc stir
        lda settings + OPT_RANDOM
        cmp #RANDOM_LFSR
        bne stir_skip
        lda irq_frame
        cmp stir_seen
        beq @done
        inc stir_seen           ; once for each picture gone by, however long drawing took
        lda situation
        jsr random_frame
        jmp stir
@done:
        rts
.endproc

; stir_skip -- pictures up to now count no more
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc stir_skip
        lda irq_frame
        sta stir_seen
        rts
.endproc

; ui_step -- the same for a fiftieth of a second
; In     -     Out    as ui_wait     Uses   as ui_wait     Keeps  -
.proc ui_step
        lda #1
        ; falls through
.endproc

; ui_wait -- let the picture run on for a while
; In     A fiftieths of a second
; Out    C=1 KEY_FASTER or RUN/STOP (then in ui_cut) cut it short; then all waits return
;        at once until ui_skip is 0.  Other keys are forgotten
; Uses   A, X, Y and what ui_frame uses     Keeps  -
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
@time:
        lda irq_tick
        sec
        sbc wait_from           ; modulo 256: a wait is shorter than five seconds
        cmp wait_ticks
        bcc @frame
        clc
        rts
@key:
        ldx demo_on
        bne @demo
        cmp #KEY_FASTER
        beq @faster
        cmp #KEY_STOP
        bne @time               ; another key is forgotten
        sta ui_cut
@faster:
        inc ui_skip
@cut:
        sec
        rts
@demo:
        jmp demo_over
.endproc
