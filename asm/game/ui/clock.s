; clock.s -- the clock of a short game, as it is seen and counted
;
; The heartbeat counts fiftieths of a second, as fast on NTSC, wherever a picture is waited for: in
; menus, while events are shown, in trades and on pages beside the board.  Nothing counts while the
; interrupt rests for the drive, while clock_held says so, and while the rules of 1989 are not in
; memory (a page of saved games has taken their place).  The rules learn what is left before each
; request (clock_flush); what they do not know yet stands in clock_due.
;
; Test tests/asm/game/ui/test_clock.py

.include "ui.inc"
.include "../pages/pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../video/stage.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

SECOND          = 50            ; fiftieths
HOUR            = 3600
MINUTE          = 60
CLOCK_Y         = DICE_Y + 2
LAST_MINUTE     = ON(WHITE, RED)

.segment "UI_LOW"

clock_due:      .res 2          ; seconds gone by of which the rules have not been told

.segment "UI_BSS"

clock_part:     .res 1          ; fiftieths of the second that runs

.segment "RULES1989_CODE"

; clock_beat -- so much time has gone by
; In     X  fiftieths     Out    -     Uses   A, X, Y, with the panel also ink, num_*, tmp*, cursor
; Keeps  -
.proc clock_beat
        lda switches + SW_CLOCK
        beq @done
        lda clock_lo
        ora clock_hi
        beq @done               ; it is over, and told
        txa
        clc
        adc clock_part
        bcs @second             ; past 255: C is set, and SBC takes a second off all the same
        cmp #SECOND
        bcc @rest
@second:
        sbc #SECOND
        inc clock_due
        bne @more
        inc clock_due+1
@more:
        cmp #SECOND
        bcs @second
        sta clock_part
        lda panel_shown
        beq @done
        jsr clock_draw
        lda num_lo
        ora num_hi
        bne @done
        php                     ; side_key tells whoever is asked at once
        sei
        lda #KEY_TIME
        jsr key_put
        plp
@done:
        rts
@rest:
        sta clock_part
        rts
.endproc

; clock_send -- tell the rules what time is left, and everybody when there is none
; In     -     Out    C=1 the time is over, and that has just been told
; Uses   everything but A, arg*     Keeps  A
.proc clock_send
        pha
        lda event_count
        bne @none
        lda clock_due
        ora clock_due+1
        beq @none
        lda arg0
        pha
        lda arg1
        pha
        jsr clock_left
        bne @some
        lda aside_depth         ; told on the board only: a second is left till then
        beq @some
        inc num_lo
@some:
        lda num_lo
        sta arg0
        lda num_hi
        sta arg1
        jsr clock_reset
        lda #REQ_TIME
        jsr play_request
        pla
        sta arg1
        pla
        sta arg0
        lda event_count
        beq @none
        jsr events_play
        pla
        sec
        rts
@none:
        pla
        clc
        rts
.endproc


; clock_left -- num_hi/num_lo = seconds left, Z=1 none     Uses A
.proc clock_left
        sec
        lda clock_lo
        sbc clock_due
        sta num_lo
        lda clock_hi
        sbc clock_due+1
        sta num_hi
        bcs @there              ; less than 0 is shown as 0
        lda #0
        sta num_lo
        sta num_hi
@there:
        ora num_lo
        rts
.endproc

; clock_draw -- the clock on the stage, if that is in view; white on red in its last minute
; In     -     Out    num_hi/num_lo 0 when no time is left     Uses A, X, Y, ink, num_*, tmp*, cursor
; Keeps  -
.proc clock_draw
        lda ring_lines
        beq @none
        ldx #STOCK_X
        ldy #CLOCK_Y
        jsr video_goto
        jsr clock_left
        ldy #LAST_MINUTE
        lda num_hi
        bne @plain
        lda num_lo
        cmp #MINUTE
        bcc @ink
@plain:
        ldy baize
@ink:
        sty ink
        jsr clock_put
        lda baize
        sta ink
        ldx #STAGE_X + STAGE_SIZE
        jsr text_pad
@none:
        jmp clock_left
.endproc

; clock_put -- what time is left, h:mm:ss or mm:ss at the cursor
; In     ink, the cursor     Out    -     Uses A, X, Y, num_*, tmp0, tmp1     Keeps  -
.proc clock_put
        jsr clock_left
        lda #<HOUR
        ldy #>HOUR
        jsr parts
        beq @minutes            ; no hours: mm:ss
        ora #'0'
        jsr video_put
        jsr @colon
@minutes:
        lda #MINUTE
        ldy #0
        jsr parts
        jsr two_put
        jsr @colon
        lda num_lo
        jmp two_put
@colon:
        lda #':'
        jmp video_put
.endproc

; parts -- how often A low, Y high goes into num: Out A = X, Z of it; num = the rest
.proc parts
        sta tmp0
        sty tmp1
        ldx #$FF                ; counts how often it can be taken away, and the last try fails
@next:
        inx
        sec
        lda num_lo
        sbc tmp0
        tay
        lda num_hi
        sbc tmp1
        bcc @done
        sta num_hi
        sty num_lo
        bcs @next               ; always
@done:
        txa
        rts
.endproc


; two_put -- A below 100 as two digits     Uses A, X, Y
.proc two_put
        ldx #'0'
@ten:
        cmp #10
        bcc @put
        sbc #10
        inx
        bne @ten                ; always
@put:
        pha
        txa
        jsr video_put
        pla
        ora #'0'
        jmp video_put
.endproc
