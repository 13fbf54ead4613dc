; drive_fly.s -- a block decoded while it is read: five GCR bytes become four before the next five come
;
; At the fastest density five bytes last 130 cycles; the loop takes 127, and 2 more for each of
; PAD.  It waits for BYTE READY before the first and the third of five and reads the others
; between two of them by counting, which fits 26 to 32 cycles a byte; port A keeps each (latch).
;
; The five bytes   aaaaabbb bbcccccd ddddeeee efffffgg ggghhhhh   hold the codes a to h.  A code
; in one byte is looked up with what stands beside it, in tables of a page.  A code in two is looked
; up by its bits where they are, one part as the operand's low byte and one as the index.
; These indices stand at places of the tables that no valid code beside them needs.
;
; There is no time to count, so the stack is the buffer: 256 bytes from $0100 on, going down, and
; it has gone round when its pointer is 0.

.include "loader.inc"
.include "head.inc"
.include "via1541.inc"
.import __UPLOAD_LOAD__, __UPLOAD_RUN__, __UPLOAD_SIZE__
.import __ONCE_LOAD__, __ONCE_RUN__, __ONCE_SIZE__
.import __FLY_RUN__, __FLY_LOAD__, __FLY_SIZE__

.setcpu "6502X"                 ; LAX, SAX and AXS: what loaders in drives live on

.ifndef PAD
PAD             = 0             ; tests choose others, to see where the limits are
.endif

RING            = $0100
LOW_F           = $0200         ; low nibble of   f, in efffffgg
HIGH_AEG        = $0600         ; high nibble of  a, in aaaaabbb;   e, of ....eeee e.......;
                                ;                 g, of ......gg ggg.....
HIGH_C_LOW_BD   = $0700         ; high nibble of  c, in bbcccccd; low nibble of
                                ;                 b, of .....bbb bb......;  d, of .......d dddd....
IN_DRIVE        = __UPLOAD_RUN__ - __UPLOAD_LOAD__
ACR_LATCH       = %00000001     ; port A keeps a byte until it is read

check           = $34
low             = $34
upper           = $35

        .assert __UPLOAD_RUN__ + __UPLOAD_SIZE__ <= HIGH_AEG, lderror, "code where tables come"
        .assert __FLY_RUN__ = read_groups, lderror, "the loop goes elsewhere"
        .assert __ONCE_SIZE__ <= $100, lderror, "more than a page at once"

.segment "UPLOAD"

; Put the loop and the tables where they belong
; In     -     Out    -     Uses   A, X, Y
.proc block_setup
        lda VIA2_ACR
        ora #ACR_LATCH
        sta VIA2_ACR
        ldx #0
@copy:
        lda __ONCE_LOAD__ + IN_DRIVE,x
        sta __ONCE_RUN__,x
        inx
        bne @copy
        jmp make_tables
.endproc

        .assert >nibbles = >(nibbles + 31), lderror, "nibbles cross a page"

read_block:
        jmp read_groups

.segment "FLY": zeropage

; The block behind a header: in by `group`, out by `round`
; In     -     Out    at block_done, C=0 BUFFER     Uses   A, X, Y, the stack
.proc read_groups
        ldx #0
        txs
@sync:
        bit VIA2_PRB
        bmi @sync
        lda VIA2_PRA
        clv
@mark:
        bvc @mark
        clv
        lda VIA2_PRA
        cmp #DATA_GCR
        beq @second
        sec
        bcs leave
@second:
        bvc @second             ; the rest of the mark, and c
        lax VIA2_PRA
        clv
@third:
        bvc @third
        lda HIGH_C_LOW_BD,x     ; 20 cycles from here to the read of the byte, as in the loop
        sta z:high_c + 1
        lda #%00000001
        sax z:for_d + 1
        nop
        jmp group
.endproc

; The loop's end: of the last five the third is there, and the checksum in c and d
.proc round
        lda VIA2_PRA
        and #%11110000
        ora z:for_d + 1
        tay
        lda HIGH_C_LOW_BD,y
        ora z:high_c + 1
        ldx #0
        ldy #0
@byte:
        sta check
        lda RING,x
        sta BUFFER,y
        eor check
        dex
        iny
        bne @byte
        cmp #1                  ; C=0: it is 0
        ; falls through
.endproc

.proc leave
        ldx #$FF
        txs
        jmp block_done
.endproc

; Five GCR bytes from the third on to the next third
group:
        lax VIA2_PRA            ; ddddeeee
        and #%11110000
        tay
for_d:
        lda HIGH_C_LOW_BD,y     ; the operand: .......d
high_c:
        ora #0
        pha
        lda #%00001111
        sax z:for_e + 1
        lax VIA2_PRA            ; efffffgg
        and #%10000000
        tay
for_e:
        lda HIGH_AEG,y          ; ....eeee
        ora LOW_F,x
        pha
        lda #%00000011
        sax z:for_g + 1
        lax VIA2_PRA            ; ggghhhhh
        clv
        and #%11100000
        tay
        .repeat ::PAD
        nop
        .endrepeat
        lda #%00011111
@first:
        bvc @first
        axs #0                  ; X = A & X: h
for_g:
        lda HIGH_AEG,y          ; ......gg
        ora nibbles,x
        pha
        ldx VIA2_PRA            ; aaaaabbb
        lda HIGH_AEG,x
        sta z:high_a + 1
        lda #%00000111
        sax z:for_b + 1
        lax VIA2_PRA            ; bbcccccd
        clv
        and #%11000000
        tay
for_b:
        lda HIGH_C_LOW_BD,y     ; .....bbb
high_a:
        ora #0
        pha
@third:
        bvc @third
        lda HIGH_C_LOW_BD,x
        sta z:high_c + 1
        lda #%00000001
        sax z:for_d + 1
        tsx
        bne group
        jmp round

.segment "ONCE"

; The loop, and what is before and behind it, to the zero page; and the tables
; In     nibbles     Out    -     Uses   A, X, Y
.proc make_tables
        ldx #<__FLY_SIZE__ - 1
@loop:
        lda __FLY_LOAD__ + IN_DRIVE,x
        sta z:read_groups,x
        dex
        cpx #$FF
        bne @loop
        inx
@beside:                        ; codes in one byte, whatever is beside them
        txa
        lsr a
        lsr a
        lsr a
        jsr high_of
        sta HIGH_AEG,x
        txa
        lsr a
        lsr a
        and #%11111
        tay
        lda nibbles,y
        sta LOW_F,x
        txa
        lsr a
        and #%11111
        jsr high_of
        sta HIGH_C_LOW_BD,x
        inx
        bne @beside
        ldx #31
@apart:                         ; codes in two bytes: turned right by 1 e, by 2 b, by 3 g, by 4 d
        lda nibbles,x
        bmi @none
        sta low
        txa
        jsr high_of
        sta upper
        txa
        jsr turn
        lda upper
        sta HIGH_AEG,y
        jsr turn_on
        lda low
        sta HIGH_C_LOW_BD,y
        jsr turn_on
        lda upper
        sta HIGH_AEG,y
        jsr turn_on
        lda low
        sta HIGH_C_LOW_BD,y
@none:
        dex
        bpl @apart
        rts
.endproc

; The nibble of a code as a high one
; In     A     Out    A     Uses   A, Y
.proc high_of
        tay
        lda nibbles,y
        asl a
        asl a
        asl a
        asl a
        rts
.endproc

; Turn Y, or A, right by a bit
; In     Y, or A     Out    A, Y     Uses   A, Y
turn_on:
        tya
.proc turn
        lsr a
        bcc @done
        ora #%10000000
@done:
        tay
        rts
.endproc
