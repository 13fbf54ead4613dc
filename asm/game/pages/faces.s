; faces.s -- the characters, to choose one for a seat of set-up
;
; It lies where the computers' wits do, which come when the game begins.  Cursor, stick and pointer
; choose, RETURN and fire take; 1 to 8 and a click take at once; STOP leaves the seat to a person.
;
; Test tests/asm/game/ui/test_faces.py

.include "pages.inc"
.include "setup.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

HEAD_ROW        = 1
MANNER_ROW      = 20            ; two rows
KEYS_ROW        = 23
ACROSS          = 4
FIRST_X         = 2
FIRST_Y         = 3
STEP_X          = 10
STEP_Y          = 9
DEMO_SEATS      = 4             ; those of a new game

.segment "FACES_DATA"

.include "words_faces.inc"
        .assert CHARACTERS = 2 * ACROSS, error, "two rows"

place_x:
.repeat CHARACTERS, i
        .byte FIRST_X + STEP_X * (i .mod ACROSS)
.endrepeat
place_y:
.repeat CHARACTERS, i
        .byte FIRST_Y + STEP_Y * (i / ACROSS)
.endrepeat
zones:
.repeat CHARACTERS, i
        ZONE FIRST_X + STEP_X * (i .mod ACROSS) - 1, FIRST_Y + STEP_Y * (i / ACROSS) - 1, FACE_SIZE + 2, FACE_SIZE + 2, '1' + i
.endrepeat
        .byte $FF

.segment "FACES_CODE"

face_item:      .byte 0         ; the one in view
face_place:     .res 1          ; the one that is being drawn

.include "portrait.inc"

; faces_page -- choose a character for the seat of the chosen line, or leave it a person's
; In     setup_item     Out    display on, the page is still shown     Uses   everything
; Keeps  -
.proc faces_page
        jsr sprites_off
        jsr screen_clear
        jsr page_dress
        lda #ROWS - 1
        jsr stripe_draw
        lda #ON(WHITE, PAGE_COLOR)
        ldx #HEAD_ROW
        jsr across
        lda #<text_head
        ldy #>text_head
        jsr text_center
        lda #ON(LIME, PAGE_COLOR)
        ldx #KEYS_ROW
        jsr across
        lda #<text_keys
        ldy #>text_keys
        jsr text_center
        ldx #CHARACTERS - 1
@item:
        stx face_place
        jsr item_draw
        ldx face_place
        dex
        bpl @item
        jsr manner_draw
        jsr video_commit
        ldx #CHARACTERS - 1
@dots:
        stx face_place          ; straight into the bitmap: the commit is over
        jsr place_take
        jsr face_dots
        ldx face_place
        dex
        bpl @dots
        lda #<zones
        ldy #>zones
        jsr page_ready
@key:
        jsr key_wait
        ldx face_item
        cmp #KEY_LEFT
        beq @left
        cmp #KEY_RIGHT
        beq @right
        cmp #KEY_UP
        beq @other_row
        cmp #KEY_DOWN
        beq @other_row
        cmp #KEY_RETURN
        beq @take
        cmp #KEY_STOP
        beq @out
        cmp #KEY_F3
        beq @out
        sec
        sbc #'1'
        cmp #CHARACTERS
        bcs @key
        tax
        jsr choose
@take:
        jmp seat_take
@out:
        rts
@other_row:
        txa
        eor #ACROSS             ; the same place in the other row
        bpl @new                ; always
@left:
        dex
        .byte $24               ; bit zp: skips the next instruction
@right:
        inx
        txa
        and #CHARACTERS - 1     ; round both rows
@new:
        tax
        jsr choose
        jmp @key
.endproc

; seat_take -- the character in view takes the seat of the chosen line
; In     setup_item, face_item     Uses A, X, Y, arg*, tmp*, ui_a
.proc seat_take
        lda face_item
        clc
        adc #SKILLS + 1         ; a request is one more
        sta arg1
        ldx setup_item
        dex
        stx arg0
        stx ui_a
        lda #REQ_CPU
        jsr play_request
        ldx ui_a
        lda name_fresh,x
        beq @out
        lda #<text_names
        clc
        adc face_item
        ldy #>text_names
        jsr name_take
        jmp name_send
@out:
        rts
.endproc

; demo_seats -- four characters, others each time, sit down at a new game
; In     setup_begin     Out    -     Uses   everything a request uses     Keeps  -
.proc demo_seats
        lda irq_frame
        sta face_item
        lda #ITEM_SEAT + DEMO_SEATS
        sta setup_item
@seat:
        dec setup_item
        beq @done
        lda face_item
        clc
        adc #3                  ; all eight come before one comes again
        and #CHARACTERS - 1
        sta face_item
        jsr seat_take
        jmp @seat
@done:
        rts
.endproc
        .assert ITEM_SEAT = 1, error, "lines end at the first seat"

; choose -- character X comes into view     Out C=1     Uses as item_draw
.proc choose
        lda face_item
        stx face_item
        tax
        jsr item_draw
        ldx face_item
        jsr item_draw
        jsr manner_draw
        jsr sound_move
        sec
        rts
.endproc

; across -- the line of row X in colours A     Uses A
.proc across
        sta ink
        stx cur_y
        lda #0
        sta rect_x
        lda #COLUMNS
        sta rect_w
        rts
.endproc

; manner_draw -- what the character in view is like     Uses A, X, Y, rect_*, ink, tmp*
.proc manner_draw
        lda #ON(YELLOW, PAGE_COLOR)
        ldx #MANNER_ROW
        jsr across
        stx rect_y
        lda #2
        sta rect_h
        jsr rect_clear
        inc rect_x
        dec rect_w
        dec rect_w
        lda #MANNER_ROW
        sta cur_y
        lda #<text_manners
        clc
        adc face_item
        ldy #>text_manners
        jmp text_wrap
.endproc

; place_take -- portrait and place of character X
.proc place_take
        lda place_x,x
        sta face_x
        lda place_y,x
        sta face_y
        jmp face_take
.endproc

; item_draw -- character X: a frame if it is in view, portrait, name
; Uses   A, X, Y, rect_*, ink, tmp*, ui_ptr
.proc item_draw
        stx item_now
        jsr place_take
        ldx face_x
        dex
        stx rect_x
        ldy face_y
        dey
        sty rect_y
        lda #FACE_SIZE + 2
        sta rect_w
        sta rect_h
        lda item_now
        cmp face_item           ; Z, for line_ink
        jsr line_ink
        jsr rect_clear
        lda face_y
        clc
        adc #FACE_SIZE
        sta cur_y
        lda ui_ptr
        pha
        lda ui_ptr+1
        pha
        lda item_now
        clc
        adc #<text_names
        ldy #>text_names
        jsr text_center
        pla
        sta ui_ptr+1
        pla
        sta ui_ptr
        lda #$FF
        jmp face_cells
item_now:       .res 1
.endproc
        .assert <text_names + CHARACTERS < 256 .and <text_manners + CHARACTERS < 256, error, "no carry"
