; loader.s -- the first file of the disk: shows a picture and brings in the game
;
; The picture (../pictures/pictures.toml) is loaded first, to where the game will have its own; then
; its lights go on, one after another, while the game comes.  Until it is there the houses are
; blocks of cells.
;
; Only the KERNAL's documented jump table and ST are used, so any ROM will do.  Files
; are unpacked while they come over the serial bus, by blocks from a 1541 that runs
; our program (fast.s), else byte by byte through the KERNAL.
;
; Test tests/asm/game/ui/test_load.py, tests/asm/game/ui/test_fast.py

.include "sizes.inc"
.include "pictures.inc"
.include "loader.inc"
.include "../pictures/show.inc"
.include "../sys/drive_fast.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/kernal.inc"
.include "../../inc/vic.inc"

STATUS          = $90           ; what READST gives, without its time
LAST            = $40           ; the last byte of a file came
SCREEN_RAM      = $0400
COLOR           = $D800
BANK_KERNAL     = $36           ; no BASIC: this runs in the RAM below it, and reads it while unpacking
NMI_PAGE        = $A8           ; of the game's names, below BASIC, behind the loader
.import __BODY_START__, __BODY_SIZE__, __MAIN_START__, __TEXT_START__, __TEXT_SIZE__ ; game.cfg
.import __MATRIX_START__, __BITMAP_START__, __BITMAP_SIZE__
.import __FAST_LOAD__, __FAST_RUN__, __FAST_SIZE__ ; loader.cfg
.import __FAST_BOOT_LOAD__, __FAST_BOOT_RUN__, __FAST_BOOT_SIZE__
.import block_get, fast_open, expand
.assert NMI_PAGE >= >(__BODY_START__ + __BODY_SIZE__ + 255) .and NMI_PAGE < >(__TEXT_START__ + __TEXT_SIZE__), lderror, "NMI_PAGE"
RTI_CODE        = $40

BANK_BITS       = %00000011     ; of CIA2_PRA
BANK_3          = %00000000
BANK_0          = %00000011
MEMORY_PICTURE  = $18           ; matrix at $0400, bitmap at $2000 of the bank
MEMORY_WORDS    = $14           ; screen at $0400, capitals
BITMAP_ON       = $3B
WORDS_ON        = $1B
.assert (__MATRIX_START__ & $3FFF) = $0400 .and (__BITMAP_START__ & $3FFF) = $2000, lderror, "MEMORY_PICTURE"

LAST_SEEN       = 64            ; bytes that come while all are on, a picture's at least
LIGHT_STEP      = (PACK_SIZE - LAST_SEEN) / LIGHTS
DARKNESS        = $FFFF         ; no light while the picture comes
WORD_ROW        = 12
WORD_LEFT       = 3
SPACE           = $20
LIGHT           = 15

.globalzp unpack_dst, unpack_src, unpack_bits, unpack_count, unpack_offset
.import unpack_file
.export unpack_get
.exportzp ahead_end, fast_level, fast_time, fast_byte ; sizes.inc; sys/drive_fast.s

.segment "ZEROPAGE": zeropage

unpack_dst:     .res 2
unpack_src:     .res 2
unpack_bits:    .res 1
unpack_count:   .res 2
unpack_offset:  .res 2
light_left:     .res 2          ; bytes until the next light
light_next:     .res 1
loading:        .res 1          ; LOAD_*
plain_slow:     .res 1          ; bit 7: a byte by the KERNAL takes more than half a millisecond
file_id:        .res 1          ; logical number and secondary address of what is opened
loader_stack:   .res 1
block_at:       .res 1          ; in ARRIVED: next byte, end
block_end:      .res 1
block_last:     .res 1          ; nonzero: no block follows, or the last byte came
failed_device:  .res 1          ; whose disk could not be read; 0 none

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
        .assert body - $0801 <= $60, lderror, "stub is too long"

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
        jsr picture_clear
begin:
        jsr CLALL               ; the command channel is open from the last time
        jsr picture_on
        jsr fast_place
        jsr fast_open
        ldx #LOAD_PICTURE
        jsr load                ; the game comes without it, too
