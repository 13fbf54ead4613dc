; vamp.s -- quiet music while a game is played, by the fortune of whoever is to decide
;
; Both channels of music play a bar (sounds.toml, [vamp]) while no jingle does; behind it comes the
; next one, of the mood of that moment.  A jingle takes their place at once, effects are heard
; instead of their voice.
;
; Test tests/asm/game/music/test_vamp.py, test_whole.py

.include "player.inc"
.include "music.inc"
.include "../state.inc"
.include "../zp_ui.inc"

POOR            = 100           ; less in hand: as good as in debt
RICH_HI         = 8             ; 2048 in hand
ORDERS          = 16            ; phrases until they are heard a fourth up, or down again
PHRASES         = 8             ; a mood
BARS            = 4             ; a phrase
FOURTH          = 5             ; semitones
BASS_BELOW      = 24

.segment "UI_BSS"

vamp_on:        .res 1
vamp_off:       .res 1
vamp_bar:       .res 1          ; the next bar

.segment "UI_CODE"

; vamp_end -- a phrase is over at once     Uses A, X, Y
; In     -     Out    -     Keeps  -
.proc vamp_end
        lda vamp_plays
        beq no_bar
        ldx #MUSIC + 1
        jsr channel_stop
        dex
        jsr channel_stop
        lda #0
        sta vamp_plays
        ; falls through
.endproc
no_bar:
        rts
        .assert MUSIC = 0, error, "both channels"

; vamp_tick -- the next bar, if nothing else wants the channels (interrupt)
; In     -     Out    -     Uses   A, X, Y, irq_temp     Keeps  -
; Time   34 cycles while a bar plays, 300 when one begins
.proc vamp_tick
        lda vamp_off
        bne vamp_end
        lda vamp_on
        beq no_bar
        lda channel_hi + MUSIC
        ora channel_hi + MUSIC + 1
        ora jingle_any
        bne no_bar
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
        ldx #VAMP_RICH
@begin:
        stx vamp_plays
        lda vamp_bar            ; bit 6: a fourth up; then phrase of the order, bar of the phrase
        pha
        lsr a
        lsr a
        and #ORDERS - 1
        tay
        pla
        and #BARS - 1
        ora vamp_order,y
        pha
        and #PHRASES * BARS - 1
        ora vamp_plays
        tay
        lda vamp_bars - VAMP_DAY,y
        pha
        and #$0F
        clc
        adc #VAMP_BARS
        tax
        ldy #MUSIC
        lda #VAMP_TEMPO
        jsr channel_begin
        pla
        lsr a
        lsr a
        lsr a
        lsr a
        bit vamp_bar
        clc
        bvc @key
        adc #FOURTH
@key:
        adc #SOUND_BASE - VAMP_DOWN
        sta channel_base + MUSIC
        sbc #BASS_BELOW - 1     ; C=0
        sta irq_temp
        lda #VAMP_MELODY
        sta channel_kind + MUSIC
        pla
        lsr a
        lsr a
        lsr a
        lsr a
        lsr a
        clc
        adc #VAMP_BASSES
        tax
        iny
        lda #VAMP_TEMPO
        jsr channel_second
        lda irq_temp
        sta channel_base + MUSIC + 1
        lda #VAMP_BASS
        sta channel_kind + MUSIC + 1
        inc vamp_bar
        rts
.endproc
        .assert VAMP_DAY = PHRASES * BARS, error, "vamp_plays is 0 when it does not play"
