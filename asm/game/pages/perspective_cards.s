; perspective_cards.s -- below the table of the perspective view: plate, keys, the square's card
;
; Test   tests/asm/game/pictures/test_perspective.py

.include "pages.inc"
.include "perspective.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "glyphs.inc"

.import station_rents, utility_rents

CARD_PAPER      = ON(BLACK, LIGHT)
LIT             = ON(BLACK, WHITE)      ; the rent that applies
LARGE_W         = 19
HEAD_H          = 2
ENTRY_W         = 9             ; label and amount

.segment "PERSPECTIVE_DATA"

.include "words_perspective.inc"
.include "words_card.inc"

; By kind: colours of the head; words.
kind_head:      .byte ON(WHITE, RED), 0, 0, 0, ON(WHITE, BLUE), ON(WHITE, PINK), ON(WHITE, PURPLE)
        .byte ON(WHITE, DARK), ON(WHITE, RED), ON(WHITE, BLUE)
kind_words:     .byte <text_go, 0, 0, 0, <text_draw, <text_draw, <text_tax, <text_visit
        .byte <text_parking, <text_constable

.segment "PERSPECTIVE_CODE"

; plate_draw -- token, number, name and cash of whoever is on the move
; In     perspective_player     Out    -     Keeps  -
; Uses   A, X, Y, ink, num_*, rect_*, text_ptr, tmp0-tmp2
.proc plate_draw
        ldx perspective_player
        jsr player_paper
        sta ink
        ldx #0
        ldy #PERSPECTIVE_TOP
        jsr video_goto
        jsr space_put
        ldx perspective_player
        jsr token_spaced
        lda perspective_player
        clc
        adc #'1'
        jsr spaced_put
        ldx perspective_player
        jsr name_put
        ldx #LARGE_W - 5
        jsr text_pad
        lda #'$'
        jsr video_put
        ldx perspective_player
        lda shown_lo,x
        sta num_lo
        lda shown_hi,x
        sta num_hi
        jsr number_plain
        ldx #CARDS_X
        jsr text_pad
        lda #BRIEF(text_ahead)
        jsr label_at
        ldx #COLUMNS
        jmp text_pad
.endproc

; keys_draw -- the line below: roll, back
; In     perspective_rolls     Out    -     Keeps  -     Uses   A, X, Y, ink, text_ptr, tmp0
.proc keys_draw
        lda #LINE_INK
        sta ink
        ldx #0
        ldy #MESSAGE_Y
        jsr video_goto
        jsr space_put
        ldx perspective_ten
        bne @back
        ldx perspective_rolls
        beq @back
        lda #BRIEF(text_roll)
        jsr label_at
@back:
        ldx #CARDS_X
        jsr text_pad
        lda #BRIEF(text_back)
        ldx perspective_ten     ; RETURN is for the options
        beq @away
        lda #BRIEF(text_away)
@away:
        jsr label_at
        ldx #COLUMNS
        jmp text_pad
.endproc

; --- the card of a square --------------------------------------------------------------

; large_draw -- the card of a square, at the lower left
; In     X  square     Out    -     Keeps  -
; Uses   A, X, Y, ui_a-ui_d, ink, num_*, rect_*, text_ptr, tmp*
.proc large_draw
        stx ui_d
        lda #0
        sta rect_x
        lda #CARDS_ROW
        sta rect_y
        lda #LARGE_W
        sta rect_w
        lda #CARDS_H
        sta rect_h
        lda #CARD_PAPER
        jsr rect_paper
        jsr large_head
        ldx ui_d
        ldy square_group,x
        bmi @other
        jsr level_find
        ldx ui_d
        lda square_kind,x
        cmp #KIND_STREET
        beq @street
        ldy #3                  ; the last line
        cmp #KIND_STATION
        beq @held
        ldy #1
        bne @held               ; always
@street:
        ldy #LEVEL_HOTEL
@held:
        sty ui_b
@entries:
        jsr entry_draw
        dec ui_b
        bpl @entries
        jmp large_foot
@other:
        inc rect_x
        dec rect_w
        lda #CARDS_ROW + HEAD_H
        sta cur_y
        lda #CARD_PAPER
        sta ink
        ldx ui_d
        ldy square_kind,x
        lda kind_words,y
        ldy #>text_go
        jmp text_wrap
.endproc
        .assert >text_go = >text_draw .and >text_go = >text_constable, error, "a book"

; large_head -- the name on the colour of the group, a band above it or its second line
.proc large_head
        lda #HEAD_H
        sta rect_h
        ldx ui_d
        jsr head_ink
        sta ink
        lda #' '
        jsr rect_fill
        lda #1
        sta rect_h
        sta rect_x
        lda #LARGE_W - 2
        sta rect_w
        ldy ui_d
        jsr square_name
        jsr text_length
        cpx #LARGE_W - 1        ; C=1: the name takes both lines (LDA keeps C)
        lda #CARDS_ROW
        bcs @long
        ldx ui_d
        ldy square_group,x
        bmi @plain
        lda ink
        pha
        lda band_color,y
        sta ink
        dec rect_x
        lda #LARGE_W
        sta rect_w
        lda band_glyph,y
        jsr rect_fill
        inc rect_x
        pla
        sta ink
