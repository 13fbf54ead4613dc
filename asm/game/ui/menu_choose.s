; menu_choose.s -- a button of a menu is pressed: by letter, cursor, joystick, mouse
;
; Test tests/asm/game/ui/test_menu.py, test_mouse.py, test_hurry.py

.include "ui.inc"
.include "../play/play.inc"
.include "../sys/drive_fast.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../data/text/text.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "menu.inc"

.segment "UI_RODATA"

.include "words_menu.inc"
dangerous:                      ; RETURN and fire have to come twice
        .byte REQ_BUY, REQ_PASS, REQ_BID, REQ_FORFEIT, REQ_AUTO_PAY, REQ_CONFIRM, REQ_AGREE
DANGEROUS       = * - dangerous

.segment "UI_CODE"

; menu_choose -- wait until a button is pressed, or a key that is none
; In     -     Out    C=0 A = code     C=1 menu_key = the key
; Uses   A, X, Y and what ui_frame uses     Keeps  -
.proc menu_choose
        jsr menu_tick
        jsr key_wait_menu
        sta menu_key
        jsr motor_soon
        lda menu_key
        cmp #KEY_RETURN
        beq @sure
        jsr sure_forget
        lda menu_key
@sure:
        ldx menu_cells
        beq @buttons
        cmp #KEY_RETURN + 1
        bcs @find               ; letters are buttons, still
        cmp #KEY_CLICK
        beq @click
        sec
        rts
@buttons:
        cmp #KEY_UP
        beq @up
        cmp #KEY_DOWN
        beq @down
        cmp #KEY_RETURN
        beq @press
        cmp #KEY_CLICK
        beq @click
        cmp #KEY_HELP
        bne @find
        lda #'?'
        sta menu_key
@find:
        ldx #0
@letter:
        cpx menu_count
        beq @unknown
        cmp menu_letter,x
        beq @found
        inx
        bne @letter
@more:
        jsr menu_more
        jmp menu_choose
@up:
        lda #$FF
        bne @step               ; always
@down:
        lda #1
@step:
        jsr menu_step
        jmp menu_choose
@click:
        ldx click_x
        ldy click_y
        jsr button_at
        bcc @found
        rts
@unknown:
        jsr letter_elsewhere
        bcc @elsewhere
        jsr rules1989_there
        bne @none
        jsr ten_elsewhere
        bcs @none
@elsewhere:
        jsr too_early
        bcs @again
        rts
@none:
        sec
        rts
@found:
        lda menu_enabled,x
        beq @disabled
        txa
        tay
        cpy menu_selected
        beq @press
        jsr menu_select
@press:
        ldx menu_selected
        cpx #MENU_ROWS
        bcs @again
        lda menu_code,x
        cmp #LOCAL_MORE
        beq @more
        jsr too_early
        bcs @again
        jsr sure_enough
        bcc @again
        pha
        ldx menu_selected
        lda #ON(WHITE, MID)     ; pressed, for all to see before anything happens
        jsr button_color
        jsr sound_press
        jsr video_commit
        pla
        clc
        rts
@disabled:
        lda menu_code,x         ; the rules say why not
        clc
        rts
@again:
        jmp menu_choose
.endproc

; motor_soon -- a 1541 starts its motor, as a page may be asked for
;
; DATA low for a moment is all that our program there needs to hear of (fast/fast.s).
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc motor_soon
        lda prefetching         ; the lines are in use
        bne @out
        bit fast_able
        bmi @out
        lda #LET_GO | DATA_LOW
        jmp fast_pull
@out:
        rts
.endproc

; too_early -- is it a request, and what decides is not taken yet?
; In     A code     Out C=1 yes; C=0 A = code     Keeps X, Y
.proc too_early
        cmp #MENU_LOCAL
        bcs @no
        pha
        jsr arm_refuses
        beq @armed
        pla
        sec
        rts
@armed:
        pla
@no:
        clc
        rts
.endproc

; sure_enough -- RETURN and fire press a dangerous button at the second time
; In     A code of the selected button, menu_key     Out C=1 go on, A = code
; Uses   A, X, Y, rect_*, ink, tmp*
.proc sure_enough
        ldx menu_key
        cpx #KEY_RETURN         ; a letter or a click is meant: only RETURN slips
        bne @yes
        ldx #DANGEROUS - 1
@next:
        cmp dangerous,x
        beq @dangerous
        dex
        bpl @next
@yes:
        sec
        rts
@dangerous:
        tax
        inx
        cpx menu_sure
        stx menu_sure           ; code + 1, as 0 is nobody; STX leaves Z
        beq @yes
        jsr arm_begin
        ldx menu_selected
        jsr button_ink
        sta ink
        jsr button_row
        ldx #MENU_LEFT + 2
        jsr video_goto
        lda #BRIEF(l_again)
        jsr label_at
        jsr row_pad
        jsr menu_unlight
        clc
        rts
.endproc

; sure_forget -- another key than RETURN: the button has its own words again
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, ui_ptr, tmp*, rect_*, ink
.proc sure_forget
        lda menu_sure
        beq @none
        lda #0
        sta menu_sure
        lda menu_count
        sta wipe_count          ; what a page has below its buttons stays
        jmp menu_draw
@none:
        rts
.endproc

; key_wait_menu -- heartbeat with the selected button breathing; the pointer selects
; Out    A key
.proc key_wait_menu
        jsr key_get
        bcc @key
        jsr ui_frame
        jsr menu_tick
        jsr menu_hover
        jmp key_wait_menu
@key:
        rts
.endproc

; menu_hover -- the button below the pointer, when that has moved, is selected
; Uses   A, X, Y, rect_*, ink, tmp*
.proc menu_hover
        lda menu_cells
        bne @none
        lda mouse_moved
        beq @none
        jsr motor_soon
        jsr pointer_cell        ; C=0
        jsr button_at
        bcs @none
        cpx menu_selected
        beq @none
        lda menu_enabled,x
        beq @none
        txa
        tay
        jmp menu_select
@none:
        rts
.endproc

; button_at -- the button at a cell
; In     X column, Y row     Out C=0 X = button; C=1 none     Uses A
.proc button_at
        cpx #MENU_LEFT
        bcc @none
        cpx #MENU_LEFT + MENU_WIDTH
        bcs @none
        tya
        sec
        sbc #MENU_TOP
        bcc @none
        lsr a                   ; a button is two rows high
        tax
        cpx menu_count
        rts
@none:
        sec
        rts
.endproc
