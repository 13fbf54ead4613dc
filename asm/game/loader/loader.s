; loader.s -- the first file of the disk: shows a bar and brings in the game
;
; Only the KERNAL's documented jump table and ST are used, so any ROM will do.  The
; file is unpacked while it comes over the serial bus, by blocks from a 1541 that runs
; our program (fast.s), else byte by byte through the KERNAL.
;
; Test tests/asm/game/ui/test_load.py, tests/asm/game/ui/test_fast.py

.include "sizes.inc"
.include "loader.inc"
.include "../sys/drive_fast.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/kernal.inc"
.include "../../inc/vic.inc"

STATUS          = $90           ; what READST gives, without its time
ERRORS          = $83           ; time-out, device not present
SCREEN_RAM      = $0400
COLOR           = $D800
BANK_KERNAL     = $36           ; no BASIC: this runs in the RAM below it, and reads it while unpacking
NMI_PAGE        = $AA           ; of the game's variables, below BASIC, behind the loader
.import __BODY_START__, __BODY_SIZE__, __MAIN_START__, __BSS_START__, __BSS_SIZE__ ; game.cfg
.import __FAST_LOAD__, __FAST_RUN__, __FAST_SIZE__ ; loader.cfg
.import __FAST_BOOT_LOAD__, __FAST_BOOT_RUN__, __FAST_BOOT_SIZE__
.import block_get, fast_open
.assert NMI_PAGE >= >(__BODY_START__ + __BODY_SIZE__ + 255) .and NMI_PAGE < >(__BSS_START__ + __BSS_SIZE__), lderror, "NMI_PAGE"
RTI_CODE        = $40

BAR_ROW         = 17
BAR_LEFT        = 4
BAR_CELLS       = 32
BAR_STEP        = PACK_SIZE / BAR_CELLS ; rounded down: the last cell is filled, too
WORD_ROW        = 15
LOGO_ROW        = 6
LOGO_LEFT       = 8
LOGO_W          = 24
LOGO_H          = 5
SPACE           = $20
BLOCK           = $A0           ; reversed space
RAIL            = $64           ; a line at the foot of the cell

YELLOW          = 7
LIGHT           = 15
DARK            = 11

.globalzp unpack_dst, unpack_src, unpack_bits, unpack_count, unpack_offset
.import unpack_file
.export unpack_get

.segment "ZEROPAGE": zeropage

unpack_dst:     .res 2
unpack_src:     .res 2
unpack_bits:    .res 1
unpack_count:   .res 2
unpack_offset:  .res 2
bar_left:       .res 2          ; bytes until the next cell of the bar
bar_cell:       .res 1
loader_stack:   .res 1
block_at:       .res 1          ; in ARRIVED: next byte, end
block_end:      .res 1
block_last:     .res 1          ; nonzero: no block follows

.segment "HEAD"
        .addr $0801

.segment "STUB"
        .addr @end              ; 10 SYS 2061
        .word 10
        .byte $9E, "2061", 0
@end:
        .word 0
        .assert * = 2061, error, "SYS address"

; Copy the body to where it runs; the copy may overlap nothing.
        sei
        cld
        ldx #0
@copy:
.repeat BODY_PAGES, i
        lda body + i * 256,x
        sta __BODY_START__ + i * 256,x
.endrepeat
        inx
        bne @copy
        lda #$2F
        sta PORT_DIR
        lda #BANK_KERNAL
        sta PORT
        jmp loader_start
        .assert __BODY_SIZE__ = BODY_PAGES * 256, lderror, "copied by pages"
body:
        .assert body - $0801 < $50, lderror, "stub is too long"

.segment "LOADER"

.proc loader_start
        lda #$7F                ; interrupts off and acknowledged, whatever was on
        sta CIA1_ICR
        sta CIA2_ICR
        lda CIA1_ICR
        lda CIA2_ICR
        lda #0
        sta VIC_IRQ_MASK
        sta VIC_SPRITE_ON
        lda #$FF
        sta VIC_IRQ_FLAGS
        ldx NMINV               ; RESTORE does nothing: an RTI where only the vector's
        lda #RTI_CODE           ; high byte has to change, so it is never half a vector
        sta NMI_PAGE * 256,x
        lda #NMI_PAGE
        sta NMINV+1
        lda #4                  ; and an NMI that nobody acknowledges keeps the line low,
        sta CIA2_TALO           ; so that RESTORE takes no time from the serial bus either
        lda #0
        sta CIA2_TAHI
        lda #$81
        sta CIA2_ICR
        lda #$19                ; load, once, start
        sta CIA2_CRA
        jsr screen_start
        jsr fast_place
        jsr fast_open           ; a picture could be loaded and shown here, before the game
