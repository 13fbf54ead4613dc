; motion.s -- what moves besides tokens: dice thrown across the stage, a house that drops
;
; They take sprites that are free, or share one with a resting token (sprite_take); a die for which
; there is none tumbles where it will lie, drawn in cells, so no token is hidden.  With the option
; for tokens that jump nothing of this moves.
;
; Test tests/asm/game/ui/test_motion.py

.include "video.inc"
.include "stage.inc"
.include "../play/play.inc"
.include "../pages/pages.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "words_lot.inc"

STEPS           = 36            ; of a throw, fiftieths of a second
LATER           = 4             ; the second die is so much behind
TURNS           = 4             ; shapes of a die in flight
FIRST_ROW       = 50            ; sprite_y of row 0
HAND_X          = 8 * (PANEL_X + 11)    ; where the money of a player stands
BANK_X          = 8 * (STOCK_X + 1)     ; what the bank has lies there
BANK_Y          = 8 * DICE_Y            ; above line 210: its sprite may be shared
GAVEL_Y         = 8 * (SHEET_Y + 2)     ; beside the price, above the figures
RAISED          = 16            ; so long it stays up, and down
STRUCK          = 14
KNOCKS          = 3
A_FACE          = 3             ; steps until it shows another side
DROPS           = 14
FLY_TOP         = 8 * DICE_Y - 52 + 50 ; sprite_y at the highest place of a throw, at the last
FLY_END         = 8 * DICE_Y + 50

.segment "UI_BSS"

fly_die:        .res 1
fly_sprites:    .res 2          ; $FF: none
.segment "UI_LOW"

shadow:         .res 1          ; its sprite
note_at:        .res 2          ; half its column, its row, in dots
note_to:        .res 2

.segment "UI_RODATA"

; A throw from right to left: how far from where the die comes to rest, and how high.
fly_x:
        .byte 118, 112, 107, 101, 96, 91, 86, 81, 76, 71, 67, 62, 58, 54, 50, 46, 42, 38, 35, 31
        .byte 28, 25, 22, 19, 16, 14, 12, 10, 8, 6, 4, 3, 2, 1, 0, 0
        .assert * - fly_x = STEPS, error, "a place for each step"
fly_height:
        .byte 52, 52, 51, 49, 46, 43, 39, 34, 29, 23, 16, 8, 0, 11, 19, 25, 29, 30, 29, 25
        .byte 19, 11, 0, 7, 11, 14, 14, 11, 7, 0, 4, 5, 4, 0, 0, 0
        .assert * - fly_height = STEPS, error, "a height for each step"
fly_end:        .byte 8 * DICE_X, 8 * (DICE_X + DIE_STEP)
drop_height:    .byte 30, 29, 29, 28, 26, 24, 22, 20, 18, 15, 11, 8, 4, 0
        .assert * - drop_height = DROPS, error, "a height for each step"

.segment "UI_CODE"

; dice_fly -- throw both dice across the stage; where they come to rest they are drawn later
; In     die_1, die_2 what they show first     Out    die_1, die_2     Keeps  -
; Uses   A, X, Y, arg0-arg2, tmp*, rect_*, ink, what ui_wait uses
.proc dice_fly
        jsr dice_clear
        lda #0
        sta fly_step
        ; die_take keeps clear of what the other die has; sprite 0 is never given, so 0 means
        ; none.
        sta fly_sprites + 1     ; none yet: 0 is never taken
        ldy #1                  ; die 1 first, so die 0 can keep off its sprite
        jsr die_take
        ldy #0
        jsr die_take
@step:
        ldx #1                  ; both dice, one step
@die:
        stx fly_die
        jsr die_place
        ldx fly_die
        dex                     ; die 0 after die 1
        bpl @die
        jsr ui_step             ; C=1: somebody has cut it short
        bcs @landed             ; cut short
        inc fly_step            ; one clock for both dice
        lda fly_step
        ldx #0
@third:
        sec
        sbc #A_FACE             ; C is set: step modulo 3
        beq @face
        bcs @third
        bcc @on                 ; always: below 0 and never 0
@face:
        ldx #1                  ; both turn at the same steps
        jsr face_turn
        ldx #0
        jsr face_turn
        ldx #EFFECT_DICE
        jsr effect_play
@on:
        lda fly_step
        cmp #STEPS + LATER      ; the second die lands so much later
        bne @step
@landed:
        rts
.endproc

