; owners.s -- whose deeds: of one player with his money, or of all
;
; 1-8 and A, left and right choose; Q, RUN/STOP, RETURN go back.  C shows or hides the money of
; others in play, and what one has after a turn.  An overlay; overlay_entries.s enters it (desk_open).
;
; Test tests/asm/game/ui/test_owners.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

CHIPS_ROW       = 2
CHIP            = 4             ; columns from one to the next
ALL_X           = 34
NAME_ROW        = 4
FIGURES_ROW     = 5
LIST_ROW        = 6
LINES           = 14            ; two columns of them
COLUMN          = 20
LINE_W          = 19
CASH_ROW        = 22
CASH_X          = 18
DEEDS           = 28
KEY_ALL         = 'A'
KEY_CASH        = 'C'
KEY_QUIT        = 'Q'
PLAIN           = ON(WHITE, PAGE_COLOR)
CHOSEN          = ON(BLACK, YELLOW)
MORTGAGED       = ON(WHITE, RED)

.segment "UI_BSS"

desk_what:      .res 1          ; what the page is about: DESK_*
cash_hidden:    .res 1          ; nonzero: the money of others is not shown in play

.segment "DESK_DATA"

.include "words_owners.inc"

owners_labels:
        LABEL 16, 1, PLAIN, text_title
        LABEL 1, CASH_ROW, PLAIN, text_toggle
        LABEL 1, ROWS - 1, CHOSEN, text_back
        .byte $FF
owners_zones:
        ZONE 0, CASH_ROW, COLUMNS, 1, KEY_CASH
        ZONE 0, ROWS - 1, COLUMNS, 1, KEY_RETURN
        .byte $FF
owners_quit:    .byte KEY_QUIT, KEY_RETURN, KEY_STOP, KEY_FASTER
QUITS           = * - owners_quit

.segment "DESK_CODE"

; desk_page -- the page desk_what is about
; In     display off, all cells black, the board left (aside_open)     Out    -
; Uses   everything     Keeps  -
.proc desk_page
        lda desk_what
        bpl owners_page
        jmp stats_page
.endproc
        .assert DESK_STATS >= $80 .and DESK_ALL = MAX_PLAYERS, error, "desk_page"

; owners_page -- deeds of desk_what, then of whom the keys choose
.proc owners_page
        jsr page_dress
        lda #<owners_labels
        ldy #>owners_labels
        jsr labels_draw
        jsr cash_draw
        jsr owners_show
        lda #<owners_zones
        ldy #>owners_zones
        jsr page_ready
@key:
        jsr key_wait
        ldx desk_what
        ldy #QUITS - 1
@quit:
        cmp owners_quit,y
        beq @out
        dey
        bpl @quit
        cmp #KEY_CASH
        beq @cash
        cmp #KEY_LEFT
        beq @left
        cmp #KEY_RIGHT
        beq @right
        cmp #KEY_ALL
        beq @all
        cmp #KEY_CLICK
        bne @digit
        lda click_y             ; on one of the chips
        cmp #CHIPS_ROW
        bne @key
        lda click_x
        lsr a
        lsr a
        bpl @seat               ; always
@digit:
        sec
        sbc #'1'
        cmp #MAX_PLAYERS
        bcs @key
@seat:
        tax
        cpx #ALL_X / CHIP
        bcs @all
        cpx player_count
        bcs @key
        bcc @show               ; always
@left:
        dex
        bmi @all
        cpx player_count
        bcc @show
        ldx player_count
        dex
        bpl @show               ; always
@right:
        inx
        cpx player_count        ; behind the last one all
        bcc @show
        cpx #DESK_ALL + 1
        ldx #0
        bcs @show
@all:
        ldx #DESK_ALL
@show:
        stx desk_what
        jsr sound_move
        jsr owners_show
        jmp @key
@cash:
        lda cash_hidden
        eor #1
        sta cash_hidden
        jsr cash_draw
        jmp @key
@out:
        rts
.endproc

; cash_draw -- is the money shown?
; Uses   A, X, Y, ink, text_ptr, tmp0
.proc cash_draw
        lda #PLAIN
        sta ink
        ldx #CASH_X
        ldy #CASH_ROW
        jsr video_goto
        lda #<text_shown
        clc
        adc cash_hidden
        ldy #>text_shown
        jmp text_at
.endproc
        .assert text_hidden = text_shown + 1, error, "cash_draw"

; owners_show -- chips, money, deeds of desk_what
; Uses   A, X, Y, ui_a-ui_d, num_*, rect_*, ink, text_ptr, tmp*
.proc owners_show
        lda #0
        sta rect_x
        sta ui_a                ; deed, in the order of the groups
        sta ui_b                ; line
        lda #NAME_ROW
        sta rect_y
        lda #COLUMNS
        sta rect_w
        lda #LIST_ROW + LINES - NAME_ROW
        sta rect_h
        lda #PLAIN
        jsr rect_paper
        jsr chips_draw
        ldx desk_what
        cpx player_count
        bcs @deed
        jsr figures_draw
