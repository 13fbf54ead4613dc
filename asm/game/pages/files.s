; files.s -- saved games: list, save, load, delete, other disk, other drive
;
; Buttons on the right as everywhere; cursor left and right go through the
; games of the disk.  What the drive has to say stands below, in words.
;
; Test tests/asm/game/ui/test_files.py

.include "pages.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../sys/drive.inc"
.include "../sys/drive_fast.inc"
.include "../sys/save.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "glyphs.inc"
.include "files.inc"
.include "../../inc/cpu.inc"

LOCAL_SAVE      = MENU_OWN + 0
LOCAL_LOAD      = MENU_OWN + 1
LOCAL_DELETE    = MENU_OWN + 2
LOCAL_DISK      = MENU_OWN + 3
LOCAL_DRIVE     = MENU_OWN + 4
LOCAL_BACK      = MENU_OWN + 5
LOCAL_TELL      = MENU_OWN + 6
LOCAL_ROUND     = MENU_OWN + 7

.segment "UI_BSS"

files_device:   .res 1          ; drive for saved games, 0 not chosen yet
files_at:       .res 1          ; the game in view
files_top:      .res 1          ; first row of the list
files_row:      .res 1          ; the game that is drawn
files_known:    .res 1          ; nonzero: the list is what is on the disk

.segment "DISK_REST"

files_rest:     .byte 1         ; 0: only DISK_FIRST and the words are there (tools/game/build_game.py)

.segment "DISK_DATA"

.include "words_files.inc"

menu_game:
        MENU_ITEM "S", LOCAL_SAVE, l_save
        MENU_ITEM "E", LOCAL_ROUND, l_round
        MENU_ITEM "L", LOCAL_LOAD, l_load
        MENU_ITEM "I", LOCAL_TELL, l_tell
        MENU_ITEM "D", LOCAL_DELETE, l_delete
        MENU_ITEM "B", LOCAL_BACK, l_back
        MENU_PAGE
        MENU_ITEM "C", LOCAL_DISK, l_disk
        MENU_ITEM "O", LOCAL_DRIVE, l_drive
        .byte 0
menu_title_only:
        MENU_ITEM "L", LOCAL_LOAD, l_load
        MENU_ITEM "I", LOCAL_TELL, l_tell
        MENU_ITEM "D", LOCAL_DELETE, l_delete
        MENU_ITEM "C", LOCAL_DISK, l_disk
        MENU_ITEM "O", LOCAL_DRIVE, l_drive
        MENU_ITEM "B", LOCAL_BACK, l_back
        .byte 0
        .assert w_us = w_london + SET_US .and w_berlin = w_london + SET_BERLIN, error, "by set"

.segment "DISK_FIRST"

; Rectangles: x, y, w, h, ink, glyph; a list of them ends by $FF.
rects:
PICTURE_RECTS   = * - rects     ; a disk
        .byte 28, 1, 9, 6, ON(BLACK, PURPLE), ' '
        .byte 30, 1, 5, 3, ON(MID, WHITE), GLYPH_RULE
        .byte 31, 5, 3, 2, ON(BLACK, LIGHT), ' '
        .byte 32, 5, 1, 2, ON(BLACK, PURPLE), ' '
        .byte 36, 2, 1, 1, ON(BLACK, PAGE_COLOR), ' '
        .byte $FF
SHEET_RECTS     = * - rects
        .byte SHEET_X, SHEET_Y, SHEET_W, SHEET_H, SHEET_INK, ' '
        .byte SHEET_X, SHEET_Y, SHEET_W, 1, HEAD_INK, ' '
        .byte $FF
BAR_RECTS       = * - rects     ; the rest comes, a row of the sheet fills
        .byte SHEET_X, BAR_ROW, SHEET_W, 1, BAR_EMPTY, ' '
        .byte $FF
