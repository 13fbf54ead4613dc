; market_widgets.s -- what the pages of the 1989 game's market share: a bar of time, a sheet, a head
;
; Test tests/asm/game/ui/test_live_auction.py, test_claim.py, test_houses.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../video/stage.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../play/play.inc"
.include "market_widgets.inc"
.include "glyphs.inc"

FIRST_HALF      = 25            ; fiftieths in which nothing is taken yet (ui/key_guard.s)
HALF            = GLYPH_QUAD10  ; the left half of a cell

.segment "UI_BSS"

bar_lo:         .res 1          ; fiftieths left
bar_hi:         .res 1
bar_seen:       .res 1          ; irq_tick they were counted at
bar_half:       .res 1          ; fiftieths of half a cell of the bar
bar_call:       .res 1

.segment "DESK_DATA"

bar_inks:       .byte ON(YELLOW, DARK), ON(ORANGE, DARK), ON(RED, DARK)

.segment "DESK_CODE"

; key_step -- is it a cursor key?
; In     A key     Out C=0 A = 1 right or down, $FF left or up; C=1 A = key     Uses -     Keeps  X, Y
.proc key_step
        cmp #KEY_RIGHT + 1
        bcs @out
        lsr a
        lda #1
        bcc @out
        lda #$FF
        clc
@out:
        rts
.endproc
        .assert KEY_UP & KEY_LEFT & 1 .and (KEY_DOWN | KEY_RIGHT) & 1 = 0 .and KEY_UP = 1 .and KEY_RIGHT = 4, error, "key_step"

; desk_call -- words below the sheet
; In     A a text     Out    -     Uses A, X, Y, rect_*, ink, text_ptr, tmp*     Keeps  -
.proc desk_call
        pha
        jsr call_area
        pla
        ldy #CALL_Y
        sty cur_y
        ldy #BOOK_OVERLAY
        jmp text_center
.endproc

; call_area -- nothing in the rows of words and bar; rect_*
; Uses   A, X, Y, ink, tmp*
.proc call_area
        jsr sheet_place
        lda #CALL_Y
        sta rect_y
        lda #1
        sta rect_h
        lda baize
        jmp rect_paper
.endproc

; desk_sheet -- a sheet with a head
; In     A a text, X colours, Y glyph of its band     Out rect_* = the place of its words, ink, cur_y
; Uses   A, X, Y, text_ptr, tmp*     Keeps  -
.proc desk_sheet
        sta ui_b
        stx ui_c
        sty ui_d
        jsr sheet_place
        jsr sheet_draw
        inc rect_x
        dec rect_w
        dec rect_w
        lda #3
        sta rect_h
        lda ui_c
        jsr rect_paper
        lda #1
        sta rect_h
        lda ui_d
        jsr rect_fill
        lda #SHEET_Y + 1
        sta cur_y
        lda ui_b
        ldy #BOOK_OVERLAY
        jsr text_center
        lda #ON(BLACK, WHITE)
        sta ink
        rts
.endproc

; desk_head -- two lines in the place of a player's heading
; In     X colours, A, Y BRIEF of two texts     Out    -     Uses A, X, Y, ink, text_ptr, tmp0, ui_b     Keeps  -
.proc desk_head
        stx ink
        sty ui_b
        ldy #PLATE_Y
        jsr head_line
        lda ui_b
        ldy #PLATE_Y + 1
        ; falls through
.endproc

.proc head_line
        pha
        ldx #PANEL_X
        jsr video_goto
        jsr space_put
        pla
        jsr label_at
        ldx #COLUMNS
        jmp text_pad
.endproc

; desk_question -- what is asked, below the name of who decides
; In     A BRIEF of a text     Out cursor behind it, ink     Uses A, X, Y, text_ptr, tmp0     Keeps  -
.proc desk_question
        pha
        jsr play_active
        jsr plate_find
        sta ink
        pla
        ldy #PLATE_Y + 1
        ; falls through
.endproc

; desk_line -- a line of the panel
; In     A BRIEF of a text, Y row, `ink`     Out cursor behind it     Uses A, X, Y, text_ptr, tmp0     Keeps  -
.proc desk_line
        pha
        ldx #PANEL_X
        jsr video_goto
        pla
        jmp label_at
.endproc

; desk_button -- a button that can be pressed: its key, words, shadow
; In     X key, A BRIEF of a text, Y row     Out    rect_* = its words     Keeps  -
; Uses   A, X, Y, ink, text_ptr, rect_*, tmp*, ui_d
.proc desk_button
        sta ui_d
        sty rect_y
        lda #ON(BLACK, WHITE)   ; a keycap
        sta ink
        txa
        pha
        ldx #PANEL_X
        jsr video_goto
        pla
        jsr video_put
        lda #ON(BLACK, YELLOW)
        ldy arm_state
        beq @armed
        lda #ON(YELLOW, DARK)
