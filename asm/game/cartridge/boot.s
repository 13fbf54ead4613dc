; boot.s -- go64.crt from power-on or a reset to the game's first byte
;
; Whoever holds RUN/STOP, Q or C= then gets the C64 as it is without the cartridge, as with every
; EasyFlash.  The KERNAL is set up for drives only: no test of the RAM, no screen.
;
; Source: Thomas Giesel, "EasyFlash Programmer's Guide": start in Ultimax mode, keys
; Test tests/asm/game/ui/test_cartridge.py

.include "cartridge.inc"
.include "pictures.inc"
.include "../pictures/show.inc"
.include "../sys/drive_fast.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/kernal.inc"
.include "../../inc/vic.inc"

.include "cartridge_zp.inc"     ; the game's
.import reader_file
.import __MAIN_START__          ; game.cfg
.import __FAST_HEAD_LOAD__, __FAST_HEAD_RUN__, __FAST_HEAD_SIZE__ ; cartridge.cfg
.import __FAST_TAIL_LOAD__, __FAST_TAIL_RUN__, __FAST_TAIL_SIZE__
.import __SESSION_HEAD_LOAD__, __SESSION_HEAD_RUN__, __SESSION_HEAD_SIZE__
.import __SESSION_TAIL_LOAD__, __SESSION_TAIL_RUN__, __SESSION_TAIL_SIZE__
.import __QUICK_HEAD_LOAD__, __QUICK_HEAD_RUN__, __QUICK_HEAD_SIZE__
.import __QUICK_TAIL_LOAD__, __QUICK_TAIL_RUN__, __QUICK_TAIL_SIZE__
.import __STAGE_LOAD__, __STAGE_RUN__, __STAGE_SIZE__

DEVICE          = $BA           ; the KERNAL's current device
HIBASE          = $0288         ; the KERNAL's page of the screen
FIRST_DISK      = 8
ULTIMAX_VIEW    = $4000         ; the bank is so much higher than in 16K mode
FLASH_RESET     = $F0           ; a command: read again ("Am29F040B data sheet")
KEYS_ROW        = $7F           ; CIA1_PRA: the row with RUN/STOP, Q and C=
KEYS_KILL       = $E0
DARK            = $0B           ; VIC_CONTROL1: no display
BITMAP_ON       = $3B
MEMORY_PICTURE  = $18           ; matrix at $0400, bitmap at $2000 of the bank
BANK_BITS       = %00000011     ; of CIA2_PRA

STAGE_PAGES     = 3

.segment "BOOT"

; boot -- the reset vector leads here, in Ultimax mode: only $0000-$0FFF, I/O and the cartridge are there
; The rest of the start is copied to the RAM below $1000: from there it can switch the cartridge to 16K mode.
boot:
        sei
        cld
        lda #DARK               ; what a reset has interrupted is seen no more
        sta VIC_CONTROL1
        ldx #8                  ; 40 columns, no multicolour
        stx VIC_CONTROL2
        ldx #0
        stx VIC_BORDER
        stx VIC_SPRITE_ON
        stx VIC_IRQ_MASK
@wake:
        sta $0100,x             ; dynamic RAM wants some accesses first
        dex
        bne @wake
        dex                     ; X = $FF: the whole stack
        txs
        inx
@copy:
.repeat STAGE_PAGES, i
        lda __STAGE_LOAD__ + ULTIMAX_VIEW + i * 256,x
        sta __STAGE_RUN__ + i * 256,x
.endrepeat
        inx
        bne @copy
        jmp stage
        .assert __STAGE_SIZE__ <= STAGE_PAGES * 256, lderror, "copied by pages"

.proc ignore
        rti
.endproc

.segment "VECTORS"
        .addr ignore, boot, ignore

; A segment to where it runs
.macro PLACE name
        .local @byte
        ; from the last byte down to the first; a size of 256 begins with X = 0
        ldx #<.ident(.concat("__", .string(name), "_SIZE__"))
@byte:
        lda .ident(.concat("__", .string(name), "_LOAD__")) - 1,x
        sta .ident(.concat("__", .string(name), "_RUN__")) - 1,x
        dex
        bne @byte
.endmacro

.segment "STAGE"

.proc stage
@busy:                          ; a reset does not end what a chip is at: a saved game, a second of erasing
        lda #FLASH_RESET
        sta FILE_BANKS
        lda FILE_BANKS
        cmp FILE_BANKS          ; while it works, a bit changes with each read
        bne @busy
        lda #EF_16K             ; the flash at $8000-$BFFF, RAM and KERNAL elsewhere
        sta EF_CONTROL
        ldx #KEYS_ROW
        stx CIA1_PRA
        ldx #$FF
        stx CIA1_DDRA
        inx                     ; port B is input
        stx CIA1_DDRB
        lda CIA1_PRB
        and #KEYS_KILL
        cmp #KEYS_KILL
        beq @with
        jmp without
@with:
        txa
@clear:
        sta a:$0002,x           ; with the bottom of the stack
        sta $0200,x
        sta $0300,x
        inx
        bne @clear
        lda #$37                ; as after power-on: KERNAL and I/O
        sta PORT
        lda #>__STAGE_RUN__
        sta HIBASE
        jsr IOINIT
        jsr RESTOR              ; the vectors of page 3, which the game changes
        lda #FIRST_DISK
        sta DEVICE
        lda #$7F                ; no interrupts of either CIA, and none pending
        sta CIA1_ICR
        sta CIA2_ICR
        lda CIA1_ICR
        lda CIA2_ICR
        lda #<quiet             ; RESTORE does nothing, as the line is held low from now on
        sta NMINV
        lda #>quiet
        sta NMINV + 1
        lda #4                  ; timer A raises an NMI that nobody acknowledges, so the line stays low
        sta CIA2_TALO
        lda #0
        sta CIA2_TAHI
        lda #$81
        sta CIA2_ICR
        lda #$19                ; load, once, start
        sta CIA2_CRA
        PLACE FAST_HEAD
        PLACE FAST_TAIL
        PLACE SESSION_HEAD
        PLACE SESSION_TAIL
        PLACE QUICK_HEAD
        PLACE QUICK_TAIL
        lda #PICTURE_STREET
        jsr reader_file
        ldx #LIGHTS
@light:
        ldy light_at - 1,x
        lda #LIGHT_ON
        sta LIGHT_BASE,y
        sta LIGHT_BASE + 40,y
        dex
        bne @light
        lda #PICTURE_BORDER
        sta VIC_BORDER
        lda #MEMORY_PICTURE
        sta VIC_MEMORY
        lda CIA2_DDRA
        ora #BANK_BITS
        sta CIA2_DDRA
        lda CIA2_PRA
        and #<~BANK_BITS        ; the bits are inverted: 00 is bank 3, at $C000
        sta CIA2_PRA
        lda #$C8
        sta VIC_CONTROL2
        lda #BITMAP_ON
        sta VIC_CONTROL1
        lda #FILE_GAME
        jsr reader_file
        jmp __MAIN_START__
.endproc

; without -- the cartridge is off until the next reset
.proc without
        stx CIA1_DDRA
        stx CIA1_PRA
        lda #EF_OFF
        sta EF_CONTROL
        jmp (RESET_VECTOR)
.endproc

.proc quiet
        rti
.endproc

        LIGHT_TABLE
