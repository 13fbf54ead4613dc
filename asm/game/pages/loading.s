; loading.s -- what is not in memory is brought from the disk
;
; A page of its own, black, with a bar that grows.  When something goes wrong, it says so
; in words, and can be tried again or left.  The caller draws its page again.
;
; Test tests/asm/game/ui/test_load.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/drive.inc"
.include "../sys/drive_fast.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../sys/far.inc"
.include "../pictures/show.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

WORDS_X         = 1             ; beside the buttons
WORDS_W         = 23
WORDS_Y         = 10
OP_SEC          = $38           ; far_call begins with it where there is no REU and no GeoRAM

.export loading_draw            ; sys/drive_fast.s
.export far_call                ; loader/expand.s

.segment "UI_BSS"

guide_left:     .res 1
guide_said:     .res GUIDE_SAID

.segment "UI_PAGE2"

talk_tried:     .res 1          ; 1 + SET_* for which TALK has come for a preset's game

.segment "UI_RODATA"

.include "words_loading.inc"
file_words:     .byte <w_title, <w_trade, <w_disk, <w_finale, <w_trade, <w_help
        .byte <w_finale, <w_finale
        .byte <w_names, <w_names, <w_names, <w_brain, <w_brain
        .byte <w_rules, <w_rules, <w_brain
        .assert * - file_words = FILES, error, "words for each file; pictures have none"
menu_again:                     ; nothing to go back to before the title
        MENU_ITEM "T", LOCAL_YES, l_again
        .byte 0
        .res file_words + FILE_GUIDE - *
        .byte <w_brain

menu_again_back:
        MENU_ITEM "T", LOCAL_YES, l_again
        MENU_ITEM "B", LOCAL_NO, l_back
        .byte 0

.segment "UI_CODE"

; names_need -- have the names in memory that the next game is to be played with
; In     -     Out    C as overlay_need     Uses   everything but the state     Keeps  -
.proc names_need
        jsr prefetch_end
        jsr names_file
        beq @there
        jsr file_load
        bcs @out
@there:
        jsr sign_set
        clc
@out:
        rts
.endproc

; rules_need -- have the rules of the game in memory: those of a preset; in a classic game, in the
; same place, what characters say, if there are any and the disk can be had
; In     -     Out    C as overlay_need     Uses   everything but the state     Keeps  -
.proc rules_need
        jsr rules_there
        bne rules_bring
    .if ::PATCHED
        stx file_number         ; nothing else will be wanted
        jsr patches_set
    .endif
        lda switches + SW_PRESET
        bne talk_done
        ; falls through
.endproc

; talk_need -- in a classic game: have what characters say in memory, if there are any and it can be had;
; in a tutorial what explains it; for a preset's game it comes once for each set of names, to be kept
; In     -     Out    C=0     Uses   everything but the state     Keeps  -
.proc talk_need
        ldx #FILE_GUIDE
        lda guide_left
        bne @file
        ldx #MAX_PLAYERS - 1
@seat:
        lda settings + OPT_SKILLS,x
        cmp #SKILLS
        bcs @talk
        dex
        bpl @seat
        bmi talk_done           ; always
@talk:
        ldx #FILE_TALK
@file:
        lda switches + SW_PRESET
        beq @mark
        ldy names_wanted
        iny
        cpy talk_tried
        sty talk_tried
        beq talk_done
@mark:
        lda overlay_mark + MARK_SIZE
        cmp #FILE_DISK
        bne @need
        lsr overlay_mark        ; its check lies where that comes to: it is not whole any more
@need:
        jsr overlay_need
        ; falls through
.endproc

; talk_done -- without it they are silent
.proc talk_done
        clc
        rts
.endproc

; rules_bring -- the rules of a preset into memory; before them what characters say, for talk_far
; In     X = FILE_*     Out    C as overlay_need     Uses   everything but the state     Keeps  -
.proc rules_bring
        lda far_call
        cmp #OP_SEC
        beq overlay_need
        jsr talk_need
        jsr rules_there
        bne overlay_need        ; always
.endproc

; rules_back -- the same behind a page that has taken their place: there is no way on without them
; In     -     Out    -     Uses everything but the state     Keeps  -
.proc rules_back
        jsr rules_need
        bcs rules_back
        ; falls through
.endproc
rules_out:
        rts

    .if ::PATCHED
; patches_set -- the code of the preset that has them, if it is in memory, sees to its figures
; In     file_number     Out    -     Keeps  -     Uses   A, X, Y, flags, ui_ptr, play_ptr, play_scan
.proc patches_set
        ldx #FILE_MORE + PATCHED_FILE
        jsr overlay_holds
        bne rules_out
        jmp on_patches
.endproc
    .endif

; brain_need -- have BRAIN in memory if a computer plays
; In     -     Out    C, Uses as overlay_need     Keeps  -
; Uses   A, X, Y, flags; arg0, ink, rect_*, tmp0-tmp4, ui_index, ui_ptr, cursor,
;        what ui_frame uses
.proc brain_need
        ldx #MAX_PLAYERS - 1
@seat:
        lda player_flags,x
        bmi @computer
        dex
        bpl @seat
        clc
        rts
