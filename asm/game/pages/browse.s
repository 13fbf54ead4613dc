; browse.s -- square after square, with its card: information, managing, choosing
;
; Cursor left and right (or B and F) go to the next square that the purpose
; allows; what can be done with the square in view are the buttons.
;
; Test tests/asm/game/ui/test_screens.py, test_ruin.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

LOCAL_DONE      = MENU_OWN + 0
LOCAL_NEXT      = MENU_OWN + 1
LOCAL_BACK      = MENU_OWN + 2
LOCAL_LEAVE     = MENU_OWN + 3  ; + 0 leave, 1 take with fee, 3 take and repay
TAKE_ALL        = 2             ; + this: take all with their fees

.segment "UI_BSS"

browse_kind:    .res 1
browse_first:   .res 1          ; square + 1 to begin with, or 0
browse_step:    .res 1
browse_left:    .res 1
browse_mode:    .res 1          ; the rules' mode on entry

.segment "UI_RODATA"

.include "words_browse.inc"

menu_all:
        MENU_ITEM "D", LOCAL_DONE, l_done
        MENU_ITEM "F", LOCAL_NEXT, l_forward
        MENU_ITEM "B", LOCAL_BACK, l_back
        MENU_COMMON
        .byte 0
menu_own:
        MENU_ITEM "D", LOCAL_DONE, l_done
        MENU_ITEM "C", REQ_BUILD, l_build
        MENU_ITEM "S", REQ_SELL, l_sell
        MENU_ITEM "M", REQ_MORTGAGE, l_mortgage
        MENU_ITEM "R", REQ_REPAY, l_repay
        MENU_ITEM "F", LOCAL_NEXT, l_forward
        MENU_PAGE
        MENU_ITEM "G", REQ_BUILD_GROUP, l_group
        MENU_ITEM "B", LOCAL_BACK, l_back
        MENU_ITEM "V", LOCAL_BOARD, l_board
        MENU_ITEM "P", LOCAL_STATS, l_stats
        MENU_ITEM "O", LOCAL_OPTIONS, l_options
        MENU_ITEM "?", LOCAL_HELP, l_help
        .byte 0
menu_loser:
        MENU_ITEM "D", LOCAL_DONE, l_done
        MENU_ITEM "T", LOCAL_LEAVE + 1, l_fee
        MENU_ITEM "R", LOCAL_LEAVE + 3, l_take
        MENU_ITEM "L", LOCAL_LEAVE + 0, l_leave
        MENU_ITEM "A", LOCAL_LEAVE + TAKE_ALL, l_take_all
        MENU_PAGE
        MENU_ITEM "F", LOCAL_NEXT, l_forward
        MENU_ITEM "B", LOCAL_BACK, l_back
        MENU_COMMON
        .byte 0
browse_menu:    .addr menu_all, menu_own, menu_loser

.segment "UI_CODE"

; browse_page -- look at squares until done
; In     A = BROWSE_*     Uses everything     Out    -     Keeps  -
.proc browse_page
        sta browse_kind
        jsr play_mode
        sta browse_mode
        ldx browse_first
        lda #0
        sta browse_first
        dex
        bpl @start
        ldx stage_square
        cpx #SQUARES
        bcc @start
        jsr play_active
        lda shown_square,x
        tax
@start:
        stx browse_square
        lda #1
        sta browse_step
        jsr browse_allowed
        bcc @found
        jsr browse_next
        bcc @found
        lda #<text_none
        ldy #>text_none
        jmp say_white
@found:
        lda #<text_browse
        ldy #>text_browse
        jsr say_white
        lda browse_kind
        cmp #BROWSE_LOSER
        bne @show
        lda #REQ_REVIEW
        jsr request_send
@show:
        jsr browse_show
