; seats.s -- the seats' lines of set-up: name, token, colour, computer
;
; Test tests/asm/game/ui/test_seats.py, test_screens.py, test_tokens.py, test_computer.py

.include "pages.inc"
.include "setup.inc"
.include "../brain/brain.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"

TOKEN_X         = 8             ; dots: the chosen seat's token stands beside its line
TOKEN_UP        = 3             ; and begins so much above it

.segment "UI_TOP"

name_buffer:    .res NAME_SIZE
name_fresh:     .res MAX_PLAYERS        ; nonzero: the first letter replaces the name

.segment "UI_BSS"

name_typed:     .res 1          ; nonzero: the last key was one for the name

.segment "TITLE_DATA"

.include "words_seats.inc"
.include "words_people.inc"
        .assert text_easy = text_cpu + SKILL_EASY .and text_animal = text_cpu + SKILLS, error, "words by SKILL_*"

; Where umlauts are on a German keyboard, and their codes by DIN 66003.
umlaut_keys:    .byte ":[;]@"
umlaut_codes:   .byte $5C, $5C, $5B, $5B, $5D
UMLAUTS         = * - umlaut_codes
        .assert umlaut_codes - umlaut_keys = UMLAUTS, error, "a letter for each key"

.segment "TITLE_TUNE"           ; with the title, where there is room

; umlaut -- in German the keys beside L and P are letters
; In     A key     Out    A     Keeps  X     Uses   Y
.proc umlaut
        ldy names_wanted
        cpy #SET_BERLIN
        bne @done
        ldy #UMLAUTS - 1
@key:
        cmp umlaut_keys,y
        beq @letter
        dey
        bpl @key
@done:
        rts
@letter:
        lda umlaut_codes,y
        rts
.endproc

.segment "TITLE_CODE"

; seat_sprite -- the token of the chosen seat beside its line
; In     -     Out    -
; Uses   A, X, Y, arg0-arg2     Keeps  -
.proc seat_sprite
        jsr sprites_off
        ldx setup_item
        dex
        cpx player_count
        bcs @none
        txa
        pha
        jsr sprites_dress
        pla
        tax
        lda #TOKEN_X
        sta arg0
        lda #0
        sta arg1
        txa
        asl a
        asl a
        asl a
        adc #8 * SEAT_ROW - TOKEN_UP    ; C is clear
        sta arg2
        jsr player_ink
        jmp sprite_show
@none:
        rts
.endproc

; seat_draw -- the line of item ui_c, a seat
; In     X  seat, also in ui_c     Out    -     Keeps  -
; Uses   A, X, Y, flags; ink, text_ptr, tmp0-tmp1, ui_d, cursor
.proc seat_draw
        dex
        stx ui_d
        txa
        clc
        adc #SEAT_ROW
        tay
        ldx #LEFT
        jsr video_goto
        ldx ui_d
        cpx player_count
        bcc @taken
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        bcs @pad
@taken:
        lda ink
        pha
        jsr token_spaced
        pla
        cmp #ON(BLACK, YELLOW)
        bne @name
        sta ink
@name:
        ldx ui_d
        jsr name_put
        ldx ui_c
        cpx setup_item
        bne @pad
        lda #GLYPH_CURSOR
        jsr video_put
        ldx #VALUE_X
        jsr text_pad
        jsr arrow_left
        lda #<text_colour
        ldy #>text_colour
        jsr text_at
        jsr space_put
        lda #GLYPH_ARROWR
        jsr video_put
@pad:
        ldx #CPU_X
        jsr text_pad
        ldx ui_d
        cpx player_count
        bcs @end
        lda player_flags,x
        asl a                   ; PF_CPU
        lda #<text_person
        ldy #>text_person
        bcc @player
        lda settings + OPT_SKILLS,x
        cmp #SKILLS
        bcc @kind
        lda #SKILLS
        clc
@kind:
        adc #<text_cpu
        ldy #>text_cpu
@player:
        jsr text_at
@end:
        ldx #RIGHT
        jmp text_pad
.endproc

; colours_default -- a free colour for every seat that has none
; In     -     Out    -     Uses   A, X, Y, arg*, ui_a     Keeps  -
.proc colours_default
        lda #0
        sta ui_a
@seat:
        ldx ui_a
        lda player_colour,x
        cmp #COLOURS            ; it has one already
        bcc @next
        lda #0
        sta ui_b
@colour:
        lda ui_a
        sta arg0
        lda ui_b
        sta arg1
        lda #REQ_COLOUR
        jsr play_request
        bcc @next
        inc ui_b
        lda ui_b
        cmp #COLOURS
        bne @colour
@next:
        inc ui_a
        lda ui_a
        cmp player_count
        bne @seat
        rts
