; over.s -- who has won, and the scores
;
; Test tests/asm/game/ui/test_screens.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

FIRST_ROW       = 11

.segment "UI_BSS"

winners_left:   .res 1

.segment "UI_RODATA"

text_over:      .byte "GAME OVER", 0
text_wins:      .byte " wins!", 0
text_shared:    .byte "A tie: the victory is shared!", 0
text_score:     .byte "Score: cash/8, deeds/2, points for sets", 0
text_head:      .byte "            money   score", 0
text_key:       .byte " RETURN: back to the title ", 0

zones:
        ZONE 0, 0, COLUMNS, ROWS, KEY_RETURN
        .byte $FF

.segment "UI_CODE"

; over_page -- show the winner until RETURN
; In     -     Out    -     Uses   everything     Keeps  -
.proc over_page
        jsr video_blank
        jsr screen_clear
        lda #4
        jsr stripe_draw
        lda #0
        sta rect_x
        lda #COLUMNS
        sta rect_w
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #2
        sta cur_y
        lda #<text_over
        ldy #>text_over
        jsr text_center
        lda winners
        tay
        dey
        sty tmp0
        and tmp0
        beq @one                ; a single bit
        lda #7
        sta cur_y
        lda #<text_shared
        ldy #>text_shared
        jsr text_center
        jmp @head
@one:
        ldx #$FF
        lda winners
@winner:
        inx
        lsr a
        bcc @winner
        stx ui_a
        lda ground
        sta ink
        ldx #13
        ldy #7
        jsr video_goto
        ldx ui_a
        jsr token_put
        lda #' '
        jsr video_put
        jsr name_put
        lda #<text_wins
        ldy #>text_wins
        jsr text_at
@head:
        lda #ON(LIME, PAGE_COLOR)
        sta ink
        ldx #7
        ldy #FIRST_ROW - 2
        jsr video_goto
        lda #<text_head
        ldy #>text_head
        jsr text_at
        lda winners
        sta winners_left
        lda #0
        sta ui_a
@player:
        ldx ui_a
        cpx player_count
        bcs @done
        lda ground
        sta ink
        lsr winners_left        ; the victory is his, perhaps not alone
        bcc @letters
        jsr player_paper
        sta ink
@letters:
        lda ui_a
        clc
        adc #FIRST_ROW
        tay
        ldx #7
        jsr video_goto
        ldx ui_a
        jsr token_put
        lda #' '
        jsr video_put
        ldx ui_a
        jsr name_put
        ldx #17
        jsr text_pad
        ldx ui_a
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        lda #7
        jsr print_number
        ldx ui_a
        jsr score_get
        sta num_lo
        sty num_hi
        lda #8
        jsr print_number
        inc ui_a
        bne @player
@done:
        lda #ON(LIME, PAGE_COLOR)
        sta ink
        inc cur_y
        inc cur_y
        lda #<text_score
        ldy #>text_score
        jsr text_center
        lda #ON(BLACK, YELLOW)
        sta ink
        lda #22
        sta cur_y
        lda #<text_key
        ldy #>text_key
        jsr text_center
        jsr video_show
        ldx #EFFECT_WIN
        jsr effect_play
        lda #<zones
        ldy #>zones
        jsr zones_set
        jsr arm_begin
@wait:
        jsr arm_tick
        jsr key_wait
        cmp #KEY_RETURN
        bne @wait
        jsr arm_tick
        jsr arm_refuses
        bne @wait
        rts
.endproc
