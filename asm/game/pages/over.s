; over.s -- who has won, and the scores; an overlay
;
; Test tests/asm/game/ui/test_screens.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/drive.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "../pictures/show.inc"

; Where things stand, once in the picture's free cells (pictures.toml) and once on a page of their own.
; One row of the table is one thing, in both.
.macro WHERE name, picture, page
        .ident(.concat("W_", name)) = * - where
        .byte picture, page
.endmacro

CLOSER          = 28            ; column of the money beside the widest scores
WIDE            = 9984          ; 10,000, as far as the high byte tells

.segment "UI_BSS"

winners_left:   .res 1
on_page:        .res 1          ; 0 in the picture, 1 on a page

.segment "FINALE_DATA"

where:
        WHERE "X", 20, 0
        WHERE "W", 19, COLUMNS
        WHERE "OVER", 2, 1
        WHERE "OVER_INK", ON(BLACK, YELLOW), ON(WHITE, PAGE_COLOR)
        WHERE "WINNER", 4, 7
        WHERE "WINNER_X", 22, 13
        WHERE "WINNER_INK", ON(BLACK, YELLOW), ON(WHITE, PAGE_COLOR)
        WHERE "INK", ON(BLACK, WHITE), ON(WHITE, PAGE_COLOR)
        WHERE "HEAD", 5, 9
        WHERE "HEAD_INK", ON(BLUE, WHITE), ON(LIME, PAGE_COLOR)
        WHERE "FIRST", 6, 11
        WHERE "PLAYER_X", 20, 7
        WHERE "PAD", 29, 17
        WHERE "MONEY", 5, 7
        WHERE "SCORE", 5, 8
        WHERE "SCORE_X", 34, 24
        WHERE "HOW", 14, 21
        WHERE "KEY", 17, 23
        WHERE "KEY_INK", ON(BLACK, YELLOW), ON(BLACK, YELLOW)

.include "words_over.inc"

zones:
        ZONE 0, 0, COLUMNS, ROWS, KEY_RETURN
        .byte $FF

.segment "FINALE_CODE"

; where_is -- A = an entry of the table, X
; Keeps  Y
.proc where_is
        txa
        clc
        adc on_page
        tax
        lda where,x
        rts
.endproc

; in_ink -- the colours X of the table
; Keeps  Y     Uses  A, X
.proc in_ink
        jsr where_is
        sta ink
        rts
.endproc

; row_of -- the cursor's row X of the table
; Keeps  Y     Uses  A, X
.proc row_of
        jsr where_is
        sta cur_y
        rts
.endproc

; over_page -- show the winner until RETURN
; In     -     Out    -     Uses   everything     Keeps  -
.proc over_page
        lda #CARTRIDGE_OVER
        jsr cartridge_aside
        lda #1                  ; who has played a game needs no hints
        sta prefs + PREF_HINTS
        lsr a
        sta hints_told
        jsr screen_clear
        ldx #PICTURE_VICTORY
        jsr picture_show
        lda #0
        rol a                   ; C: there is no disk
        sta on_page
        beq @begin
        jsr screen_clear
        jsr page_dress
@begin:
        ldx #W_X
        jsr where_is
        sta rect_x
        ldx #W_W
        jsr where_is
        sta rect_w
        ldx #W_OVER_INK
        jsr in_ink
        ldx #W_OVER
        jsr row_of
        lda #<text_over
        ldy #>text_over
        jsr text_center
        jsr winner_draw
        jsr scores_draw
        ldx #W_HEAD_INK
        jsr in_ink
        ldx #W_HOW
        jsr row_of
        lda #<text_score
        ldy #>text_score
        jsr text_wrap
        ldx #W_KEY_INK
        jsr in_ink
        ldx #W_KEY
        jsr row_of
        lda #<text_key
        ldy #>text_key
        ldx on_page
        bne :+
        lda #<text_return
        ldy #>text_return
:       jsr text_center
        jsr video_show
        ldx #EFFECT_WIN
        jsr effect_play
        lda #<zones
        ldy #>zones
        jsr zones_set
        jsr arm_begin
        jsr finale_begin
@wait:
        jsr arm_tick
        jsr key_wait
        cmp #KEY_RETURN
        bne @wait
        jsr arm_tick
        jsr arm_refuses
        bne @wait
        jsr finale_end
        jmp figures_page
.endproc

; winner_draw -- who has won
.proc winner_draw
        ldx #W_WINNER_INK
        jsr in_ink
        ldx #W_WINNER
        jsr row_of
        lda winners
        tay
        dey
        sty tmp0
        and tmp0
        beq @one                ; a single bit
        lda #<text_shared
        ldy #>text_shared
        ldx on_page
        bne :+
        lda #<text_tie
        ldy #>text_tie
:       jmp text_center
@one:
        ldx #$FF
        lda winners
@winner:
        inx
        lsr a
        bcc @winner
        stx ui_a
        ldx #W_WINNER_X
        jsr where_is
        tax
        ldy cur_y
        jsr video_goto
        ldx ui_a
        jsr token_put
        lda #' '
        jsr video_put
        jsr name_put
        lda #<text_wins
        ldy #>text_wins
        jmp text_at
.endproc

; scores_draw -- everybody's money and score, the winners in their colours
.proc scores_draw
        ldx #W_HEAD_INK
        jsr in_ink
        ldx #W_HEAD
        jsr where_is
        tay
        jsr players_column
        lda #<text_head
        ldy #>text_head
        ldx on_page
        bne :+
        lda #<text_cash
        ldy #>text_cash
:       jsr text_at
        lda winners
        sta winners_left
        lda #0
        sta ui_a
@player:
        ldx ui_a
        cpx player_count
        bcs @done
        ldx #W_INK
        jsr in_ink
        lsr winners_left        ; the victory is his, perhaps not alone
        bcc @letters
        ldx ui_a
        jsr player_paper
        sta ink
@letters:
        ldx #W_FIRST
        jsr where_is
        clc
        adc ui_a
        tay
        jsr players_column
        ldx ui_a
        jsr token_put
        lda on_page             ; the picture has room for a name, or for a blank before it
        beq @name
        lda #' '
        jsr video_put
@name:
        ldx ui_a
        jsr name_put
        ldx #W_PAD
        jsr where_is
        tax
        jsr text_pad
        jsr figures_draw
        inc ui_a
        bne @player
@done:
        rts
.endproc

; figures_draw -- money and score of player ui_a, with a blank between them, behind the name
; Uses   A, X, Y, tmp*, num_*, play_sum
.proc figures_draw
        ldx ui_a
        jsr score_get
        pha
        tya
        pha
        cmp #>WIDE
        bcc @money
        cmp #>SCORE_LEAST
        bcs @money              ; below 0
        lda on_page
        bne @money
        ldx #CLOSER             ; five figures of points: a blank before them costs a letter
        ldy cur_y
        jsr video_goto
@money:
        ldx ui_a
        lda player_money_lo,x
        sta num_lo
        lda player_money_hi,x
        sta num_hi
        ldx #W_MONEY
        jsr where_is
        jsr print_number
        ldx #W_SCORE_X
        jsr where_is
        tax
        jsr text_pad
        pla
        sta num_hi
        pla
        sta num_lo
        ldx #W_SCORE
        jsr where_is
        jmp print_score
.endproc

; players_column -- the cursor to row Y of the column of the players
.proc players_column
        ldx #W_PLAYER_X
        jsr where_is
        tax
        jmp video_goto
.endproc