again:
        jsr words_loading
        jsr load
        bcc @run
        jsr words_failed
        jsr key_any
        jmp again
@run:
        sei
        lda fast_alive          ; the game goes on with the drive as it is, by the same routines
        sta fast_able
        jmp __MAIN_START__      ; first byte of the program
.endproc

; fast_place -- what speaks to a fast drive, to where the game has it, too
; Uses   A, X
.proc fast_place
        ldx #<__FAST_SIZE__
@byte:
        lda __FAST_LOAD__ - 1,x
        sta __FAST_RUN__ - 1,x
        dex
        bne @byte
        ldx #<__FAST_BOOT_SIZE__
@boot:
        lda __FAST_BOOT_LOAD__ - 1,x
        sta __FAST_BOOT_RUN__ - 1,x
        dex
        bne @boot
        rts
.endproc

; load -- Out C=1 it could not be read
.proc load
        tsx
        stx loader_stack
        bit fast_alive
        bpl load_plain
        jsr bar_first
        sta block_at            ; nothing is there yet
        sta block_end
        sta block_last
        ldx #2
        jsr way_set
        lda #FILE_GAME | FAST_TIMED
        jsr fast_command
        bcs load_plain_instead
        jsr unpack_file
        clc
        rts
.endproc

; load_plain_instead -- the drive has stopped answering: from the beginning, by the KERNAL
load_plain_instead:
        ldx loader_stack
        txs
        lda #0
        sta fast_alive
        lda CIA2_PRA
        and #<~(CLK_OUT | DATA_OUT)
        sta CIA2_PRA
        ldx #5
        jsr way_set
        jsr words_loading
        ; falls through

; load_plain -- by the KERNAL     Out C=1 it could not be read
.proc load_plain
        jsr bar_first
        lda #name_end - name
        ldx #<name
        ldy #>name
        jsr SETNAM
        jsr device
        lda #FILE
        ldy #FILE
        jsr SETLFS
        jsr OPEN
        bcs load_close
        ldx #FILE
        jsr CHKIN
        bcs load_close
        jsr unpack_file
        clc
        ; falls through
.endproc

; load_close -- In C     Out C as it was
.proc load_close
        lda #0
        rol a
        pha
        jsr CLRCHN
        lda #FILE
        jsr CLOSE
        pla
        lsr a
        rts
.endproc

; device -- Out X = the drive this was loaded from     In -     Uses X, flags     Keeps -
.proc device
        ldx DEVICE
        cpx #FIRST_DISK
        bcs @done
        ldx #FIRST_DISK
@done:
        rts
.endproc

; unpack_get -- next byte of the file; the bar grows     Out A     Uses X, Y
; In     -     Keeps  -
; Time   35 cycles from a block, 32 besides CHRIN
.proc unpack_get
        lda STATUS              ; a KERNAL gives bytes behind the end of a file, too
        bne failed
        jsr CHRIN
        tax
        lda STATUS
        and #ERRORS
        bne failed
count:
        dec bar_left
        beq @page
@same:
        txa
        rts
@page:
        dec bar_left+1
        bne @same
        ldy bar_cell
        lda #BLOCK
        sta SCREEN_RAM + BAR_ROW * 40 + BAR_LEFT,y
        inc bar_cell
        jsr bar_begin
        txa
        rts
failed:
        ldx loader_stack
        txs
        sec
        jmp load_close
.endproc

; block_byte -- unpack_get, from a block
.proc block_byte
        ldx block_at
        cpx block_end
        beq @block
@have:
        inc block_at
        lda ARRIVED,x
        tax
        jmp unpack_get::count
@block:
        jsr block_get
        ldx block_at
        bcc @have
        jmp load_plain_instead
.endproc

