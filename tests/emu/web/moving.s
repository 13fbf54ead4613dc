; A program whose picture differs fifty times a second, and that never is silent: for figures.
;
; In each picture eight rows of text move on by a character, eight rows of characters change their
; colours, and a voice goes up and down.

FIRST_TEXT  = $0400 + 3 * 40    ; eight rows
FIRST_COLOR = $D800 + 13 * 40
LAST_LINE   = 250               ; below the text
VOLUME      = $D418

        .org $0801 - 2
        .word $0801, @end, 1    ; address; 1 SYS2061
        .byte $9E, "2061", 0
@end:   .word 0

        sei
        lda #15
        sta VOLUME
        lda #$F0
        sta $D406               ; sustain
        lda #$21
        sta $D404               ; sawtooth, on
        ldx #0
@blocks:                        ; something to see in the coloured rows
        lda #$A0
        sta $0400 + 13 * 40,x
        sta $0400 + 13 * 40 + 64,x
        inx
        bne @blocks
@picture:
        lda #LAST_LINE
@above: cmp $D012
        bne @above
        inc count
        ldx #0
@column:
.repeat 8, row
        lda FIRST_TEXT + 40 * row + 1,x
        sta FIRST_TEXT + 40 * row,x
.endrepeat
        inx
        cpx #39
        bne @column
        lda count
.repeat 8, row
        clc
        adc #37
        sta FIRST_TEXT + 40 * row + 39
.endrepeat
        ldx #39
@color:
        txa
        clc
        adc count
.repeat 8, row
        sta FIRST_COLOR + 40 * row,x
        adc #1
.endrepeat
        dex
        bpl @color
        lda count
        sta $D401               ; how high it sounds
        jmp @picture

count:  .byte 0
