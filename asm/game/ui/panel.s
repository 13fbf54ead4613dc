; panel.s -- the players: token, name, state, money that counts up and down
;
; The rules have settled everything before the first event is shown, so the
; panel keeps what it shows (shown_*) and moves it towards target_* (EV_CASH).
;
; Test tests/asm/game/ui/test_modules.py

.include "ui.inc"
.include "../pages/pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

MONEY_X         = 10            ; in a line, after token, state and name

.segment "UI_PAGE2"

shown_lo:       .res MAX_PLAYERS
shown_hi:       .res MAX_PLAYERS
target_lo:      .res MAX_PLAYERS
target_hi:      .res MAX_PLAYERS
step_lo:        .res 1
step_hi:        .res 1

.segment "UI_CODE"

; panel_row -- one player's line
; In     X player     Uses A, X, Y, tmp*, ink     Out    -     Keeps  -
.proc panel_row
        stx row_player
        txa
        tay
        ldx #PANEL_X
        jsr video_goto
        lda ground
        sta ink
        ldx row_player
        cpx player_count
        bcs @empty
        cpx panel_active
        bne @letters
        jsr plate_find          ; lit
        sta ink
@letters:
        jsr token_put
        jsr status_put
        ldx row_player
        jsr name_put
        ldx #PANEL_X + MONEY_X
        jsr text_pad
        ldx row_player
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @empty
        cpx panel_active        ; who decides sees his own
        beq @money
        lda cash_hidden
        bne @empty
@money:
        lda shown_lo,x
        sta num_lo
        lda shown_hi,x
        sta num_hi
        lda #5
        jsr print_number
@empty:
        jmp row_pad
.endproc

; plate_find -- paper of what concerns a player: his colour, white where that is the surround
; In     X player     Out A = ink and paper     Uses Y     Keeps  X
.proc plate_find
        jsr player_paper
        eor ground
        and #$0F
        beq @same
        jmp player_paper
@same:
        lda #ON(BLACK, WHITE)
        rts
.endproc

; status_put -- gaol, GO-free card, both or nothing
; tmp0 is a number of two bits: 1 in gaol, 2 a card that frees from it.
; Uses   A, X, Y
.proc status_put
        lda #0
        ldx row_player
        sta tmp0
        jsr in_gaol
        beq @free
        inc tmp0
@free:
        txa
        cmp deck_free
        beq @card
        cmp deck_free+1
        bne @no_card
@card:
        inc tmp0
        inc tmp0
@no_card:
        ldx tmp0
        lda status_glyphs,x
        jmp video_put
.endproc

.segment "RULES1989_CODE"

; property_put -- by the rules of 1989: what the bank would pay for all he has, unless money is hidden
; In     ui_a player, ink, the cursor     Out    -     Keeps  -
; Uses   A, X, Y, text_ptr, num_*, tmp0, tmp2, tmp3
.proc property_put
        lda cash_hidden
        bne @none
        lda #BRIEF(text_property)
        jsr label_at
        ldx ui_a
        lda player_equity_lo,x
        ldy player_equity_hi,x
        jmp word_plain
@none:
        rts
.endproc

.segment "UI_CODE"

; panel_tick -- one step of counting: an eighth of the way, at least 1
; In     -     Out    -     Uses   A, X, Y, tmp*     Keeps  -
.proc panel_tick
        ldx player_count
        dex
@player:
        stx row_player
        sec
        lda target_lo,x
        sbc shown_lo,x
        sta step_lo
        lda target_hi,x
        sbc shown_hi,x
        sta step_hi
        ora step_lo
        beq @next
        ldy #3
@eighth:
        lda step_hi
        cmp #$80                ; arithmetic shift
        ror step_hi
        ror step_lo
        dey
        bne @eighth
        lda step_lo
        ora step_hi
        bne @add
        inc step_lo             ; less than 8 to go: one by one
@add:
        clc
        lda shown_lo,x
        adc step_lo
        sta shown_lo,x
        lda shown_hi,x
        adc step_hi
        sta shown_hi,x
        jsr panel_row
        ldx row_player
@next:
        dex
        bpl @player
        rts
.endproc

; panel_settle -- show the money there is, at once
; In     -     Out    -     Uses   A, X, Y, tmp*     Keeps  -
.proc panel_settle
        ldx #MAX_PLAYERS - 1
@player:
        lda player_money_lo,x
        sta target_lo,x
        sta shown_lo,x
        lda player_money_hi,x
        sta target_hi,x
        sta shown_hi,x
        dex
        bpl @player
        ; falls through
.endproc

; panel_draw -- all lines
; In     -     Out    Z=1     Uses   A, X, Y, tmp*, rect_*     Keeps  -
.proc panel_draw
        ldx #0
@row:
        jsr panel_row
        ldx row_player
        inx
        cpx #MAX_PLAYERS
        bne @row
        rts
.endproc

.segment "UI_RODATA"

.include "words_panel.inc"
status_glyphs:
        .byte ' ', GLYPH_GAOL, GLYPH_PASS, GLYPH_GAOLPASS
