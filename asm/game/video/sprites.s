; sprites.s -- tokens: one multicolour sprite a player
;
; Positions are prepared here, none half written when the interrupt at line 250
; takes them over.  Who needs a ninth sprite for a moment shares one with a resting token above
; or below: sprites 8 to 11 are second uses of one of the eight, from line 110 or 210 on.
;
; Test tests/asm/game/ui/test_screens.py, test_motion.py

.include "video.inc"
.include "../play/play.inc"
.include "../pages/pages.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/vic.inc"

FIRST_X         = 24            ; sprite coordinates of the top left dot
FIRST_Y         = 50
SPRITES_ALL     = LATE + LATE_USES
HIGH            = 21
LINE_UPPER      = 110           ; interrupts (sys/irq.s)
LINE_LOWER      = 210
LATE_UPPER      = 0             ; second uses from there on, two for each line
LATE_LOWER      = 2

.segment "UI_BSS"

sprite_x_hi:    .res SPRITES_ALL
sprite_on:      .res 1          ; bit = sprite
late_sprite:    .res LATE_USES  ; whose second use sprite 8 is, 9 ...; $FF none

.segment "UI_PLACES"

sprite_x:       .res SPRITES_ALL
sprite_y:       .res SPRITES_ALL

.segment "UI_LOOKS"

sprite_color:   .res SPRITES_ALL
sprite_shape:   .res SPRITES_ALL

.segment "UI_RODATA"

sprite_bit:
        .byte $01, $02, $04, $08, $10, $20, $40, $80
        .res LATE_USES, 0       ; second uses are there when the first ones are
        .assert * - sprite_bit = SPRITES_ALL, error, "a bit for each"
; Where what begins at a line may begin (sprite_y): a second one is there three lines later
late_from:      .byte LINE_UPPER + 3, LINE_UPPER + 6, LINE_LOWER + 2, LINE_LOWER + 5
        .assert * - late_from = LATE_USES, error, "a line for each"

.segment "START"

; sprites_init -- all off, multicolour, black outline and white light
; Bit pairs %01 and %11 are the outline and the light of all tokens; %10 is the player's own colour.
; In     places and sprite_on are 0 (bss_clear)     Out    -     Uses   A, X
; Keeps  Y
.proc sprites_init
        jsr sprites_parade
        jsr late_none
        ldx #SPRITE_SIZE - 1
@shadow:
        lda props + PROP_SHADOW,x ; the spare image begins as the shadow
        sta PROP,x
        dex
        bpl @shadow
        lda #0
        sta sprite_on
        sta VIC_SPRITE_EXPY     ; tokens are not expanded
        sta VIC_SPRITE_PRIO     ; in front of the picture
        sta VIC_SPRITE_EXPX
        lda #$FF
        sta VIC_SPRITE_MCM      ; all multicolour: two colours are shared, one is the player's
        lda #BLACK
        sta VIC_SPRITE_MC0
        lda #WHITE
        sta VIC_SPRITE_MC1
        rts
.endproc

.segment "UI_MORE"

; sprites_parade -- sprite and token have the same number     Uses A, X
; In     -     Out    -     Keeps  Y
.proc sprites_parade
        ldx #7
@sprite:
        txa
        sta sprite_shape,x
        dex
        bpl @sprite
        rts
.endproc

; sprites_dress -- each seat's sprite is the token he has chosen     Uses A, X
; In     -     Out    -     Keeps  Y
.proc sprites_dress
        ldx #7                  ; seats and sprites have the same numbers
@sprite:
        lda player_token,x
        sta sprite_shape,x
        dex
        bpl @sprite
        rts
.endproc

; sprite_hide -- In X sprite     Keeps X     Uses A
; Out    -
.proc sprite_hide
        lda sprite_bit,x
        eor #$FF                ; all bits but this sprite's
        and sprite_on
        sta sprite_on
        rts
.endproc

; sprites_off -- none
; In     -     Out    -     Keeps  X, Y     Uses   A, flags
.proc sprites_off
        lda #0
        sta sprite_on
        rts
.endproc

.segment "UI_CODE"

; sprite_show -- place a sprite
; In     X sprite, A colour, arg0/arg1 x in dots of the window, arg2 y     Out    -
; Keeps  X     Uses A, Y
.proc sprite_show
        php                     ; I as the caller had it
        ; The interrupt at line 250 copies all of it to the VIC. It must not find a new x with
        ; an old y: a token would jump for one picture.
        sei
        sta sprite_color,x
        clc
        lda arg0
        adc #FIRST_X            ; the window begins at sprite x 24
        sta sprite_x,x
        lda arg1
        adc #0                  ; bit 8 of x
        sta sprite_x_hi,x
        clc
        lda arg2
        adc #FIRST_Y            ; and at sprite y 50
        sta sprite_y,x
        lda sprite_on
        ora sprite_bit,x
        sta sprite_on
        plp
        rts
.endproc

; sprite_take -- a sprite for what moves between two lines: one that is off, else one that shows a
; resting token on the other side of an interrupt's line
; In     A, Y  uppermost and lowest place (sprite_y), in any order; X  a sprite it must not be
; Out    C=0 X  0-9, to be shown at once; C=1 there is none, X = 8, which nobody sees
; Uses   A, Y, tmp0-tmp2     Keeps  -
.proc sprite_take
        sta tmp0                ; where it begins ...
        sty tmp1                ; ... and ends, or the other way round
        stx tmp2                ; the one its caller uses already
        ldx #MAX_PLAYERS - 1    ; from the last seat down: those are seldom taken