; face_turn -- die X shows another face     Uses A, X, Y, tmp*, ink
.proc face_turn
        jsr face_other          ; never the same side again
        sta die_1,x
        ldy fly_sprites,x
        bpl @sprite             ; with a sprite: die_place takes its shape from die_1
        txa                     ; without: the new face is drawn in cells
        beq @first
        jmp die_2_draw
@first:
        jmp die_1_draw
@sprite:
        rts
.endproc

; die_place -- the sprite of die X, if it has one, at its place in the throw
; In     X die     Uses A, X, Y, arg0-arg2
.proc die_place
        lda fly_sprites,x
        bmi @none
        txa
        beq @first              ; A = 0: no delay
        lda #LATER
@first:                         ; X = 0: the first die is not delayed
        ; Step - LATER, by the complement: the second die begins so much later.
        eor #$FF
        sec
        adc fly_step
        bpl @begun              ; not thrown yet: it waits where the throw begins
        lda #0
@begun:
        cmp #STEPS              ; at rest: it stays at the last place
        bcc @inside
        lda #STEPS - 1
@inside:
        tay
        lda fly_end,x           ; a cell's eight dots: where it comes to rest
        clc
        adc fly_x,y
        sta arg0
        lda #0                  ; the throw begins left of dot 256
        sta arg1
        lda #8 * DICE_Y
        sec
        sbc fly_height,y        ; y grows downward: higher is less
        sta arg2
        lda die_1,x             ; face_turn changes it as it flies
        and #TURNS - 1          ; four shapes in flight, by what it shows
        clc
        adc #SHAPE_DICE         ; the first of the four shapes
        pha
        lda fly_sprites,x
        tax
        pla
        sta sprite_shape,x
        lda #WHITE
        jmp sprite_show
@none:
        rts
.endproc

; die_take -- a sprite for die Y, if there is one
; The two dice must not get the same sprite; the one taken first is not on yet, so it has to be
; named.
; In     Y die     Uses A, X, Y, tmp0-tmp3
.proc die_take
        sty tmp3                ; sprite_take uses Y and tmp0-tmp2
        ldx fly_sprites + 1
        lda #FLY_TOP
        ldy #FLY_END
        jsr sprite_take
        txa
        bcc @taken
        lda #$FF                ; negative: none; this die is drawn in cells
@taken:
        ldy tmp3
        sta fly_sprites,y
        rts
.endproc

; motion_off -- is nothing to move, by the option or because somebody cannot wait?
; In     -     Out    Z=0 yes;  Z=1 no, A = 0     Keeps  X, Y     Uses   A, N
.proc motion_off
        lda ui_skip             ; somebody has cut a wait short
        ora prefs + PREF_TOKENS
        rts
.endproc

; house_drop -- a house falls on square ev_param
; In     ev_param     Out    -     Keeps  -
; Uses   A, X, Y, arg0-arg2, tmp*, board_*, what ui_wait uses
.proc house_drop
        jsr motion_off
        bne @none
        ldx ev_param            ; the square the house falls on
        jsr body_place
        lda arg2
        clc
        adc #50                 ; dots of the window to sprite_y
        tay                     ; the lower end, in Y; A becomes the upper
        ; the highest place of the fall: sprite_take asks for both
        sbc #30 - 1             ; C is clear
        ldx #0                  ; the pointer's sprite is not to be taken
        stx fly_step
        jsr sprite_take
        stx fly_sprites + 1
@step:
        ldx ev_param
        jsr body_place          ; sprite_take has used arg0 to arg2
        ldx fly_step
        lda arg2
        sec
        sbc drop_height,x
        bcs @above
        lda #0                  ; not over the upper border
@above:
        sta arg2
        ldx fly_sprites+1       ; 8 if there was none: seen nowhere
        lda #SHAPE_HOUSE
        sta sprite_shape,x
        lda #BLUE
        jsr sprite_show
        jsr ui_step
        bcs @done               ; cut short: it stands where it falls to
        inc fly_step
        lda fly_step
        cmp #DROPS
        bne @step
@done:
        jmp sprites_return
@none:
        rts
.endproc

; shadow_take -- a sprite for the shadow of a token that hops from line A to line Y
; In     A, Y sprite_y     Out    -     Keeps  -     Uses   A, X, Y, tmp0-tmp2
.proc shadow_take
        ldx ev_player           ; not the token itself
        jsr sprite_take         ; C=1 leaves X = 8: drawn nowhere, so it is not asked
        stx shadow              ; for shadow_place, at every step of the hop
        lda #SHAPE_PROP
        sta sprite_shape,x
        lda #DARK
        sta sprite_color,x
        lda sprite_on           ; shown at once: its place follows
        ora sprite_bit,x
        sta sprite_on
        rts
