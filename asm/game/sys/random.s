; random.s -- random numbers: SID noise, the NES generator, the same unbiased
;
; SID noise: voice 3 runs as noise at the highest frequency with its gate off
; (silent), and $D41B is read no sooner than 24 shifts of its 23-bit register
; after the last time, so that no bit is seen twice.  One shift takes 16
; cycles there.  Values that would favour a face are rejected, never clamped.
;
; Some SIDs give no noise: broken ones, and emulators without sound.  noise_try
; finds out when the game starts; noise_bad then makes the register take over,
; whatever the settings say.  It also does if the noise fails later.
;
; The shift register is the NES generator of seed document 003: 24 bits in
; rng_v, high byte first, of which 22 count; zero is its only fixed point and
; is never seeded.  RANDOM_LFSR uses it exactly as it was, bias included.
; RANDOM_UNBIASED shifts 17 times and adds the low and the middle byte: a
; register with two taps repeats the sum of its bits 21 and 22 places back, and
; bytes taken straight from it fail a test of 16,000 shuffles; the carries of
; the addition break that.  What does not fit is rejected.
; Test tests/asm/game/test_random.py

.include "../zp.inc"
.include "../state.inc"
.include "random.inc"
.include "../../inc/sid.inc"
.global random_order

VOICE_3         = 2 * SID_VOICE
NOISE_NO_GATE   = $80
BYTE_SHIFTS     = 17            ; prime to the period, see above
TRIES           = 32            ; fair noise fails so often once in 2^32
SEED_HIGH       = $3E           ; the NES game's own start, frame 7
SEED_MIDDLE     = $2A
SEED_LOW        = $D2

.segment "PLAY_BSS"
random_order:   .res 16         ; a deck in random order
random_tries:   .res 1

.segment "PLAY_CODE"

; random_init -- voice 3 becomes the noise source
; In     -     Out    -     Keeps  X, Y   Uses  A, N Z
.proc random_init
        lda #$FF                ; the highest frequency: a shift of the noise every 16 cycles
        sta SID_FREQLO + VOICE_3
        sta SID_FREQHI + VOICE_3
        lda #0
        sta SID_SUSTAIN + VOICE_3
        lda #NOISE_NO_GATE      ; without the gate the envelope stays at 0: nothing is heard
        sta SID_CONTROL + VOICE_3
        rts
.endproc

.segment "START"

; noise_try -- does voice 3 make noise: is each bit of 256 reads set in a fair number of them?
; The reads are about seven shifts of the noise apart.  Then, whatever its register holds, a bit
; is set in 88 to 163 of 256 (all of its 2^23 - 1 states counted).
; In     random_init; no interrupts; noise_bad 0     Out    noise_bad  not 0: it does not
; Keeps  -     Uses   A, X, Y, flags; arg*, tmp0-tmp3     Time   29,000 cycles
.proc noise_try
        ldx #BITS - 1
        ldy #0
@none:
        sty noise_set,x
        dex
        bpl @none
@read:
        lda SID_OSC3
        ldx #BITS - 1
@bit:
        asl a
        bcc @clear
        inc noise_set,x
@clear:
        dex
        bpl @bit
        iny
        bne @read
        ldx #BITS - 1
@fair:
        lda noise_set,x
        sec
        sbc #FEWEST
        cmp #MOST + 1 - FEWEST
        bcs @bad                ; 256 as well, which has become 0
        dex
        bpl @fair
        rts
@bad:
        inc noise_bad
        rts
.endproc
BITS            = 8
FEWEST          = 64
MOST            = 191
noise_set       = arg0          ; how often each bit was set
        .assert tmp3 = arg0 + BITS - 1, lderror, "eight bytes that follow each other"

.segment "TITLE_PLAY"

; random_own -- start the shift register from the NES game's seed
; In     -     Out    -     Keeps  -     Uses   A, X, Y, N Z
.proc random_own
        lda #SEED_HIGH
        ldx #SEED_MIDDLE
        ldy #SEED_LOW
        ; falls through
.endproc

; random_seed -- start it
; In     A high, X middle, Y low byte; 22 zero bits are replaced by 3E2AD2     Out    -
; Keeps  X, Y unless replaced
; Uses   A, N Z
.proc random_seed
        sta rng_v
        stx rng_v+1
        sty rng_v+2
        and #$3F                ; the two upper bits of 24 do not count
        ora rng_v+1
        ora rng_v+2
        beq random_own
        lda #0
        sta rng_w
        sta rng_n
        rts
.endproc

.segment "PLAY_CODE"

; random_f1 -- one shift: V = (V << 1) | (bit 21 xor bit 20)
; In     -     Out    A = rng_v+2
; Keeps  X, Y   Uses  flags
.proc random_f1
        lda rng_v               ; bits 21 and 20 are bits 5 and 4 here
        asl a
        ; A shift and an EOR put both taps into one bit, so a comparison brings the result to C.
        eor rng_v               ; bit 5 = bit 4 xor bit 5
        and #$20
        cmp #$20                ; C = that bit
        rol rng_v+2             ; three bytes to the left, C comes in at bit 0
        rol rng_v+1
        rol rng_v
        lda rng_v+2
        rts
.endproc

; random_f2 -- five times: W += 7, one shift
; In     -     Out    -     Keeps  X, Y   Uses  A, flags; random_temp
.proc random_f2
        lda #5
        sta random_temp
@again:
        lda rng_w
        clc
        adc #7
        sta rng_w
        jsr random_f1
        dec random_temp
        bne @again
        rts
.endproc

; random_shift -- A shifts
; In     A  number, 1..255
; Out    A = rng_v+2
; Keeps  X, Y   Uses  flags; random_temp
.proc random_shift
        sta random_temp