@armed:
        sta ink
        jsr space_put
        lda ui_d
        jsr label_at
        ldx #COLUMNS
        jsr text_pad
        ldx #PANEL_X
        ldy rect_y
        iny
        jsr video_goto
        ldx #COLUMNS - PANEL_X
        ; falls through
.endproc

; desk_shadow -- a shadow at the cursor
; In     X cells     Out    -     Uses A, X, Y, ink     Keeps  -
.proc desk_shadow
        lda ground
        and #$0F
        sta ink
@cell:
        lda #GLYPH_LINET
        jsr video_put
        dex
        bne @cell
        rts
.endproc

; desk_plain -- the button that has just been drawn is not the chosen one
; In     A colours; rect_y     Out    -     Uses A, X, Y, ink, rect_*, tmp1, tmp2     Keeps  -
.proc desk_plain
        sta ink
        lda #PANEL_X + 1
        sta rect_x
        lda #COLUMNS - PANEL_X - 1
        sta rect_w
        lda #1
        sta rect_h
        jmp rect_color
.endproc

; desk_clear -- no buttons, an empty stage
; In     -     Out    -     Uses A, X, Y, rect_*, ink, text_ptr, tmp*     Keeps  -
.proc desk_clear
        jsr menu_clear
        lda ground
        sta ink
        ldx #PANEL_X
        ldy #KEYS_Y - 1
        jsr video_goto          ; the keys told there do nothing here
        ldx #COLUMNS
        jsr text_pad
        jmp stage_clear
.endproc

; desk_leave -- the board as its own pages expect it
; In     -     Out    -     Uses everything card.s uses     Keeps  -
.proc desk_leave
        jsr menu_clear
        jsr play_stage
        jsr keys_put
        jmp play_zones
.endproc

; bar_begin -- a full bar
; In     A seconds, 1-10     Out    -     Uses A, tmp0     Keeps  X, Y
.proc bar_begin
        sta tmp0
        asl a
        adc tmp0
        asl a
        asl a
        asl a
        adc tmp0                ; * 25
        sta bar_lo
        lsr a
        lsr a
        lsr a
        lsr a
        clc
        adc #1
        sta bar_half          ; 32 halves of a cell are a little more than all of it
        lda #0
        sta bar_call
        asl bar_lo
        rol a
        sta bar_hi
        ; falls through
.endproc

; bar_hold -- the time that has passed does not count
; In     -     Out    -     Uses A     Keeps  X, Y
.proc bar_hold
        lda irq_tick
        sta bar_seen
        rts
.endproc

; bar_late -- half a second more, in which nothing is taken
; In     -     Out    -     Uses A     Keeps  X, Y
.proc bar_late
        clc
        lda bar_lo
        adc #FIRST_HALF
        sta bar_lo
        bcc @done
        inc bar_hi
@done:
        rts
.endproc

; bar_pass -- count the time, by fiftieths of a second on PAL and NTSC, and draw the bar
; In     -     Out    C=0 it is over     Uses A, X, Y, ink, tmp*     Keeps  -
.proc bar_pass
        lda irq_tick
        sec
        sbc bar_seen            ; a byte that wraps: the difference is right all the same
        sta tmp0
        jsr bar_hold
        sec
        lda bar_lo
        sbc tmp0
        sta bar_lo
        lda bar_hi
        sbc #0
        sta bar_hi
        bcs @left
        lda #0
        sta bar_lo
        sta bar_hi
@left:
        php
        jsr bar_put
        plp
        rts
.endproc

; bar_put -- bar_call, and the bar
; Uses   A, X, Y, ink, tmp0-tmp2
.proc bar_put
        ldx #0
        lda bar_lo
        ldy bar_hi
        bne @call
        cmp #100
        bcs @call
        inx
        cmp #50
        bcs @call
        inx
@call:
        stx bar_call
        sta tmp0
        sty tmp1
        ldx #0
@half:                          ; how many halves of a cell
        lda tmp0
        ora tmp1
        beq @halves
        inx
        sec
        lda tmp0
        sbc bar_half
        sta tmp0
        bcs @half
        dec tmp1
        bpl @half
@halves:
        stx tmp0
        ldx bar_call
        lda bar_inks,x
        sta ink
        ldx #SHEET_X
        ldy #BAR_Y
        jsr video_goto
        ldx #SHEET_W
@cell:
        lda #' '
        ldy tmp0
        beq @put
        dec tmp0
        lda #HALF
        dey
        beq @put
        dec tmp0
        lda #GLYPH_SOLID
@put:
        jsr video_put
        dex
        bne @cell
        rts
.endproc