CAME_RECTS      = * - rects
        .byte SHEET_X, BAR_ROW, SHEET_W, 1, SHEET_INK, ' '
        .byte $FF
        .assert BAR_ROW > SHEET_Y .and BAR_ROW < FOOT_Y, error, "on the sheet"
BOX_RECTS       = * - rects     ; letters.s
        .byte BOX_X, BOX_Y, BOX_W, BOX_H, ON(BLACK, WHITE), ' '
        .byte BOX_X, BOX_Y, BOX_W, 1, ON(WHITE, BLUE), ' '
        .byte $FF
INFO_RECTS      = * - rects
        .byte SMALL_X, SMALL_Y, SMALL_SIZE, SMALL_SIZE, SHEET_INK, ' '
        .byte SHEET_X, INFO_Y, PANEL_X - SHEET_X, INFO_H, INFO_INK, ' '
        .byte $FF
STAGE_RECTS     = * - rects     ; saved_info.s
        .byte SMALL_X + 1, SMALL_Y + 1, SMALL_SIZE - 2, SMALL_SIZE - 2, ON(BLACK, LIME), ' '
        .byte $FF
        .assert SMALL_X > LIST_X + ENTRY_WIDTH .and SMALL_X + SMALL_SIZE < SHEET_X + SHEET_W, error, "beside the list"
        .assert SMALL_Y >= LIST_Y .and SMALL_Y + SMALL_SIZE <= FOOT_Y, error, "on the sheet"

.segment "DISK_DATA"

action_code:    .byte LOCAL_SAVE, LOCAL_LOAD, LOCAL_DELETE, LOCAL_DISK, LOCAL_DRIVE
                .byte LOCAL_TELL, LOCAL_ROUND
ACTIONS         = * - action_code
action_lo:      .byte <(do_save - 1), <(do_load - 1), <(do_delete - 1), <(do_disk - 1), <(do_drive - 1)
                .byte <(do_info - 1), <(do_round - 1)
action_hi:      .byte >(do_save - 1), >(do_load - 1), >(do_delete - 1), >(do_disk - 1), >(do_drive - 1)
                .byte >(do_info - 1), >(do_round - 1)

list_keys:      .byte KEY_LEFT, KEY_RIGHT, KEY_F1, KEY_F7
LIST_KEYS       = * - list_keys
list_steps:     .byte <(-1), 1, <(-LIST_ROWS), LIST_ROWS

.segment "DISK_FIRST"

; files_page -- the page, until Back or until a game is loaded
;
; Its first picture is shown before the rest has come, which is the longer part by far.
; In     files_kind, display off, all cells black; on: the rest has come, to this picture
; Out    C=1 files_loaded; C=0 the rest has come     Uses everything     Keeps  -
.proc files_page
        lda files_rest
        bne @whole
        jsr first_draw          ; only DISK_FIRST is here: show it, then wait for the rest
        jmp file_rest
@whole:
        jsr files_work
        jsr switch_family
        beq @classic
        lsr overlay_mark        ; the rules of a preset come to where its menus and the check lie
@classic:
        sec
        rts
.endproc

; files_early -- the first picture while the KERNAL brings the file; once
; In     the KERNAL is banked in, no interrupts     Out    the same, Z=0     Uses   A, X, Y; as page_black, video_show
; Keeps  -
.proc files_early
        lda bar_end
        cmp #FIRST_END
        beq @shown              ; these were bytes that fill a block
        jsr page_black          ; the display is off: no commit waits for an interrupt
        jsr first_draw
@shown:
        lda #BANK_KERNAL
        sta PORT
        rts
.endproc
        .assert BANK_KERNAL, error, "Z=0"
FIRST_END       = SHEET_X + SHEET_W
        .assert FIRST_END < (COLUMNS + 12) / 2, error, "the bar of the page while it loads ends elsewhere"