@menu:
        jsr prompt_head         ; a page beside the board may have covered it
        lda browse_square
        sta menu_square
        jsr play_zones
        lda browse_kind
        asl a
        tax
        lda browse_menu,x
        ldy browse_menu+1,x
        jsr menu_open
        jsr menu_choose
        bcs @key
        cmp #MENU_LOCAL
        bcc @request
        cmp #LOCAL_DONE
        beq @done
        cmp #LOCAL_NEXT
        beq @forward
        cmp #LOCAL_BACK
        beq @back
        cmp #LOCAL_LEAVE
        bcc @local
        sbc #LOCAL_LEAVE        ; C is set
        sta arg1
        cmp #TAKE_ALL
        beq @all
        lda #REQ_CHOOSE
@request:
        ldx browse_square
        stx arg0
        jsr request_send
        bcs @menu
        jsr events_play
@chosen:
        jsr cost_say
        jsr play_mode
        cmp browse_mode
        bne @done
        jsr browse_allowed
        bcc @show
        jsr browse_next
        bcc @show
@done:
        lda #$FF
        sta menu_square
        jsr say_end
        jmp play_stage          ; where an auction may go on
@all:
        jsr take_all
        bmi @chosen             ; always
@local:
        jsr local_do
        jmp @menu
@key:
        lda menu_key
        cmp #KEY_CLICK
        beq @click
        jsr side_key
        bcc @again
        lda menu_key
        cmp #KEY_STOP
        beq @done
        cmp #KEY_RIGHT
        beq @forward
        cmp #KEY_LEFT
        beq @back
@again:
        jmp @menu
@click:
        jsr browse_click
        bcs @again
        jmp @show
@back:
        lda #$FF
        bne @step
@forward:
        lda #1
@step:
        sta browse_step
        jsr browse_next
        jsr sound_move
        jmp @show
.endproc

; take_all -- choose all the loser's deeds, for their fees     Out N=1     Uses A, X, Y, arg0-arg1
.proc take_all
        lda #MARK_IN
        sta arg1
        lda #SQUARES - 1
        sta arg0
@deed:
        lda #REQ_CHOOSE         ; refused for what is not the loser's
        jsr play_request
        dec arg0
        bpl @deed
        rts
.endproc

; cost_say -- in choosing: what the loser's deeds that are chosen cost so far     Uses   as say
.proc cost_say
        lda browse_kind
        cmp #BROWSE_LOSER
        bne @none
        jsr play_active
        jsr trade_charges       ; of X
        sta ev_lo
        sty ev_hi
        lda #<text_cost
        ldy #>text_cost
        jmp say_white
@none:
        rts
.endproc

; browse_click -- go to the square that was clicked
; Out    C=1 none, or not for this purpose     Uses A, X, Y, board_*
.proc browse_click
        ldx click_x
        ldy click_y
        jsr square_at
        bcs @none
        lda browse_square
        pha
        stx browse_square
        jsr browse_allowed
        pla
        bcc @none               ; that is: found
        sta browse_square
        jsr sound_refuse
        sec
@none:
        rts
.endproc

; browse_show -- mark the square and lay its card on the stage
.proc browse_show
        ldx browse_square
        stx menu_square
        lda board_selected
        stx board_selected
        stx stage_square
        tax
        cpx #SQUARES
        bcs @none
        jsr board_square_draw
@none:
        ldx browse_square
        jsr board_square_draw
        jmp play_stage
.endproc

; browse_next -- the next square that is allowed, in direction browse_step
; Out    C=1 there is none
; Uses   A, X, Y
.proc browse_next
        lda #SQUARES
        sta browse_left
@next:
        lda browse_square
        clc
        adc browse_step
        jsr square_round
        sta browse_square
        jsr browse_allowed
        bcc @found
        dec browse_left
        bne @next               ; C=1 at the end
@found:
        rts
.endproc

; browse_allowed -- Out C=0 browse_square serves the purpose     Uses A, X, Y
.proc browse_allowed
        ldy browse_kind
        beq @yes
        ldx browse_square
        cpy #BROWSE_OWN
        beq @own
        lda trade_from
        jmp @owner
@own:
        jsr play_active
        ldx browse_square
@owner:
        cmp square_owner,x
        beq @yes
        sec
        rts
@yes:
        clc
        rts
.endproc
