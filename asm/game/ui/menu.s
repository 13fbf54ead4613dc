; menu.s -- buttons from tables, reached by letter, cursor, joystick, mouse
;
; One table entry: key, code, label (ui.inc); MENU_NEXT begins another page.  What can be pressed follows
; `actions` (play.inc); a disabled button is shown dark and cannot be selected.
; The selection stays on the same code when a menu is drawn again.
;
; Test tests/asm/game/ui/test_menu.py, test_mouse.py

.include "ui.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../data/text/text.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "menu.inc"

ENTRY           = 3
WIPE_ALL        = MENU_ROWS
PUSHED          = 3             ; play, trade, the deeds of a trade

.segment "UI_PAGE2"

menu_wanted:    .res 1          ; code + 1 that menu_open is to select, or 0
pushed_code:    .res PUSHED
pushed_page:    .res PUSHED
pushed_lo:      .res PUSHED
pushed_hi:      .res PUSHED
page_at:        .res 1
menu_code:      .res MENU_ROWS
menu_letter:    .res MENU_ROWS
menu_enabled:   .res MENU_ROWS
code_keep:      .res 2
breath:         .res 1

.segment "UI_RODATA"

bit_masks:
        .byte $01, $02, $04, $08, $10, $20, $40, $80
.include "words_menu.inc"
more_item:      MENU_ITEM KEY_MORE, LOCAL_MORE, l_more
breath_inks:                    ; what the selected button goes through
        .byte ON(BLACK, YELLOW), ON(BLACK, YELLOW), ON(BLACK, YELLOW), ON(BLACK, WHITE)

.segment "UI_CODE"

; menu_more -- turn to the next page
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, ui_ptr, tmp*, rect_*, ink
.proc menu_more
        lda menu_page
        cmp menu_pages
        inc menu_page
        bcc @show
        lda #0
        sta menu_page
@show:
        jsr sound_move
        lda #NOTHING
        sta menu_selected
        lda menu_count
        sta wipe_count
        lda mouse_seen
        sta mouse_moved         ; another button may lie below the pointer
        lda menu_table
        ldy menu_table+1
        bne menu_show           ; no menu lies in the zero page
.endproc

; menu_open -- show a menu
; The page stays while the table is the same; the selection stays on its code.
; In     A low, Y high of the table     Uses A, X, Y, ui_ptr, tmp*, rect_*, ink
; Out    -     Keeps  -
.proc menu_open
        ldx #WIPE_ALL
        stx wipe_count
        pha
        jsr arm_open
        pla
        ; falls through
.endproc

; menu_show -- the same, wiping no more than wipe_count buttons before
; The button stays selected across redraws: it is found again by its code, not by its place, as buttons come and
; go with what the rules allow.  If it is gone or grey, the first that can be pressed is selected.
; In     A low, Y high     Out    -     Uses   as menu_open     Keeps  -
.proc menu_show
        cmp menu_table
        bne @other
        cpy menu_table+1
        beq @page
@other:
        ldx #0
        stx menu_page           ; another menu begins on its first page
@page:
        sta menu_table
        sty menu_table+1
        ldx #0
        stx menu_cells
        jsr wanted_code
        pha                     ; the code to be selected again
        jsr menu_read
        pla
        ldx #0
@same:
        cpx menu_count
        beq @first
        cmp menu_code,x
        beq @keep
        inx
        bne @same
@keep:
        ldy menu_enabled,x
        bne @set
@first:
        ldx #0
@enabled:
        cpx menu_count
        beq @nothing
        lda menu_enabled,x
        bne @set
        inx
        bne @enabled
@nothing:
        ldx #NOTHING
@set:
        stx menu_selected
        ; falls through
.endproc

; menu_draw -- all buttons
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, ui_ptr, tmp*, rect_*, ink
.proc menu_draw
        jsr menu_wipe
        jsr page_find
        ldx #0