; first_draw -- an empty sheet, on which a bar grows with the rest
; In     display off, all cells black     Out    rect_*: the bar     Uses   A, X, Y, rect_*, ink, tmp*; as video_show
; Keeps  -
.proc first_draw
        ldx #PICTURE_RECTS
        jsr rects_draw
        jsr sheet_head
        ldx #BAR_RECTS
        jsr rects_draw
        lda #SHEET_X
        sta bar_at
        lda #FIRST_END
        sta bar_end
        jmp video_show
.endproc

; sheet_head -- the sheet, empty, and its heading
; In     -     Out    ink     Uses   A, X, Y, rect_*, tmp*     Keeps  -
.proc sheet_head
        ldx #SHEET_RECTS
        jsr rects_draw          ; ink: the heading's
        ldx #LIST_X
        ldy #SHEET_Y
        jsr video_goto
        lda #BRIEF(text_heading)
        jsr label_at
        ldx #SHEET_X + SHEET_W - 9
        jmp text_pad
.endproc

.segment "DISK_CODE"

; files_work -- the same; the overlay area has not changed     In, Out, Uses as files_page
.proc files_work
        lda #0
        sta files_known
        sta files_top
        sta saved_count         ; the list was somewhere else's meanwhile
        jsr menu_clear
        ldx blanked
        beq @shown
        ldx #PICTURE_RECTS
        jsr rects_draw
        jsr sheet_draw
        jsr video_show
        jmp @there
@shown:
        lda #' '                ; of blocks that have come nothing is left in cells
@cell:
        sta CELLS + AHEAD_AT,x
        inx
        bne @cell
        ldx #CAME_RECTS         ; shown with the next words
        jsr rects_draw
        jsr far_keep
@there:
        lsr auto_offer          ; 2: what the title has offered is wanted
        bne @offered
        lda auto_round          ; the game asks for the save of its round
        cmp #ROUND_DUE
        bne @page
        lsr auto_round          ; off, if it fails
        jsr round_save
        jmp @done
@offered:
        lsr auto_offer
        jsr auto_load
@done:
        bcc @out
        jsr tell_error
        jsr key_wait
@page:
        jsr key_flush
        jsr device_choose
        jsr disk_look
@menu:
        lda #<menu_game
        ldy #>menu_game
        ldx files_kind
        bne @open
        lda #<menu_title_only
        ldy #>menu_title_only
@open:
        jsr menu_open
@choose:
        jsr menu_choose
        bcs @key
        ldx #ACTIONS - 1
@find:
        cmp action_code,x
        beq @found
        dex
        bpl @find
@back:
        jmp menu_clear
@found:
        jsr @action
        lda files_loaded
        beq @menu               ; nothing is loaded: the page goes on
@out:
        rts
@action:
        lda action_hi,x
        pha
        lda action_lo,x
        pha
        rts
@key:
        lda menu_key
        cmp #KEY_STOP
        beq @back
        cmp #KEY_CLICK
        beq @click
        jsr list_key
        jmp @choose
@click:
        jsr list_click
        jmp @choose
.endproc

; files_resumed -- a loaded game goes on: say so
; In     -     Out    -     Uses   everything say uses     Keeps  -
.proc files_resumed
        ldx #<w_goes_on
        jsr tell_white
        lda save_set
        cmp names_wanted        ; saved with other names: London, US, Berlin
        beq @same
        clc
        adc #<w_london
        tax
        jmp tell_white
@same:
        rts
.endproc

; --- what the buttons do -------------------------------------------------------------

.proc do_save
        jsr name_ask
        php                     ; C=1: no name was given
        jsr sheet_draw          ; the name was typed on top of it
        jsr info_view
        plp
        bcs @done
        lda #0
        sta save_over
@again:
        ldx #<w_saving
        jsr tell_now
        jsr saved_find
        bcc @write
        lda saved_count
        cmp #SAVED_MAX          ; a new name needs a line of the list
        lda #DRIVE_ROOM
        bcs refused
