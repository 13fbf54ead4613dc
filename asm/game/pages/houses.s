; houses.s -- houses in the 1989 game: all say how many they want, then each buyer places his
;
; Asking: one line per player on a sheet.  His number is one more, with SHIFT one less; up and down
; choose a line, left and right, + and - change it, so does a click on its ends.  RETURN or fire
; go to Done and then press it, D does at once.  What computers want is asked of them.
;
; Placing: cursor or stick go from street to street, RETURN, fire or a click build there.  What it
; costs and leaves is shown before: money may run out, as long as it can be raised.
;
; Test tests/asm/game/ui/test_houses.py

.include "pages.inc"
.include "../play/play.inc"
.include "../data/text/text.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../video/stage.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "market_widgets.inc"
.include "glyphs.inc"

.global le_want                 ; variants/rules1989_brain.s: X a computer: A = REQ_WANT, arg0, arg1

LINES_Y         = SHEET_Y + 3
SUM_Y           = SHEET_Y + SHEET_H - 1
LESS_X          = SHEET_X + 11
ITEM_DONE       = MAX_PLAYERS   ; behind the seats
ITEMS           = ITEM_DONE + 1
SHIFTED         = '!'           ; 1 with SHIFT; the others follow
A_MOMENT        = 40            ; fiftieths: nobody is asked

.segment "UI_BSS"

houses_at:      .res 1          ; the chosen item
houses_seat:    .res 1          ; the line being drawn
place_square:   .res 1          ; where a house is to stand
place_step:     .res 1

.segment "DESK_DATA"

.include "words_houses.inc"

houses_zones:
        ZONE PANEL_X, KEYS_Y, COLUMNS - PANEL_X, 1, 'D'
        .byte $FF
place_zones:
        ZONE PANEL_X, KEYS_Y, COLUMNS - PANEL_X, 1, KEY_RETURN
        ZONE PANEL_X, KEYS_Y + 2, COLUMNS - PANEL_X, 1, 'D'
        .byte $FF

.include "words_asked.inc"

.segment "DESK_CODE"

; houses_page -- a session of building: what is to be asked or placed now
; In     MODE_HOUSES     Out    a request has been sent     Uses   everything     Keeps  -
.proc houses_page
        lda session_seat
        bmi houses_ask
        jmp houses_place
.endproc
        .assert NO_PLAYER >= $80, error, "told by bit 7"

; houses_ask -- who wants how many
.proc houses_ask
        ldx #MAX_PLAYERS - 1
@computer:
        lda player_flags,x
        bpl @person             ; PF_CPU is bit 7
        txa
        pha
        jsr le_want
        jsr want_send
        pla
        tax
@person:
        dex
        bpl @computer
        jsr desk_clear
        ldx #ON(BLACK, WHITE)
        lda #BRIEF(h_title)
        ldy #BRIEF(h_how)
        jsr desk_head
        lda ground
        sta ink
        lda #BRIEF(h_more)
        ldy #KEYS_Y + 3
        jsr desk_line
        lda #BRIEF(h_less)
        ldy #KEYS_Y + 4
        jsr desk_line
        lda #ITEM_DONE
        sta houses_at
        lda #1
        jsr item_step
        jsr ask_draw
        lda #<houses_zones
        ldy #>houses_zones
        jsr zones_set
        lda houses_at
        cmp #ITEM_DONE
        bne @frame
        lda #A_MOMENT           ; there is no person who could want any
        jsr told_wait
        jmp @done
@frame:
        jsr ui_frame
        jsr arm_tick
        bcc @armed
        jsr done_button
@armed:
        jsr key_get
        bcs @frame
        jsr ask_key
        bcc @frame              ; a picture for each key: a flood of them is seen to arrive
@done:
        jsr desk_leave
        lda #REQ_WANTED
        jmp request_send
.endproc

; ask_key -- In A key     Out C=1 all have said     Uses everything
.proc ask_key
        cmp #KEY_RETURN
        beq @return
        cmp #'D'
        beq @done
        cmp #KEY_CLICK
        beq @click
        cmp #KEY_LEFT
        bcc @choose             ; up and down have lower numbers
        ldx houses_at
        jsr key_step
        bcc @change
        cmp #'-'
        beq @less
        cmp #'+'
        beq @more
        ldy #$FF                ; one less: a number with SHIFT
        sec
        sbc #SHIFTED
        cmp #MAX_PLAYERS
        bcc @number
        ldy #1                  ; one more
        sbc #'1' - SHIFTED      ; C is set
@line:
        cmp #MAX_PLAYERS
        bcs @none
@number:
        tax
        sta houses_at
        tya
        bne @change             ; always
