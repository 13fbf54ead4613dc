; course.s -- what is noted while a game is played, for the page of its course (curves.s): the
; highest rent that was paid (events.s), each player's dice against the mean, everybody's wealth
;
; None of it is saved: it begins with the game, or with the saved game that was loaded (log_forget).
; A sample is a byte a seat, 128 of money each. One is taken in every turn; when there is no room
; for another one, every second one is dropped, and from then on they are taken half as often.
;
; Test tests/asm/game/ui/test_course.py

.include "pages.inc"
.include "../play/play.inc"
.include "../ui/ui.inc"
.include "../zp.inc"

MEAN            = 7             ; of a throw

.segment "UI_BSS"

course_begin:
course_rent:    .res 5          ; payer, square, owner, amount; amount 0: there was none
course_luck:    .res MAX_PLAYERS ; dice of a player's turns less the mean of as many throws, signed
course_end:     .res 1          ; bytes of samples
course_mask:    .res 1          ; a sample in turns without these bits: 0, 1, 3 .. 255
COURSE_SIZE     = * - course_begin
course_samples: .res COURSE_SPACE + MAX_PLAYERS ; the last seat first; the page adds one

.segment "UI_CODE"

; course_clear -- nothing has been noted
; In     -     Out    -     Keeps  Y     Uses   A, X
.proc course_clear
        ldx #COURSE_SIZE
        lda #0
@byte:
        sta course_begin - 1,x
        dex
        bne @byte
        rts
.endproc

; course_dice -- a roll against the mean, if it is one of a turn
; In     EV_DICE     Out    -     Keeps  Y, ev_*     Uses   A, X
.proc course_dice
        lda ev_hi
        .assert DICE_TURN = 0, error, "a turn's own roll by zero"
        bne @done
        ldx ev_player
        lda ev_param
        clc
        adc ev_other            ; C is clear
        sbc #MEAN - 1
        clc
        adc course_luck,x
        bvs @done               ; 127 more, 128 less: as far as it goes
        sta course_luck,x
@done:
        rts
.endproc

; course_turn -- a sample, if one is due in this turn
; In     EV_TURN     Out    -     Keeps  ev_*     Uses   A, X, Y, play_sum
;
; The samples of a whole game are those of turns 1, 2, 3 .. times course_mask + 1. So those that
; stay are the second, the fourth and so on. In a loaded game the first distance may be another.
.proc course_turn
        lda turn_count
        and course_mask
        bne course_done
        ldy course_end
        cpy #COURSE_SPACE
        bcc course_sample
        ldx #0
        ldy #MAX_PLAYERS
@keep:
        lda course_samples,y
        sta course_samples,x
        iny
        inx
        txa
        and #MAX_PLAYERS - 1
        bne @keep
        tya
        clc
        adc #MAX_PLAYERS
        tay
        cpy #COURSE_SPACE
        bcc @keep
        stx course_end
        rol course_mask         ; C is set
        bne course_turn         ; always
.endproc

; course_sample -- everybody's wealth as it is now behind the samples
; In     -     Out    -     Keeps  -     Uses   A, X, Y, play_sum
.proc course_sample
        ldx #MAX_PLAYERS - 1
@seat:
        jsr wealth_get
        bmi @debtor
        asl play_sum            ; 128ths: the sum times two, without its low byte
        rol play_sum + 1
        rol a
        cmp #1                  ; C=1: more than a byte
        lda play_sum + 1
        bcc @have
        lda #$FF
        .byte $2C               ; bit abs: skips the next lda
@debtor:
        lda #0
@have:
        ldy course_end
        sta course_samples,y
        inc course_end
        dex
        bpl @seat
        ; falls through
.endproc

.proc course_done
        rts
.endproc