@write:
        ldx files_device
        jsr save_write
        bcc @saved
        cmp #DRIVE_EXISTS       ; only a file that is there can be asked about; anything else is an error
        bne refused
        ldx #<w_replace
        jsr ask
        bcc @done
        inc save_over
        bne @again
@saved:
        jsr disk_list
        ldx #<w_saved
        jmp tell_white
@done:
        rts
refused:
        jmp tell_error
.endproc

.proc do_load
        jsr name_in_view
        lda files_kind          ; another game may be going on
        .assert FILES_TITLE = 0, error, "tested by beq"
        beq @sure
        ldx #<w_leave
        jsr ask
        bcc @none
@sure:
        jsr game_now
        bcs do_save::refused
@none:
        rts
.endproc

.proc do_delete
        jsr name_in_view
        ldx #<w_delete
        jsr ask
        bcc @none
        ldx #<w_deleting
        jsr tell_now
        ldx files_device
        jsr save_delete
        bcs do_save::refused
        jsr disk_list
        ldx #<w_deleted
        jmp tell_white
@none:
        rts
.endproc

; do_round -- from now on, or no more: the game saves itself each round
;
; The cartridge does so anyway.  On a disk it is saved now, so that an error shows now.
.proc do_round
        bit fast_able           ; bit 7: the cartridge
        bmi @on
        lda auto_round
        beq @begin
        lda #ROUND_OFF
        sta auto_round
        ldx #<w_round_off
        jmp tell_white
@begin:
        jsr round_save
        bcs do_save::refused
        jsr disk_list
@on:
        ldx #<w_round_on
        jmp tell_white
.endproc

.proc do_disk
        ldx files_device
        cpx #CARTRIDGE
        beq @look               ; it cannot be another one
        ldx #<w_change
        jsr tell_white
        jsr key_wait
@look:
        jmp disk_look
.endproc

.proc do_drive
        ldx files_device
        jsr drive_find_other
        bcs @none
        stx files_device
        jmp disk_look
@none:
        ldx #<w_no_drive
        jmp tell_pink
.endproc

; name_in_view -- save_name = the game in view; if there is none, say so, and back to the caller's caller
; In     files_at     Out    save_name     Uses   A, X, Y, ui_ptr     Keeps  -
.proc name_in_view
        lda saved_count
        bne name_copy
        pla                     ; the caller cannot go on without a game
        pla
        ldx #<text_empty
        jmp tell_pink
.endproc

; name_copy -- save_name = name files_at of the list
; In     files_at     Out    save_name     Uses   A, X, Y, ui_ptr     Keeps  -
.proc name_copy
        lda files_at
        jsr saved_address
        ldy #SAVE_NAME_SIZE - 1
@letter:
        lda (ui_ptr),y
        sta save_name,y
        dey
        bpl @letter
        rts
.endproc

; --- the disk -----------------------------------------------------------------------------

; device_choose -- the cartridge, if the game comes from one; else a drive besides the game's own
; In     files_device     Out    files_device     Uses   A, X, Y, flags; what a drive's answer uses     Keeps  -
.proc device_choose
        lda files_device
        bne @chosen
        ldx #CARTRIDGE
        bit fast_able
        bmi @found
        jsr drive_home
        jsr drive_find_other    ; a disk of saved games lies rather in another drive
        bcc @found
        jsr drive_home          ; there is none: the game's own
@found:
        stx files_device
@chosen:
        rts
.endproc

; disk_look -- which games are there; say what went wrong
.proc disk_look
        ldx #<w_looking
        jsr tell_now
        jsr disk_list
        bcs tell_error
        jmp say_clear
.endproc

; do_info -- tell of the game in view, from a disk too
.proc do_info
        jsr name_in_view
        jsr info_clear
        ldx #<w_looking
        jsr tell_now
        ldx files_device
        jsr save_look
        bcs tell_error
        jsr info_put
        jmp say_clear
