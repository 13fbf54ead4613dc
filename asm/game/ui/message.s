; message.s -- what happens, told in a line below the board
;
; An event is a line: the token of the player it is about, then words that may contain
; SAY_* codes (ui.inc) for names, amounts and squares.  If there is no room his name is
; left out, then the name of a square is cut.  The last LOG_SIZE are kept (log_*), as what
; they are made from, not as words.  Other words, such as why not, take the place of the
; lines until the next event.
;
; Test tests/asm/game/ui/test_modules.py, test_log.py

.include "ui.inc"
.include "../data/text/text.inc"
.include "../pages/pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"


MESSAGE_RIGHT   = COLUMNS
NOTE_ROWS       = 3             ; of words that are no event, on pages beside the board

.segment "UI_BSS"

say_at:         .res 1
say_ink:        .res 1
say_first:      .res 1          ; place behind the player's name, which messages begin with
line_entry:     .res 1
line_right:     .res 1          ; column behind a line
line_from:      .res 1          ; its first character in text_buffer

; The last events, the newest last.  What lies behind an array's end is the next array's
; beginning, so moving all one place down is moving one block (log_add).
log_begin:
log_type:       .res LOG_SIZE   ; EV_* or LINE_*, LOG_NONE
log_seats:      .res LOG_SIZE   ; ev_player, ev_other * 16
log_param:      .res LOG_SIZE
log_lo:         .res LOG_SIZE
log_hi:         .res LOG_SIZE
log_end:
        .assert log_end - log_begin > 256 .and log_end - log_begin <= 512, error, "log_add"

.segment "UI_SPARE"

.include "words_message.inc"

.segment "UI_RODATA"

say_jump_lo:
        .byte <(say_name - 1), <(say_other - 1), <(say_amount - 1), <(say_square - 1)
        .byte <(say_gaol - 1), <(say_deck - 1), <(say_group - 1), <(say_count - 1)
say_jump_hi:
        .byte >(say_name - 1), >(say_other - 1), >(say_amount - 1), >(say_square - 1)
        .byte >(say_gaol - 1), >(say_deck - 1), >(say_group - 1), >(say_count - 1)
        .assert * - say_jump_hi = SAY_CODES - 1, error, "a routine for each code"

.segment "UI_CODE"

; say_clear -- no messages
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc say_clear
        jsr message_area
        lda #LINE_INK
        jmp rect_paper
.endproc

; message_area -- rect_* = the row below the board; on other pages three rows beside the buttons
; Uses   A, X, Y
.proc message_area
        lda #0
        sta rect_x
        ldx #MESSAGE_Y
        ldy #1
        cmp aside_depth
        lda #MESSAGE_RIGHT
        bcs @board
        ldx #MESSAGE_Y - NOTE_ROWS + 1
        ldy #NOTE_ROWS
        lda #PANEL_X
@board:
        sta rect_w
        stx rect_y
        sty rect_h
        rts
.endproc

; say -- words that are no event; further ones move them up
; In     A low, Y high of the message; say_ink; ev_* for its codes
; Out    -
; Uses   A, X, Y, ui_ptr, text_ptr, rect_*, num_*, tmp*, ink     Keeps  -
.proc say
        sta ui_ptr
        sty ui_ptr+1
        lda told_note
        bne @more
        inc told_note           ; the first words take the place of the messages
        jsr say_clear
@more:
        jsr say_build
@line:
        jsr message_area
        jsr rows_scroll
        lda say_ink
        sta ink
        lda #MESSAGE_Y
        sta cur_y
        jsr text_line
        php                     ; C=0: a line more is needed
        ldx rect_w
        jsr text_pad
        plp
        bcc @line
        rts
.endproc

; say_end -- what was asked or explained has been answered: the last event again
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, ui_ptr, text_ptr, rect_*, num_*, tmp*, ink; ev_* but ev_type
.proc say_end
        lda told_note
        beq @none
        lda aside_depth
        beq told_draw
        lda #0
        sta told_note
        beq say_clear
@none:
        rts
.endproc

; line_tell -- an event for all to see and for the log
; In     A EV_* or LINE_*; ev_*     Out    -
; Uses   A, X, Y, ui_ptr, text_ptr, num_*, tmp*, ink     Keeps  ev_type
.proc line_tell
        jsr log_add
        ; falls through
.endproc