@deed:
        ldy ui_a
        ldx group_squares,y
        stx ui_c
        lda desk_what
        cmp #DESK_ALL
        beq @line
        cmp square_owner,x
        bne @next
@line:
        jsr deed_line
        inc ui_b
@next:
        inc ui_a
        lda ui_a
        cmp #DEEDS
        bne @deed
        rts
.endproc

; chips_draw -- all who play and "all", the chosen one lit
; Uses   A, X, Y, ui_c, ink, text_ptr, tmp0
.proc chips_draw
        ldx player_count
        dex
@chip:
        stx ui_c
        txa
        asl a
        asl a
        tax
        inx
        ldy #CHIPS_ROW
        jsr video_goto
        ldx ui_c
        jsr chip_ink
        txa
        clc
        adc #'1'
        jsr video_put
        jsr token_put
        dex
        bpl @chip
        ldx #ALL_X
        ldy #CHIPS_ROW
        jsr video_goto
        ldx #DESK_ALL
        jsr chip_ink
        lda #<text_all
        ldy #>text_all
        jmp text_at
.endproc

; chip_ink -- In X whom it stands for     Out ink     Keeps X     Uses A
.proc chip_ink
        lda #CHOSEN
        cpx desk_what
        beq @set
        lda #PLAIN
@set:
        sta ink
        rts
.endproc

; figures_draw -- player X, and what he has besides his deeds
; Uses   A, X, Y, num_*, ink, text_ptr, tmp*
.proc figures_draw
        jsr player_paper
        sta ink
        ldx #0
        ldy #NAME_ROW
        jsr video_goto
        jsr space_put
        ldx desk_what
        jsr token_spaced
        jsr name_put
        ldx #COLUMNS
        jsr text_pad
        lda #PLAIN
        sta ink
        ldx #0
        lda #<text_cash
        ldy #>text_cash
        jsr @at
        ldx desk_what
        lda player_money_lo,x
        ldy player_money_hi,x
        jsr word_plain
        ldx #12
        lda #<text_property
        ldy #>text_property
        jsr @at
        ldx desk_what
        lda player_equity_lo,x
        ldy player_equity_hi,x
        jsr word_plain
        ldx #28
        lda #<text_free
        ldy #>text_free
        jsr @at
        ldx desk_what
        lda #'0'
        cpx deck_free           ; cards that free from gaol: none, one or two of the two there are
        bne @chance
        lda #'1'
@chance:
        cpx deck_free+1
        bne @put
        clc
        adc #1
@put:
        jmp video_put
@at:
        pha
        tya
        pha
        ldy #FIGURES_ROW
        jsr video_goto
        pla
        tay
        pla
        jmp text_at
.endproc

; deed_line -- line ui_b: number of the owner, the group's pattern, name, what stands there; white
; on red when it is mortgaged
; In     ui_b, ui_c square     Uses A, X, Y, ui_d, ink, text_ptr, tmp0
.proc deed_line
        lda ui_b
        ldx #0
        cmp #LINES
        bcc @column
        sbc #LINES
        ldx #COLUMN
        clc
@column:
        adc #LIST_ROW
        tay
        txa
        clc
        adc #LINE_W
        sta ui_d                ; where the line ends
        jsr video_goto
        jsr line_colour
        lda square_owner,x
        cmp #MAX_PLAYERS
        lda #'-'
        bcs @number
        lda square_owner,x
        adc #'1'                ; C is clear
@number:
        jsr video_put
        ldy square_group,x
        lda band_color,y
        sta ink
        lda band_glyph,y
        jsr video_put
        jsr line_colour
        jsr space_put
        txa
        clc
        adc #NAMES_SHORT
        ldy #BOOK_NAMES
        jsr text_at
        ldx ui_c
        ldy square_level,x
        beq @pad
        ldx ui_d
        dex
        dex
        jsr text_pad
        ldx ui_c
        lda square_level,x
        ldy #GLYPH_HOTEL
        cmp #LEVEL_HOTEL
        bcs @hotel
        ldy #GLYPH_HOUSE
        ora #'0'
        bne @number_of          ; always
@hotel:
        lda #' '
@number_of:
        sty ui_d
        jsr video_put
        lda ui_d
        jmp video_put
@pad:
        ldx ui_d
        jmp text_pad
.endproc

; line_colour -- Out ink = that of the line of square ui_c, X = ui_c     Uses A
.proc line_colour
        ldx ui_c
        lda #PLAIN
        ldy square_mortgaged,x
        beq @set
        lda #MORTGAGED
@set:
        sta ink
        rts
.endproc