@click:                         ; on a line: its minus, or anywhere
        lda click_x
        sbc #SHEET_X            ; C is set
        cmp #SHEET_W
        bcs @none
        ldy #1
        cmp #LESS_X - SHEET_X
        bne @more_there
        ldy #$FF
@more_there:
        lda click_y
        sec
        sbc #LINES_Y
        jmp @line
@less:
        lda #$FF
        bne @change             ; always
@more:
        lda #1
@change:
        jsr want_change
        jmp @draw
@choose:
        jsr key_step
        jsr item_step
        jsr sound_move
@draw:
        jsr ask_draw
@none:
        clc
        rts
@return:
        ldx houses_at
        cpx #ITEM_DONE
        beq @done
        lda #ITEM_DONE
        sta houses_at
        jsr sound_move
        jmp @draw
@done:
        jsr arm_refuses
        bne @none
        jsr sound_press
        sec
        rts
.endproc

; item_step -- the next item, A = 1 or $FF: a person who can want houses, or Done     Uses A, X, Y
.proc item_step
        sta place_step
        ldx houses_at
@next:
        txa
        clc
        adc place_step
        bpl @above              ; before the first seat is Done
        lda #ITEM_DONE
@above:
        cmp #ITEMS
        bcc @inside
        lda #0
@inside:
        tax
        sta houses_at
        cpx #ITEM_DONE
        beq @found
        jsr can_want
        ldx houses_at
        bcs @next
@found:
        rts
.endproc

; can_want -- In X seat     Out C=0 a person who may want a house     Uses A, X, Y, arg0, arg1
.proc can_want
        lda player_flags,x
        bmi @no
        stx arg0
        lda #1
        sta arg1
        lda #REQ_WANT
        jmp play_check
@no:
        sec
        rts
.endproc

; want_change -- In X item, A = 1 or $FF: so many more     Uses everything
.proc want_change
        cpx #ITEM_DONE
        bcs @no
        ldy player_flags,x
        bmi @no
        stx arg0
        clc
        adc wanted,x
        bmi @no                 ; nobody wants less than none
        sta arg1
        lda #REQ_WANT
        jsr want_send
        bcs @no
        jmp sound_move
@no:
        jmp sound_refuse
.endproc

; want_send -- In A = REQ_WANT, arg0, arg1     Out C=1 refused     Uses A, X, Y; the sheet tells it
.proc want_send
        jsr play_request
        bcs @refused
@told:
        jsr event_get
        bcc @told
        clc
@refused:
        rts
.endproc

; ask_draw -- the sheet, the button
.proc ask_draw
        lda #<h_title
        ldx #ON(WHITE, GREEN)
        ldy #GLYPH_HOUSE
        jsr desk_sheet
        lda #ON(WHITE, GREEN)
        sta ink
        lda #BRIEF(h_bank)
        ldx #SHEET_X + 2
        ldy #SHEET_Y + 2
        jsr sheet_line
        lda bank_houses
        ldy #0
        jsr word_plain
        ldx #0
        stx ui_c                ; all in all
@line:
        stx houses_seat
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @next
        lda wanted,x
        clc
        adc ui_c
        sta ui_c
        jsr line_draw
@next:
        ldx houses_seat
        inx
        cpx #MAX_PLAYERS
        bne @line
        lda #ON(BLACK, WHITE)
        sta ink
        lda #BRIEF(h_sum)
        ldx #SHEET_X + 1
        ldy #SUM_Y
        jsr sheet_line
        lda ui_c
        ldy #0
        jsr word_plain
        lda #<h_enough
        ldx bank_houses
        cpx ui_c
        bcs @call
        lda #<h_short
@call:
        jsr desk_call
        ; falls through
.endproc

; done_button -- Done, yellow when it is chosen
.proc done_button
        ldx #'D'
        lda #BRIEF(h_done)
        ldy #KEYS_Y
        jsr desk_button
        lda houses_at
        cmp #ITEM_DONE
        beq @chosen
        lda #ON(BLACK, LIGHT)
        jmp desk_plain
@chosen:
        rts
.endproc

; sheet_line -- In A BRIEF of a text, X, Y place     Uses A, X, Y, text_ptr, tmp0
.proc sheet_line
        pha
        jsr video_goto
        pla
        jmp label_at
.endproc

; line_draw -- the line of houses_seat: number, token, name, how many
; Uses   A, X, Y, tmp*, num_*, ink
.proc line_draw
        ldx houses_seat
        jsr can_want
        lda #ON(MID, WHITE)     ; cannot
        bcs @ink
        lda #ON(BLACK, WHITE)
        ldx houses_seat
        cpx houses_at
        bne @ink
        lda #ON(BLACK, YELLOW)
