; ruin.s -- bankrupt: why, and what there was to raise, until RETURN; an overlay
;
; Test tests/asm/game/ui/test_ruin.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../pictures/show.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

WORDS_X         = 23            ; the picture's free cells (pictures.toml)
WORDS_Y         = 3
WORDS_W         = 16
WORDS_HEAD      = 3             ; rows of its head

.segment "UI_BSS"

ruin_shown:     .res 1          ; 1: in the picture

.segment "FINALE_DATA"

.include "words_ruin.inc"

.segment "FINALE_CODE"

; board_again -- aside_close, which shows the last messages again; ev_* as before
; In     ev_*     Out    ev_*     Uses   everything ui/ and video/ use     Keeps  -
.proc board_again
        jsr event_keep
        jmp scene_end
.endproc

; ruin_page -- the event EV_ELIMINATED, read by the person it is about; the board has been left
; In     ev_player, ev_lo, ev_hi; ruin_lo, ruin_hi     Out    ev_* as they were
; Uses   everything ui/ and video/ use     Keeps  -
.proc ruin_page
        ldx #PICTURE_RUIN
        jsr picture_show
        lda #0
        rol a
        eor #1
        sta ruin_shown
        bne @picture
        jsr board_again
        jsr card_blank
        lda #ON(WHITE, RED)
        sta ink
        lda #' '
        jsr rect_fill
        ldx rect_y
        inx
        stx cur_y
        jsr bankrupt_put
        jsr card_body
        jmp @why
@picture:
        lda #WORDS_X
        sta rect_x
        lda #WORDS_W
        sta rect_w
        lda #WORDS_Y + 1
        sta cur_y
        lda #ON(WHITE, SKY)
        sta ink
        jsr bankrupt_put
        inc rect_x
        dec rect_w
        dec rect_w
        lda #WORDS_Y + WORDS_HEAD + 1
        sta cur_y
        lda #ON(BLACK, WHITE)
        sta ink
@why:
        jsr amounts_swap
        lda #<m_owes
        ldy #>m_owes
        jsr built_put
        jsr amounts_swap
        lda #<m_raise
        ldy #>m_raise
        jsr built_put
        inc cur_y
        lda #ON(RED, WHITE)
        sta ink
        lda #<text_ruin_key
        ldy #>text_ruin_key
        jsr text_wrap
        jsr video_show
        jsr arm_begin
        lda #0
        sta ui_skip
        tay
        jsr zones_set           ; a click anywhere goes on, too
@wait:
        jsr key_wait
        cmp #KEY_CLICK
        beq @early
        cmp #KEY_RETURN
        bne @wait
@early:
        jsr arm_tick
        jsr arm_refuses
        bne @wait
        lda ruin_shown
        beq @board
        jsr board_again
@board:
        jsr play_zones
        jmp arm_showing
.endproc

; bankrupt_put -- the heading, centred in rect_x, rect_w
.proc bankrupt_put
        lda #<text_bankrupt
        ldy #>text_bankrupt
        jmp text_center
.endproc

; built_put -- a message of ev_* in the lines from cur_y on
; In     A low, Y high     Out cur_y
.proc built_put
        sta ui_ptr
        sty ui_ptr+1
        jsr say_build
        lda text_ptr
        ldy text_ptr+1
        jsr text_wrap
        inc cur_y
        rts
.endproc

; amounts_swap -- what he owes and what he could raise change places
.proc amounts_swap
        ldx #1
@byte:
        lda ev_lo,x
        ldy ruin_lo,x
        sta ruin_lo,x
        sty ev_lo,x
        dex
        bpl @byte
        rts
.endproc
        .assert ev_hi = ev_lo + 1 .and ruin_hi = ruin_lo + 1, lderror, "exchanged together"