.endproc

; disk_list -- read the directory, draw the list, save_name in view if it is there
; Out    C=1 A = error
.proc disk_list
        ldx files_device
        jsr saved_list_read
        php
        pha
        lda #0                  ; 1 unless there was an error
        rol a
        eor #1
        sta files_known
        jsr saved_find
        bcc @there
        ldx #0
@there:
        stx files_at
        jsr sheet_draw
        jsr info_view
        pla
        plp
        rts
.endproc

; --- words ------------------------------------------------------------------------------------

; tell_now -- words that are to be seen during a disk access
; In     X low byte of a pattern (name_make), here and below     Out    -     Uses   A, X, Y, flags; as name_make
; Keeps  -
.proc tell_now
        jsr tell_white
        jmp video_commit
.endproc

; tell_error -- In A = DRIVE_* or the number of a drive
.proc tell_error
        jsr drive_words
        jmp tell_refused
.endproc

; tell_pink -- In X low byte of a pattern
.proc tell_pink
        ldy #BOOK_OVERLAY
        jsr name_make
        ; falls through
.endproc

.proc tell_refused
        ldx #NOTE_INK
        jsr tell
        jmp sound_refuse
.endproc

; tell_white -- In X low byte of a pattern
.proc tell_white
        ldy #BOOK_OVERLAY
        jsr name_make
        ldx #LINE_INK
        ; falls through
.endproc

; tell -- In A low, Y high, X ink
.proc tell
        stx say_ink
        jmp say
.endproc

; ask -- a question with No (selected) and Yes
; In     X low byte of a pattern     Out C=1 yes
.proc ask
        jsr tell_white
        jmp ask_yes
.endproc

; --- the list ------------------------------------------------------------------------------------

; list_key -- cursor left, right; F1, F7 a screen up, down
; In     A key     Uses A, X, Y, tmp*, ink
.proc list_key
        ldx #LIST_KEYS - 1
@key:
        cmp list_keys,x
        beq @found
        dex
        bpl @key
        rts
@found:
        lda saved_count
        beq @none
        lda files_at
        clc
        adc list_steps,x
        bmi @above
        cmp saved_count
        bcc list_take
        lda #0                  ; from the end to the beginning, and back
        beq list_take           ; always
@above:
        lda saved_count
        sbc #0                  ; C is clear: one less
        bpl list_take           ; always
@none:
        rts
.endproc
        .assert SAVED_MAX + LIST_ROWS < 128, error, "signs of list_steps"

; list_take -- game A comes into view, its name is offered for saving
.proc list_take
        sta files_at
        jsr name_copy
        jsr list_draw
        jsr info_view
        jmp sound_move
.endproc

; list_click -- a click on a game brings it into view
; Uses   A, X, Y, tmp*, ink
.proc list_click
        lda click_y
        sec
        sbc #LIST_Y
        bcc @none
        cmp #LIST_ROWS
        bcs @none
        adc files_top           ; C is clear
        ldx click_x
        cpx #LIST_X + ENTRY_WIDTH
        bcs @none
        cmp saved_count
        bcc list_take
@none:
        rts
.endproc

; sheet_draw -- the sheet with heading, list and count
; Uses   A, X, Y, rect_*, ink, tmp*, num_*
.proc sheet_draw
        jsr sheet_head
        lda files_device
        beq @list               ; not chosen yet
        cmp #CARTRIDGE
        beq @cartridge
        lda #BRIEF(text_drive)
        jsr label_at
        lda files_device
        ldx #0
        jsr count_put
        jmp @count
@cartridge:
        lda #BRIEF(text_cartridge)
        jsr label_at
@count:
        jsr count_draw
@list:
        jsr list_draw
        lda files_known
        beq @done
        lda saved_count
        bne @done
        lda #ON(BLACK, LIGHT)
        sta ink
        ldx #LIST_X
        ldy #EMPTY_Y
        jsr video_goto
        lda #BRIEF(text_empty)
        jmp label_at
