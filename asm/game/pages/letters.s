; letters.s -- a name is typed, or put together with a joystick
;
; Letters and digits are typed; cursor left and right move, up and down change
; the letter at the cursor; RETURN or fire takes the name, RUN/STOP or an empty
; name gives up.  The first letter typed replaces the name that is offered.
;
; Test tests/asm/game/ui/test_files.py

.include "pages.inc"
.include "../sys/save.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "files.inc"

NAME_Y          = BOX_Y + 3
NAME_X          = BOX_X + 3
HELP_Y          = BOX_Y + 6

.segment "UI_BSS"

letter_at:      .res 1          ; cursor, 0..SAVE_NAME_SIZE
letter_fresh:   .res 1          ; nonzero: the first letter replaces the name

.segment "DISK_DATA"

alphabet:       .byte "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.+! "
ALPHABET        = * - alphabet
.include "words_letters.inc"
zones:
        ZONE BOX_X, HELP_Y, BOX_W, 1, KEY_RETURN
        ZONE BOX_X, HELP_Y + 1, BOX_W, 1, KEY_STOP
        .byte $FF

.segment "DISK_CODE"

; name_ask -- ask for a name, beginning with save_name
; In     -     Out    C=0 save_name, without blanks around it     C=1 given up
; Uses   everything ui/ uses     Keeps  -
.proc name_ask
        jsr name_valid
        bcc @offer
        lda #<name_offered
        ldy #>name_offered
        jsr text_open
        ldx #0
        ldy #0
@default:
        lda text_buffer,y       ; a 0 ends it, and fills the rest
        beq @fill
        iny
@fill:
        sta save_name,x
        inx
        cpx #SAVE_NAME_SIZE
        bne @default
@offer:
        lda #0
        sta letter_at
        lda #1
        sta letter_fresh        ; the first letter replaces the whole name
        jsr box_draw
        lda #<zones
        ldy #>zones
        jsr zones_set
@key:
        jsr letters_draw
        jsr key_wait
        cmp #KEY_STOP
        beq @stop
        cmp #KEY_RETURN
        beq @take
        cmp #KEY_CLICK
        beq @key
        jsr letter_key
        jmp @key
@take:
        jsr name_trim
        lda save_name           ; nothing but blanks is no name
        bne @taken
@stop:
        sec
        bcs @end                ; always
@taken:
        jsr sound_press
        clc
@end:
        lda #0                  ; no zones any more
        tay
        jmp zones_set
.endproc

; name_valid -- could save_name have been typed?     Out C=1 no     Uses A, X, Y
.proc name_valid
        lda save_name
        beq @no
        ldy #SAVE_NAME_SIZE - 1
@letter:
        lda save_name,y
        beq @next
        jsr letter_find
        bcc @no
@next:
        dey
        bpl @letter
        clc
        rts
@no:
        sec
        rts
.endproc

; letter_find -- A in the alphabet     Out C=1 X = place; C=0 no     Keeps A, Y
.proc letter_find
        ldx #ALPHABET - 1
@next:
        cmp alphabet,x
        beq @found              ; C is set
        dex
        bpl @next
        clc
@found:
        rts
.endproc

; letters_count -- Out X = letters of save_name     Uses A
.proc letters_count
        ldx #0
@next:
        lda save_name,x
        beq @done
        inx
        cpx #SAVE_NAME_SIZE
        bne @next
@done:
        rts
.endproc

; name_trim -- blanks before and behind the name go     Uses A, X, Y
.proc name_trim
        jsr letters_count
@behind:
        dex
        bmi @done
        lda save_name,x
        cmp #' '
        bne @before
        lda #0
        sta save_name,x
        beq @behind
@before:
        lda save_name
        cmp #' '
        bne @done
        ldx #0
        jsr letter_remove       ; A is 0
        beq @before             ; always
@done:
        rts
.endproc

; letter_remove -- take letter X out     Out Z=1     Uses A, X
.proc letter_remove
@next:
        inx
        cpx #SAVE_NAME_SIZE
        bcs @last
        lda save_name,x
        sta save_name-1,x
        jmp @next
@last:
        lda #0
        sta save_name + SAVE_NAME_SIZE - 1
        rts
.endproc

; letter_key -- one key     In A     Uses A, X, Y
.proc letter_key
        cmp #KEY_LEFT
        beq @left
        cmp #KEY_RIGHT
        beq @right
        cmp #KEY_UP
        beq @up
        cmp #KEY_DOWN
        beq @down
        cmp #KEY_DEL
        beq @delete
        jsr letter_find
        bcc @refuse
        ldy letter_fresh
        beq @put
        pha
        ldx #SAVE_NAME_SIZE - 1
        lda #0
@clear:
        sta save_name,x
        dex
        bpl @clear
        pla
@put:
        ldx letter_at
        cpx #SAVE_NAME_SIZE
        bcs @refuse
        sta save_name,x
        inc letter_at
        bne @moved
@left:
        dec letter_at
        bpl @moved
        inc letter_at
        rts
@right:
        jsr letters_count
        cpx letter_at
        beq @none
        inc letter_at
        bne @moved
@delete:
        ldx letter_at
        beq @none
        dex
        stx letter_at
        jsr letter_remove       ; A is 0
        beq @moved              ; always
@up:
        lda #1
        bne @change
@down:
        lda #ALPHABET - 1
@change:
        jsr letter_change
@moved:
        lda #0
        sta letter_fresh
        jmp sound_move
@refuse:
        jmp sound_refuse
@none:
        rts
.endproc

; letter_change -- another letter at the cursor
; In     A steps forward in the alphabet     Uses A, X, Y
.proc letter_change
        tay
        ldx letter_at
        cpx #SAVE_NAME_SIZE
        bcc @inside
        dex
        stx letter_at
@inside:
        lda save_name,x
        jsr letter_find
        bcs @known
        ldx #ALPHABET - 1       ; behind the end: as if a blank was there
@known:
        tya
        stx tmp0
        clc
        adc tmp0
        cmp #ALPHABET
        bcc @set
        sbc #ALPHABET
@set:
        tax
        lda alphabet,x
        ldx letter_at
        sta save_name,x
        rts
.endproc

; box_draw -- the white card the name is written on
; Uses   A, X, Y, rect_*, ink, tmp*
.proc box_draw
        ldx #<BOX_RECTS
        jsr rects_draw
        ldx #BOX_X
        ldy #BOX_Y
        jsr video_goto
        lda #BRIEF(text_name)
        jsr label_at
        lda #ON(DARK, WHITE)
        sta ink
        lda #HELP_Y - 1
        sta cur_y
        lda #<text_letters
        ldy #>text_letters
        jsr text_center
        inc cur_y
        lda #<text_take
        ldy #>text_take
        jsr text_center
        inc cur_y
        lda #<text_stop
        ldy #>text_stop
        jmp text_center
.endproc

; letters_draw -- the name, a blank between letters, the cursor yellow
; Uses   A, X, Y, ink
.proc letters_draw
        ldx #NAME_X
        ldy #NAME_Y
        jsr video_goto
        ldx #0
@letter:
        lda #ON(BLACK, WHITE)
        cpx letter_at
        bne @ink
        lda #ON(BLACK, YELLOW)
@ink:
        sta ink
        lda save_name,x
        bne @put
        lda #'_'                ; a place that is free; none below the cursor
        cpx letter_at
        bne @put
        lda #' '
@put:
        jsr video_put
        lda #ON(BLACK, WHITE)
        sta ink
        jsr space_put
        inx
        cpx #SAVE_NAME_SIZE
        bne @letter
        rts
.endproc