.endproc

; shadow_place -- it stays on the ground below token X
; The shadow follows the token along the board but stays on the ground while the token rises.
; In     X  token, A  its sprite_y on the ground     Out    -     Keeps  A, X     Uses   Y
.proc shadow_place
        ldy shadow
        sta sprite_y,y          ; the ground, while the token is in the air
        pha
        lda sprite_x,x
        sta sprite_x,y
        lda sprite_x_hi,x
        sta sprite_x_hi,y
        pla
        rts
.endproc

; gavel_count -- going once, going twice, sold: the hammer strikes, the words stand on the lot
; Each stroke is the raised image, a wait, the struck one with its word and sound, a wait. A cut
; ends it at once.
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, arg0-arg2, tmp*, board_*, ink, text_ptr, what ui_wait uses
.proc gavel_count
        jsr motion_off
        bne @none
        sta fly_step            ; A is 0 from motion_off
        jsr gavel_take
@knock:
        ldx #PROP_UP            ; the image changes, the sprite stays where it is
        jsr prop_draw
        lda #RAISED
        jsr ui_wait
        bcs gavel_away
        ldx #PROP_DOWN
        jsr prop_draw
        lda #ON(RED, WHITE)     ; the words stand where those of the bid were
        sta ink
        ldx #SHEET_X + 1
        ldy #BID_Y
        jsr video_goto
        ldx fly_step            ; which knock this is
        lda going,x
        jsr label_at            ; once, twice, sold
        ldx #EFFECT_GAVEL
        jsr effect_play
        lda #STRUCK
        jsr ui_wait
        bcs gavel_away
        inc fly_step
        lda fly_step
        cmp #KNOCKS
        bne @knock
        beq gavel_away          ; always
@none:
        rts
.endproc

; gavel_take -- a hammer beside the price of the lot: its image is drawn by prop_draw
; gavel_away -- it is gone
; In     -     Out    -     Uses   A, X, Y, arg0-arg2, tmp0-tmp2     Keeps  -
.proc gavel_take
        lda #0
        sta arg1
        lda #8 * (SHEET_X + SHEET_W - 3) ; at the right edge of the paper
        sta arg0
        ldy #GAVEL_Y            ; both ends: it does not move
        sty arg2
        lda #GAVEL_Y + FIRST_ROW
        tay
        ; no sprite has this number: all may be taken
        tax                     ; no sprite
        jsr sprite_take
        lda #SHAPE_PROP
        sta sprite_shape,x
        lda #BROWN
        jmp sprite_show
.endproc

.proc gavel_away
        jsr sprites_return
        ; The image is one for shadow and gavel: changed too early, the gavel would become a
        ; shadow while it is still shown.
        jsr frame_wait          ; until it is out of sight
        ldx #PROP_SHADOW
        ; falls through
.endproc

; prop_draw -- the image of SHAPE_PROP     Uses A, X, Y
; In     X  PROP_*     Out    -     Keeps  -
.proc prop_draw
        ldy #0
@byte:
        lda props,x             ; 63 bytes: the 64th is never shown
        sta PROP,y
        inx
        iny
        cpy #SPRITE_SIZE
        bne @byte
        rts
.endproc

; money_parties -- who pays, who gets what event ev_* is about, if motion is not off
; In     ev_*     Out    C=0 X, Y  seats, MAX_PLAYERS and more the bank; C=1 nobody
; Uses   A, X, Y     Keeps  -
.proc money_parties
        lda ev_type
        ; falls through
.endproc

; money_of -- the same for an event of another type
; In     A  EV_*, ev_*     Out    as money_parties     Uses   A, X, Y     Keeps  -
.proc money_of
        tay
        jsr motion_off
        bne @none
        lda ev_lo               ; the amount of the event
        ora ev_hi               ; no money: nothing flies
        beq @none
        ldx #MONEY_EVENTS - 1   ; which of the two parts of the table it is in
        tya
@event:
        cmp money_events,x      ; tells the part by the place in the table
        beq @found
        dex
        bpl @event
@none:
        sec
        rts
@found:
        cpx #MONEY_PAYS         ; C is kept by the two loads until bcs
        ldx ev_player
        ldy ev_other
        bcs @pays
        ldy ev_player           ; the bank pays: it has no seat
        ldx #MAX_PLAYERS
        rts                     ; C=0
@pays:
        cmp #EV_RENT            ; A is the event's type still
        beq @other
        cmp #EV_CARD_PAY
        beq @other
        ldy #MAX_PLAYERS        ; whatever else: to the bank
