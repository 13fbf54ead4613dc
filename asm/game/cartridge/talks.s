; talks.s -- does a character talk in a preset's game, or show its face?
;
; TALK lies where a preset's rules do (pages/talk.s).  The cartridge has either in 36 ms, so that in
; such a game TALK comes for as long as somebody talks (talk_now, pages/computer.s).  It would come
; for nothing at most events, so this asks first what talk_event asks; it need not be as exact.
;
; Test tests/asm/game/ui/test_talk_preset.py

.include "saves.inc"
.include "../pages/pages.inc"
.include "../play/play.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

.import talk_bidder, talk_before, switch_family, play_active ; of the game
.export talk_wanted

; Whose words they may be, for each event that is talked about.
OF_PLAYER       = $80           ; ev_player's
OF_OTHER        = $40           ; ev_other's
OF_BEFORE       = $20           ; of who has bid before, too

.segment "SAVES"

; talk_wanted -- is a character shown, or may it say anything?
; In     ev_*     Out    C=1 no; talk_bidder, talk_before     Keeps  -     Uses   A, X, Y
.proc talk_wanted
        jsr switch_family
        beq @no                 ; without rules of its own
        ldx ev_type
        beq @turn
        cpx #EV_AUCTION
        beq @auction
        cpx #EV_BID
        beq @bid
        lda prefs + PREF_TALK   ; switched off in the options,
        ora ui_skip             ; or somebody skips what is shown
        bne @no
        lda panel_shown         ; the panel has the face: without it nobody would see one
        beq @no
        ldy #SPOKEN - 1
@event:
        txa
        cmp spoken,y
        beq @found
        dey
        bpl @event
        bmi @no                 ; always
@found:
        lda whose,y
        tay
        bpl @other
        ldx ev_player
        jsr is_character
        bcc @yes
@other:
        tya
        and #OF_OTHER
        beq @before
        ldx ev_other
        jsr is_character
        bcc @yes
@before:
        tya
        and #OF_BEFORE
        beq @no
        ldx talk_before
        jmp is_character
@turn:
        lda panel_shown
        beq @no
        jsr play_active
        jmp is_character
@auction:
        ldx #NO_PLAYER
        stx talk_before
        stx talk_bidder
        bmi @no                 ; always
@bid:
        lda talk_bidder
        sta talk_before
        lda ev_player
        sta talk_bidder
@no:
        sec
        rts
@yes:
        clc
        rts
.endproc

; is_character -- In X seat     Out C=0 a character plays it     Uses A     Keeps  X, Y
.proc is_character
        cpx #MAX_PLAYERS
        bcs @none
        lda player_flags,x
        asl a                   ; C: PF_CPU
        bcc @none
        lda #SKILLS - 1
        cmp settings + OPT_SKILLS,x ; C=0: the number is above the skills, so a character
        rts
@none:
        sec
        rts
.endproc
        .assert PF_CPU = $80, error, "told by bit 7"

spoken:         .byte EV_BOUGHT, EV_WON, EV_RENT, EV_TRADE_OFF, EV_GROUP, EV_ELIMINATED, EV_GAME_OVER
SPOKEN          = * - spoken
whose:          .byte OF_PLAYER, OF_PLAYER | OF_BEFORE, OF_PLAYER | OF_OTHER, OF_OTHER, OF_PLAYER, OF_PLAYER
                .byte OF_PLAYER
        .assert * - whose = SPOKEN, error, "for each"
