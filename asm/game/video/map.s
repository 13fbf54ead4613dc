; map.s -- the small map of all tokens, bottom right of the board's page
;
; Four by four cells: the ring of squares, the quadrant in view lighter, and on
; it a dot for each player in his colour, that of the player to decide pulsing.
; The dots are the sprites of the tokens once more: below line 210 there are
; no tokens, so the interrupt there makes dots of them (sys/irq.s).
;
; Test tests/asm/game/ui/test_map.py

.include "video.inc"
.include "../state.inc"
.include "../ui/ui.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

MAP_X           = 36            ; cells
MAP_Y           = 21
MAP_SIZE        = 4
RIGHT           = 28            ; dots of the map: how far right or down a dot lies
LANE            = 4             ; odd seats go in an inner lane
DOT_LEFT        = <(24 + 8 * MAP_X)     ; sprite coordinates; the high bit is set
DOT_TOP         = 50 + 8 * MAP_Y
        .assert 24 + 8 * MAP_X >= 256, error, "all dots right of 255"

.segment "UI_LOW"

dot_x:          .res MAX_PLAYERS
dot_y:          .res MAX_PLAYERS
dot_color:      .res MAX_PLAYERS
dots_on:        .res 1          ; bit = player
map_side:       .res 1
map_along:      .res 1
map_lane:       .res 1

.segment "UI_RODATA"

; Column and row of the quadrant's two by two cells.
map_quadrant_x: .byte MAP_X + 2, MAP_X, MAP_X, MAP_X + 2
map_quadrant_y: .byte MAP_Y + 2, MAP_Y + 2, MAP_Y, MAP_Y
; Where square 0 to 10 of a side lies along it.
map_at:         .byte 0, 3, 6, 8, 11, 14, 17, 20, 22, 25, RIGHT

.segment "UI_CODE"

; map_draw -- the board, and the quadrant in view
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc map_draw
        lda #MAP_X
        ldx #MAP_Y
        ldy #MAP_SIZE
        jsr @fill_dark
        ldy board_quadrant
        lda map_quadrant_x,y
        ldx map_quadrant_y,y
        ldy #ON(BLACK, MID)
        jsr @two
        lda #MAP_X + 1
        ldx #MAP_Y + 1
        ldy #ON(BLACK, BLACK)
@two:
        sty ink
        ldy #2
        bne @fill
@fill_dark:
        pha
        lda #ON(BLACK, DARK)
        sta ink
        pla
@fill:
        sta rect_x
        stx rect_y
        sty rect_w
        sty rect_h
        lda #' '
        jmp rect_fill
.endproc

; map_token -- the dot of a player
; In     X player     Keeps X     Uses A, Y     Out    -
.proc map_token
        cpx player_count
        bcs @off
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcs @alive
@off:
        lda sprite_bit,x
        eor #$FF
        and dots_on
        sta dots_on
        rts
@alive:
        jsr player_ink
        sta dot_color,x
        lda sprite_bit,x
        ora dots_on
        sta dots_on
        lda shown_square,x
        ldy #0                  ; Y side, A place on it
@side:
        cmp #10
        bcc @found
        sbc #10
        iny
        bne @side
@found:
        sty map_side
        tay
        txa
        and #2                  ; seats 2, 3, 6, 7 lie two dots before the others
        eor #$FF
        sec
        adc map_at,y
        bpl @along
        lda #0
@along:
        ldy map_side
        cpy #2
        bcs @forward            ; bottom and left run towards their beginning
        eor #$FF
        sec
        adc #RIGHT
@forward:
        sta map_along
        txa
        and #1
        beq @outer
        lda #LANE
@outer:
        cpy #1
        beq @lane
        cpy #2
        beq @lane
        eor #$FF                ; bottom and right: from the far edge
        sec
        adc #RIGHT
@lane:
        sta map_lane
        tya
        lsr a
        lda map_along
        ldy map_lane
        bcc @place
        tya                     ; left and right: along is down
        ldy map_along
@place:
        clc
        adc #DOT_LEFT
        sta dot_x,x
        tya
        clc
        adc #DOT_TOP
        sta dot_y,x
        rts
.endproc
