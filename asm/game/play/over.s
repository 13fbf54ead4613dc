; over.s -- the score, the vote to quit, the end (R-15)
; Test tests/asm/game/test_score.py

.include "rules.inc"

.segment "PLAY_BSS"
score_best:     .res 2
score_player:   .res 1

.segment "PLAY_CODE"

; score_get -- score of a player (R-15.2)
; An eighth of the money, half of the equity, and points for cards, groups and improvements.
; In     X  player
; Out    A low, Y high, signed; also in play_sum
; Keeps  X      Uses  flags; tmp0, tmp1, play_scan; in a preset as on_score
.proc score_get
        stx score_player        ; X is needed for tables
        lda player_money_hi,x   ; floor(money / 8): arithmetic shift (R-15.5)
        sta play_sum+1
        lda player_money_lo,x
        sta play_sum
        lda switches + SW_PRESET ; a preset may begin with another sum
        beq @eighths
        jsr on_score
@eighths:
        ldy #3
@eighth:
        lda play_sum+1          ; asl on a copy: the sum keeps its sign
        ; R-15.5 rounds down, also below zero: the sign comes in at the top by way of C.
        asl a                   ; sign into C
        ror play_sum+1
        ror play_sum
        dey
        bne @eighth
        lda player_equity_hi,x  ; floor(equity / 2)
        lsr a                   ; equity is never negative: a plain shift
        sta tmp1
        lda player_equity_lo,x
        ror a                   ; C from lsr: sta and lda leave it
        ldy tmp1
        jsr score_add           ; A low, Y high
        ldy #1                  ; GO-free cards
@card:
        txa
        cmp deck_free,y         ; has he the card of this deck?
        bne @next_card
        lda #1
        jsr score_add_byte
@next_card:
        dey
        bpl @card
        ldy #GROUPS - 1         ; points for deeds, group by group
@group:
        sty play_scan
        jsr score_group
        ldy play_scan
        dey
        bpl @group
        ldy #SQUARES - 1        ; points for what stands on them
@square:
        lda square_owner,y
        cmp score_player
        bne @next
        lda square_level,y      ; bare: no points
        beq @next
        sty play_scan
        jsr score_level
        ldx score_player        ; X is the player for the caller; score_level used it
        ldy play_scan
@next:
        dey
        bpl @square
        lda play_sum
        ldy play_sum+1
        rts
.endproc

; score_add -- play_sum += A low, Y high
; In     A, Y     Out    play_sum     Uses   A, C     Keeps  X, Y
.proc score_add
        clc
        adc play_sum
        sta play_sum
        tya
        adc play_sum+1
        sta play_sum+1
        rts
.endproc

; score_group -- k deeds of group Y: k, and 2(k-1); stations and utilities more
; Keeps  X      Uses  A, Y
.proc score_group
        tya
        asl a
        asl a
        asl a
        ora score_player        ; player_groups: group * 8 + seat
        tax
        lda player_groups,x     ; k, the number he has of the group
        beq @done
        tax
        asl a
        adc player_groups_less,x        ; C=0: 2k + (k - 2)
        jsr score_add_byte
        cpy #GROUP_STATIONS
        bcc @done               ; a street's group: that was all
        bne @utilities          ; Z=1: stations
        lda station_score,x     ; X is k: four stations are worth 32
        bcs @term
@utilities:
        txa                     ; utilities: k once more
@term:
        jsr score_add_byte
@done:
        ldx score_player
        rts
.endproc

.segment "PLAY_DATA"
player_groups_less: .byte 0, <-1, 0, 1, 2       ; k - 2
station_score:  .byte 0, 1, 4, 12, 32   ; n * 2^(n-1), R-20.1
level_score:                    ; house cost 50, 100, 150, 200
        .byte 1, 2, 5, 7, 15
        .byte 5, 15, 30, 40, 70
        .byte 10, 20, 50, 70, 100
        .byte 20, 35, 80, 110, 180
.segment "PLAY_CODE"

; score_level -- the table entry of the improvements on square Y
; Uses   A, X, Y
.proc score_level
        lda square_level,y
        tax
        dex                     ; level 1 is the table's first entry
        lda square_group,y      ; two groups to a house cost
        lsr a                   ; groups 2n and 2n + 1 cost the same
        stx tmp0
        sta tmp1
        asl a
        asl a
        adc tmp1                ; times five
        adc tmp0
        tax
        lda level_score,x
        ; falls through
