; tune.s -- the tune, in the overlay of title and set-up; vibrato, which only its instruments have
;
; The data come from title.toml by tools/music/music.py.
;
; Test tests/asm/game/music/test_tune.py, test_whole.py

.include "player.inc"
.include "../sys/sys.inc"
.include "../zp_ui.inc"

SHAKE           = 8             ; vibrato goes on: 8-15
SHAKE_DOWN      = 4             ; this bit: downwards
SHAKE_MIDDLE    = 10            ; half way up

.segment "TITLE_TUNE"

.include "title_tables.inc"

.segment "TITLE_CODE"

; music_title -- the tune on all three voices; voice3_give ends that
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc music_title
        lda #1
        sta voice3_free
        jsr voice3_mix
        ; falls through
.endproc

; music_wanted -- the tune begins, goes on, or ends, as the options say
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc music_wanted
        lda music_off
        bne music_stop
        lda music_on
        beq music_start
        rts
.endproc

; music_start -- the tune from its beginning
;
; Voices begin a tick after one another: so their notes do not all come in one
; interrupt, and the melody is a trifle ahead.
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc music_start
        jsr music_stop
        inc music_on
        ldx #MUSIC + 2
        lda voice3_free
        bne @from
        dex
@from:
        php
        sei
@voice:
        lda tune_lo,x
        sta channel_lo,x
        lda tune_hi,x
        sta channel_hi,x
        txa
        clc
        adc #1
        sta channel_time,x
        lda #1
        sta channel_units,x
        sta channel_tempo,x
        lda #CLOSED
        sta channel_gate,x
        dex
        bpl @voice
        plp
        rts
.endproc

; music_stop -- the tune, or a jingle, ends
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc music_stop
        lda #0
        sta music_on
        php
        sei
        ldx #EFFECT - 1
@voice:
        lda channel_hi,x
        beq @next
        jsr channel_stop
@next:
        dex
        bpl @voice
        plp
        rts
.endproc

.segment "UI_CODE"

; tune_shake -- vibrato of channel X: four ticks up, four down, by 1/256 of the pitch each
; In     A, N = channel_shake,x     Keeps X     Uses A, Y     Out    -
.proc tune_shake
        bpl @shakes
        inc channel_shake,x     ; not yet
        bne @done
        lda #SHAKE_MIDDLE
        sta channel_shake,x
@done:
        rts
@shakes:
        and #SHAKE_DOWN
        bne @down
        clc
        lda channel_high,x
        adc channel_low,x
        sta channel_low,x
        bcc @next
        inc channel_high,x
        bne @next
@down:
        sec
        lda channel_low,x
        sbc channel_high,x
        sta channel_low,x
        bcs @next
        dec channel_high,x
@next:
        lda channel_shake,x
        clc
        adc #1
        and #7
        ora #SHAKE
        sta channel_shake,x
        jmp pitch_set
.endproc