; told_draw -- the last event below the board
; In     -     Out    ev_* but ev_type are the newest's     Keeps  -
; Uses   A, X, Y, ui_ptr, text_ptr, num_*, tmp*, ink
.proc told_draw
        lda #0
        sta told_note
        lda #MESSAGE_RIGHT
        sta line_right
        sta line_fresh
        ldx #LOG_SIZE - 1
        ldy #MESSAGE_Y
        lda #0
        ; falls through
.endproc

; line_at -- an event of the log as a line
; In     X place in the log, A column, Y row, line_right     Out line_entry = X
; Uses   A, X, Y, ui_ptr, text_ptr, num_*, tmp*, ink; ev_* but ev_type     Keeps  -
.proc line_at
        stx line_entry
        tax
        jsr video_goto
        lda #LINE_INK
        sta ink
        ldx line_entry
        ldy log_type,x
        bmi @pad                ; nothing has happened
        lda message_words,y
        sta ui_ptr
        lda #BOOK_VARIANT
        cpy #EVENTS
        bcs @more
        cpy #EV_ORDER           ; from here on what only presets tell
        bcs @book
@more:
        lda #BOOK_MORE
@book:
        sta ui_ptr+1
        jsr log_load
        jsr line_draw
@pad:
        ldx line_right
        jmp text_pad
.endproc
        .assert LOG_NONE >= $80, error, "told by bit 7"

; log_add -- keep an event, the oldest is forgotten
; All entries move down one place, so the latest is always the last and nobody has to count round a ring.  The two
; seats share a byte.
; In     A EV_* or LINE_*; ev_*     Uses A, X, Y     Time 10,000 cycles
.proc log_add
        pha
        ldx #0
@low:
        lda log_begin+1,x
        sta log_begin,x
        inx
        bne @low
@high:
        lda log_begin+257,x
        sta log_begin+256,x
        inx
        cpx #<(log_end - log_begin - 257)
        bne @high
        ldx #LOG_SIZE - 1
        pla
        sta log_type,x
        lda ev_other
        asl a                   ; the high half: the other party
        asl a
        asl a
        asl a
        sta log_seats,x
        lda ev_player
        and #$0F
        ora log_seats,x
        sta log_seats,x
        lda ev_param
        sta log_param,x
        lda ev_lo
        sta log_lo,x
        lda ev_hi
        sta log_hi,x
        rts
.endproc

; log_clear -- nothing has happened     Uses A, X
; In     -     Out    -     Keeps  Y
.proc log_clear
        ldx #LOG_SIZE
        bne log_forget          ; always
.endproc

; log_trim -- nothing has happened before what a saved game brought     Uses A, X
; In     -     Out    -     Keeps  Y
.proc log_trim
        ldx #LOG_SIZE - LOG_SAVED
        ; falls through
.endproc

; log_forget -- the X oldest
.proc log_forget
        lda #LOG_NONE
@next:
        sta log_type-1,x
        dex
        bne @next
        jsr course_clear        ; another game
        jmp clock_reset
.endproc

; log_load -- ev_* but ev_type of event X of the log     Keeps X     Uses A
.proc log_load
        lda log_seats,x
        lsr a
        lsr a
        lsr a
        lsr a
        sta ev_other
        lda log_seats,x
        and #$0F
        cmp #MAX_PLAYERS        ; four bits cannot hold NO_PLAYER: they hold its low half
        bcc @player
        lda #NO_PLAYER
@player:
        sta ev_player
        lda log_param,x
        sta ev_param
        lda log_lo,x
        sta ev_lo
        lda log_hi,x
        sta ev_hi
        rts
.endproc

; line_draw -- the message at ui_ptr from the cursor to line_right at most
; In     ui_ptr message; ev_*, ink, line_right     Out    -     Keeps  -
; Uses   A, X, Y, text_ptr, num_*, tmp*, ink
.proc line_draw
        jsr say_find
        ldy #0
        sty line_from
        lda (ui_ptr),y
        cmp #SAY_PLAYER
        beq @token
        jsr space_put
        jmp @gap
@token:
        ldx ev_player
        jsr token_put
@gap:
        jsr space_put
@build:
        jsr say_found
        jsr line_fits
        bcs @write
        ldy say_first           ; without the name
        lda text_buffer,y
        cmp #' '                ; what separated it from the name
        bne @cut
        iny
@cut:
        sty line_from
        jsr line_fits
        bcs @write
        jsr line_cut
@write:
        ldy line_from
        jmp text_rest           ; say_found has left text_ptr at it
.endproc
        .assert NO_PLAYER >= $80, error, "told by bit 7"