@button:
        cpx menu_count
        beq @done
        stx ui_index
        lda menu_code,x
        cmp #LOCAL_MORE         ; this button is in no table: it has an entry of its own
        bne @entry
        lda #<more_item
        sta ui_ptr
        lda #>more_item
        sta ui_ptr+1
@entry:
        jsr button_draw
        clc
        lda ui_ptr
        adc #ENTRY
        sta ui_ptr
        bcc :+
        inc ui_ptr+1
:       ldx ui_index
        inx
        bne @button
@done:
        rts
.endproc

; wanted_code -- Out A = code the selection should be on, or NOTHING     Uses X
.proc wanted_code
        lda menu_wanted
        ldx #0                  ; asked for once; kept as code + 1
        stx menu_wanted
        tax
        beq selected_code
        dex
        txa
        rts
.endproc

; selected_code -- Out A = code of the selected button, or NOTHING     Uses X
.proc selected_code
        ldx menu_selected
        lda #NOTHING
        cpx #MENU_ROWS
        bcs @none
        lda menu_code,x
@none:
        rts
.endproc

; menu_fresh -- the next menu begins on its first page with its default button
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc menu_fresh
        lda #NOTHING
        sta menu_selected
        lda #0
        sta menu_page
        sta menu_wanted
        rts
.endproc

; menu_push -- remember menu, page, selection while another menu is open
; menu_pop -- the next menu_open of that menu shows them again
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc menu_push
        jsr selected_code
        ldx menu_depth
        cpx #PUSHED
        bcs @full               ; deeper than anybody goes: begins afresh
        sta pushed_code,x
        lda menu_page
        sta pushed_page,x
        lda menu_table
        sta pushed_lo,x
        lda menu_table+1
        sta pushed_hi,x
@full:
        inc menu_depth
        rts
.endproc

.proc menu_pop
        dec menu_depth
        ldx menu_depth
        cpx #PUSHED
        bcs menu_fresh
        lda pushed_page,x
        sta menu_page
        lda pushed_lo,x
        sta menu_table
        lda pushed_hi,x
        sta menu_table+1
        ldy pushed_code,x
        iny                     ; NOTHING becomes 0
        sty menu_wanted
        rts
.endproc

.segment "HELP_CODE"

; menu_pushed -- Out ui_ptr = table of the menu remembered last     Uses A, X
; In     -     Keeps  Y
.proc menu_pushed
        ldx menu_depth
        dex
        lda pushed_lo,x
        sta ui_ptr
        lda pushed_hi,x
        sta ui_ptr+1
        rts
.endproc

.segment "UI_CODE"

; menu_read -- codes, letters, enabled states of the page from the table
; Uses   A, X, Y, ui_ptr, tmp*, arg0
.proc menu_read
        lda #0
        sta menu_sure
        jsr rules_there         ; not when a page has taken their place, which has no requests
        bne @read
        jsr play_actions
@read:
        jsr page_find
        ldx #0
        ldy #0
@entry:
        lda (ui_ptr),y
        cmp #MENU_NEXT + 1
        bcc @end
        jsr entry_letter
        sta menu_letter,x
        iny
        lda (ui_ptr),y
        sta menu_code,x
        iny
        iny
        jsr code_enabled
        sta menu_enabled,x
        inx
        cpx #MENU_ROWS
        bne @entry
@end:
        lda menu_pages
        beq @single
        lda #KEY_MORE
        sta menu_letter,x
        lda #LOCAL_MORE
        sta menu_code,x
        sta menu_enabled,x
        inx
@single:
        stx menu_count
        rts
.endproc

; page_find -- ui_ptr = first entry of page menu_page; menu_pages = how many, less 1
; Uses   A, X, Y, tmp0, tmp1
.proc page_find
        ldy #0
        sty menu_pages
        sty page_at
@page:
        ldx menu_pages
        cpx menu_page
        bne @entry
        sty page_at             ; where the wanted page begins
@entry:
        lda (menu_table),y
        beq @end
        cmp #MENU_NEXT
        beq @next
        iny                     ; an entry has three bytes
        iny
        iny
        bne @entry
@next:
        iny
        inc menu_pages
        bne @page