; way_set -- unpack_get is block_byte from now on (X = 2), or itself again (X = 5)
; The KERNAL's way is the long one: it has no cycle to spare for a choice.
; Uses   A, X, Y
.proc way_set
        ldy #2
@byte:
        lda ways,x
        sta unpack_get,y
        dex
        dey
        bpl @byte
        rts
.endproc
ways:           jmp block_byte
                .byte $A5, STATUS, $D0 ; LDA, BNE

; bar_first -- the bar begins     Out A = 0
.proc bar_first
        jsr bar_begin
        lda #0
        sta bar_cell
        rts
.endproc

; bar_begin -- so many bytes until the next cell     Uses A
.proc bar_begin
        lda #<BAR_STEP
        sta bar_left
        lda #(BAR_STEP + 255) / 256
        sta bar_left+1
        rts
.endproc

; screen_start -- the VIC as after power-on, black, the logo, an empty bar
.proc screen_start
        lda #$0B
        sta VIC_CONTROL1
        lda CIA2_DDRA
        ora #$03
        sta CIA2_DDRA
        lda CIA2_PRA
        ora #$03                ; bank 0
        sta CIA2_PRA
        lda #$14                ; screen $0400, capitals
        sta VIC_MEMORY
        lda #$C8
        sta VIC_CONTROL2
        lda #0
        sta VIC_BORDER
        sta VIC_BACKGROUND
        ldx #0
@clear:
.repeat 4, i
        lda #SPACE
        sta SCREEN_RAM + i * 250,x
        lda #LIGHT
        sta COLOR + i * 250,x
.endrepeat
        inx
        cpx #250
        bne @clear
        ldx #LOGO_W - 1
@column:
.repeat ::LOGO_H, i
        lda logo + i * LOGO_W,x
        sta SCREEN_RAM + (LOGO_ROW + i) * 40 + LOGO_LEFT,x
        lda #YELLOW
        sta COLOR + (LOGO_ROW + i) * 40 + LOGO_LEFT,x
.endrepeat
        dex
        bpl @column
        lda #$1B
        sta VIC_CONTROL1
        rts
.endproc

; words_loading -- the line above the bar, the bar empty
.proc words_loading
        ldx #0
        jsr words
        ldx #BAR_CELLS - 1
@rail:
        lda #RAIL
        sta SCREEN_RAM + BAR_ROW * 40 + BAR_LEFT,x
        lda #YELLOW
        sta COLOR + BAR_ROW * 40 + BAR_LEFT,x
        dex
        bpl @rail
        rts
.endproc

.proc words_failed
        ldx #WORDS
        ; falls through
.endproc

; words -- the line of words at offset X
.proc words
        ldy #0
@letter:
        lda lines,x
        sta SCREEN_RAM + WORD_ROW * 40 + BAR_LEFT,y
        inx
        iny
        cpy #WORDS
        bne @letter
        rts
.endproc

; key_any -- until a key or fire is pressed and released
.proc key_any
        lda #0
        sta CIA1_PRA
@up:
        lda CIA1_PRB
        cmp #$FF
        beq @up
@down:
        lda CIA1_PRB
        cmp #$FF
        bne @down
        rts
.endproc

; Screen codes.
.macro SCREEN_TEXT text
        .repeat .strlen(text), i
        .if .strat(text, i) >= $40
        .byte .strat(text, i) - $40
        .else
        .byte .strat(text, i)
        .endif
        .endrepeat
.endmacro

lines:          SCREEN_TEXT "BRINGING THE BOARD ...          "
WORDS           = * - lines
                SCREEN_TEXT "DISK CANNOT BE READ - ANY KEY   "
        .assert * - lines = 2 * WORDS, error, "both lines as long"

name:           .byte "GAME,P,R"
name_end:

.macro LOGO_LINE text
        .repeat .strlen(text), i
        .if .strat(text, i) = '#'
        .byte BLOCK
        .else
        .byte SPACE
        .endif
        .endrepeat
.endmacro

logo:
        LOGO_LINE " ####  ####    ### #  # "
        LOGO_LINE "#     #    #  #    #  # "
        LOGO_LINE "#  ## #    #  #### #### "
        LOGO_LINE "#   # #    #  #  #    # "
        LOGO_LINE " ####  ####   ####    # "
        .assert * - logo = LOGO_W * LOGO_H, error, "logo"
