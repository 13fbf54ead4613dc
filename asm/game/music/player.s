; player.s -- the driver: six channels play streams of bytes on three voices
;
; Channels 0-2 are music, 3-5 effects, each pair on one voice of the SID; while an
; effect sounds, the music below it goes on unheard and comes back with its
; next note.  Streams: tools/music/music.py writes them, docs/inside/game-recipes.md, "A tune",
; tells their bytes.
;
; A note is taken in one tick, in which its voice is at rest (gate closed, attack to release
; 0), and begins in the next: the SID's rate counter would else have to go round
; before some attacks.
;
; Test tests/asm/game/music/test_whole.py, test_tune.py, test_effects.py, test_heard.py

.include "player.inc"
.include "../zp_ui.inc"
.include "../../inc/sid.inc"

COMMAND         = $1F           ; these bits 0: a command; END is 0
INSTRUMENT      = $40           ; number
TEMPO           = $80           ; ticks a unit; between them BASE, below CALL, above JUMP
FIRST_NOTE      = 2             ; below: rest
GATE            = $01           ; of SID_CONTROL, with no wave yet
OPEN            = $FF           ; gate
TAKEN           = 0             ; opens with the next tick

.segment "UI_BSS"

channel_lo:     .res CHANNELS   ; next byte of the stream
channel_hi:     .res CHANNELS   ; 0 = idle
channel_back_lo: .res EFFECT    ; where the stream goes on that called this one
channel_back_hi: .res CHANNELS  ; 0 = nowhere
channel_time:   .res CHANNELS   ; ticks left of this unit
channel_units:  .res CHANNELS   ; units left of this note
channel_tempo:  .res CHANNELS
channel_base:   .res CHANNELS
channel_kind:   .res CHANNELS   ; instrument
channel_note:   .res CHANNELS
channel_wave:   .res CHANNELS   ; row of wave_control, 0 = stays as it is
channel_control: .res CHANNELS
channel_gate:   .res CHANNELS
channel_pulse:  .res CHANNELS   ; nibbles exchanged: both registers take it
channel_shake:  .res CHANNELS   ; vibrato: 0 none, from $80 waiting
channel_low:    .res CHANNELS   ; frequency
channel_high:   .res CHANNELS

.segment "UI_RODATA"

voice_base:     .byte 0, 7, 14, 0, 7, 14
units:          .byte 1, 2, 3, 4, 6, 8, 12, 16

.segment "UI_CODE"

; channel_tick -- a fiftieth of a second of all channels
; In     -     Out    -     Uses   A, X, Y, sound_ptr, irq_temp     Keeps  -
.proc channel_tick
        ldx #CHANNELS - 1       ; effects first: one that ends frees the voice
@channel:
        lda channel_hi,x
        beq @next
        dec channel_time,x
        bne @sound
        lda channel_tempo,x
        sta channel_time,x
        dec channel_units,x
        bne @sound
        jsr channel_take
        jmp @next
@sound:
        cpx #EFFECT
        bcs @heard
        lda channel_hi + EFFECT,x
        bne @next               ; an effect is heard instead
@heard:
        jsr channel_sound
@next:
        dex
        bpl @channel
        rts
.endproc

; channel_take -- stream X up to its next note or rest
; Keeps  X     Uses A, Y, sound_ptr, irq_temp
.proc channel_take
        lda channel_lo,x
        sta sound_ptr
        lda channel_hi,x
        sta sound_ptr+1
@stream:
        ldy #0
@byte:
        lda (sound_ptr),y
        iny
        sta irq_temp
        and #COMMAND
        beq @command
        cmp #FIRST_NOTE
        bcc @rest
        adc channel_base,x      ; and 1, C is set
        sta channel_note,x
        jsr @taken
        jmp note_begin
@rest:
        lda #CLOSED
        sta channel_gate,x
@taken:
        tya
        clc
        adc sound_ptr
        sta channel_lo,x
        lda sound_ptr+1
        adc #0
        sta channel_hi,x
        lda irq_temp
        lsr a
        lsr a
        lsr a
        lsr a
        lsr a
        tay
        lda units,y
        sta channel_units,x
        rts
@command:
        lda irq_temp
        beq @end
        cmp #INSTRUMENT
        bcc @call
        beq @instrument
        cmp #TEMPO
        bcc @base
        bne @jump
        lda (sound_ptr),y
        sta channel_tempo,x
        sta channel_time,x
        bne @one
@base:
        lda (sound_ptr),y
        sta channel_base,x
        jmp @one
@instrument:
        lda (sound_ptr),y
        sta channel_kind,x
@one:
        iny
        bne @byte