@again:
        jsr random_f1
        dec random_temp
        bne @again
        lda rng_v+2
        rts
.endproc

; random_byte -- a byte from the chosen source
; In     -     Out    A  0..255
; Keeps  X, Y   Uses  flags; random_temp
; Time   SID at least 24 shifts of its register, 384 cycles
.proc random_byte
        lda settings + OPT_RANDOM
        ora noise_bad
        bne @register
        ; 24 shifts of 16 cycles are 384: 560 are enough for all bits read last time to have
        ; left.
        lda #80
@wait:
        sec
        sbc #1
        bne @wait               ; 7 cycles a turn: 560 in all
        lda SID_OSC3
        rts
@register:
        lda #BYTE_SHIFTS
        jsr random_shift
        clc
        adc rng_v+1             ; the sum of two bytes breaks the linearity of the register
        rts
.endproc

; random_below -- a number below n, all equally likely: what does not fit a
; whole number of times into 256 is rejected
; In     A  n, 1..255
; Out    A  0..n-1;  noise_bad  not 0 if all tries were rejected
; Keeps  X, Y   Uses  flags; random_range, random_temp, random_tries
.proc random_below
        sta random_range
        lda #TRIES
        sta random_tries
@again:
        jsr random_byte
        sta random_temp         ; start of the block of n that holds the byte
        ; The byte's block of n numbers must lie below 256 as a whole. Else the last, shorter
        ; block would favour small numbers.
        cmp random_range
        bcc @in_first
@reduce:
        sbc random_range        ; C is set by the compare, each time
        cmp random_range
        bcs @reduce
@in_first:
        sta random_temp+1       ; byte mod n
        lda random_temp
        sec
        sbc random_temp+1
        clc
        adc random_range
        bcc @fits               ; the block ends below 256
        beq @fits               ; or exactly there
        dec random_tries
        bne @again
        inc noise_bad           ; nothing fair is rejected that often: the register takes over
        bne @again              ; always
@fits:
        lda random_temp+1
        rts
.endproc

; random_dice -- throw two dice into dice, dice+1
; In     -     Out    -     Uses   A, X, flags; random_range, random_temp
; Keeps  Y
.proc random_dice
        lda settings + OPT_RANDOM
        cmp #RANDOM_LFSR
        beq @exact
        ldx #1
@die:
        lda #6
        jsr random_below
        clc
        adc #1
        sta dice,x
        dex
        bpl @die
        rts
@exact:                         ; the NES game's frame of the result
        jsr random_f1           ; in this order exactly: it is the NES game's
        jsr random_f2
        lda #5
        jsr random_shift
        eor rng_w
        jsr @face
        sta dice+1
        lda #5
        jsr random_shift
        jsr @face
        sta dice
        rts
@face:                          ; A mod 6 + 1
        cmp #6
        bcc @small
        sbc #6
        bcs @face               ; always
@small:
        adc #1                  ; C=0
        rts
.endproc

; random_cards -- random_order = the cards 0..15, every order equally likely
; In     -     Out    -     Uses   A, X, Y, flags; random_range, random_temp     Keeps  -
.proc random_cards
        ldx #15
@number:
        txa
        sta random_order,x
        dex
        bpl @number
        ; Fisher and Yates: each place takes one of those not placed yet, so all 16! orders are
        ; equally likely.
        ldx #15
@swap:                          ; place x takes one of 0..x
        txa
        clc
        adc #1
        jsr random_below
        tay
        lda random_order,x
        pha
        lda random_order,y
        sta random_order,x
        pla
        sta random_order,y
        dex
        bne @swap
        rts
.endproc

; random_deck -- random_order as the NES generator deals a deck
; In     X  deck, 0 Chest (base 16), 1 Chance (base 0)     Out    -
; Uses   A, X, Y, flags; random_range (its byte K), random_temp     Keeps  -
.proc random_deck
        lda bases,x
        sta random_range
        ldx #15
        lda #$FF
@empty:
        sta random_order,x      ; $FF: this place is free
        dex
        bpl @empty
        ldx #15                 ; card
@try:
        lda #3
        jsr random_shift
        eor random_range
        lsr a                   ; the upper four bits are the place
        lsr a
        lsr a
        lsr a
        tay
        lda random_order,y
        bpl @taken
        txa
        sta random_order,y
        dex
        bpl @try
        rts
@taken:
        ; The place is taken: another number is mixed in, as the NES game does.
        inc random_range
        jmp @try
.endproc

.segment "PLAY_DATA"
bases:          .byte 16, 0
.segment "PLAY_CODE"

; random_frame -- what the NES game does with its generator in a frame
; In     A  FRAME_*     Out    -
; Uses   A, X, flags; random_temp
; Keeps  Y
.proc random_frame
        tax
        jsr random_f1
        cpx #FRAME_PLAIN        ; every picture shifts once; some situations shift more
        beq @done
        cpx #FRAME_THROWN
        beq @f2
        inc rng_n
        cpx #FRAME_SETUP
        beq @done
        cpx #FRAME_NAME
        beq @name
        cpx #FRAME_ROLLING
        beq @rolling
        jsr random_f2           ; waiting to roll
        cpx #FRAME_WAIT
        bne @done
@two:
        jsr random_f1
@one:
        jmp random_f1
@rolling:
        jsr random_f2
        jsr random_f2
        jsr random_f2
        lda rng_n
        and #3
        beq @two
@done:
        rts
@name:
        lda rng_n
        and #31
        beq @one
        jsr random_shift
        jmp random_f1
@f2:
        jmp random_f2
.endproc
