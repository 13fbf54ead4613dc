; split.s -- two colours of background, changed in the same cycle of the same line
; Build  ca65 -g split.s && ca65 -g score.s
;        ld65 -C split.cfg --dbgfile split.dbg -o split.prg split.o score.o

BACKGROUND = $D021
SPLIT_LINE = 120                ; the line before the one in which the colour changes

.segment "HEADER"
        .word $0801, next, 10   ; load address; 10 SYS 2061
        .byte $9E, "2061", 0
next:   .word 0
.code
.proc main
        sei
        lda #$35                ; RAM below the KERNAL: our own vector at $FFFE
        sta $01
        lda #$7F                ; no interrupts from CIA 1
        sta $DC0D
        lda $DC0D
        lda #1                  ; an interrupt from the raster
        sta $D01A
        jsr arm
wait:   jmp wait
.endproc

.proc arm                       ; the first interrupt comes in SPLIT_LINE
        lda #<first
        ldy #SPLIT_LINE
        ; falls through
.endproc
.proc point_irq                 ; A handler, low byte; Y line
        sta $FFFE
        lda #>first
        sta $FFFF
        sty $D012
        lda #$1B
        sta $D011
        asl $D019               ; acknowledge
        cli
        rts
.endproc

.proc first                     ; comes 0-7 cycles late; the second one 0-1
        lda #<second
        ldy #SPLIT_LINE + 1
        jsr point_irq
        .res 20, $EA            ; 20 NOPs: the second interrupt meets one of them
.endproc
.proc second
        ldx #8                  ; to the end of the line: RASTER changes between two reads,
delay:  dex                     ; or just after the second
        bne delay
        nop
        bit $00                 ; 3 cycles, to no other end
        lda $D012
        cmp $D012
        beq same                ; 3 cycles where the other way is 2: now it is exact
same:   lda #2
        sta BACKGROUND
        ldx #50
hold:   dex
        bne hold
        lda #6
        sta BACKGROUND
        pla                     ; drop what the second interrupt pushed
        pla
        pla
        jsr arm
        rti
.endproc
.assert >first = >second, error, "the handlers must share a page"