@end:
        lda menu_table
        clc
        adc page_at
        sta ui_ptr
        lda menu_table+1
        adc #0
        sta ui_ptr+1
        rts
.endproc

; entry_letter -- the letter of a button: what the rules of 1989 say, its own in this language, or that of the table
; In     ui_ptr, Y place of the button's entry     Out A
; Uses   tmp0, tmp1     Keeps  X, Y
.proc entry_letter
        txa
        pha
        tya
        pha
        lda (ui_ptr),y
        sta tmp0
        iny
        jsr rules1989_there
        bne @common
        lda (ui_ptr),y
        jsr code_letter
        bcs @done
@common:
        iny
        lda (ui_ptr),y
        sta tmp1                ; its label
        ldx #0
@label:
        lda words_keys,x
        beq @done
        inx
        inx
        cmp tmp1
        bne @label
        lda words_keys - 1,x
        sta tmp0
@done:
        pla
        tay
        pla
        tax
        lda tmp0
        rts
.endproc

; letter_elsewhere -- a key of another page
; In     menu_key     Out C=0 A = its code; C=1 none     Uses X, Y, ui_ptr, tmp0, tmp1
; Keeps  -
.proc letter_elsewhere
        lda menu_table
        sta ui_ptr
        lda menu_table+1
        sta ui_ptr+1
        ldy #0
@entry:
        lda (menu_table),y
        beq @none
        cmp #MENU_NEXT
        beq @next
        jsr entry_letter
        cmp menu_key
        beq @found
        iny                     ; an entry has three bytes
        iny
@next:
        iny
        bne @entry
@none:
        sec
        rts
@found:
        iny
        lda (ui_ptr),y
        clc
        rts
.endproc

; code_enabled -- may this code be pressed now?
; With menu_square a request is asked about that square, else about any.
; In     A code     Out A = 0 no     Keeps X, Y     Uses code_keep
.proc code_enabled
        cmp #LOCAL_TRADE        ; a page of its own, but the rules say when
        bne @code
        lda #REQ_OFFER
@code:
        cmp #MENU_LOCAL
        bcs @local
        stx code_keep
        sty code_keep+1
        ldy menu_square
        cpy #SQUARES
        bcc @square
        pha
        lsr a
        lsr a
        lsr a
        tay
        pla
        and #7
        tax
        lda actions,y
        and bit_masks,x
@out:
        ldx code_keep
        ldy code_keep+1
        cmp #0
        rts
@square:
        sty arg0
        jsr play_check
        lda #0
        bcs @out
@yes:
        lda #1
        bne @out
@local:
        lda #1
        rts
.endproc

; menu_clear -- no buttons
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc menu_clear
        lda #0
        sta menu_count
        lda #NOTHING
        sta menu_selected
        lda #WIPE_ALL
        sta wipe_count
        ; falls through
.endproc

; menu_wipe -- nothing in the rows of wipe_count buttons
.proc menu_wipe
        lda ground
        sta ink
        lda #MENU_LEFT
        sta rect_x
        lda #MENU_TOP
        sta rect_y
        lda #MENU_WIDTH
        sta rect_w
        lda wipe_count
        asl a
        cmp #MESSAGE_Y - MENU_TOP + 1
        bcc @inside
        lda #MESSAGE_Y - MENU_TOP
@inside:
        sta rect_h
        jmp rect_clear
.endproc

; button_ink -- colours of a button
; In     X button     Out A = ink     Keeps X     Uses Y
.proc button_ink
        lda menu_enabled,x
        beq @disabled
        cpx menu_selected
        beq @selected
@plain:
        lda #ON(BLACK, LIGHT)
        rts
@selected:
        lda menu_cells
        bne @plain
        lda arm_state
        cmp #1                  ; C=1: cannot be pressed yet
        lda #ON(BLACK, YELLOW)
        ldy menu_sure
        beq @first
        lda #ON(WHITE, RED)
@first:
        bcc @now
        lda #ON(YELLOW, DARK)
@now:
        rts
