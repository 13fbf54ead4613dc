; overview.s -- who owns what, group by group, on the stage; round it lies the board
;
; Test tests/asm/game/ui/test_pages.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

LEFT            = STAGE_X + 1
TOP             = STAGE_Y + 1
WIDTH           = 16
HEIGHT          = 14
FIRST_ROW       = TOP + 2
BAND_X          = LEFT + 1
DEED_X          = LEFT + 4
DEED_STEP       = 3
HEAD            = ON(WHITE, BLUE)
KEY_ALL         = 'A'

.segment "UI_MORE"

.include "words_overview.inc"

.segment "UI_RODATA"
zones_owners:
        ZONE LEFT, TOP + HEIGHT - 1, WIDTH / 2, 1, KEY_ALL
        ZONE LEFT + WIDTH / 2, TOP + HEIGHT - 1, WIDTH / 2, 1, KEY_VIEW
        .byte $FF
.segment "UI_MORE"

; overview_page -- who owns what, until a key; 1-8 and A, left and right go on to deeds by name,
; V and up to the table in perspective
; In     -     Out    -     Uses   everything     Keeps  -
.proc overview_page
        lda aside_depth
        pha
        beq @board
        jsr play_screen         ; called from a page that covers the board
@board:
        lda #<zones_owners
        ldy #>zones_owners
        jsr zones_set
        jsr owners_draw
        jsr key_flush
        jsr key_wait
        tay
        pla
        bne @page
        tya
        jsr owners_key
        bcc @done
        cmp #KEY_ALL - '1'
        beq @all
        tax
        and #$FE
        cmp #<(KEY_LEFT - '1')  ; or right
        beq @all
        jmp perspective_key
@all:
        lda #DESK_ALL
        jmp desk_open
@done:
        rts
@page:
        dec aside_depth         ; his page is open already
        jmp aside_open
.endproc

        .assert (KEY_LEFT - '1') & 1 = 0 .and KEY_RIGHT = KEY_LEFT + 1, error, "told by one comparison"

; owners_draw -- a line for each group: its owners, and what is built
; Uses   A, X, Y, ui_a-ui_c, rect_*, ink, tmp*
.proc owners_draw
        jsr stage_clear
        lda #LEFT
        sta rect_x
        .assert TOP = LEFT, error, "the same"
        sta rect_y
        lda #WIDTH
        sta rect_w
        lda #HEIGHT
        sta rect_h
        lda #ON(BLACK, WHITE)
        jsr rect_paper
        ldy #TOP
        lda #<text_owners
        ldx #>text_owners
        jsr @head
        ldy #TOP + HEIGHT - 1
        lda #<text_any
        ldx #>text_any
        jsr @head
        lda #GROUPS - 1
        sta ui_a
@group:
        lda ui_a
        clc
        adc #FIRST_ROW
        tay
        ldx #BAND_X
        jsr video_goto
        ldy ui_a
        lda band_color,y
        sta ink
        ldx #2
@band:
        ldy ui_a
        lda band_glyph,y
        jsr video_put
        dex
        bne @band
        ldy ui_a
        lda group_size,y
        sta ui_b
        lda group_first,y
        sta ui_c
        ldx #DEED_X
@deed:
        stx cur_x
        ldy ui_c
        ldx group_squares,y
        jsr owner_put
        inc ui_c
        ldx cur_x
        inx                     ; DEED_STEP, two of which are written
        dec ui_b
        bne @deed
        dec ui_a
        bpl @group
        rts
@head:
        pha
        txa
        pha
        ldx #LEFT
        jsr video_goto
        lda #HEAD
        sta ink
        pla
        tay
        pla
        jsr text_at
        ldx #LEFT + WIDTH
        jmp text_pad
.endproc
        .assert DEED_STEP = 3, error, "a chip of two cells and a gap"

; owner_put -- who owns a deed, and what stands there: two cells
; In     X square, cursor     Uses A, X, Y, ink, tmp0, tmp1
.proc owner_put
        stx tmp1
        lda square_owner,x
        tax
        cpx #MAX_PLAYERS
        bcs @free
        jsr player_paper
        sta ink
        jsr token_put
        ldx tmp1
        ldy square_mortgaged,x
        bne @mortgaged
        ldy square_level,x
        lda #' '
        cpy #1                  ; level 0: a blank
        bcc @put
        lda #GLYPH_HOTEL
        cpy #LEVEL_HOTEL
        beq @put
        tya
        ora #'0'
@put:
        jmp video_put
@mortgaged:
        lda #GLYPH_MORT
        bne @put
@free:
        lda #ON(DARK, WHITE)
        sta ink
        lda #'-'
        jsr video_put
        lda #'-'
        bne @put
.endproc