.endproc

; seat_colour -- the next colour nobody has, for the seat in line
; In     setup_step 1 or $FF     Out C=1 there is none
; Uses   A, X, Y, arg*, ui_a, ui_d     Keeps  -
.proc seat_colour
        ldx setup_item
        dex
        stx ui_a
        lda player_colour,x
        sta ui_d
        lda #COLOURS            ; each is tried once
        sta setup_tries
@try:
        lda ui_d
        clc
        adc setup_step
        bpl @low
        lda #COLOURS - 1
@low:
        cmp #COLOURS
        bcc @colour
        lda #0
@colour:
        sta ui_d
        sta arg1
        lda ui_a
        sta arg0
        lda #REQ_COLOUR
        jsr play_request        ; the rules know which colours are taken
        bcc @out
        dec setup_tries
        bne @try
@out:
        rts
.endproc

; setup_computer -- the seat of the chosen line becomes a computer, of the next skill, or a person again,
; for whom a character can be chosen at once.  A new computer takes a colour at random, and a name of its own unless one has
; been typed.
; In     -     Out    -     Uses   A, X, Y, arg*, tmp*, ui_a     Keeps  -
.proc setup_computer
        ldx setup_item
        dex
        cpx player_count
        bcs @none
        stx ui_a
        stx arg0
        lda player_flags,x
        asl a                   ; PF_CPU into C
        lda #0
        bcc @next               ; a person
        lda settings + OPT_SKILLS,x
@next:
        adc #1                  ; a computer's request is one more than its skill: C
        cmp #SKILLS + 1
        php
        bcc @set
        lda #0                  ; a person, then perhaps a character
@set:
        sta arg1
        lda #REQ_CPU
        jsr play_request
        ldx ui_a
        lda name_fresh,x
        beq @named
        jsr name_default
@named:
        ldx ui_a
        lda player_flags,x
        bpl @person
        lda settings + OPT_SKILLS,x
        bne @person             ; it has its colour from before
        jsr brain_setup
@person:
        plp
        beq characters
        jmp sound_press
@none:
        rts
.endproc
        .assert PF_CPU = $80, error, "setup tells computers by bit 7"

; token_next -- the next token nobody has, for the seat in line
; Past the last one the seat becomes a computer, and a person again: a joystick has no F3.
; In     -     Out    -     Uses   A, X, Y, arg*, tmp*, ui_a     Keeps  -
.proc token_next
        ldx setup_item
        dex
        stx arg0
        lda player_token,x
        sta arg1
        pha
        lda #TOKENS_TO_CHOOSE
        sta setup_tries
@try:
        dec setup_tries
        bmi @done
        inc arg1
        lda arg1
        and #TOKENS_TO_CHOOSE - 1
        sta arg1
        lda #REQ_TOKEN
        jsr play_request        ; at the latest his own is taken
        bcs @try
@done:
        ldx setup_item
        dex
        pla
        cmp player_token,x
        bcs setup_computer
        jmp sound_press
.endproc

; characters -- the page of the characters, if the disk has it, and back
.proc characters
        ldx #FILE_FACES
        jsr overlay_need
        bcs @shown
        jsr faces_page
@shown:
        jmp setup_screen
.endproc

; seat_key -- in a seat's line 1 to 8 choose its token; all else is for the name
; In     A key, X seat     Uses A, X, Y, arg*, tmp*, ui_a, ui_key     Out    -     Keeps  -
.proc seat_key
        cmp #'1'
        bcc name_key
        cmp #'8' + 1
        bcs name_key
        sbc #'1' - 1            ; C is clear: one more
        stx arg0
        sta arg1
        lda #REQ_TOKEN
        jsr play_request
        ldx #EFFECT_PRESS
        bcc @effect
        ldx #EFFECT_REFUSE
@effect:
        jmp effect_play
.endproc
        .assert TOKENS_TO_CHOOSE = 8, error, "keys 1 to 8"

; name_key -- a letter, digit, sign or DEL for the name of a seat; in German umlauts
; In     A key, X seat     Uses A, X, Y, arg*, tmp*, ui_a, ui_key
.proc name_key
        jsr umlaut
        sta ui_key
        stx ui_a
        lda #1
        sta name_typed
        txa
        asl a
        asl a
        asl a
        tay
        ldx #0
        stx rng_n               ; as by A, which takes a letter on the console
@copy:
        lda player_names,y
        sta name_buffer,x
        iny
        inx
        cpx #NAME_SIZE
        bne @copy
        ldx ui_a
        lda name_fresh,x
        beq @old
        lda #0
        sta name_fresh,x
        ldy ui_key              ; DEL shortens it, a letter begins another one
        cpy #KEY_DEL
        beq @old
        ldx #NAME_SIZE - 1
