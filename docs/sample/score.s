; score.s -- the player's score

.exportzp score
.export score_add

.zeropage
score:  .res 2                  ; 16 bit, low byte first
.code
; score_add -- add points to the score
; In  A  points   Out  C=1 the score went past 65535   Time  22
.proc score_add
        clc
        adc score
        sta score
        lda score + 1
        adc #0
        sta score + 1
        rts
.endproc