again:
        ldx #LOAD_GAME
        jsr load
        bcc @run
        jsr disk_find           ; it is in another drive, or this file came alone
        jmp begin
@run:
        jsr expand
        sei
        lda fast_alive          ; the game goes on with the drive as it is, by the same routines
        lsr a                   ; bit 7 is a cartridge's
        sta fast_able
        lda fast_alive
        eor #$FF                ; slow only if our program does not run in the drive
        and plain_slow
        sta bus_slow
        inc picture_there
        jmp __MAIN_START__      ; first byte of the program
.endproc

; disk_find -- the drive with the game's disk, after what it sent could not be used
;
; Asks for the disk until there is one.  A disk that has just failed is tried again only after a
; key, so whatever is wrong is seen.
; In     -     Out    DEVICE     Uses   A, X, Y, unpack_dst; the KERNAL     Keeps  -
.proc disk_find
        lda DEVICE
        sta failed_device
        lda #FIRST_DISK
@drive:
        sta DEVICE
        jsr disk_there
        bcc @found
        ldx DEVICE
        inx
        txa
        cpx #LAST_DISK + 1
        bcc @drive
        ldx #WORDS_WANTED
        jsr tell
        lda #FIRST_DISK
        bne @drive              ; always
@found:
        lda DEVICE
        cmp failed_device       ; the same disk again: wait for a key, so that the message can be read
        beq @failed
        rts
@failed:
        ldx #WORDS_FAILED
        ; falls through
.endproc

; tell -- show what is wrong until a key
; In     X  WORDS_*     Out    -     Uses   A, X, Y, unpack_dst     Keeps  -
.proc tell
        jsr words_on
        lda #0
        sta failed_device       ; whoever presses a key has seen to it
        jmp key_any
.endproc

; disk_there -- does DEVICE give the first byte of the picture?  The game itself may be what is damaged
; In     DEVICE     Out    C=0 it does     Uses   A, X, Y; the KERNAL     Keeps  -
.proc disk_there
        lda #FILE
        sta file_id
        lda #name_game - name_picture
        ldx #<name_picture
        ldy #>name_picture
        jsr file_open
        bcs @close
        lda STATUS              ; a missing drive is missed only when the name goes out
        asl a                   ; bit 7: the device is not there
        bcs @close
        ldx #FILE
        jsr CHKIN
        bcs @close
        jsr CHRIN
        lda STATUS
        cmp #1                  ; the file is longer than a byte: C=1 unless 0
@close:
        jmp load_close
.endproc

LOAD_PICTURE    = 0
LOAD_GAME       = 1
load_fast:      .byte PICTURE_STREET | FAST_TIMED, FILE_GAME | FAST_TIMED
load_size:      .byte name_game - name_picture, name_end - name_game
load_name:      .byte <name_picture, <name_game
        .assert >name_picture = >name_game, lderror, "names lie in one page"
step_lo:        .byte <DARKNESS, <LIGHT_STEP
step_hi:        .byte >DARKNESS, (LIGHT_STEP + 255) / 256

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

; load -- In X LOAD_*     Out C=1 it could not be read
.proc load
        stx loading
        tsx
        stx loader_stack        ; an error on any level comes back here
        bit fast_alive
        bpl load_plain
        jsr lights_off
        sta block_at            ; nothing is there yet
        sta block_end
        ldx #2                  ; by blocks
        jsr way_set
        ldx loading
        lda load_fast,x
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
        and #<~(CLK_LOW | DATA_LOW) ; both lines let go
        sta CIA2_PRA
        ldx #5                  ; by the KERNAL
        jsr way_set
        ; falls through

; load_plain -- by the KERNAL     Out C=1 it could not be read
.proc load_plain
        jsr lights_off
        lda #FILE
        sta file_id
        ldy loading
        ldx load_name,y
        lda load_size,y
        ldy #>name_picture
        jsr file_open
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

; file_open -- open a file of the drive this was loaded from
; In     A, X, Y  length and address of its name;  file_id     Out    C=1 it is not open
; Uses   A, X, Y; the KERNAL     Keeps  -
.proc file_open
        jsr SETNAM
        ldx DEVICE
        cpx #FIRST_DISK         ; loaded from a tape, or into memory: drive 8
        bcs @set
        ldx #FIRST_DISK
