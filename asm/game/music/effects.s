; effects.s -- who is heard: requests by priority, volume, the tune, voice 3
;
; The game requests an effect by number; higher numbers matter more.  What cannot begin at once waits,
; up to PATIENCE ticks: nothing that has begun is cut off, the request that matters
; most takes the next free channel.  Effects take one channel, jingles (the
; highest numbers) both channels of music.  The same request twice while it waits is one sound.
;
; Voice 3 is the noise of the dice while these come from there; otherwise it plays, too.
;
; Time   effect_tick: see docs/measured/game.md, "Sound"
; Test   tests/asm/game/music/test_effects.py, test_whole.py

.include "player.inc"
.include "../state.inc"
.include "../sys/random.inc"
.include "../sys/sys.inc"
.include "../zp_ui.inc"
.include "../../inc/sid.inc"

PATIENCE        = 75            ; ticks a request waits
VOLUME          = 15
VOICE_3_OFF     = $80           ; not heard
FIRST_JINGLE    = EFFECTS - JINGLES

.segment "UI_BSS"

effect_clock:   .res 1          ; ticks
effect_any:     .res 1          ; nonzero: some may wait
sound_off:      .res 1
music_off:      .res 1
music_on:       .res 1          ; the tune plays
volume:         .res 1          ; rises by one a tick: no click
voice3_free:    .res 1          ; nonzero: not the noise of the dice

.segment "SOUND_TOP"            ; RAM below the end of the KERNAL

effect_wait:    .res EFFECTS    ; odd effect_clock of a request, 0 = none

.segment "UI_CODE"

; effect_init -- everything silent at once, requests forgotten; the volume stays
; In     -     Out    -     Uses   A, X     No interrupt may come meanwhile.
; Keeps  Y
.proc effect_init
        lda #0
        sta music_on
        sta vamp_plays
        ldx #EFFECTS - 1
@request:
        sta effect_wait,x
        dex
        bpl @request
        ldx #CHANNELS - 1
@channel:
        sta channel_hi,x
        sta channel_back_hi,x
        dex
        bpl @channel
        ldx #13                 ; voices 1 and 2
@register:
        sta SID,x
        dex
        bpl @register
        sta SID_FILTER          ; no filter
        ; falls through
.endproc

; voice3_give -- voice 3 to whom the settings say: noise of the dice, or music
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc voice3_give
        lda settings + OPT_RANDOM
        sta voice3_free
        bne voice3_mix
        sta channel_hi + MUSIC + 2
        sta channel_back_hi + MUSIC + 2
        sta channel_hi + EFFECT + 2
        jsr random_init
        ; falls through
.endproc

; voice3_mix -- volume; the noise of the dice is not heard
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc voice3_mix
        lda voice3_free
        bne @heard
        lda #VOICE_3_OFF
        bne @set
@heard:
        lda #0
@set:
        ora volume
        sta SID_VOLUME
        rts
.endproc

; effect_play -- ask for an effect or a jingle
; In     X EFFECT_*     Keeps X, Y     Uses A
; Out    -
.proc effect_play
        lda sound_off
        bne @silent
        lda effect_clock
        ora #1
        sta effect_wait,x
        cpx #FIRST_JINGLE
        bcs @jingle
        sta effect_any
@silent:
        rts
@jingle:
        sta jingle_any
        rts
.endproc

; effect_tick -- a fiftieth of a second of sound (interrupt)
; In     -     Out    -     Uses   A, X, Y, sound_ptr, irq_temp     Keeps  -
.proc effect_tick
        inc effect_clock
        lda volume
        cmp #VOLUME
        beq @full
        inc volume
        jsr voice3_mix
@full:
        lda effect_any
        beq @jingles
        jsr effects_take
@jingles:
        lda jingle_any
        beq @play
        jsr jingles_take
@play:
        jsr channel_tick
        jmp vamp_tick
.endproc

; effects_take -- the effect that matters most begins if a channel is free
; Uses   A, X, Y, irq_temp
.proc effects_take
        ldy #EFFECT + 1         ; voice 3, 2, 1: the melody's is the last
        lda voice3_free
        beq @channel
        iny
@channel:
        lda channel_hi,y
        beq @free
        dey
        cpy #EFFECT
        bcs @channel
        rts
@free:
        ldx #FIRST_JINGLE - 1
        lda #0
        jsr effect_next
        lda #0
        rol a
        eor #1
        sta effect_any          ; one was found: there may be more
        beq @done
        bne channel_begin
@done:
        rts
.endproc

; jingles_take -- the same for jingles
; Uses   A, X, Y, irq_temp
.proc jingles_take
        lda vamp_plays
        beq @mine
        jmp vamp_end            ; the jingle begins with the next tick: not all in one interrupt
@mine:
        lda channel_hi + MUSIC
        ora channel_hi + MUSIC + 1
        bne no_jingle
        tay
        sta jingle_any
        ldx #EFFECTS - 1
        lda #FIRST_JINGLE
        jsr effect_next
        bcs no_jingle
        lda #JINGLE_TEMPO
        sta jingle_any          ; there may be more
        jsr channel_begin
        txa
        adc #JINGLES            ; C=0
        tax
        iny
        lda #JINGLE_TEMPO
        ; falls through
.endproc

; channel_second -- the second channel begins a tick later: not two notes in one interrupt
; In     as channel_begin, Y = MUSIC + 1     Out    -     Uses   as channel_begin     Keeps  -
.proc channel_second
        jsr channel_begin
        inc channel_time + MUSIC + 1
        ; falls through
.endproc
no_jingle:
        rts

; effect_next -- the request that matters most, taken; stale ones are dropped
; In     X, A highest and lowest number     Out C=0 X = number; C=1 none
; Keeps  Y     Uses A, irq_temp
.proc effect_next
        sta irq_temp
@look:
        lda effect_wait,x
        bne @waits
@next:
        dex
        cpx irq_temp
        bpl @look
        sec
        rts
@waits:
        lda effect_clock
        sec
        sbc effect_wait,x
        cmp #PATIENCE           ; too old to be played now
        lda #0
        sta effect_wait,x
        bcs @next
        rts
.endproc

; channel_begin -- idle channel Y plays sound X from its next tick on
; In     A ticks a unit, X sound, Y channel     Out    -     Keeps X, Y, C     Uses A
.proc channel_begin
        sta channel_tempo,y
        lda sound_lo,x
        sta channel_lo,y
        lda sound_hi,x
        sta channel_hi,y
        lda #SOUND_BASE
        sta channel_base,y
        lda #1
        sta channel_time,y
        sta channel_units,y
        lda #CLOSED             ; silent until its first note
        sta channel_gate,y
        rts
.endproc
