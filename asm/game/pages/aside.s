; aside.s -- pages beside the game: what they share
;
; A page beside the game covers the whole screen.  The selection of the menu
; comes back as it was, and the lines of what happened.
;
; Test tests/asm/game/ui/test_pages.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/vic.inc"
.include "glyphs.inc"

LABEL_SIZE      = 4
PLANK           = 5             ; rows

.segment "UI_RODATA"

.macro LOCAL_ROUTINES half
        .byte half (browse_page-1), half (browse_page-1), half (browse_page-1)
        .byte half (local_none-1), half (trade_open-1), half (overview_page-1)
        .byte half (stats_open-1), half (options_open-1), half (files_beside-1), half (help_open-1)
        .byte half (log_open-1), half (loans_open-1)
.endmacro
local_lo:       LOCAL_ROUTINES <
local_hi:       LOCAL_ROUTINES >
        .assert * - local_hi = LOCALS, error, "a routine for each local code"

.segment "UI_CODE"

; aside_need -- leave the board for a page in an overlay
; In     X = FILE_*     Out    as overlay_need     Uses   everything but the state     Keeps  -
.proc aside_need
        txa
        pha
        jsr aside_open
        pla
        tax
        jmp overlay_need
.endproc

; aside_open -- leave the board, money as it is now; display off, all cells empty
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc aside_open
        inc aside_depth
        ldx #MAX_PLAYERS - 1    ; nothing is counted there
@seat:
        lda target_lo,x
        sta shown_lo,x
        lda target_hi,x
        sta shown_hi,x
        dex
        bpl @seat
        ; falls through
.endproc

; page_black -- display off, no tokens, no clicks, all cells empty
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc page_black
        lda #0
        tay
        jsr zones_set
        sta panel_shown
        jsr sprites_off
        ; falls through
.endproc

; screen_clear -- an empty page beside the board, the display is off
;
; Ink and paper are alike, which hides what was drawn, so only what is put on the page has to be drawn.
; The buffers are emptied while the picture that is left may still be shown, the matrix behind it.
; In     -     Out    rect_x, rect_w, rect_h: a whole row     Uses   A, X, rect_*, ink     Keeps  Y
.proc screen_clear
        lda #DISPLAY_OFF
        sta VIC_CONTROL1
        lda #ON(WHITE, PAGE_COLOR)
        sta ground
        sta ink
        lda #0
        sta rect_x
        lda #COLUMNS
        sta rect_w
        lda #1
        sta rect_h
        sta blanked
        ; falls through
.endproc

; screen_empty -- all cells empty, the border as the ground; the cartridge has another (cartridge/quick.s)
; In     the display is off     Out    -     Uses   A, X, on a cartridge vid_*     Keeps  Y
.proc screen_empty
        ldx #CELLS_QUARTER
@cell:
        lda #HIDDEN_INK
.repeat 4, i
        sta COLORS - 1 + i * CELLS_QUARTER,x
.endrepeat
        lda #' '
.repeat 4, i
        sta CELLS - 1 + i * CELLS_QUARTER,x
.endrepeat
        dex
        bne @cell
        jsr rows_clean
        jsr ground_show
        lda #HIDDEN_INK
        ldx #CELLS_QUARTER
@shown:
.repeat 4, i
        sta MATRIX - 1 + i * CELLS_QUARTER,x
.endrepeat
        dex
        bne @shown
        jmp ring_close
.endproc

; aside_close -- the board again, with the last messages; or the page this one was called from,
; which draws itself
; In     -     Out    -     Uses   everything ui/ and video/ use     Keeps  -
.proc aside_close
        lda aside_depth
        beq @board              ; a loaded game
        dec aside_depth
        bne @inner
@board:
        jmp play_screen
@inner:
        rts
.endproc

; local_do -- what a button with a LOCAL_* code does
; In     A code     Uses everything; menu, page and selection come back     Out    -     Keeps  -
.proc local_do
        pha
        jsr menu_push
        pla
        jsr @do
        jmp menu_pop
@do:
        sec
        sbc #MENU_LOCAL
        tax
        lda local_hi,x
        pha
        lda local_lo,x
        pha
        txa                     ; information, managing, choosing: BROWSE_*
        rts
.endproc
        .assert LOCAL_INFO - MENU_LOCAL = BROWSE_ALL, error, "same order"
        .assert LOCAL_MANAGE - MENU_LOCAL = BROWSE_OWN, error, "same order"
        .assert LOCAL_CHOOSE - MENU_LOCAL = BROWSE_LOSER, error, "same order"

; local_none -- codes no menu has
.proc local_none
        rts
.endproc

; labels_draw -- a table of texts (LABEL in pages.inc), ended by $FF
; In     A low, Y high     Uses A, X, Y, ui_ptr, text_ptr, tmp0, ink     Out    -     Keeps  -
.proc labels_draw
        sta ui_ptr
        sty ui_ptr+1
@next:
        ldy #0
        lda (ui_ptr),y
        bmi @done
        tax
        iny
        lda (ui_ptr),y
        pha
        iny
        lda (ui_ptr),y
        sta ink
        pla
        tay
        jsr video_goto
        ldy #3
        lda (ui_ptr),y
        jsr label_at
        lda ui_ptr
        clc
        adc #LABEL_SIZE
        sta ui_ptr
        bcc @next
        inc ui_ptr+1
        bne @next
@done:
        rts
.endproc

; page_dress -- the table's planks, above them a stripe; a heading comes below it, in row 1
; In     an empty page; rect_x, rect_w, rect_h: a whole row (screen_clear)     Out    -
; Uses   A, X, Y, flags; ink, rect_y, tmp0-tmp2, cursor     Keeps  rect_x, rect_w, rect_h
.proc page_dress
        lda #ON(BROWN, PAGE_COLOR)
        sta ink
        lda #ROWS - PLANK
@plank:
        sta rect_y
        lda #GLYPH_LINET        ; where a plank meets the next
        jsr rect_fill
        lda rect_y
        sec
        sbc #PLANK
        bne @plank
        ; falls through, A = 0
.endproc
        .assert ROWS .mod PLANK = 0, error, "page_dress comes to row 0"

; stripe_draw -- one stripe of the eight groups, row A
; In     A  row     Out    -     Keeps  -     Uses   A, X, Y, flags; ink, tmp0, cursor
.proc stripe_draw
        tay
        ldx #0
        jsr video_goto
@group:
        lda group_color,x
        sta ink
        lda #5
        sta tmp0
        inx
@cell:
        txa
        jsr video_put
        dec tmp0
        bne @cell
        cpx #8
        bne @group
        rts
.endproc
        .assert GLYPH_BAND0 = 1, error, "X, which counts the groups, is the glyph"