.endproc

; score_add_byte -- play_sum += A
; In     A     Out    play_sum     Uses   A, C     Keeps  X, Y
.proc score_add_byte
        clc
        adc play_sum
        sta play_sum
        bcc @done
        inc play_sum+1
@done:
        rts
.endproc

; do_quit -- every other living person is asked in play order; computers agree
; One voter at a time, as each answer is a request of its own; quit_asker is where the round ends.
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*, tmp0-tmp1
.proc do_quit
        jsr play_active
        stx quit_asker          ; he is for it: he has asked
        lda #EV_QUIT
        jsr event_emit
        ldy #NO_PLAYER
        lda #MODE_QUIT
        jsr mode_push           ; X is a seat
        bpl next_voter          ; always
.endproc

; do_agree -- a vote for the end; the last one ends the game
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*, tmp0-tmp1
.proc do_agree
        jsr play_active
        ; falls through
.endproc

; voter_agrees -- X is for the end, and the next one is asked
.proc voter_agrees
        lda #1
        sta event_param         ; 1: for the end
        lda #EV_VOTE
        jsr event_emit
        ; falls through
.endproc

; next_voter -- the next person after X is asked; none left: the game is over
.proc next_voter
        jsr play_next
        cpx quit_asker
        beq vote_over           ; round to him who asked: all agree
        lda player_flags,x
        bmi voter_agrees        ; PF_CPU: computers agree without being asked
        txa
        ldx mode_depth          ; the quit mode, which lies on the turn
        sta mode_active,x
        rts
.endproc
        .assert PF_CPU = $80, error, "next_voter tells computers by bit 7"

; do_refuse -- one refusal cancels
; In     -     Out    -     Keeps  Y     Uses   A, X, flags; event_*
.proc do_refuse
        jsr play_active
        lda #EV_VOTE
        jsr event_emit          ; event_param is 0: against
        jmp mode_pop
.endproc

; vote_over -- the highest score wins; equal scores share the victory (R-15.1)
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*, tmp0-tmp1
.proc vote_over
        lda switches + SW_PRESET
        beq votes_count
        jmp on_value
.endproc

; votes_count -- by score
; From seat 7 down, one bit a seat in `winners`: a better score wipes the bits so far, an equal
; one adds its own.
; In     -     Out    -     Keeps  -     Uses   A, X, Y, flags; event_*, play_*, tmp0-tmp1
.proc votes_count
        lda #0
        sta winners
        ldx #MAX_PLAYERS - 1
@seat:
        asl winners             ; ends with seat 0 in bit 0
        lda player_flags,x
        lsr a                   ; PF_ALIVE
        bcc @next               ; who is out wins nothing
        jsr score_get
        lda winners
        beq @better             ; the first one is the best so far
        lda score_best          ; best - score < 0: better.  Scores lie between
        cmp play_sum            ; -4096 and 15000, so the difference is signed
        lda score_best+1
        sbc play_sum+1
        bmi @better
        bne @next               ; the best is 256 or more ahead
        lda score_best
        eor play_sum
        beq @same
        bne @next               ; the best is less than 256 ahead, and not equal
@better:
        lda #0                  ; all better scores so far are beaten
        sta winners
        lda play_sum
        sta score_best
        lda play_sum+1
        sta score_best+1
@same:
        inc winners             ; bit 0 is this seat, and asl moves it up with the next
@next:
        dex
        bpl @seat
        lda #OVER_VOTE
        ; falls through
.endproc

; winners_tell -- an event for each of the winners; the game is over
; In     A  OVER_*;  winners     Out    -     Keeps  Y
; Uses   A, X, flags; tmp0, tmp1, event_*
.proc winners_tell
        sta tmp1                ; why, for each of the events
        ldx #MAX_PLAYERS - 1
        lda winners             ; tmp0 is shifted out: winners stays for the screens
        sta tmp0
@seat:
        asl tmp0                ; bit 7 is seat 7: C=1 a winner
        bcc @next
        stx mode_active         ; the first of them in the end
        lda tmp1
        sta event_param
        lda #EV_GAME_OVER
        jsr event_emit
@next:
        dex
        bpl @seat
        lda #0
        sta mode_depth          ; the end is the bottom mode
        lda #MODE_OVER          ; on the bottom: whatever stood on it is gone
        sta mode_kind
        rts
.endproc
