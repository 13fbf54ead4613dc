; figures.s -- the game in figures, behind the page of the winner: a line for each player with
; his money, what he owned of each group and his points, and the highest rent; an overlay
;
; Test tests/asm/game/ui/test_over.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

NAME_W          = 9             ; a bar of the player's colour
MONEY_W         = 5
POINTS_W        = 6             ; with a blank before them: figures never run together
GROUPS_X        = 21            ; two columns a group, but one for the last
HEAD_Y          = 6
FIRST_Y         = 8
FEW             = 5             ; with fewer players a row lies between two of them
RENT_Y          = 18
FIGURES         = ON(WHITE, PAGE_COLOR)
HEADS           = ON(LIME, PAGE_COLOR)

.segment "FINALE_DATA"

.include "words_figures.inc"
figures_labels:
        LABEL 11, 1, FIGURES, text_figures
        LABEL NAME_W, HEAD_Y, HEADS, text_held
        LABEL NAME_W + MONEY_W, HEAD_Y - 1, HEADS, text_points
        LABEL GROUPS_X, HEAD_Y - 1, HEADS, text_owned
        LABEL 2, RENT_Y + 3, FIGURES, text_sets
        LABEL 2, ROWS - 1, ON(BLACK, YELLOW), text_end
        .byte $FF

.segment "FINALE_CODE"

; figures_page -- the game in figures, until RETURN
; In     MODE_OVER, the page of the winner in view     Out    -
; Uses   everything     Keeps  -
.proc figures_page
        lda #<figures_labels
        ldy #>figures_labels
        jsr figures_open
        ldx #GROUPS_X
        ldy #HEAD_Y
        jsr video_goto
        ldx #0
@band:                          ; the groups above their columns
        lda band_color,x
        sta ink
        lda band_glyph,x
        jsr group_pair
        inx
        cpx #GROUPS
        bne @band
        lda winners
        sta ui_d
        lda #0
        sta ui_a
@player:
        jsr player_line
        inc ui_a
        lda ui_a
        cmp player_count
        bcc @player
        jsr dearest_draw
        jsr figures_wait
        jmp curves_page
.endproc

; figures_open -- a page without anything but a stripe and its labels; the display is off
; In     A low, Y high  LABEL table     Out    -     Keeps  -
; Uses   A, X, Y, ui_ptr, text_ptr, tmp*, ink, cursor, rect_*
.proc figures_open
        pha
        tya
        pha
        jsr screen_clear
        jsr page_dress
        pla
        tay
        pla
        jmp labels_draw
.endproc

; figures_wait -- show the page, until RETURN; a click is RETURN, as on the page before
; In     -     Out    -     Keeps  -     Uses   everything
.proc figures_wait
        jsr video_show
        jsr key_flush
@key:
        jsr key_wait
        cmp #KEY_RETURN
        bne @key
        rts
.endproc

; group_pair -- glyph A in both columns of group X, of the last in the only one
; In     A, X, ink, cursor     Out    -     Keeps  X     Uses   A, Y
.proc group_pair
        pha
        jsr video_put
        pla
        cpx #GROUPS - 1
        beq @done
        jmp video_put
@done:
        rts
.endproc

; player_line -- name, money, points and deeds of player ui_a; ui_d: C of its lsr tells a winner
; Uses   A, X, Y, ui_b, ui_c, num_*, ink, tmp*
.proc player_line
        lda ui_a
        ldx player_count
        cpx #FEW
        bcs @close
        asl a
@close:
        adc #FIRST_Y            ; one row lower where there are many
        tay
        ldx #0
        jsr video_goto
        ldx ui_a
        jsr player_paper
        sta ink
        jsr name_put            ; X is kept
        ldx #NAME_W
        jsr text_pad
        lda #FIGURES
        lsr ui_d                ; a bit for each seat, this one's in bit 0 now
        bcc @ink
        lda #ON(YELLOW, PAGE_COLOR)
@ink:
        sta ink
        ldx ui_a
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        lda #MONEY_W
        jsr print_number
        ldx ui_a
        jsr score_get
        sta num_lo
        sty num_hi
        lda #POINTS_W
        jsr print_score
        ldx #GROUPS_X
        jsr text_pad
        ldx #0
@group:
        stx ui_b
        txa
        asl a
        asl a
        asl a
        ora ui_a
        tay
        lda player_groups,y     ; group * 8 + seat
        beq @none
        sta ui_c
        lda group_color,x
        sta ink
        lda ui_c
        ora #'0'
        jsr video_put
        ldx ui_b
        cpx #GROUPS - 1
        beq @done
        lda group_size,x
        cmp ui_c
        bne @part
        lda band_glyph,x        ; the whole set
        jsr video_put
        jmp @next
@none:
        lda #FIGURES
        sta ink
        lda #' '
        jsr group_pair
        jmp @next
@part:
        lda #FIGURES
        sta ink
        lda #' '
        jsr video_put
@next:
        ldx ui_b
        inx
        cpx #GROUPS
        bne @group
@done:
        rts
.endproc

; dearest_draw -- the deed where landing costs most, and whose it is
; Uses   A, X, Y, ui_b, ui_c, ui_ptr, num_*, ink, text_ptr, tmp*, play_*
.proc dearest_draw
        lda #0
        sta ui_ptr              ; the highest rent so far
        sta ui_ptr + 1
        lda #$FF
        sta ui_c                ; its square
        ldx #SQUARES - 1
@square:
        stx ui_b
        lda square_owner,x
        cmp #MAX_PLAYERS
        bcs @next
        lda square_mortgaged,x
        bne @next
        lda square_kind,x
        cmp #KIND_UTILITY
        beq @next               ; what it costs is known to the dice alone
        jsr rent_get
        cpy ui_ptr + 1
        bcc @next               ; lower by its high byte
        bne @better
        cmp ui_ptr
        bcc @next
@better:
        sta ui_ptr
        sty ui_ptr + 1
        ldx ui_b
        stx ui_c
@next:
        ldx ui_b
        dex
        bpl @square
        lda ui_c
        bmi @none
        lda #HEADS
        sta ink
        ldx #2
        ldy #RENT_Y
        jsr video_goto
        lda #<text_dearest
        ldy #>text_dearest
        jsr text_at
        lda #FIGURES
        sta ink
        ldx #2
        ldy #RENT_Y + 1
        jsr video_goto
        ldx ui_c
        ldy square_owner,x
        tya
        tax
        jsr token_spaced
        jsr name_put            ; X is kept
        ldx #GROUPS_X - 8
        jsr text_pad
        ldy ui_c
        jsr square_name
        jsr text_at
        jsr space_put
        lda ui_ptr
        ldy ui_ptr + 1
        jmp word_plain
@none:
        rts
.endproc