@clear:
        sta name_buffer,x
        dex
        bpl @clear
@old:
        ldx #0
@end:
        lda name_buffer,x
        beq @at
        inx
        cpx #NAME_SIZE
        bne @end
@at:
        lda ui_key
        cmp #KEY_DEL
        beq @delete
        cmp #' '
        bcc @none
        ldy switches + SW_PRESET
        cpy #PRESET_1989
        bne @room
        cpx #NAME_SIZE - 1      ; its names have seven letters
        bcs @full
@room:
        cpx #NAME_SIZE
        bcs @full
        sta name_buffer,x
        bcc @send               ; always
@delete:
        dex
        bmi @none
        lda #0
        sta name_buffer,x
@send:
        jsr name_send
        jmp sound_move
@full:
        jmp sound_refuse
@none:
        rts
.endproc

; names_default -- PLAYER 1 ... PLAYER 8
; In     -     Out    -     Uses   A, X, Y, arg*, tmp*     Keeps  -
.proc names_default
        ldx #MAX_PLAYERS - 1
@seat:
        stx ui_a
        lda #1
        sta name_fresh,x
        jsr name_default
        ldx ui_a
        dex
        bpl @seat
        rts
.endproc

; name_default -- seat ui_a gets the name it has before somebody types one
; Uses   A, X, Y, arg*, tmp*
.proc name_default
        ldx ui_a
        lda player_flags,x
        bmi @computer
        lda #<default_name
        ldy #>default_name
        jsr name_take
        lda ui_a
        clc
        adc #'1'
        sta name_buffer + NAME_SIZE - 1
        jmp name_send
@computer:
        txa
        clc
        adc #<computer_names    ; their numbers follow one another
        ldy #>computer_names
        jsr name_take
        jmp name_send
.endproc

.segment "UI_MORE"               ; the title's overlay is full

; name_take -- name_buffer = text
; In     A low, Y high     Out    name_buffer     Uses   A, X, Y     Keeps  -
.proc name_take
        jsr text_open
        ldx #0
        ldy #0
@copy:
        lda text_buffer,y
        beq @fill
        iny
@fill:
        sta name_buffer,x
        inx
        cpx #NAME_SIZE
        bne @copy
        rts
.endproc

.segment "UI_CODE"

; name_send -- name_buffer is the name of seat ui_a
; In     ui_a     Out    as play_request     Uses   as play_request, arg*     Keeps  -
.proc name_send
        lda ui_a
        sta arg0
        lda #<name_buffer
        sta arg2
        lda #>name_buffer
        sta arg3
        lda #REQ_NAME
        jmp play_request
.endproc

.segment "UI_MORE"

; names_bad -- before a game begins: is a name empty, or another player's?  Blanks at the end are none.
; By the rules of 1989 names are cut to seven letters before, PLAYER 1 to PLAYER1, in German SPIELER1 to SPIELE1.
; In     -     Out    C=1 yes: X seat;  C=0 no     Keeps  -     Uses   A, X, Y, flags; ui_a, ui_b, tmp0
.proc names_bad
        lda switches + SW_PRESET
        cmp #PRESET_1989
        bne @check
        ldx #NAME_SIZE * MAX_PLAYERS - 1
@long:
        lda player_names,x
        beq @short
        cmp #' '
        beq @cut
        cmp #'A'
        bcs @cut
        sta player_names-1,x    ; a digit takes the place of the letter before
@cut:
        lda #0
        sta player_names,x
@short:
        txa
        sec
        sbc #NAME_SIZE
        tax
        bpl @long
@check:
        ldx #0
@seat:
        stx ui_a
        stx ui_b
        jsr name_place
        ldx #NAME_SIZE
@blank:
        lda player_names,y
        and #<~' '
        bne @other
        iny
        dex
        bne @blank
        beq @bad                ; always
@other:
        dec ui_b
        bmi @next
        ldx ui_b
        jsr name_place
        sty tmp0
        ldx ui_a
        jsr name_place
        ldx tmp0
@letter:
        lda player_names,x
        eor player_names,y
        and #<~' '              ; the end of a name, 0, is as good as a blank
        bne @other
        inx
        iny
        tya
        and #NAME_SIZE - 1
        bne @letter
@bad:
        ldx ui_a
        rts                     ; C=1 from name_place
@next:
        ldx ui_a
        inx
        cpx player_count
        bcc @seat
        clc
        rts
.endproc

; name_place -- Out Y where the name of seat X begins, C=1     Uses A     Keeps X
.proc name_place
        txa
        asl a
        asl a
        asl a
        tay
        sec
        rts
.endproc
        .assert NAME_SIZE = 8, error, "a name has eight bytes"
