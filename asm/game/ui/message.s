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
BUFFER          = 96

.segment "UI_BSS"

say_buffer:     .res BUFFER
say_at:         .res 1
say_ink:        .res 1
say_player:     .res 1

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
        jsr text_open
        lda #0
        sta say_at
        tay
@next:
        lda text_buffer,y
        beq @built
        cmp #SAY_CODES
        bcs @plain
        tax
        tya
        pha
        jsr say_code
        pla
        tay
        iny
        bne @next
@plain:
        jsr say_put
        iny
        bne @next
@built:
        jsr say_put
        lda #<say_buffer
        sta text_ptr
        lda #>say_buffer
        sta text_ptr+1
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

; say_code -- expand code X (1..)
.proc say_code
        lda say_jump_hi-1,x
        pha
        lda say_jump_lo-1,x
        pha
        rts
.endproc

; say_put -- append A to the buffer; what does not fit is cut
; Keeps  A, Y     Uses X
.proc say_put
        ldx say_at
        cpx #BUFFER - 1
        bcs @full
        inc say_at
        sta say_buffer,x
        rts
@full:
        lda #0
        sta say_buffer + BUFFER - 1
        rts
.endproc

; say_text -- append the text A low, Y high
; Uses   A, X, Y, text_ptr
.proc say_text
        sta text_ptr
        sty text_ptr+1
        ldy #0
@next:
        lda (text_ptr),y
        beq @done
        jsr say_put
        iny
        bne @next
@done:
        rts
.endproc

.proc say_name
        ldx ev_player
        ; falls through
.endproc

; player_say -- append the name of player X
.proc player_say
        cpx #MAX_PLAYERS
        bcs @nobody
        txa
        asl a
        asl a
        asl a
        tay
@next:
        lda player_names,y
        beq @nobody
        jsr say_put
        iny
        tya
        and #NAME_SIZE - 1
        bne @next
@nobody:
        rts
.endproc

.proc say_other
        ldx ev_other
        cpx #CREDIT_BANK
        bcc player_say
        beq @bank
        lda #<text_pool
        ldy #>text_pool
        bne say_text
@bank:
        lda #<text_bank
        ldy #>text_bank
        bne say_text
.endproc

.proc say_amount
        lda #'$'
        jsr say_put
        lda ev_lo
        sta num_lo
        lda ev_hi
        sta num_hi
        jsr number_digits
        stx tmp2
        ldy #0
@digit:
        lda num_text,y
        jsr say_put
        iny
        cpy tmp2
        bne @digit
        rts
.endproc

; say_square -- the name of square ev_param
.proc say_square
        ldy ev_param
        jsr square_name
        jmp say_text
.endproc

.proc say_group
        lda TEXT_BASE + TEXT_HEADER::group_lo
        sta text_ptr
        lda TEXT_BASE + TEXT_HEADER::group_lo+1
        sta text_ptr+1
        ldy ev_param
        lda (text_ptr),y
        pha
        lda TEXT_BASE + TEXT_HEADER::group_hi
        sta text_ptr
        lda TEXT_BASE + TEXT_HEADER::group_hi+1
        sta text_ptr+1
        lda (text_ptr),y
        tay
        pla
        jmp say_text
.endproc

.proc say_gaol
        lda TEXT_BASE + TEXT_HEADER::gaol
        ldy TEXT_BASE + TEXT_HEADER::gaol+1
        jmp say_text
.endproc

.proc say_deck
        lda ev_param
        bne @chance
        lda #<text_chest
        ldy #>text_chest
        jmp say_text
@chance:
        lda #<text_chance
        ldy #>text_chance
        jmp say_text
.endproc

; square_name -- address of a square's name
; In     Y square     Out A low, Y high     Uses text_ptr
; Keeps  X
.proc square_name
        lda TEXT_BASE + TEXT_HEADER::square_lo
        sta text_ptr
        lda TEXT_BASE + TEXT_HEADER::square_lo+1
        sta text_ptr+1
        lda (text_ptr),y
        pha
        lda TEXT_BASE + TEXT_HEADER::square_hi
        sta text_ptr
        lda TEXT_BASE + TEXT_HEADER::square_hi+1
        sta text_ptr+1
        lda (text_ptr),y
        tay
        pla
        rts
.endproc
