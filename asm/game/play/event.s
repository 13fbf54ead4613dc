; event.s -- the queue of events, from the rules to whoever shows them
;
; The queue is linear: a request is taken only when it is empty, so it has to
; hold the events of one request.  The longest request is REQ_AUTO_PAY: at
; most 92 improvements stand on the board (12 hotels of five levels and 32
; houses), so 92 EV_SOLD, 28 EV_MORTGAGED, then 8 EV_CASH, EV_SOLVENT and
; EV_ACTIVE: 130 of 136.  Tests check the largest fill seen.
; Test tests/asm/game/test_interface.py

.include "rules.inc"

.segment "PLAY_BSS"

event_space:                    ; free for others while nobody waits for events
queue_type:     .res EVENT_MAX
queue_player:   .res EVENT_MAX
queue_param:    .res EVENT_MAX
queue_other:    .res EVENT_MAX
queue_lo:       .res EVENT_MAX
queue_hi:       .res EVENT_MAX
queue_head:     .res 1          ; next to be taken
shown_lo:       .res MAX_PLAYERS ; money as the last EV_CASH told it
shown_hi:       .res MAX_PLAYERS

.assert queue_head - event_space = EVENT_SPACE, error, "event_space"
.assert EVENT_MAX < 256, error, "indices of the event queue are bytes"

.segment "PLAY_CODE"

; event_clear -- forget all events
; In     -     Out    no event waits; event_param .. event_hi = 0
; Keeps  X, Y, C     Uses   A, N Z
.proc event_clear
        lda #0
        sta queue_head
        sta event_count         ; both indices at the front again
        ; falls through
.endproc

; event_blank -- A = 0: the fields of the next event     Keeps A, X, Y, C
.proc event_blank
        sta event_param
        sta event_other
        sta event_lo
        sta event_hi
        rts
.endproc

.segment "PLAY_BSS"
event_keep:     .res 1
.segment "PLAY_CODE"

; event_square -- an event about play_square and play_amount
; In     A  type;  X  player;  play_square, play_amount, event_other
; Out    event_param .. event_hi = 0, ready for the next;  A = 0, Z=1
; Keeps  X, Y, C     Uses   N
.proc event_square
        pha
        lda play_square
        sta event_param
        pla
        ; falls through
.endproc

; event_amount -- an event about play_amount; event_param as it is
; In     A  type;  X  player;  play_amount, event_param, event_other
; Out    event_param .. event_hi = 0, ready for the next;  A = 0, Z=1
; Keeps  X, Y, C     Uses   N
.proc event_amount
        pha
        lda play_amount
        sta event_lo
        lda play_amount+1
        sta event_hi
        pla
        ; falls through
.endproc

; event_emit -- put an event into the queue
; In     A  type;  X  player;  event_param, event_other, event_lo, event_hi
; Out    event_param .. event_hi = 0, ready for the next;  A = 0, Z=1
; Keeps  X, Y, C    Uses  N
.proc event_emit
        sty event_keep          ; Y is kept, as X and C are: events may be sent from anywhere
        ; There is no test for a full queue: the head of this file says why it cannot fill.
        ldy event_count
        sta queue_type,y        ; one table a field: an index reaches all of them
        txa
        sta queue_player,y
        lda event_param
        sta queue_param,y
        lda event_other
        sta queue_other,y
        lda event_lo
        sta queue_lo,y
        lda event_hi
        sta queue_hi,y
        inc event_count
        ldy event_keep
        ; Clear fields are the default of the next event, so its sender writes only what it has
        ; to tell.
        lda #0
        beq event_blank         ; always
.endproc

; event_waiting -- are there events to be taken?
; In     -     Out    Z=0 yes
; Keeps  X, Y     Uses   A, N C
.proc event_waiting
        lda event_count
        cmp queue_head          ; equal: all that was put in has been taken
        rts
.endproc

; event_get -- take the next event
; In     -
; Out    C=0  ev_type, ev_player, ev_param, ev_other, ev_lo, ev_hi
;        C=1  there is none
; Keeps  Y      Uses  A, X, N Z
.proc event_get
        ldx queue_head          ; events come out as they went in
        cpx event_count
        beq @none               ; all that was put in has been taken
        lda queue_type,x
        sta ev_type
        lda queue_player,x
        sta ev_player
        lda queue_param,x
        sta ev_param
        lda queue_other,x
        sta ev_other
        lda queue_lo,x
        sta ev_lo
        lda queue_hi,x
        sta ev_hi
        inc queue_head
        clc
        rts
@none:
        lda #0
        ; Empty: start at the front again. Only here may the indices go back, as nobody waits for
        ; an event any more.
        sta queue_head
        sta event_count
        sec
        rts
.endproc

; cash_flush -- EV_CASH for every seat whose money is not what was last told
; In     -     Out    an event each; shown_lo/hi as the money is
; Keeps  Y, play_*     Uses   A, X, N Z C
; Called at the end of whatever moves money, so a seat has one EV_CASH with what it has then,
; however many payments made it.
.proc cash_flush
        ldx #0
@seat:
        lda player_money_lo,x
        ; Money changes several times in one request; the screen gets only the sum, once, by
        ; comparing with what it got last.
        cmp shown_lo,x
        bne @tell
        lda player_money_hi,x
        cmp shown_hi,x
        beq @next               ; told already
@tell:
        lda player_money_lo,x
        sta shown_lo,x
        sta event_lo
        lda player_money_hi,x
        sta shown_hi,x
        sta event_hi
        lda #EV_CASH
        jsr event_emit
@next:
        inx
        cpx #MAX_PLAYERS        ; upward, so that events come in the order of seats
        bne @seat
        rts
.endproc

; play_resume -- a saved state was loaded: no events wait, money is as it is
; In     -     Out    -     Uses   A, X, Y, flags     Keeps  -
.proc play_resume
        jsr event_clear
        jsr fees_set
        ; falls through
.endproc

; cash_sync -- take the money as told (new or loaded game)
; In     -     Out    shown_lo/hi as the money is: no EV_CASH is due
; Keeps  Y, C     Uses   A, X, N Z
.proc cash_sync
        ldx #MAX_PLAYERS - 1
@seat:
        lda player_money_lo,x   ; no screen has seen other money
        sta shown_lo,x
        lda player_money_hi,x
        sta shown_hi,x
        dex
        bpl @seat
        rts
.endproc