@plain:
        lda #CARDS_ROW + 1
@long:
        sta cur_y
        ldy ui_d
        jsr square_name
        jmp text_wrap
.endproc

; head_ink -- In X square     Out A = colours of its head     Uses Y     Keeps X
.proc head_ink
        ldy square_group,x
        bmi @other
        lda group_color,y
        rts
@other:
        ldy square_kind,x
        lda kind_head,y
        rts
.endproc

; level_find -- ui_c = the line that applies, $FF none; num_* is what a bare street costs
.proc level_find
        ldx ui_d
        lda #$FF
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcs @set
        ldy square_mortgaged,x
        bne @set                ; no rent: A is $FF still
        lda square_level,x
        ldy square_kind,x
        cpy #KIND_STREET
        beq @set
        lda square_group,x
        asl a
        asl a
        asl a
        adc square_owner,x      ; C is clear
        tay                     ; eight seats for each group
        ldx player_groups,y
        dex                     ; one is the first line
        txa
@set:
        sta ui_c
        rts
.endproc

; entry_draw -- line ui_b: houses and rent, two columns of three
.proc entry_draw
        ldx #0
        lda ui_b
        cmp #3
        bcc @left
        sbc #3
        ldx #ENTRY_W + 1
@left:
        clc
        adc #CARDS_ROW + HEAD_H
        tay
        jsr video_goto
        lda #CARD_PAPER
        ldx ui_b
        cpx ui_c
        bne @plain
        lda #LIT
@plain:
        sta ink
        jsr entry_label
        jsr entry_amount
        lda #4
        jmp print_number
.endproc

; entry_label -- five columns: what the rent is for
.proc entry_label
        lda cur_x
        clc
        adc #ENTRY_W - 4
        pha                     ; the column up to which it is padded
        ldx ui_d
        ldy #GLYPH_RAILS
        lda square_kind,x
        cmp #KIND_STATION
        beq @held
        ldy #GLYPH_BULB
        cmp #KIND_UTILITY
        beq @held
        ldy #GLYPH_HOUSE
        ldx ui_b
        beq @bare
        cpx #LEVEL_HOTEL
        bne @glyphs
        lda #GLYPH_HOTELL
        jsr video_put
        lda #GLYPH_HOTELR
        jsr video_put
        jmp @pad
@bare:
        lda #BRIEF(text_bare)
        jsr label_at
        jmp @pad
@held:
        tya
        pha
        lda ui_b
        clc
        adc #'1'
        jsr video_put
        ldx #1
        pla
        tay
@glyphs:
        tya
        pha
        jsr video_put
        pla
        tay
        dex
        bne @glyphs
@pad:
        pla
        tax
        jmp text_pad
.endproc

; entry_amount -- num_* = the rent of line ui_b
.proc entry_amount
        lda #0
        sta num_hi
        ldx ui_d
        ldy ui_b
        lda square_kind,x
        cmp #KIND_STATION
        beq @station
        cmp #KIND_UTILITY
        beq @utility
        tya
        bne @built              ; with houses
        cpy ui_c
        bne @built              ; nobody pays for the bare street now: as it is printed
        jsr rent_get            ; a bare street may cost double
        sta num_lo
        sty num_hi
        rts
@built:
        ldx ui_d
        lda street_index,x
        clc
        adc ui_b
        tay
        lda street_rents_lo,y
        sta num_lo
        lda street_rents_hi,y
        sta num_hi
        rts
@station:
        lda station_rents,y
        sta num_lo
        rts
@utility:
        lda utility_rents,y
        sta num_lo
        rts
.endproc

; large_foot -- house and mortgage, red if it is one; the owner or the price
.proc large_foot
        lda #CARD_PAPER
        ldx ui_d
        ldy square_mortgaged,x
        beq @free
        lda #ON(WHITE, RED)
@free:
        sta ink
        ldx #0
        ldy #CARDS_ROW + HEAD_H + 3
        jsr video_goto
        ldx ui_d
        jsr square_house_cost
        tay
        beq @no_house           ; a station or utility is never built on
        sta num_lo
        lda #0
        sta num_hi
        lda #BRIEF(text_build)
        jsr fact_put
@no_house:
        ldx #ENTRY_W + 1        ; the second fact begins in a column of its own
        jsr text_pad
        ldx ui_d
        jsr square_mortgage
        sta num_lo
        sty num_hi
        lda #BRIEF(text_lien)
        jsr fact_put
        lda #CARD_PAPER
        sta ink
        ldx #0
        ldy #CARDS_ROW + CARDS_H - 1
        jsr video_goto
        ldx ui_d
        ldy square_owner,x
        cpy #MAX_PLAYERS
        bcc @owned
        jsr square_price
        sta num_lo
        sty num_hi
        lda #<text_price
        ldy #>text_price
        jsr text_at
        ldx #LARGE_W - 4
        jsr text_pad
        lda #4
        jmp print_number
@owned:
        tya
        tax
        jsr player_paper
        sta ink
        jsr space_put
        jsr token_spaced
        jsr name_put
        ldx #LARGE_W
        jmp text_pad
.endproc

; fact_put -- five columns of words, four of num_*     In A BRIEF
.proc fact_put
        jsr label_at
        lda #4
        jmp print_number
.endproc