@disabled:
        lda ground
        rts
.endproc

; button_row -- the row of a button
; In     X button     Out    Y     Uses   A, flags     Keeps  X
.proc button_row
        txa
        asl a
        adc #MENU_TOP           ; C is clear
        tay
        rts
.endproc

; button_draw -- one button: its letter, its label, its shadow
; In     X button, ui_ptr its entry     Uses A, X, Y, tmp*, ink
.proc button_draw
        jsr button_row
        ldx #MENU_LEFT
        jsr video_goto
        ldx ui_index
        jsr button_ink
        sta tmp3
        sta ink
        lda menu_enabled,x
        beq @letter
        lda #ON(BLACK, WHITE)   ; a keycap
        sta ink
@letter:
        lda menu_letter,x
        jsr letter_put
        lda tmp3
        sta ink
        jsr space_put
        ldy #2
        lda (ui_ptr),y
        jsr label_at
        jsr row_pad
        ldx ui_index
        lda menu_enabled,x
        beq @done
        jsr button_row
        iny
        cpy #MESSAGE_Y
        bcs @done
        ldx #MENU_LEFT
        jsr video_goto
        lda ground
        and #$0F
        sta ink
        ldx #MENU_WIDTH
@shadow:
        lda #GLYPH_LINET
        jsr video_put
        dex
        bne @shadow
@done:
        rts
.endproc

; letter_put -- the key of a button; RETURN is an arrow
; In     A key     Uses A, Y
.proc letter_put
        cmp #KEY_RETURN
        bne @plain
        lda #'>'
@plain:
        jmp video_put
.endproc

; menu_tick -- the selected button breathes
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, rect_*, ink, tmp*
.proc menu_tick
        ldx menu_selected
        cpx #MENU_ROWS
        bcs button_done
        jsr arm_tick
        bcs menu_unlight        ; from now on it can be pressed, for all to see
        lda menu_cells
        ora menu_sure
        ora arm_state
        bne button_done
        lda irq_tick
        lsr a
        lsr a
        lsr a
        and #3
        cmp breath
        beq button_done
        sta breath
        tay
        lda breath_inks,y
        bne button_color        ; always: none is black on black
.endproc

; menu_unlight -- the selected button as menu_cells and arm_state say
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc menu_unlight
        ldx menu_selected
        ; falls through
.endproc

; button_light -- a button as it is: X, NOTHING is none
; Uses   A, X, Y, rect_*, ink, tmp*
.proc button_light
        cpx #MENU_ROWS
        bcs button_done
        jsr button_ink
        ; falls through
.endproc

; button_color -- recolour one button, behind its letter
; In     X button, A ink     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc button_color
        sta ink
        jsr button_row
        sty rect_y
        lda #MENU_LEFT + 1
        sta rect_x
        lda #MENU_WIDTH - 1
        sta rect_w
        lda #1
        sta rect_h
        jmp rect_color
.endproc

.proc button_done
        rts
.endproc

; menu_step -- next enabled button
; In     A = 1 down, $FF up     Out    -     Uses   A, X, Y, tmp*     Keeps  -
.proc menu_step
        sta tmp4
        ldy menu_selected
        cpy #MENU_ROWS          ; NOTHING is selected, as nothing can be
        bcs @none
        ldx menu_count          ; round at most once: then none is enabled
@next:
        tya
        clc
        adc tmp4
        tay
        bpl @above
        ldy menu_count
        dey
@above:
        cpy menu_count
        bcc @inside
        ldy #0
@inside:
        lda menu_enabled,y
        bne @found
        dex
        bne @next
@none:
        rts
@found:
        ; falls through
.endproc

; menu_select -- move the selection to button Y
; In     Y     Out    -     Keeps  -
; Uses   A, X, Y, rect_*, ink, tmp*
.proc menu_select
        tya
        pha
        jsr sure_forget         ; may draw all buttons
        pla
        tay
        ldx menu_selected
        sty menu_selected
        jsr button_light
        jsr menu_unlight
        jmp sound_move
.endproc