@ink:
        sta ink
        sta ui_b
        lda houses_seat
        clc
        adc #LINES_Y
        tay
        ldx #SHEET_X
        jsr video_goto
        ldx houses_seat
        lda player_flags,x
        bmi @blank
        txa
        clc
        adc #'1'
        bne @key                ; always
@blank:
        lda #' '
@key:
        jsr video_put
        jsr token_put
        jsr name_put
        ldx #LESS_X
        jsr text_pad
        lda #'-'
        jsr video_put
        ldx houses_seat
        lda wanted,x
        sta num_lo
        lda #0
        sta num_hi
        lda #2
        jsr print_number
        lda #'+'
        jsr video_put
        ldx #SHEET_X + SHEET_W
        jmp text_pad
.endproc

; houses_place -- a house more of the active player, or he has done
.proc houses_place
        jsr desk_clear
        jsr prompt_head
        lda #BRIEF(h_left)
        jsr desk_question
        ldx session_seat
        lda wanted,x
        ldy #0
        jsr word_plain
        lda place_square
        jsr place_allowed
        bcc @shown
        lda #1
        jsr place_next
@shown:
        jsr place_draw
        lda #<place_zones
        ldy #>place_zones
        jsr zones_set
@frame:
        jsr ui_frame
        jsr arm_tick
        bcc @armed
        jsr place_buttons
@armed:
        jsr key_get
        bcs @frame
        cmp #KEY_RETURN
        beq @build
        cmp #'D'
        beq @done
        cmp #KEY_CLICK
        beq @click
        jsr key_step
        bcs @armed
        jsr place_next
        jsr sound_move
        jmp @shown
@click:
        ldx click_x
        ldy click_y
        jsr square_at
        bcs @armed
        txa                     ; for place_allowed
        cpx place_square        ; at the second click it is built
        beq @build
        jsr place_allowed
        bcs @refuse
        sta place_square
        jsr sound_move
        jmp @shown
@refuse:
        jsr sound_refuse
        jmp @armed
@build:
        lda #REQ_PLACE
        bne @send               ; always
@done:
        lda #REQ_PLACED
@send:
        tax
        jsr arm_refuses
        bne @armed
        txa
        pha
        jsr menu_clear
        jsr keys_put
        jsr play_zones
        jsr sound_press
        lda place_square
        sta arg0
        pla
        jmp request_send
.endproc
        .assert REQ_PLACE <> 0, error, "branches always"

; place_allowed -- In A square     Out C=0 a house may rise there; A the square     Uses X, Y, arg0
.proc place_allowed
        sta arg0
        lda #REQ_PLACE
        jsr play_check
        lda arg0
        rts
.endproc

; place_next -- place_square = the next street, A = 1 or $FF, that may be built on; it stays if none
; Uses   A, X, Y, arg0, ui_a
.proc place_next
        sta place_step
        lda #SQUARES
        sta ui_a
@next:
        lda place_square
        clc
        adc place_step
        jsr square_round
        sta place_square
        jsr place_allowed
        bcc @done
        dec ui_a
        bne @next
@done:
        rts
.endproc

; place_draw -- the street's card, which tells what a house costs there, and what is left then
.proc place_draw
        lda place_square
        sta stage_square
        jsr square_mark_shown
        jsr play_stage
        jsr place_buttons
        lda ground
        sta ink
        ldx place_square
        jsr square_house_cost
        sta ui_b
        ldx session_seat
        sec
        lda player_money_lo,x
        sbc ui_b
        sta ui_b
        lda player_money_hi,x
        sbc #0
        sta ui_c
        bpl @enough
        lda #ON(WHITE, RED)
        sta ink
        lda #0                  ; what he will owe
        sec
        sbc ui_b
        sta ui_b
        lda #0
        sbc ui_c
        sta ui_c
        lda #BRIEF(h_owe)
        bne @put                ; always
@enough:
        lda #BRIEF(h_rest)
@put:
        ldy #KEYS_Y + 5
        jsr desk_line
        lda ui_b
        ldy ui_c
        jsr word_plain
        ldx #COLUMNS
        jmp text_pad
.endproc

; place_buttons -- build, done
.proc place_buttons
        ldx #'>'
        lda #BRIEF(h_build)
        ldy #KEYS_Y
        jsr desk_button
        ldx #'D'
        lda #BRIEF(h_done)
        ldy #KEYS_Y + 2
        jsr desk_button
        lda #ON(BLACK, LIGHT)
        jmp desk_plain
.endproc
