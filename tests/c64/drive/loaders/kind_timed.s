; kind_timed.s -- two bits at a time, DATA and CLK, by the cycle
;
; The computer pulls ATN at T, the end of a cycle.  The drive, which looks every 7 us, holds four
; pairs for 12 us each: pair k from T + 13 + 12 k us at the latest to T + 18 + 12 k us at the
; earliest.  The computer reads them in the cycles that begin 15, 27, 39 and 51 cycles after T,
; in between on PAL (1.015 us a cycle) and NTSC (0.978).  From T on nothing may take a cycle away, so
; there are no interrupts, and T is in a line far from bad lines and sprites.  While ATN and ATNA differ
; the gate keeps DATA low: before the first pair, and after the last until the drive takes over.

.include "loader.inc"
.include "cia.inc"
.include "vic.inc"
.include "via1541.inc"

YSCROLL         = 3
SPRITES_FROM    = 56            ; lines in which sprites take cycles, and what ends in them
SPRITES_TO      = 84

.ifndef PAD
PAD             = 12            ; tests choose others, to see where the limits are
.endif

; So many cycles, 2 or more     Keeps A, X, Y
.macro pass cycles
        .if (cycles) & 1
        bit bits
        .endif
        .repeat ((cycles) - 3 * ((cycles) & 1)) / 2
        nop
        .endrepeat
.endmacro

.segment "TIMED"                ; no branch may cross a page
.proc get_byte
        bit CIA2_PRA
        bpl get_byte            ; the drive is at work
@line:
        lda VIC_RASTER
        cmp #SPRITES_FROM
        bcc @free
        cmp #SPRITES_TO
        bcc @line
@free:
        sec
        sbc #YSCROLL - 2        ; two lines before a bad line, one before, in it
        and #7
        cmp #3
        bcc @line
        lda level
        ora #ATN_LOW
        sta CIA2_PRA            ; T
        pass ::PAD
        lda CIA2_PRA            ; T + 16
        sta bits
        nop
        bit bits
        lda CIA2_PRA            ; T + 28
        sta bits + 1
        nop
        bit bits
        lda CIA2_PRA            ; T + 40
        sta bits + 2
        nop
        bit bits
        lda CIA2_PRA            ; T + 52
        sta bits + 3
        lda level
        sta CIA2_PRA
        ldx #0
@pair:
        lda bits,x
        asl a
        rol part                ; DATA
        asl a
        rol part                ; CLK
        inx
        cpx #4
        bne @pair
        lda part
        rts
.endproc

.segment "UPLOAD"

.proc put_byte
        jsr encode
        ldx #0
        lda pairs
        stx VIA1_PRB            ; ready
@wait:
        bit VIA1_PRB
        bpl @wait
        sta VIA1_PRB
        lda pairs + 1
        nop
        bit pairs
        sta VIA1_PRB
        lda pairs + 2
        nop
        bit pairs
        sta VIA1_PRB
        lda pairs + 3
        nop
        bit pairs
        sta VIA1_PRB
@over:
        bit VIA1_PRB
        bmi @over
        lda #BUS_DATA_OUT
        sta VIA1_PRB            ; at work
        rts
.endproc
