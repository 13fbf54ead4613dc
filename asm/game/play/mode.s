; mode.s -- the stack of modes (R-2.5) and play order (R-3.2)
;
; Index 0 is set-up, the roll for first, the normal mode or the end.  On it
; stands at most one of auction, must-pay, transfer and vote; on an auction or
; on the normal mode at most one trade.  Auctions after an elimination wait in
; square_pending, so they follow one another instead of nesting.  Worst case:
; normal, auction, trade = 3 of MODE_DEPTH places.
; Test tests/asm/game/test_interface.py

.include "rules.inc"

.assert MODE_DEPTH >= 3, error, "normal, auction, trade must fit"

.segment "PLAY_CODE"

; mode_push -- enter a mode
; In     A  MODE_*;  X  active player;  Y  square
; Out    mode_depth one more
; Keeps  A, X, Y, C     Uses   N Z; play_player
.proc mode_push
        inc mode_depth          ; index 0 is never pushed
        stx play_player         ; X is needed as the index; this is where it waits
        ldx mode_depth
        sta mode_kind,x
        pha                     ; A comes back to the caller unchanged
        tya
        sta mode_square,x
        lda play_player
        sta mode_active,x
        pla
        ldx play_player
        rts
.endproc

; mode_pop -- go back to the mode below
; In     -     Out    mode_depth one less
; Keeps  A, X, Y, C     Uses   N Z
.proc mode_pop
        dec mode_depth          ; what the mode had stays there and is never read
        rts
.endproc

; play_mode -- the mode now
; In     -     Out    A  MODE_*, N Z from it
; Keeps  Y, C   Uses  X
.proc play_mode
        ldx mode_depth
        lda mode_kind,x
        rts
.endproc

; play_active -- the player whose requests are taken
; In     -     Out    A = X  seat
; Keeps  Y, C   Uses  N Z
.proc play_active
        ldx mode_depth
        lda mode_active,x
        tax                     ; N and Z are of the seat
        rts
.endproc

; play_dicer -- the player with the dice
; In     -     Out    A = X  seat
; Keeps  Y, C   Uses  N Z
.proc play_dicer
        lda mode_active         ; index 0: the bottom of the stack, whatever stands on it
        tax
        rts
.endproc

; play_next -- the next living seat in play order
; In     X  seat, living or not
; Out    X  next living seat (X itself if there is no other), A the same
; Keeps  Y      Uses  N Z C
.proc play_next
        stx next_from
@step:
        inx
        cpx #MAX_PLAYERS
        bcc @look
        ldx #0
@look:
        cpx next_from
        ; Only he himself is left. A seat that is not alive is compared as well, so the loop
        ; ends after one round even with nobody alive.
        beq @done               ; once round
        lda player_flags,x
        lsr a                   ; PF_ALIVE into C
        bcc @step
@done:
        txa
        rts
.endproc

.segment "PLAY_BSS"
next_from:      .res 1
.segment "PLAY_CODE"

.assert PF_ALIVE = 1, error, "play_next tests PF_ALIVE by lsr"

; seats_alive -- count the living
; In     -     Out    A = Y  count;  X = the one with the lowest seat
; Keeps  -     Uses   N Z C; play_index
.proc seats_alive
        ldy #0
        ldx #MAX_PLAYERS - 1
@seat:
        lda player_flags,x
        lsr a
        bcc @next
        iny
        ; Downward, so what is stored last is the lowest seat.
        stx play_index
@next:
        dex
        bpl @seat
        ldx play_index
        tya
        rts
.endproc
