; talk.s -- characters at the table: their portraits, and what they say
;
; It lies where a preset's rules would.  In classic games it stays, after the file TALK has come
; (talk_need); whoever calls looks first whether it is there (talk_now).  In a preset's game a
; cartridge (cartridge/talks.s), a REU or a GeoRAM brings it for a moment.
;
; Test tests/asm/game/ui/test_talk.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "glyphs.inc"

TALK_TIME       = 70            ; fiftieths of a second
TALK_RENT       = 150           ; from so much rent on somebody has something to say
TALK_X          = PANEL_X
TALK_Y          = MENU_TOP + 1  ; three lines, then the portrait
TALK_ROWS       = 3
FACE_Y          = TALK_Y + TALK_ROWS + 1
NAME_Y          = FACE_Y + FACE_SIZE

.segment "UI_LOW"

talk_bidder:    .res 1          ; who has bid last in this auction, and who before
talk_before:    .res 1

.segment "TALK_CODE"

.include "words_talk.inc"
; What is said, by character and moment.
SAID_TOOK       = 0             ; has bought what a person collects
SAID_LOST       = 1             ; has bid for what another one got
SAID_NO         = 2             ; refuses an offer
SAID_RENT       = 3             ; gets a high rent
SAID_PAID       = 4             ; pays one
SAID_GROUP      = 5             ; has completed a group
SAID_RUIN       = 6             ; is bankrupt
SAID_WON        = 7             ; wins
SAYINGS         = 8

talk_kind:      .res 1          ; character that is shown
talk_face:      .byte $FF       ; character whose dots were drawn last
talk_seat:      .res 1
talk_said:      .res 1

.include "portrait.inc"
.include "bubble.inc"

; talk_event -- a character at its turn shows its face; what has happened is talked about
; In     ev_type 0: a turn; else ev_* as they are shown     Out    ev_*
; Uses   everything ui/ and video/ use     Keeps  -
.proc talk_event
        jsr talk_shown
        jsr rules_there
        beq @there
        jmp file_bring          ; never returns to here, where they come to
@there:
        rts
.endproc

; talk_shown -- the same, whatever game this is
.proc talk_shown
        lda panel_shown
        beq @out
        ldx ev_player
        ldy ev_type
        beq @turn
        cpy #EV_BID
        beq @bid
        cpy #EV_AUCTION
        beq @auction
        cpy #EV_BOUGHT
        beq took
        cpy #EV_WON
        beq @won
        cpy #EV_RENT
        beq @rent
        cpy #EV_TRADE_OFF
        beq @no
        lda #SAID_GROUP
        cpy #EV_GROUP
        beq @say
        lda #SAID_RUIN
        cpy #EV_ELIMINATED
        beq @say
        lda #SAID_WON
        cpy #EV_GAME_OVER
        beq @say
@out:
        rts
@auction:
        ldx #NO_PLAYER
        stx talk_bidder
@bid:
        lda talk_bidder
        stx talk_bidder
        sta talk_before
        rts
@turn:
        jsr play_active
        jmp face_show
@no:
        lda player_flags,x
        bmi @out                ; they know each other
        ldx ev_other
        lda #SAID_NO
@say:
        jmp talk_say
@rent:
        lda ev_hi
        bne @high
        lda ev_lo
        cmp #TALK_RENT
        bcc @out
@high:
        ldx ev_other
        cpx #MAX_PLAYERS
        bcs @out
        jsr is_character
        lda #SAID_RENT
        bcs @say
        ldx ev_player
        lda #SAID_PAID
        bcc @say                ; always
@won:
        ldx talk_before         ; the last one has got it
        jsr is_character
        bcc took
        lda #SAID_LOST
        bpl @say                ; always
.endproc

; took -- ev_player has bought square ev_param: does a person hold deeds of its group?
.proc took
        ldx ev_param
        lda square_group,x
        asl a
        asl a
        asl a
        tay                     ; [group * 8 + player]
        ldx #0
@seat:
        cpx ev_player
        beq @next
        lda player_flags,x
        bmi @next
        lda player_groups,y
        bne @wanted
@next:
        iny
        inx
        cpx #MAX_PLAYERS
        bne @seat
        rts
@wanted:
        ldx ev_player
        lda #SAID_TOOK
        ; falls through
.endproc

; talk_say -- seat X says SAID_* A, if it is a character's, they may talk and nobody is in a hurry
.proc talk_say
        sta talk_said
        lda prefs + PREF_TALK
        ora ui_skip
        bne @out
        jsr is_character
        bcc @out
        sty talk_kind
        stx talk_seat
        jsr menu_clear
        lda #TALK_Y
        sta rect_y
        lda #TALK_ROWS
        sta rect_h
        lda #ON(BLACK, WHITE)
        jsr rect_paper
        lda #TALK_Y
        jsr bubble_inside
        lda talk_kind
        asl a
        asl a
        asl a
        adc talk_said           ; C is clear
        adc #<said
        ldy #>said
        jsr text_wrap
        jsr bubble_tail
        ldx talk_seat
        jsr face_show
        lda #TALK_TIME
        jmp told_wait
@out:
        rts
.endproc
        .assert CHARACTERS * SAYINGS + <said < 256, error, "no carry"

; is_character -- In X seat     Out C=1 a character plays it, Y = which, 0 the first     Uses A
.proc is_character
        cpx #MAX_PLAYERS
        bcs @none
        lda player_flags,x
        bpl @none
        lda settings + OPT_SKILLS,x
        sbc #SKILLS - 1         ; C is clear: C=1 if it is one
        tay
        rts
@none:
        clc
        rts
.endproc

; face_show -- portrait and name of seat X, if it is a character's, on the cleared panel
; Uses   everything ui/ and video/ use
.proc face_show
        jsr is_character
        bcc @out
        stx talk_seat
        sty talk_kind
        tya
        tax
        jsr face_take
        ldx talk_seat
        jsr face_name
        ldx talk_kind
        jsr @drawn
        beq @colours
        stx talk_face
        jsr face_fresh
@colours:
        lda #$FF
        jmp face_cells
; Z=1 the dots of portrait X are there: nothing else has been drawn in the first and last cell
@drawn:
        cpx talk_face
        bne @out
        lda #BANK_ALL_RAM
        sta PORT
        lda SHOWN + FACE_Y * COLUMNS + FACE_X
        ora SHOWN + (FACE_Y + FACE_SIZE - 1) * COLUMNS + FACE_X + FACE_SIZE - 1
        ldy #BANK_IO
        sty PORT
        tay                     ; Z
@out:
        rts
.endproc
        .assert FACE_GLYPH = 0, error, "told by ora"
