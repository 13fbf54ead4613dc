; claim.s -- rent of the 1989 game: the owner claims it in time or it is lost
;
; What is due stands on the stage in large figures, below it a bar runs down.  R, the owner's
; number, RETURN, fire or a click claim it.
;
; Test tests/asm/game/ui/test_claim.py

.include "pages.inc"
.include "../play/play.inc"
.include "../data/text/text.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../video/stage.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "market_widgets.inc"

.segment "DESK_DATA"

.include "words_claim.inc"

claim_zones:
        ZONE PANEL_X, KEYS_Y, COLUMNS - PANEL_X, 3, 'R'
        ZONE SHEET_X, SHEET_Y, SHEET_W, SHEET_H, 'R'
        .byte $FF

.segment "DESK_CODE"

; claim_page -- until the owner has claimed his rent or the time is over
; The owner presses R, RETURN or his number; whoever waits too long gives up the rent.  The request says which.
; In     MODE_CLAIM     Out    REQ_CLAIM has been sent     Uses   everything     Keeps  -
.proc claim_page
        jsr desk_clear
        jsr prompt_head
        lda #BRIEF(c_due)
        jsr desk_question
        ldy mode_depth
        ldx mode_square,y
        jsr deed_top
        lda #ON(BLACK, WHITE)
        sta ink
        ldx #SHEET_X + 1
        ldy #SHEET_Y + 4
        jsr video_goto
        jsr play_dicer
        jsr name_put
        lda #BRIEF(c_owes)
        jsr label_at
        lda rent_lo
        ldy rent_hi
        jsr lot_figures
        jsr play_active
        jsr lot_holder
        lda #<c_call
        jsr desk_call
        jsr claim_buttons
        lda #<claim_zones
        ldy #>claim_zones
        jsr zones_set
        lda settings + OPT_CLAIM
        CLAIM_SECONDS
        jsr bar_begin
        jsr bar_late
@frame:
        jsr ui_frame
@key:
        jsr key_get
        bcs @time
        cmp #'R'
        beq @press
        cmp #KEY_RETURN
        beq @press
        sec
        sbc #'1'                ; only the number of the owner counts
        ldy mode_depth
        cmp mode_active,y
        bne @key
@press:
        jsr arm_refuses         ; too early: the key was meant for something else
        bne @key
        jsr sound_press
        lda #1                  ; claimed
        bne @send               ; always
@time:
        jsr arm_tick
        bcc @armed
        jsr claim_buttons       ; they can be pressed from now on
@armed:
        jsr bar_pass
        bcs @frame
        lda #0                  ; the time is over: not claimed
@send:
        pha
        jsr desk_leave
        pla
        sta arg0
        lda #REQ_CLAIM
        jmp request_send
.endproc

; claim_buttons -- R, and the owner's number
.proc claim_buttons
        ldx #'R'
        lda #BRIEF(c_claim)
        ldy #KEYS_Y
        jsr desk_button
        jsr play_active
        clc
        adc #'1'
        tax
        lda #BRIEF(c_claim)
        ldy #KEYS_Y + 2
        jmp desk_button
.endproc