@computer:
        ldx #FILE_BRAIN
        ; falls through
.endproc
        .assert PF_CPU = $80, error, "computers are told by bit 7"

; overlay_need -- have one of the overlays there, or BRAIN, or what a preset needs
; In     X = FILE_*, not of names
; Out    C=0 it is there; if it had to be loaded all cells are black, the display is off
;        C=1 it is not, and he does not want to try again
; Uses   everything but the state     Keeps  -
.proc overlay_need
        txa
        bne @other
        jsr overlay_holds
        bne file_load
        jmp prefetch_start      ; there is time while people read
@other:
        jsr prefetch_end
        jsr overlay_holds
        bne file_load
        clc
        rts
.endproc

; file_load -- bring in a file of the game
; In     X = FILE_*     Out as overlay_need     Uses everything but the state     Keeps  -
.proc file_load
        jsr prefetch_end
        stx file_number
    .if ::PATCHED
        jsr patches_set         ; before what may take its place
    .endif
@again:
        jsr far_fetch
        bcc @fetched
        jsr fast_page
        ldx file_number
        jsr file_unpack
        php
        pha
        jsr bar_record
        pla
        plp
        bcs @failed
        lda file_number
        tax
        lsr a
        cmp #FILE_BOARD / 2
        beq @there              ; names
        jsr overlay_holds
        beq @there
        lda #DRIVE_OTHER
@failed:
        ldx file_begun
        beq @ask
        pha
        jsr file_spoil
        pla
@ask:
        ldx demo_on
        bne @give_up            ; nobody is there
        jsr failed_ask
        bcs @again
@give_up:
        sec
        rts
@there:
        cpx #FILE_DISK
        bne @keep
        lda files_rest
        beq @fetched            ; it is kept when the rest has come
@keep:
        jsr far_keep
@fetched:
    .if ::PATCHED
        jsr patches_set
    .endif
        lda blanked             ; who had the display switched off has emptied all cells
        bne @black
        jsr page_black
@black:
        clc
        rts
failed = @failed                ; file_rest
.endproc

; file_rest -- what is missing of FILE_DISK, while its first picture is shown; it comes from whom the
; first part came
; In     file_number, bar_at, bar_end     Out    as file_load; the cells of AHEAD_AT are spoiled
; Uses   everything but the state     Keeps  -
.proc file_rest
        jsr file_on
        bcs file_load::failed
        rts
.endproc

; far_keep -- keep in a REU or GeoRAM what has just come
; In     file_number     Out    C=0 it is there     Uses   A, X, Y, unpack_*     Keeps  -
.proc far_keep
        ldy #FAR_KEEP
        bne far_call            ; always
.endproc

; far_bring -- have file X from there
; In     X  FILE_*     Out    file_number; as far_fetch     Uses   A, X, Y, unpack_*     Keeps  -
.proc far_bring
        stx file_number
        ; falls through
.endproc

; far_fetch -- have a file from there
; In     file_number     Out    C=1 it is not there     Uses   A, X, Y, unpack_*     Keeps  -
.proc far_fetch
        ldy #FAR_FETCH
        ; falls through
.endproc

; far_call -- the same by Y; where there is a REU or GeoRAM the loader puts other instructions here
; In     Y FAR_*, file_number     Out    C, as above     Uses   A, X, Y, unpack_*     Keeps  -
far_call:
        sec
        rts
        .res FAR_CALL_SIZE - 2

; loading_draw -- the page while a file comes
; In     file_number     Out    -     Keeps  -
; Uses   A, X, Y, rect_*, text_ptr, tmp*, ink
.proc loading_draw
        jsr page_black
        lda #0                  ; no planks: the file comes sooner
        jsr stripe_draw
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #BAR_ROW - 4
        sta cur_y
        lda #<w_loading
        ldy #>w_loading
        jsr text_center
        lda #BAR_ROW - 2
        sta cur_y
        ldx file_number
        lda file_words,x
        ldy #BOOK_MAIN
        jsr text_center
        ldx file_number
        jsr bar_draw
        jmp video_show
.endproc

; failed_ask -- what went wrong, and what now?
; In     A = DRIVE_* or a drive's number     Out C=1 try again     Uses everything
.proc failed_ask
        pha
        jsr page_black
        jsr page_dress
        lda #WORDS_X
        sta rect_x
        lda #WORDS_W
        sta rect_w
        lda #WORDS_Y
        sta cur_y
        lda #ON(YELLOW, PAGE_COLOR)
        sta ink
        pla
        jsr drive_words
        jsr text_wrap
        inc cur_y
        inc cur_y
        lda #ON(WHITE, PAGE_COLOR)
        sta ink
        lda #<w_put
        ldy #>w_put
        jsr drive_pattern
        jsr text_wrap
        jsr video_show
        jsr key_flush
        jsr sound_refuse
        lda #<menu_again
        ldy #>menu_again
        ldx file_number
        beq @ask
        lda #<menu_again_back
        ldy #>menu_again_back
@ask:
        inc clock_held
        jsr ask_with
        dec clock_held          ; keeps C
        rts
.endproc
        .assert FILE_TITLE = 0, error, "tested by beq, bne"