; line_fits -- In X end of the text     Out C=1 it fits; Y = where it would have to end
; Uses   A
.proc line_fits
        lda line_right
        clc
        adc line_from
        sec
        sbc cur_x
        tay
        stx tmp0
        cmp tmp0
        rts
.endproc

; line_cut -- end the text at Y or before: behind a whole word of the square's name, else
; with a full stop
.proc line_cut
        sty tmp0
@back:
        lda text_buffer,y
        cmp #','
        beq @end
        cmp #' '
        beq @word
        dey
        cpy say_cut
        bne @back
        ldy tmp0
        dey
        lda #'.'
        sta text_buffer,y
        iny
        bne @end
@word:
        lda text_buffer-1,y
        cmp #','
        bne @end
        dey
@end:
        lda #0
        sta text_buffer,y
        rts
.endproc

; say_build -- the message in full in text_buffer
; In     ui_ptr message; ev_*     Out text_ptr = text_buffer, X = its length
; Uses   A, Y, num_*, tmp2, tmp4     Keeps  -
.proc say_build
        jsr say_find
        ; falls through
.endproc

; say_found -- the same of a message that ui_ptr points to
.proc say_found
        ldx #0
        stx say_cut
        stx say_first
        ldy #0
@next:
        lda (ui_ptr),y
        bne @more
        jmp text_close
@more:
        sty say_at
        cmp #SAY_CODES
        bcs @plain
        tay
        jsr say_code
        jmp @on
@plain:
        jsr text_expand
@on:
        ldy say_at
        iny
        bne @next
.endproc

; say_find -- ui_ptr = where the message ui_ptr lies     Uses A, Y, text_ptr     Keeps X
.proc say_find
        lda ui_ptr
        ldy ui_ptr+1
        jsr text_find
        lda text_ptr
        sta ui_ptr
        lda text_ptr+1
        sta ui_ptr+1
        rts
.endproc

; say_code -- append what code Y (1..) stands for; X place in text_buffer
.proc say_code
        lda say_jump_hi-1,y
        pha
        lda say_jump_lo-1,y
        pha
        rts
.endproc

; say_name, say_other ... -- In X place in text_buffer     Out X behind     Uses A, Y, text_ptr
.proc say_name
        ldy ev_player
        jsr player_say
        stx say_first
        rts
.endproc

; player_say -- append the name of player Y
.proc player_say
        cpy #MAX_PLAYERS
        bcs @nobody
        tya
        asl a
        asl a
        asl a
        tay
@next:
        lda player_names,y
        beq @nobody
        sta text_buffer,x
        inx
        iny
        tya
        and #NAME_SIZE - 1
        bne @next
@nobody:
        rts
.endproc

.proc say_other
        ldy ev_other
        cpy #CREDIT_BANK
        bcc player_say
        beq @bank
        lda #<text_pool
        bcs main_say            ; always
@bank:
        lda #<text_bank
        ; falls through
.endproc

; main_say -- append text A of BOOK_MAIN
.proc main_say
        ldy #BOOK_MAIN
        jmp text_append
.endproc

.proc say_amount
        lda #'$'
        sta text_buffer,x
        inx
        ; falls through
.endproc

.proc say_count
        stx tmp4
        lda ev_lo
        sta num_lo
        lda ev_hi
        sta num_hi
        jsr number_digits
        ldx tmp4
        ldy #0
@digit:
        lda num_text,y
        sta text_buffer,x
        inx
        iny
        cpy tmp2
        bne @digit
        rts
.endproc

; say_square -- the name of square ev_param
.proc say_square
        stx say_cut
        ldy ev_param
        jsr square_name
        jmp text_append
.endproc

.proc say_group
        stx say_cut
        lda ev_param
        clc
        adc #NAMES_GROUP
        ldy #BOOK_NAMES
        jsr text_append
        ldy say_cut
        lda ev_param
        cmp #GROUP_STATIONS
        bcc @colour
        lda text_buffer,y
        ora #$20                ; no name: a small letter
        sta text_buffer,y
@colour:
        rts
.endproc

.proc say_gaol
        lda #NAMES_GAOL
        ldy #BOOK_NAMES
        jmp text_append
.endproc

.proc say_deck
        lda #<text_chest
        ldy ev_param
        beq main_say
        lda #<text_chance
        bne main_say            ; always
        .assert <text_chance > 0, error, "the branch"
.endproc

; square_name -- a square's name
; In     Y square     Out A low, Y high of its number     Uses -
; Keeps  X
.proc square_name
        tya
        ldy #BOOK_NAMES
        rts
.endproc
        .assert NAMES_SQUARE = 0, error, "a square is the number of its name"
