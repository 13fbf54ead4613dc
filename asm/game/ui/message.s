; message.s -- what happens, told in three lines below the board
;
; A message may contain SAY_* codes (ui.inc), which stand for names, amounts
; and squares of the event in ev_*.
;
; Test tests/asm/game/ui/test_modules.py

.include "ui.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

MESSAGE_LEFT    = 15
MESSAGE_TOP     = 20
MESSAGE_ROWS    = 3
MESSAGE_RIGHT   = 35            ; the map lies beside them

.segment "UI_BSS"

say_at:         .res 1
say_ink:        .res 1

.segment "UI_SPARE"

text_bank:      .byte "the bank", 0
text_pool:      .byte "the tax office", 0
text_chest:     .byte "Community Chest", 0
text_chance:    .byte "Chance", 0

.segment "UI_RODATA"

say_jump_lo:
        .byte <(say_name - 1), <(say_other - 1), <(say_amount - 1), <(say_square - 1)
        .byte <(say_gaol - 1), <(say_deck - 1), <(say_group - 1)
say_jump_hi:
        .byte >(say_name - 1), >(say_other - 1), >(say_amount - 1), >(say_square - 1)
        .byte >(say_gaol - 1), >(say_deck - 1), >(say_group - 1)
        .assert * - say_jump_hi = SAY_CODES - 1, error, "a routine for each code"

.segment "UI_CODE"

; say_clear -- no messages
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc say_clear
        jsr message_area
        lda #ON(BLACK, BLACK)
        sta ink
        lda #' '
        jmp rect_fill
.endproc

.proc message_area
        lda #MESSAGE_LEFT
        sta rect_x
        lda #MESSAGE_TOP
        sta rect_y
        lda #MESSAGE_RIGHT - MESSAGE_LEFT
        sta rect_w
        lda #MESSAGE_ROWS
        sta rect_h
        rts
.endproc

; say -- tell something; older lines move up
; In     A low, Y high of the message; say_ink; ev_* for its codes
; Out    -
; Uses   A, X, Y, ui_ptr, text_ptr, rect_*, num_*, tmp*, ink     Keeps  -
.proc say
        jsr say_build
@line:
        jsr message_area
        jsr rows_scroll
        lda say_ink
        sta ink
        lda #MESSAGE_TOP + MESSAGE_ROWS - 1
        sta cur_y
        jsr text_line
        php
        ldx #MESSAGE_RIGHT
        jsr text_pad
        plp
        bcc @line
        rts
.endproc

; say_build -- the message in full in text_buffer
; In     A low, Y high; ev_*     Out text_ptr = text_buffer
; Uses   A, X, Y, ui_ptr, num_*, tmp2, tmp3
.proc say_build
        sta ui_ptr
        sty ui_ptr+1
        ldx #0
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
        ; falls through
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
        ldy #>text_pool
        jmp text_append
@bank:
        lda #<text_bank
        ldy #>text_bank
        jmp text_append
.endproc

.proc say_amount
        lda #'$'
        sta text_buffer,x
        inx
        stx tmp4
        lda ev_lo
        sta num_lo
        lda ev_hi
        sta num_hi
        jsr number_digits
        stx tmp2
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
        ldy ev_param
        jsr square_name
        jmp text_append
.endproc

.proc say_group
        ldy #TEXT_HEADER::group_lo
        lda ev_param
        jsr text_of
        jmp text_append
.endproc

.proc say_gaol
        lda TEXT_BASE + TEXT_HEADER::gaol
        ldy TEXT_BASE + TEXT_HEADER::gaol+1
        jmp text_append
.endproc

.proc say_deck
        lda ev_param
        bne @chance
        lda #<text_chest
        ldy #>text_chest
        jmp text_append
@chance:
        lda #<text_chance
        ldy #>text_chance
        jmp text_append
.endproc

; square_name -- address of a square's name
; In     Y square     Out A low, Y high     Uses text_ptr
; Keeps  X
.proc square_name
        tya
        ldy #TEXT_HEADER::square_lo
        ; falls through
.endproc

; text_of -- a text of the set of names
; In     A number, Y = TEXT_HEADER::*_lo     Out A low, Y high     Uses text_ptr
; Keeps  X
.proc text_of
        pha
        lda TEXT_BASE,y
        sta text_ptr
        lda TEXT_BASE+1,y
        sta text_ptr+1
        iny
        iny
        sty text_from           ; where the other half of the table is told
        pla
        tay
        lda (text_ptr),y
        pha
        tya
        ldy text_from
        pha
        lda TEXT_BASE,y
        sta text_ptr
        lda TEXT_BASE+1,y
        sta text_ptr+1
        pla
        tay
        lda (text_ptr),y
        tay
        pla
        rts
.endproc
        .assert TEXT_HEADER::square_hi = TEXT_HEADER::square_lo + 2, error, "one after the other"
        .assert TEXT_HEADER::group_hi = TEXT_HEADER::group_lo + 2, error, "one after the other"
        .assert TEXT_HEADER::card_hi = TEXT_HEADER::card_lo + 2, error, "one after the other"
