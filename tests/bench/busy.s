; A program that keeps all chips busy, for the speed of a machine that has no quiet lines.
;
; In each picture: six raster splits with colours and YSCROLL of their own (so bad lines come
; at other places than on a plain screen), 48 sprites made of eight, music of three voices through
; the filter, an NMI of CIA 2 every 1000 cycles and an IRQ of CIA 1 every 3000, and a main loop
; that writes random characters.  Put at $C000 and started there.

SPLITS     = 6
FIRST_LINE = 50
STEP       = 32
SPRITE_TOP = 5                  ; lines from a split to the sprites it sets

.zeropage
split:      .res 1
picture:    .res 1
noise:      .res 2
note:       .res 3
left:       .res 3              ; pictures until a voice has its next note
nmis:       .res 1
voice:      .res 1

.code
start:
        sei
        lda #$7F
        sta $DC0D
        sta $DD0D
        bit $DC0D
        bit $DD0D
        lda #$35                ; RAM below the ROMs: the vectors are ours
        sta 1
        lda #<irq
        ldx #>irq
        sta $FFFE
        stx $FFFF
        lda #<nmi
        ldx #>nmi
        sta $FFFA
        stx $FFFB
        ldx #vic_end - vic - 1
@vic:
        lda vic,x
        sta $D010,x
        dex
        bpl @vic
        ldx #7
@sprites:
        lda #$0F                ; data at $03C0
        sta $07F8,x
        txa
        sta $D027,x
        dex
        bpl @sprites
        ldx #62
@data:
        txa
        sta $03C0,x
        dex
        bpl @data
        ldx #24
@sid:
        lda sid,x
        sta $D400,x
        dex
        bpl @sid
        lda #1
        sta noise
        ldx #2
@notes:
        sta left,x
        dex
        bpl @notes
        lda #<1000
        ldx #>1000
        sta $DD04
        stx $DD05
        lda #<3000
        ldx #>3000
        sta $DC04
        stx $DC05
        lda #$81
        sta $DD0D
        sta $DC0D
        lda #$11
        sta $DD0E
        sta $DC0E
        lda #0
        sta split
        cli
main:                           ; a shift register chooses place and character
        lsr noise+1
        ror noise
        bcc @even
        lda noise+1
        eor #$B4
        sta noise+1
@even:
        ldx noise
        lda noise+1
        sta $0400,x
        sta $0500,x
        adc nmis
        sta $0600,x
        eor $06E8,x
        sta $D800,x
        jmp main

irq:
        pha
        txa
        pha
        tya
        pha
        lda $D019
        sta $D019
        and #1
        beq @timer
        ldx split
        lda colour,x
        sta $D020
        sta $D021
        lda scroll,x
        sta $D011
        lda line,x              ; sprites below this split
        clc
        adc #SPRITE_TOP
        ldy #14
@place:
        sta $D001,y
        dey
        dey
        bpl @place
        lda picture
        adc wave,x
        ldy #14
@slide:
        sta $D000,y
        adc #23
        dey
        dey
        bpl @slide
        inx
        cpx #SPLITS
        bcc @next
        ldx #0
@next:
        stx split
        lda line,x
        sta $D012
        cpx #1
        bne @timer
        inc picture
        jsr music
@timer:
        bit $DC0D
        pla
        tay
        pla
        tax
        pla
        rti

nmi:
        inc nmis
        bit $DD0D
        rti

music:
        ldx #2
@voice:
        dec left,x
        bne @held
        lda length,x
        sta left,x
        inc note,x
        lda note,x
        and #7
        ldy offset,x
        stx voice
        tax
        lda low,x
        sta $D400,y
        lda high,x
        sta $D401,y
        lda $D41B
        sta $D402,y
        lda #$40
        sta $D404,y
        lda #$41
        sta $D404,y
        ldx voice
@held:
        dex
        bpl @voice
        lda picture
        sta $D416
        rts

.rodata
line:   .byte FIRST_LINE, FIRST_LINE + STEP, FIRST_LINE + 2 * STEP
        .byte FIRST_LINE + 3 * STEP, FIRST_LINE + 4 * STEP, FIRST_LINE + 5 * STEP
colour: .byte 6, 14, 2, 5, 9, 11
scroll: .byte $1B, $1C, $1D, $1E, $1A, $1B
wave:   .byte 10, 40, 70, 100, 60, 20
length: .byte 7, 11, 13
offset: .byte 0, 7, 14
low:    .byte $25, $C9, $D2, $67, $12, $9C, $60, $A5
high:   .byte $11, $13, $17, $19, $1C, $22, $27, $33
vic:    .byte $00, $1B, FIRST_LINE, $00, $00, $FF, $C8, $00, $14, $FF, $01, $AA, $0F, $F0
vic_end:                        ; $D010-$D01D: all sprites, some of them wide, multicolour, behind
sid:    .byte $25, $11, $00, $08, $41, $09, $A5
        .byte $C9, $13, $00, $06, $41, $0A, $96
        .byte $D2, $17, $00, $04, $21, $0B, $87
        .byte $00, $40, $F7, $1F