@set:
        lda file_id
        tay
        jsr SETLFS
        jmp OPEN
.endproc

; unpack_get -- next byte of the file; the lights go on     Out A     Uses X, Y
; In     -     Keeps  -
; Time   44 cycles from a block, 18 besides CHRIN
.proc unpack_get
        jsr CHRIN
        ldx STATUS
        bne status
count:
        dec light_left
        beq @page
        rts
@page:
        dec light_left+1        ; both bytes at 0: it is time for a light
        bne @same
        pha
        lda #LIGHT_ON
        jsr light_set
        jsr light_begin
        pla
@same:
        rts
status:
        inc block_last          ; the last byte, but a KERNAL gives more behind it
        ldy block_last
        dey
        bne failed
        cpx #LAST
        beq count
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
        lda ARRIVED,x           ; as it came from the lines: ORDER has the bits in their places
        tax
        lda ORDER,x
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
                jsr CHRIN

; lights_off -- all lights are out     Out A = 0     Uses X, Y
; light_set counts up, so each light takes two steps down.
.proc lights_off
        ldx #LIGHTS
        stx light_next
@light:
        dec light_next
        lda #LIGHT_OFF
        jsr light_set
        dec light_next
        bne @light
        jsr light_begin
        lda #0
        sta block_last
        rts
.endproc

; light_set -- light light_next, the next one is next     In A colours     Uses X, Y
.proc light_set
        ldy light_next
        ldx light_at,y
        sta LIGHT_BASE,x
        sta LIGHT_BASE + 40,x
        inc light_next
        rts
.endproc

; light_begin -- so many bytes until the next light     Uses A, X
.proc light_begin
        ldx loading
        lda step_lo,x
        sta light_left
        lda step_hi,x
        sta light_left+1
        rts
.endproc

        LIGHT_TABLE

; picture_clear -- an empty bitmap, and what the picture will show in colours of cells
; Uses   A, X, Y, unpack_dst, unpack_count
.proc picture_clear
        lda #<__BITMAP_START__
        ldx #>__BITMAP_START__
        jsr fill_at
        ldx #>__BITMAP_SIZE__ + 1
        lda #0
        jsr fill_pages
        lda #<__MATRIX_START__
        ldx #>__MATRIX_START__
        jsr fill_at
        ldx #3                  ; of the last page only what is seen
        lda #SKY_COLOR
        jsr fill_pages
        lda #<(__MATRIX_START__ + HOUSE_ROW * 40)
        ldx #>(__MATRIX_START__ + HOUSE_ROW * 40)
        jsr fill_at
        ldx #HOUSE_ROWS * HOUSES
@house:
        txa
        and #HOUSES - 1         ; eight houses side by side, each of one colour
        tay
        lda house_colors,y
        ldy #HOUSE_W
        jsr fill_cells
        dex
        bne @house
        lda #GROUND_COLOR
        ldy #GROUND_ROWS * 40
        jsr fill_cells
        lda #<(__MATRIX_START__ + LOGO_ROW * 40 - 1) ; one less: Y goes from 8 down to 1
        ldx #>(__MATRIX_START__ + LOGO_ROW * 40 - 1)
        jsr fill_at
        ldx #0
@logo:
        lda logo,x
        sta unpack_count
        ldy #8
@bit:
        lsr unpack_count
        bcc @clear
        lda #LOGO_COLOR
        sta (unpack_dst),y
@clear:
        dey
        bne @bit
        lda #8
        jsr fill_forward
        inx
        cpx #LOGO_SIZE
        bne @logo
        rts
.endproc

; fill_at -- A, X address of what is filled
.proc fill_at
        sta unpack_dst
        stx unpack_dst+1
        rts
.endproc

; fill_pages -- X pages with A     Uses X, Y
.proc fill_pages
        ldy #0
@byte:
        sta (unpack_dst),y
        iny
        bne @byte
        inc unpack_dst+1
        dex
        bne @byte
        rts
.endproc