@done:
        rts
.endproc

; list_draw -- the part of the list that is in view
; In     files_at     Out    files_top     Uses   A, X, Y, ui_ptr, ui_a, tmp0, ink     Keeps  -
.proc list_draw
        lda files_at            ; scroll so far that the game in view is there
        cmp files_top
        bcc @up
        sbc #LIST_ROWS - 1      ; C is set
        bcc @inside
        cmp files_top
        bcc @inside
@up:
        sta files_top
@inside:
        lda files_top
        sta files_row
        lda #LIST_Y
@row:
        sta ui_a
        tay
        ldx #LIST_X
        jsr video_goto
        ldx #SHEET_INK
        lda files_row
        cmp saved_count
        bcs @blank
        cmp files_at
        bne @plain
        ldx #LINE_INK
@plain:
        stx ink
        jsr saved_address
        jsr space_put
        ldy #0
@letter:
        lda (ui_ptr),y          ; a name ends by 0, or is as long as can be
        beq @pad
        sty tmp0
        jsr video_put
        ldy tmp0
        iny
        cpy #SAVE_NAME_SIZE
        bne @letter
        beq @pad                ; always
@blank:
        stx ink
@pad:
        ldx #LIST_X + ENTRY_WIDTH
        jsr text_pad
        inc files_row
        ldx ui_a
        inx
        txa
        cmp #FOOT_Y
        bne @row
        rts
.endproc

.segment "DISK_CHECK"

; count_draw -- how many games, at the foot of the sheet
; Uses   A, X, Y, num_*, tmp*, ink
.proc count_draw
        lda #ON(BLACK, LIGHT)
        sta ink
        ldx #LIST_X + 1
        ldy #FOOT_Y
        jsr video_goto
        lda files_known
        beq @pad
        lda saved_count
        ldx #0
        jsr count_put
        lda #BRIEF(text_games)
        ldx saved_count
        dex
        bne @put
        lda #BRIEF(text_one)
@put:
        jsr label_at
        lda saved_more
        beq @pad
        lda #BRIEF(text_more)
        jsr label_at
@pad:
        ldx #SHEET_X + SHEET_W
        jsr text_pad
        lda #ON(LIME, PAGE_COLOR)
        sta ink
        ldx #SHEET_X
        ldy #HINT_Y
        jsr video_goto
        lda #BRIEF(text_hint)
        ldx saved_count
        cpx #2
        bcs @hint
        lda #BRIEF(text_nothing)
@hint:
        jsr label_at
        ldx #PANEL_X            ; a button is beside it
        jmp text_pad
.endproc

; count_put -- a number without a sign at the cursor
; In     A low, X high     Out    -     Uses   A, X, Y, num_*, tmp2, tmp3     Keeps  -
.proc count_put
        sta num_lo
        stx num_hi
        lda #1
        ldy #$FF
        jmp print_limited
.endproc

.segment "DISK_FIRST"

; info_clear -- clear what is said of the game in view
; In     -     Out    ink = INFO_INK     Uses   A, X, Y, rect_*, tmp*     Keeps  -
.proc info_clear
        ldx #INFO_RECTS
        ; falls through
.endproc

; rects_draw -- rectangles of a list
; In     X  *_RECTS     Out    ink, that of the last     Uses   A, X, Y, rect_*, tmp*     Keeps  -
.proc rects_draw
        lda rects,x
        bmi @done
        sta rect_x
        lda rects+1,x
        sta rect_y
        lda rects+2,x
        sta rect_w
        lda rects+3,x
        sta rect_h
        lda rects+4,x
        sta ink
        lda rects+5,x
        stx ui_a
        jsr rect_fill
        lda ui_a
        clc
        adc #6
        tax
        bne rects_draw          ; always
@done:
        rts
.endproc
