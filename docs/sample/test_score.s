; Tests in assembly: pytest collects every .proc test_*
; c64: link score.s
; c64: config test_score.cfg

        .include "test.inc"
        .import score_add
        .importzp score

.proc setup
        lda #0
        sta score
        sta score + 1
        rts
.endproc

.proc test_first_points
        lda #5
        begin_cycles
        jsr score_add
        assert_cycles 22 + 6    ; and the JSR
        assert_carry 0
        assert_word score, 5
        rts
.endproc

.proc test_carry_into_the_high_byte
        lda #200
        jsr score_add
        lda #100
        jsr score_add
        assert_word score, 300
        rts
.endproc