; fill_cells -- Y bytes with A, and forward by these     Uses A, Y, unpack_count
.proc fill_cells
        sty unpack_count
        dey
@cell:
        sta (unpack_dst),y
        dey
        bpl @cell
        lda unpack_count
        ; falls through
.endproc

; fill_forward -- by A     Uses A
.proc fill_forward
        clc
        adc unpack_dst
        sta unpack_dst
        bcc @same
        inc unpack_dst+1
@same:
        rts
.endproc

SKY_COLOR       = PICTURE_BORDER * $11
GROUND_COLOR    = $BB
LOGO_COLOR      = $77
LOGO_ROW        = 3
HOUSE_ROW       = 13
HOUSE_ROWS      = 9
GROUND_ROWS     = 3
HOUSES          = 8
HOUSE_W         = 40 / HOUSES
house_colors:   .byte $99, $EE, $55, $77, $22, $88, $44, $33 ; the first comes last
        .assert HOUSE_ROW + HOUSE_ROWS + GROUND_ROWS = 25, error, "rows"

; picture_on -- show the bitmap     Uses A, X, Y
.proc picture_on
        lda #PICTURE_BORDER
        ldx #MEMORY_PICTURE
        ldy #BANK_3
        jsr vic_set
        lda #BITMAP_ON
        sta VIC_CONTROL1
        rts
.endproc

; vic_set -- the VIC as after power-on, its display off
; In     A border, X VIC_MEMORY, Y bank     Uses A
.proc vic_set
        sta VIC_BORDER
        stx VIC_MEMORY
        lda #$0B
        sta VIC_CONTROL1
        lda CIA2_DDRA
        ora #BANK_BITS
        sta CIA2_DDRA
        lda CIA2_PRA
        and #<~BANK_BITS        ; first all of them, so that Y only has to add
        sta CIA2_PRA
        tya
        ora CIA2_PRA
        sta CIA2_PRA
        lda #$C8
        sta VIC_CONTROL2
        rts
.endproc

; words_on -- a black screen with a message in its middle
; In     X  WORDS_*     Out    -     Uses   A, X, Y, unpack_dst     Keeps  -
.proc words_on
        txa
        pha
        lda #<SCREEN_RAM
        sta VIC_BACKGROUND      ; 0, black
        ldx #>SCREEN_RAM
        jsr fill_at
        ldx #4
        lda #SPACE
        jsr fill_pages
        lda #<COLOR
        ldx #>COLOR
        jsr fill_at
        ldx #4
        lda #LIGHT
        jsr fill_pages
        pla
        tax
        ldy #0
@letter:
        lda words,x
        sta SCREEN_RAM + WORD_ROW * 40 + WORD_LEFT,y
        inx
        iny
        cpy #WORDS
        bne @letter
        ldx #MEMORY_WORDS
        ldy #BANK_0
        lda #0
        jsr vic_set
        lda #WORDS_ON
        sta VIC_CONTROL1
        rts
.endproc

; key_any -- until a key or fire is pressed and released
.proc key_any
        lda #0
        sta CIA1_PRA            ; all rows at once
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

.macro LOGO_LINE text
        .repeat 5, i
bits            .set 0
        .repeat 8, j
bits            .set bits * 2 + (.strat(text, i * 8 + j) = '#')
        .endrepeat
        .byte bits
        .endrepeat
.endmacro

logo:
        LOGO_LINE "         ####  ####    ### #  #         "
        LOGO_LINE "        #     #    #  #    #  #         "
        LOGO_LINE "        #  ## #    #  #### ####         "
        LOGO_LINE "        #   # #    #  #  #    #         "
        LOGO_LINE "         ####  ####   ####    #         "
LOGO_SIZE       = * - logo
words:
WORDS_FAILED    = * - words
                SCREEN_TEXT "   DISK CANNOT BE READ - ANY KEY   "
WORDS           = * - words     ; of each line
WORDS_WANTED    = * - words
                SCREEN_TEXT " INSERT THE DISK 'GO 64' - ANY KEY "
        .assert * - words = 2 * WORDS, error, "lines are of one length"

name_picture:   .byte "STREET,P,R"
name_game:      .byte "GAME,P,R"
name_end:
