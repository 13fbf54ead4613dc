; curves.s -- the course of the game, the last page: everybody's wealth as an area in his colour,
; all on one scale, his luck with the dice, and the highest rent that was paid; an overlay
;
; An area's upper edge is drawn dot by dot, by glyphs that the font has not got. They take the
; places of some that only the board needs, and go back when the page is left.
;
; Test tests/asm/game/ui/test_course.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "../../inc/cpu.inc"

HEAD_Y          = 4
FIRST_Y         = 5
CURVE_X         = 9
CURVE_W         = 24
LUCK_X          = 35
RENT_Y          = 21
SCALE_Y         = 23
SCALE_X         = 27
FIGURES         = ON(WHITE, PAGE_COLOR)
HEADS           = ON(LIME, PAGE_COLOR)
BAR             = GLYPH_CHEST0  ; seven in a row: cells filled by 1 to 7 dots
BARS            = 7
        .assert GLYPH_CHANCE2 = BAR + BARS - 1, error, "one behind the other"

SAMPLES         = COURSE_SPACE / MAX_PLAYERS + 1

; In the space of the rules' events, for which nobody waits any more.
curve_height    = event_space   ; dots of each column
curve_sample    = curve_height + CURVE_W ; of each sample; one behind the last is read, times 0
curve_dots      = curve_sample + SAMPLES + 1 ; of the highest column there is
curve_level     = curve_dots + 1 ; rows above the lowest
curve_row       = curve_level + 1 ; the lowest row of a player's area
curve_last      = curve_row + 1 ; samples but one
curve_part      = curve_last + 1 ; how far from a sample to the next, of CURVE_W - 1
curve_turn      = curve_part + 1 ; turn of the first sample, low, high
CURVE_END       = curve_turn + 2
        .assert CURVE_END - event_space <= EVENT_SPACE, error, "the events' space"

.segment "FINALE_DATA"

.include "words_curves.inc"

curves_labels:
        LABEL 9, 1, FIGURES, text_course
        LABEL 34, HEAD_Y, HEADS, text_luck
        LABEL 0, SCALE_Y, HEADS, text_mean
        LABEL 2, ROWS - 1, ON(BLACK, YELLOW), text_title
        .byte $FF

; By number of players: rows a player has, and those of them for his area.
curve_rows:     .byte 7, 5, 4, 3, 2, 2, 2
curve_levels:   .byte 6, 4, 3, 3, 2, 2, 2
        .assert * - curve_levels = MAX_PLAYERS - 1, error, "two to eight"

; The glyphs, a line of dots of all seven after the other; while the page stands, what was there.
bars:
.repeat 8, line
        .repeat BARS, height
                .if line >= 8 - (height + 1)
                        .byte $FF
                .else
                        .byte 0
                .endif
        .endrepeat
.endrepeat

.segment "FINALE_CODE"

; curves_page -- the course of the game, until RETURN
; In     MODE_OVER     Out    -     Uses   everything     Keeps  -
.proc curves_page
        lda #<curves_labels
        ldy #>curves_labels
        jsr figures_open
        jsr bars_swap
        jsr turns_draw
        jsr course_sample       ; the last one is how it ended
        jsr highest_find
        jsr scale_draw
        lda #0
        sta ui_a
@player:
        jsr curve_draw
        inc ui_a
        lda ui_a
        cmp player_count
        bcc @player
        jsr best_draw
        jsr figures_wait
        jsr shown_clear         ; no page may take a bar for the glyph of before
        ; falls through
.endproc

; bars_swap -- the bars take the places of seven glyphs, or these come back
; In     -     Out    -     Keeps  -     Uses   A, X, Y, ui_ptr
.proc bars_swap
        php
        sei                     ; the font lies below the I/O area, which interrupts need
        lda PORT
        pha
        lda #BANK_ALL_RAM
        sta PORT
        lda #<(FONT + BAR)
        sta ui_ptr
        lda #>(FONT + BAR)
        sta ui_ptr + 1
        ldx #0
@line:
        ldy #0
@glyph:
        lda (ui_ptr),y
        pha
        lda bars,x
        sta (ui_ptr),y
        pla
        sta bars,x
        inx
        iny
        cpy #BARS
        bne @glyph
        inc ui_ptr + 1          ; the next line of dots
        cpx #8 * BARS
        bne @line
        pla
        sta PORT
        plp
        rts
.endproc
        .assert FONT & $FF = 0, lderror, "a page for each line of dots"

; turns_draw -- which turns the samples are of; one at least, the last one, will be there
; In     the samples of the game     Out    -     Keeps  -
; Uses   A, X, Y, ink, text_ptr, num_*, tmp*, curve_*
.proc turns_draw
        lda turn_count
        sta curve_turn
        lda turn_count + 1
        sta curve_turn + 1
        lda course_mask         ; back to the turn of the last sample, then to that of the first
        eor #$FF
        and turn_count          ; the last sampled turn, rounded down
        ldx course_end
        beq @known              ; none yet
        sta curve_turn
@sample:
        txa
        sec
        sbc #MAX_PLAYERS
        beq @known
        tax
        lda course_mask
        eor #$FF
        clc                     ; less the mask, less one
        adc curve_turn
        sta curve_turn
        bcs @sample
        dec curve_turn + 1
        bcc @sample             ; always
@known:
        lda #HEADS
        sta ink
        ldx #0
        ldy #HEAD_Y
        jsr video_goto
        lda #<text_wealth
        ldy #>text_wealth
        jsr text_at
        lda curve_turn
        ldy curve_turn + 1
        jsr turn_put
        lda #'-'
        jsr video_put
        lda turn_count
        ldy turn_count + 1
        ; falls through
.endproc

; turn_put -- the number of a turn: it has no sign
; In     A low, Y high     Out    -     Uses   A, X, Y, tmp2, tmp3, num_*     Keeps  -
.proc turn_put
        sta num_lo
        sty num_hi
        lda #1
        ldy #$FF
        jmp print_limited
.endproc

; highest_find -- ui_b = the highest of all samples, 1 at least; curve_last
; Uses   A, X
.proc highest_find
        ldx course_end
        txa
        lsr a
        lsr a
        lsr a
        sbc #0                  ; C is clear: one less
        sta curve_last
        lda #1
@sample:
        cmp course_samples - 1,x
        bcs @next
        lda course_samples - 1,x
@next:
        dex
        bne @sample
        sta ui_b
        rts
.endproc
        .assert MAX_PLAYERS = 8, error, "bytes of a sample"

; scale_draw -- how much an area of full height is: ui_b times 128
; Uses   A, X, Y, ink, num_*, tmp*
.proc scale_draw
        lda #HEADS
        sta ink
        ldx #SCALE_X
        ldy #SCALE_Y
        jsr video_goto
        lda #<text_height
        ldy #>text_height
        jsr text_at
        lda #'$'
        jsr video_put
        lda #0
        sta num_lo
        lda ui_b
        lsr a                   ; times 256, by 2
        ror num_lo
        sta num_hi
        jmp number_plain
.endproc

; curve_draw -- name, area and luck of player ui_a
; Uses   A, X, Y, ui_c, ui_d, ink, num_*, tmp*, curve_*
.proc curve_draw
        ldy player_count
        lda curve_levels - 2,y
        sta ui_c
        asl a
        asl a
        asl a                   ; eight dots a row
        sta curve_dots
        ldx ui_a
        lda #FIRST_Y - 1
@down:
        clc
        adc curve_rows - 2,y
        dex
        bpl @down               ; once for each seat up to his
        sec                     ; where a row lies between two areas, it is the last one
        sbc curve_rows - 2,y
        clc
        adc ui_c
        sta curve_row
        tay
        ldx #0
        jsr video_goto
        ldx ui_a
        jsr player_paper
        sta ink
        jsr name_put
        ldx #CURVE_X - 1
        jsr text_pad
        lda #FIGURES
        sta ink
        ldx #LUCK_X
        ldy curve_row
        jsr video_goto
        jsr luck_draw
        jsr heights_find
        ldx ui_a
        jsr player_ink
        asl a
        asl a
        asl a
        asl a                   ; on black
        sta ink
        lda #0
        sta curve_level
@level:
        lda curve_row
        sec
        sbc curve_level
        tay
        ldx #CURVE_X
        jsr video_goto
        lda curve_level
        asl a
        asl a
        asl a
        sta ui_d                ; dots below this row
        ldx #0
@column:
        lda curve_height,x
        sec
        sbc ui_d
        beq @none
        bcc @none
        cmp #BARS + 1           ; eight or more
        bcs @full
        adc #BAR - 1            ; C is clear
        bne @put                ; always