@free:
        cpx tmp2
        beq @used
        lda sprite_on
        and sprite_bit,x        ; off: nobody sees that it is taken
        beq @take
@used:
        dex
        bne @free               ; sprite 0 is left out: it may be the pointer's
        ldx #MAX_PLAYERS - 1
@share:
        ; Whoever is on the move is about to move: his token is never shared.
        cpx panel_active
        beq @next
        lda mouse_on            ; at the lower line the mouse takes the time there is
        bne @upper
        ; What moves stays above the lower line, and its last line is drawn before that
        ; interrupt: then the token's own place below the line can be the second use.
        lda #LINE_LOWER - HIGH - 1
        cmp tmp0                ; C=1: not below it
        bcc @upper
        cmp tmp1
        bcc @upper
        ldy #LATE_LOWER         ; the token has its second use there
        jsr late_free
        bcs @upper
        lda sprite_y,x
        cmp late_from,y
        bcs @lower              ; low enough to be drawn again after that interrupt
@upper:
        ldy #LATE_UPPER
        jsr late_free
        bcs @next
        lda tmp0                ; both ends must lie below the upper line
        cmp late_from,y
        bcc @next               ; too high: the interrupt would come after its first line
        lda tmp1
        cmp late_from,y
        bcc @next               ; likewise at the other end of its way
        lda sprite_y,x          ; the token: it must have been drawn by then
        ; The other way round: the token ends above the upper line, and what moves is the second
        ; use below it.
        cmp #LINE_UPPER - HIGH
        bcc @above
@next:
        dex
        bmi @none
        bne @share
        lda mouse_seen          ; sprite 0 may be the pointer's
        beq @share
@none:
        sec
        ldx #LATE
        rts
@lower:                         ; the token waits for the lower line
        lda sprite_x,x          ; its own place, as the first use is to show something else
        sta sprite_x + LATE,y
        lda sprite_y,x
        sta sprite_y + LATE,y
        lda sprite_color,x
        sta sprite_color + LATE,y
        lda sprite_shape,x
        sta sprite_shape + LATE,y
        txa                     ; from the lower line on sprite X shows the token again
        sta late_sprite,y
@take:
        clc
        rts
@above:                         ; what moves waits for the upper line
        txa
        sta late_sprite,y
        tya
        ora #LATE               ; number 8 to 11
        tax
        rts                     ; C is clear
.endproc
        .assert LATE .mod 4 = 0 .and LATE_UPPER + 2 <= 4, error, "sprite_take adds them by ora"

; late_free -- a second use of sprite X at a line
; In     Y  the first of the line     Out    C=0 Y  one nobody has; C=1 none, or X has one there
; Uses   A     Keeps  X
.proc late_free
        clc                     ; C=0 unless both are in use
        lda late_sprite,y
        bmi @done               ; the first of the two is free: C=0
        txa                     ; eor finds out whether it is this sprite's
        eor late_sprite,y       ; 0: X has its second use at this line already
        beq @none
        iny
        lda late_sprite,y
        bmi @done
@none:
        sec                     ; both taken, or one of them is its own
@done:
        rts
.endproc

; sprites_return -- all sprites are tokens again, or not there
; In     -     Out    -     Uses   A, X, Y, arg0-arg2, tmp*, board_*     Keeps  -
.proc sprites_return
        jsr sprites_dress       ; shapes first: dice and notes have used them
        jsr board_tokens        ; the tokens' sprites stand where they belong again
        lda late_sprite + LATE_UPPER
        and late_sprite + LATE_LOWER
        bmi late_done           ; $FF and $FF: nothing has a second use
        jsr frame_wait          ; a token is below the line until it has its first use again
        ; falls through
.endproc

; late_none -- no sprite has a second use     Uses A, X
; In     -     Out    -     Keeps  Y
.proc late_none
        ldx #LATE_USES - 1
        lda #$FF
@use:
        sta late_sprite,x
        dex
        bpl @use
        ; falls through
.endproc
late_done:
        rts

; sprites_late -- the second uses that begin at a line (interrupt)
; In     A  1 at the upper line, 2 at the lower one     Out    -
; Uses   A, X, Y     Keeps  -     Time: 17 cycles, 86 with one, 138 with two
.proc sprites_late
        asl a                   ; two second uses a line, behind two that are none
        tax
        ldy late_sprite - 2,x   ; the sprite; $FF: none
        bmi @none
        lda sprite_bit,y        ; on the board x is below 256; only one moves beside it at a time
        eor #$FF                ; the mask that clears its bit
        and VIC_SPRITE_MSBX     ; bit 8 of x: clear, as the board ends at x 24 + 191
        sta VIC_SPRITE_MSBX
@use:
        lda sprite_color + LATE - 2,x ; colour and shape before the place
        sta VIC_SPRITE_COL,y
        lda sprite_shape + LATE - 2,x
        sta MATRIX + $3F8,y     ; the sprite pointers are the last bytes of the matrix
        tya
        asl a                   ; the position registers are pairs, x and y, a sprite
        tay
        lda sprite_y + LATE - 2,x
        sta VIC_SPRITE_Y,y
        lda sprite_x + LATE - 2,x
        sta VIC_SPRITE_X,y
        inx                     ; the second of this line, if X is odd then
        txa
        lsr a                   ; C=1: X is odd, the line's second one
        bcc @none               ; that was the line's second one
        ldy late_sprite - 2,x
        bpl @use
@none:
        rts
.endproc
        .assert LATE_UPPER = 0 .and LATE_LOWER = 2, error, "sprites_late"
