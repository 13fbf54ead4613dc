; border.s -- the lower and upper border opened, with a pattern in them
; Build  make

BORDER  = $D020
CONTROL = $D011
RASTER  = $D012
ACK     = $D019
GHOST   = $3FFF                 ; what the VIC shows where it fetches nothing
VECTOR  = $0314
LEAVE   = $EA81                 ; the KERNAL's end of an interrupt

LINE    = 249                   ; between the ends of 24 rows (247) and of 25 (251)
OPEN    = LINE + 4

.segment "HEADER"
        .word $0801, next, 10   ; load address; 10 SYS 2061
        .byte $9E, "2061", 0
next:   .word 0
.code
.proc main
        sei
        lda #$7F                ; no interrupts from CIA 1
        sta $DC0D
        lda $DC0D
        lda #<irq
        sta VECTOR
        lda #>irq
        sta VECTOR + 1
        lda #LINE
        sta RASTER
        lda #$1B
        sta CONTROL
        lda #1
        sta $D01A
        asl ACK
        lda #$AA
        sta GHOST
        lda #0
        sta BORDER
        cli
wait:   jmp wait
.endproc

.proc irq
        lda #$13                ; 24 rows: their end has passed, so the border stays away
        sta CONTROL
        lda #OPEN
late:   cmp RASTER
        bne late
        lda #$1B                ; 25 rows again, for the next frame
        sta CONTROL
        asl ACK
        jmp LEAVE
.endproc