@call:
        lda (sound_ptr),y
        sta channel_base,x
        iny
        tya
        clc
        adc #2
        adc sound_ptr
        sta channel_back_lo,x
        lda sound_ptr+1
        adc #0
        sta channel_back_hi,x
@jump:
        lda (sound_ptr),y
        pha
        iny
        lda (sound_ptr),y
        sta sound_ptr+1
        pla
        sta sound_ptr
        jmp @stream
@end:
        lda channel_back_hi,x
        bne @back
        beq channel_stop
@back:
        sta sound_ptr+1
        lda channel_back_lo,x
        sta sound_ptr
        lda #0
        sta channel_back_hi,x
        jmp @stream
.endproc

; note_begin -- the note of channel X is taken: its voice rests until the next tick
; Keeps  X     Uses A, Y
.proc note_begin
        ldy channel_kind,x
        lda instrument_wave,y
        sta channel_wave,x
        lda instrument_vibrato,y
        sta channel_shake,x
        lda #TAKEN
        sta channel_gate,x
        cpx #EFFECT
        bcs voice_rest
        ; falls through
.endproc

; music_rest -- the voice of music rests, if no effect is heard there
; In     X channel of music     Keeps  X     Uses A, Y
.proc music_rest
        lda channel_hi + EFFECT,x
        beq voice_rest
        rts
.endproc

; channel_stop -- channel X is idle, its voice at rest; music below an effect waits for
; its next note
; In     X  channel     Out    -
; Keeps  X     Uses A, Y
.proc channel_stop
        lda #0
        sta channel_hi,x
        sta channel_back_hi,x
        cpx #EFFECT
        bcc music_rest
        lda #CLOSED
        sta channel_gate - EFFECT,x
        ; falls through
.endproc

; voice_rest -- the envelope of channel X's voice is over at once
; Keeps  X     Uses A, Y
.proc voice_rest
        ldy voice_base,x
        lda #0
        sta SID_ATTACK,y
        sta SID_SUSTAIN,y
        lda channel_control,x
        and #CLOSED
        sta SID_CONTROL,y
        rts
.endproc

; channel_sound -- one tick of the sound of channel X: wave and pitch, vibrato, gate, pulse
; Keeps  X     Uses A, Y
.proc channel_sound
        lda channel_gate,x
        bne @begun
        jsr note_open
@begun:
        ldy channel_wave,x
        beq @held
        lda wave_control,y
        bne @row
        lda wave_pitch,y        ; where the list goes on
        sta channel_wave,x
        beq @held
        tay
        lda wave_control,y
@row:
        inc channel_wave,x
        sta channel_control,x
        lda wave_pitch,y
        bmi @fixed
        clc
        adc channel_note,x
@fixed:
        and #$7F
        tay
        lda frequency_lo,y
        sta channel_low,x
        lda frequency_hi,y
        sta channel_high,x
        jsr pitch_set
@held:
        lda channel_shake,x
        beq @steady
        jsr tune_shake
@steady:
        ldy channel_kind,x
        lda channel_units,x     ; is the note near its end?
        lsr a
        bne @on
        lda instrument_gate,y
        beq @on
        cmp channel_time,x
        bcc @on
        lda #CLOSED
        sta channel_gate,x
@on:
        lda instrument_sweep,y
        beq @same
        clc
        adc channel_pulse,x
        adc #0
        sta channel_pulse,x
        ldy voice_base,x
        sta SID_PULSELO,y
        sta SID_PULSEHI,y
@same:
        ldy voice_base,x
        lda channel_control,x
        and channel_gate,x
        sta SID_CONTROL,y
        rts
.endproc

; note_open -- the envelope and the pulse of channel X's note begin
; Keeps  X     Uses A, Y
.proc note_open
        ; The gate before the envelope: where it opens, the SID looks at the decay for a cycle. A
        ; decay that is not 0 there makes one attack of nine miss its count, and wait 33 ms.
        ldy voice_base,x
        lda #GATE
        sta SID_CONTROL,y
        lda #OPEN
        sta channel_gate,x
        ldy channel_kind,x
        lda instrument_pulse,y
        sta channel_pulse,x
        pha
        lda instrument_sr,y
        pha
        lda instrument_ad,y
        ldy voice_base,x
        sta SID_ATTACK,y
        pla
        sta SID_SUSTAIN,y
        pla
        sta SID_PULSELO,y
        sta SID_PULSEHI,y
        rts
.endproc

; pitch_set -- the pitch of channel X into the SID
; In     X  channel     Out    -
; Keeps  X     Uses A, Y
.proc pitch_set
        ldy voice_base,x
        lda channel_low,x
        sta SID_FREQLO,y
        lda channel_high,x
        sta SID_FREQHI,y
        rts
.endproc
