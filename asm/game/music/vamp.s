; vamp.s -- quiet music while a game is played, by the fortune of whoever is to decide
;
; A phrase (sounds.toml, [vamps]) plays on both channels of music while no jingle does; behind it
; the next one follows.  A jingle takes their place at once, effects are heard instead of their voice.
;
; Test tests/asm/game/music/test_vamp.py, test_whole.py

.include "player.inc"
.include "music.inc"
.include "../state.inc"
.include "../zp_ui.inc"

POOR            = 100           ; less in hand: as good as in debt
RICH_HI         = 8             ; 2048 in hand

.segment "UI_BSS"

vamp_on:        .res 1
vamp_off:       .res 1
vamp_plays:     .res 1          ; nonzero: what the channels play is a phrase

.segment "UI_CODE"

; vamp_tick -- the next phrase, if nothing else wants the channels (interrupt)
; In     -     Out    -     Uses   A, X, Y, irq_temp     Keeps  -
; Time   34 cycles while a phrase plays, 209 when one begins
.proc vamp_tick
        lda vamp_off
        bne vamp_end
        lda vamp_on
        beq @none
        lda channel_hi + MUSIC
        ora channel_hi + MUSIC + 1
        ora jingle_any
        bne @none
        inc vamp_plays
        ldx mode_depth
        ldy mode_active,x
        ldx #VAMP_DEBT
        lda player_money_hi,y
        bmi @begin
        bne @solvent
        lda player_money_lo,y
        cmp #POOR
        bcc @begin
        lda #0
@solvent:
        ldx #VAMP_DAY
        cmp #RICH_HI
        bcc @begin
        inx
@begin:
        ldy #MUSIC
        lda #VAMP_TEMPO
        jsr channel_begin
        txa
        clc
        adc #VAMPS
        tax
        iny
        lda #VAMP_TEMPO
        jmp channel_second
@none:
        rts
.endproc
        .assert VAMP_RICH = VAMP_DAY + 1, error, "inx"

; vamp_end -- a phrase is over at once     Uses A, X, Y
; In     -     Out    -     Keeps  -
.proc vamp_end
        lda vamp_plays
        beq @none
        ldx #MUSIC + 1
        jsr channel_stop
        dex
        jsr channel_stop
        lda #0
        sta vamp_plays
@none:
        rts
.endproc
        .assert MUSIC = 0, error, "both channels"
