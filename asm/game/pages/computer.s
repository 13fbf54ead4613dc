; computer.s -- a computer's turn, as people see it
;
; It goes the same way as theirs: heading, a request through request_send, events with
; their words and times.  SPACE shortens what is being shown; RUN/STOP opens a menu in
; which one looks around, saves, changes the pace, or ends the game.  Its words lie where the
; computers' wits do, which are there while a computer plays; a character shows its face.
;
; Test tests/asm/game/ui/test_computer.py

.include "pages.inc"
.include "../brain/brain.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../sys/drive.inc"
.include "../sys/drive_fast.inc"
.include "../zp_ui.inc"

THINKING        = 14            ; fiftieths of a second
THINK_ROW       = MENU_TOP
HINT_ROW        = MENU_TOP + 2

.segment "UI_RODATA"

.include "words_computer.inc"
        .assert text_easy = text_normal + SKILL_EASY, error, "words by SKILL_*"
.include "words_watch.inc"

menu_watch:
        MENU_ITEM "P", LOCAL_YES, l_go_on
        MENU_COMMON
        MENU_ITEM "G", LOCAL_FILES, l_files
        MENU_PAGE
        MENU_ITEM "H", LOCAL_LOG, l_log
        MENU_ITEM "Q", REQ_QUIT, l_end
        .byte 0

.segment "UI_CODE"

; computer_now -- is a computer to decide, and nobody looks around meanwhile?
; In     -     Out    C=1 yes.  A person's turn ends looking around.
; Uses   A, X
; Keeps  Y
.proc computer_now
        jsr play_active
        lda player_flags,x
        asl a                   ; PF_CPU into C
        bcs @computer
        lda #0
        sta computer_stop
        rts                     ; C=0
@computer:
        lda computer_stop
        beq @yes
        clc
        rts
@yes:                           ; C=1
        rts
.endproc
        .assert PF_CPU = $80, error, "computer_now tells computers by bit 7"
        .assert WHY_UNFAIR = 0, error, "computer_turn tells it by Z"

; computer_turn -- think for all to see, then send one request
; In     -     Out    computer_stop set and nothing sent: RUN/STOP was pressed
; Uses   everything     Keeps  -
.proc computer_turn
        jsr arm_showing
        jsr prompt_head
        jsr menu_clear
        jsr play_zones
        lda ground
        sta ink
        ldy #HINT_ROW
        lda demo_on
        beq @keys
        jsr @goto
        lda #BRIEF(text_demo)
        jsr label_at
        ldy #HINT_ROW + 1
        jsr @goto
        lda #BRIEF(text_any)
        jsr label_at
        jmp @thinks
@keys:
        lda #<text_hint
        jsr @line
        ldy #HINT_ROW + 1
        lda #<text_hint_2
        jsr @line
@thinks:
        ldy #THINK_ROW
        lda #<text_thinks
        jsr @line
        jsr play_active
        ldy #0
        sty ev_type             ; nothing has happened
        lda settings + OPT_SKILLS,x
        cmp #SKILLS
        bcs @character
        adc #<text_normal
        ldy #THINK_ROW + 1
        jsr @line
@character:
        jsr talk_now
        lda #THINKING
        jsr told_wait
        lda ui_cut              ; also while the last events were shown
        ldx #0
        stx ui_cut
        cmp #KEY_STOP
        bne @decide
        sta computer_stop       ; not 0
        stx ui_skip
@none:
        rts
@decide:
        jsr play_mode
        cmp #MODE_TRADE
        beq @answer             ; it reads the block of an offer, which stays as it is
        lda #NO_PLAYER          ; it may write its own wishes there
        sta offer_author
@answer:
        jsr brain_decide
        bcs @none
        cmp #REQ_DECLINE
        beq @declines
        cmp #REQ_BID
        bne @send
        ldx arg0
        stx bid_lo
        ldx arg1
        stx bid_hi
@send:
        jmp request_send
@declines:
        ldx brain_why           ; WHY_UNFAIR: tell a person what it would take
        bne @send
        ldx trade_from
        ldy player_flags,x
        bmi @send
        ldx #FILE_DEAL
        jsr aside_need
        lda #REQ_DECLINE
        bcs @decided
        jsr counter_price
@decided:
        pha
        jsr aside_close
        pla
        jmp request_send
@line:                          ; text A of the computers' book in row Y
        pha
        jsr @goto
        pla
        ldy #>text_normal
        jmp text_at
@goto:
        ldx #PANEL_X + 1
        jmp video_goto
.endproc

; talk_now -- if a character talks about events, or shows its face, let it
; In     ev_*; ev_type 0: a turn     Out    ev_*     Uses   everything ui/ and video/ use     Keeps  -
.proc talk_now
        ldx #FILE_TALK
        jsr overlay_holds
        beq there
        bit fast_able
        bpl talk_far
        lda #CARTRIDGE_TALK
        jsr cartridge_aside
        bcs guide_now
        ldx #FILE_TALK          ; in the place of the preset's rules: it brings them back
        jsr file_unpack
there:
        jmp talk_event
.endproc

; talk_far -- the same in a preset's game where a REU or GeoRAM has TALK and the rules
;
; A GeoRAM takes 50 ms for each of three copies, so it looks first whether anything may be said: it
; does not ask whose words they would be.
; In     ev_*; ev_type 0: a turn     Out    ev_*     Uses   everything ui/ and video/ use     Keeps  -
.proc talk_far
        lda switches + SW_PRESET
        beq guide_now
        lda panel_shown
        beq guide_now
        ldx ev_type
        bne @event
        jsr play_active
        lda settings + OPT_SKILLS,x
        cmp #SKILLS
        bcs @bring
        bcc guide_now           ; always
@event:
        cpx #EV_AUCTION         ; who has bid, as talk_shown notes it
        bne @bid
        lda #NO_PLAYER
        bne @bidder             ; always
@bid:
        cpx #EV_BID
        bne @told
        lda talk_bidder
        sta talk_before
        lda ev_player
@bidder:
        sta talk_bidder
@told:
        lda event_manner,x
        and #EVENT_SPOKEN
        beq guide_now
        lda prefs + PREF_TALK
        ora ui_skip
        bne guide_now
@bring:
        jsr rules_there         ; they are: X = FILE_*
        jsr far_bring           ; as they can be had from there they will come back
        bcs guide_now
        ldx #FILE_TALK
        jsr far_bring
        bcc talk_now::there
        ; falls through
.endproc

; guide_now -- the same in a tutorial, also where a person is to decide
; In     ev_*; ev_type 0: somebody is to decide     Out    ev_*     Keeps  -
; Uses   everything ui/ and video/ use
.proc guide_now
        ldx #FILE_GUIDE
        jsr overlay_holds
        bne @silent
        jmp guide_event
@silent:
        rts
.endproc