@other:
        clc
        rts
.endproc

; money_fly -- a note flies from hand to hand
; In     X  who pays, Y  who gets, as money_parties     Out    -     Keeps  -
; Uses   A, X, Y, arg0-arg2, tmp*, board_*, what ui_wait uses
.proc money_fly
        tya
        pha
        jsr hand_place          ; where it starts
        sta note_at
        sty note_at + 1
        pla
        tax
        jsr hand_place          ; where it goes
        sta note_to
        sty note_to + 1
        lda #FIRST_ROW
        ldy #BANK_Y + FIRST_ROW ; from the first seat's row down to the bank's
        ldx #0                  ; the pointer's sprite may not be taken
        jsr sprite_take
        stx fly_sprites + 1
        lda #SHAPE_NOTE
        sta sprite_shape,x
@step:
        lda #0
        sta arg1
        lda note_at
        ; x is up to 319 and a byte is too small: half of it is kept, and doubled here.
        asl a                   ; the doubled column has nine bits
        rol arg1
        sta arg0
        lda note_at + 1
        sta arg2
        ldx fly_sprites + 1     ; 8 if there was none: shown nowhere
        lda #LIME
        jsr sprite_show
        jsr ui_step
        bcs @there
        ldx #1                  ; both axes, row and column
        lda #0                  ; nothing moved yet: eighth notes what does
        sta fly_step
@axis:
        jsr note_ease
        dex
        bpl @axis
        lda fly_step            ; how far it has come
        bne @step               ; 0: neither axis has moved
@there:
        jmp sprites_return
.endproc

; note_ease -- an eighth of what is left, at least 1     In X axis     Uses A, tmp0     Keeps X
; The way shrinks by an eighth a step: quick at first, slow at the hand, and there for certain.
.proc note_ease
        lda note_to,x
        sec
        sbc note_at,x
        bcc @back
        jsr eighth              ; right or down
        clc
        adc note_at,x
        sta note_at,x
        rts
@back:
        ; Negative: the complement plus one. C is clear, so adc #1 adds just one.
        eor #$FF
        adc #1
        jsr eighth              ; left or up
        sta tmp0
        lda note_at,x
        sec
        sbc tmp0
        sta note_at,x
        rts
.endproc

; eighth -- A = A / 8, rounded up; fly_step is not 0 if that is not 0
.proc eighth
        clc
        adc #7
        ; C from the addition is the ninth bit, and ror brings it in: 255 + 7 is no overflow.
        ror a
        lsr a
        lsr a
        pha
        ora fly_step            ; collects both axes
        sta fly_step
        pla
        rts
.endproc

; hand_place -- where the money of X is: A half its column, Y its row, in dots
.proc hand_place
        lda #BANK_X / 2         ; half, as in note_at
        ldy #BANK_Y
        cpx #MAX_PLAYERS        ; C=1: no seat, so the bank
        bcs @bank
        txa
        asl a                   ; eight dots a row, one row a seat
        asl a
        asl a
        tay
        lda #HAND_X / 2
@bank:
        rts
.endproc

.segment "UI_RODATA"

going:          .byte <text_once, <text_twice, <text_sold
        .assert >text_once = >text_sold .and >text_once = >text_twice, error, "a book"

; The bank pays the first of them; the others pay the bank, or whom the event names.
money_events:
        .byte EV_SALARY, EV_PARKING, EV_CARD_GET, EV_SOLD, EV_MORTGAGED, EV_REBUILT
MONEY_PAYS      = * - money_events
        .byte EV_TAX, EV_RENT, EV_CARD_PAY, EV_BAIL, EV_BOUGHT, EV_WON, EV_BUILT, EV_REPAID, EV_DEED
MONEY_EVENTS    = * - money_events

props:                          ; PROP_*: without the last byte of a sprite
        .incbin "props.bin", 64, SPRITE_SIZE
        .incbin "props.bin", 2 * 64, SPRITE_SIZE
        .assert * - props = PROP_SHADOW, error, "indexed by PROP_*"
        .incbin "props.bin", 3 * 64, SPRITE_SIZE

.segment "SPRITES"

motion_shapes:                  ; behind the tokens, the pointer and the frame
        .incbin "motion.bin"
        .assert motion_shapes - SPRITES = 64 * SHAPE_DICE, lderror, "sprites in this order"
        .assert * - motion_shapes = 64 * (SHAPE_NOTE - SHAPE_DICE), error, "a shape for each"
        .incbin "props.bin", 0, 64
