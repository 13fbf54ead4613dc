; fast.s -- the loader's own part of the fast way: is there a 1541, start it, take blocks
;
; Blocks come by timed transfer (../fast/fast.s): between CLK's fall and the last pair of
; bits the VIC must not take cycles.  So no sprite is on, no interrupt comes, and a byte
; is begun in lines only from which it ends before a bad line takes its first cycle.  The
; picture may be on or off.
;
; Test tests/asm/game/ui/test_fast.py

.include "loader.inc"
.include "../sys/drive_fast.inc"
.include "../../inc/cia.inc"
.include "../../inc/kernal.inc"
.include "../../inc/vic.inc"

STATUS          = $90
COMMANDS        = 15
SLOW_LINES      = 8             ; raster lines for a byte: the plain bus takes 30, a trap or JiffyDOS fewer
MODEL           = $E5C6         ; a 1541's ROM has its name from $E5C4, bit 7 of the last set
MODEL_SIZE      = 2
LEFT_OVER       = LET_GO ^ (LET_GO >> 2) ^ (LET_GO >> 4) ; what it adds to a byte
BAD_LINE        = 3             ; of 8: VIC_CONTROL1 = $3B
BLOCK_SIZE      = 254
MORE            = 255

.segment "LOADER"

; fast_open -- start our program in the drive, if it is one that can run it
; Only a drive whose ROM names itself a 1541, 1570 or 1571 gets the program: its code relies on that hardware.
; The time that the first byte of the answer takes tells a plain serial bus from a trap or a faster KERNAL.
; In     -     Out    fast_alive, plain_slow     Uses   A, X, Y; the KERNAL     Keeps  -
.proc fast_open
        jsr order_fill
        lda #COMMANDS
        sta file_id
        lda #ask_end - ask
        ldx #<ask
        ldy #>ask
        jsr file_open
        bcs @no
        ldx #COMMANDS
        jsr CHKIN
        bcs @no
        lda VIC_RASTER
        sta block_at
        jsr CHRIN
        tax
        lda VIC_RASTER          ; so many lines has the byte taken (modulo 256)
        sec
        sbc block_at
        cmp #SLOW_LINES
        ror plain_slow          ; C=1, the plain bus: bit 7
        cpx #'4'
        beq @second
        cpx #'7'
        bne @no
@second:
        jsr CHRIN
        and #$FE
        cmp #'0' | $80          ; 1541, 1571, 1570
        bne @no
        lda STATUS
        and #$BF                ; that was the last byte
        bne @no
        jsr CLRCHN
        lda #FILE
        sta file_id
        lda #name_end - name
        ldx #<name
        ldy #>name
        jsr file_open
        lda #FILE
        jsr CLOSE
        jsr fast_boot
        dec fast_alive          ; from 0: the first command tells
        rts
@no:
        jsr CLRCHN
        lda #COMMANDS
        jmp CLOSE
.endproc

ask:            .byte "M-R"
                .addr MODEL
                .byte MODEL_SIZE
ask_end:
name:           .byte "FAST,P,R"
name_end:

; The bits of a byte by timed transfer, as they come (ORDER)     Out A     Keeps X, Y
; The drive looks every 7 us and holds a pair for 14: each is read 2 us or more from either
; end, whether a cycle here is 1.015 us (PAL) or 0.978 us.
; Time   90 cycles from fall to fall of CLK in a block, and more before bad lines
.macro TIMED_BITS
        .local @line
@line:
        lda VIC_RASTER
        and #6                  ; lines 2 and 3 of 8: the bad one and the one before
        cmp #BAD_LINE & 6
        beq @line
        lda #LET_GO | CLK_LOW
        sta CIA2_PRA            ; CLK falls 12 cycles after the line was read
        lda #LET_GO
        nop
        nop
        sta CIA2_PRA
        nop
        bit block_at            ; 3 cycles
        lda CIA2_PRA            ; 19 after the fall: bits 1, 0
        lsr a
        lsr a
        nop
        nop
        nop
        eor CIA2_PRA            ; 33: bits 3, 2
        lsr a
        lsr a
        nop
        nop
        nop
        eor CIA2_PRA            ; 47: bits 5, 4
        lsr a
        lsr a
        nop
        nop
        nop
        eor CIA2_PRA            ; 61: bits 7, 6; 73 after the line was read
.endmacro

; block_get -- the next block to ARRIVED
; In     -     Out    C=1 none comes; block_at, block_end, block_last     Uses   A, X, Y
; Keeps  -
.proc block_get
        lda block_last
        cmp #1                  ; C=1 if no block follows
        bcs @done
        jsr fast_ready
        bcs @done
        jsr timed_get
        cmp #1
        bcc @failed             ; no line is low: the drive has gone
        cmp #MORE
        bne @last
        lda #BLOCK_SIZE         ; 255 means: a full one, and another behind it
        bne @size
@last:
        inc block_last
@size:
        sta block_end
        ldy #0
        sty block_at
@byte:
        TIMED_BITS
        sta ARRIVED,y           ; as it comes: who takes it puts its bits in order
        iny
        cpy block_end
        bne @byte
        jmp fast_request        ; the drive reads on while this is unpacked
@failed:
        sec
@done:
        rts
.endproc

; timed_get -- a byte by timed transfer     Out A     Uses X     Keeps Y
.proc timed_get
        TIMED_BITS
        tax
        lda ORDER,x
        rts
.endproc
        .assert BAD_LINE & 1, error, "the line before is told by the same bits"

; order_fill -- ORDER: less what the bank adds, in either half of a byte bits 0 and 3 have changed
; places, all are inverted
; Uses   A, X, Y
.proc order_fill
        ldx #0
@byte:
        txa
        eor #LEFT_OVER
        pha
        and #$0F
        tay
        lda halves,y
        sta ORDER,x
        pla
        lsr a
        lsr a
        lsr a
        lsr a
        tay
        lda halves,y
        asl a
        asl a
        asl a
        asl a
        ora ORDER,x
        sta ORDER,x
        inx
        bne @byte
        rts
.endproc

halves:         .byte $0F, $07, $0D, $05, $0B, $03, $09, $01, $0E, $06, $0C, $04, $0A, $02, $08, $00