@none:
        lda #' '
        bne @put                ; always
@full:
        lda #GLYPH_SOLID
@put:
        jsr video_put           ; keeps X
        inx
        cpx #CURVE_W
        bne @column
        inc curve_level
        lda curve_level
        cmp ui_c
        bne @level
        rts
.endproc

; luck_draw -- the dice of player ui_a against the mean, with its sign, at the cursor
; Uses   A, X, Y, num_*, tmp*
.proc luck_draw
        ldx ui_a
        ldy #0
        lda course_luck,x
        beq @put
        bpl @more
        dey                     ; the sign extended
        bne @put                ; always
@more:
        pha
        lda #'+'
        jsr video_put
        pla
        ldy #0
@put:
        jmp word_plain
.endproc

; heights_find -- curve_height = the columns of player ui_a in dots, straight from sample to sample
; Uses   A, X, Y, num_*, tmp0, tmp1, curve_part
.proc heights_find
        lda #MAX_PLAYERS - 1
        sec
        sbc ui_a
        tay                     ; the last seat comes first
        ldx #0
@sample:                        ; a sample in dots: times curve_dots, by ui_b
        stx tmp0
        jsr product_clear
        lda course_samples,y
        ldx curve_dots
        jsr product_add
        lda ui_b
        jsr product_divide
        txa
        ldx tmp0
        sta curve_sample,x
        tya
        clc
        adc #MAX_PLAYERS
        tay
        inx
        cpy course_end
        bcc @sample
        ldy #0
        sty curve_part
        sty tmp0
@column:
        jsr product_clear
        lda curve_sample + 1,y  ; the next sample weighs as much as part of the way is done,
        ldx curve_part
        jsr product_add
        lda #CURVE_W - 1
        sec
        sbc curve_part
        tax
        lda curve_sample,y      ; this one as much as is left of it
        jsr product_add
        lda #CURVE_W - 1
        jsr product_divide
        txa
        ldx tmp0
        sta curve_height,x
        lda curve_part
        clc
        adc curve_last          ; as a line is drawn: curve_last samples in CURVE_W - 1 columns
        cmp #CURVE_W - 1
        bcc @same
        sbc #CURVE_W - 1
        iny                     ; the way to the next sample begins, with what is over
@same:
        sta curve_part
        inc tmp0
        inx
        cpx #CURVE_W
        bne @column
        rts
.endproc
        .assert SAMPLES < CURVE_W, error, "a column passes one sample at most"

; product_clear -- num_lo, num_hi = 0     Uses A
.proc product_clear
        lda #0
        sta num_lo
        sta num_hi
        rts
.endproc

; product_add -- A times X more in num_lo, num_hi     Keeps Y     Uses A, X, tmp1
.proc product_add
        sta tmp1
@next:
        dex
        bmi @done
        lda num_lo
        clc
        adc tmp1
        sta num_lo
        bcc @next
        inc num_hi
        bne @next               ; always
@done:
        rts
.endproc

; product_divide -- X = num_lo, num_hi by A, below 128     Keeps Y     Uses A, num_*, tmp1
.proc product_divide
        sta tmp1
        ldx #$FF
@next:
        inx
        lda num_lo
        sec
        sbc tmp1
        sta num_lo
        bcs @next
        dec num_hi              ; a borrow
        bpl @next
        rts
.endproc

; best_draw -- the highest rent that was paid: how much, where, who paid whom
; Uses   A, X, Y, ink, text_ptr, num_*, tmp*
.proc best_draw
        lda course_rent + 3
        ora course_rent + 4
        beq @none
        lda #HEADS
        sta ink
        ldx #0
        ldy #RENT_Y
        jsr video_goto
        lda #<text_best
        ldy #>text_best
        jsr text_at
        lda #'$'
        jsr video_put
        lda course_rent + 3
        ldy course_rent + 4
        jsr word_plain
        jsr space_put
        lda #FIGURES
        sta ink
        ldy course_rent + 1
        jsr square_name
        jsr text_at
        ldx #0
        ldy #RENT_Y + 1
        jsr video_goto
        ldx course_rent
        jsr token_spaced
        jsr name_put            ; X is kept
        jsr space_put
        lda #GLYPH_ARROWR
        jsr video_put
        jsr space_put
        ldx course_rent + 2
        jsr token_spaced
        jmp name_put
@none:
        rts
.endproc
