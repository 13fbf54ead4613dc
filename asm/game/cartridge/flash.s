; flash.s -- records in the cartridge's flash: what is there, and programming by EAPI
;
; Most of it runs in ROM, at $A000.  What has to choose another bank (GATES) runs in the cartridge's
; RAM, and EAPI in the place of BRAIN's first pages, which come back.
;
; Source: Thomas Giesel, "EasyFlash Programmer's Guide": EAPI
; Test tests/asm/game/ui/test_flash.py

.include "saves.inc"
.include "cartridge.inc"
.include "../sys/drive.inc"
.include "../../inc/cia.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

.import __BRAIN_START__         ; game.cfg

BRAIN_MARK      = __BRAIN_START__
MARK_NUMBER     = 6             ; of a file's mark: which file it is

; EAPI ("EasyFlash Programmer's Guide")
EAPI            = __BRAIN_START__ ; a page of RAM that is seen beside the cartridge
EAPI_PAGES      = 3
EAPI_ROM        = $B800
EAPI_INIT       = EAPI + 20
EAPI_WRITE      = $DF80
EAPI_ERASE      = $DF83
EAPI_SET_BANK   = $DF86
LOW_CHIP        = $80
        .assert <EAPI = 0 .and EAPI + EAPI_PAGES * 256 <= $8000, lderror, "EAPI"
WATCH_START     = $59           ; sys/drive.s: timer B restarts

; --- in the cartridge's RAM, of which EAPI has the upper half ---------------------------

.segment "GATES"

; flash_get -- byte Y behind `look`
; In     Y, look, look_bank     Out    A, N Z     Uses   X     Keeps  Y, C
.proc flash_get
        lda look_bank
        sta EF_BANK
        lda (look),y
        ldx #0
        stx EF_BANK
        tax                     ; N, Z of the byte
        rts
.endproc

; flash_put -- program A at X low, Y high of put_bank     Out C=1 it failed     Uses A
.proc flash_put
        pha
        lda put_bank
        jsr EAPI_SET_BANK       ; EAPI writes to the bank that it has set itself
        pla
        jsr EAPI_WRITE
        lda #0                  ; C stays
        sta EF_BANK
        rts
.endproc

; flash_erase -- the sector that begins at put_bank
; In     put_bank     Out    C=1 it failed     Uses   A, Y     Keeps  -
.proc flash_erase
        lda put_bank
        ldy #LOW_CHIP
        jsr EAPI_ERASE
        lda #0
        sta EF_BANK
        rts
.endproc

; eapi_init -- Out C=1 there is another chip     Uses A, X, Y
.proc eapi_init
        jsr EAPI_INIT
        lda #0
        sta EF_BANK
        rts
.endproc

; game_due -- the interrupt that is due, as the game plays, and game_call's routine
; In     I set, PORT = BANK_KERNAL_IO     Out    the same     Uses   X; what the routine uses
; Keeps  A, Y, C, or what the routine keeps
game_due:
        ldx #EF_OFF             ; RAM is back, as the game's interrupt expects it
        stx EF_CONTROL
        ldx #BANK_IO
        stx PORT
        cli
        jsr game_done           ; patched by game_call
game_routine    = * - 2
        sei
        ldx #BANK_KERNAL_IO
        stx PORT
        ldx #EF_16K
        stx EF_CONTROL
game_done:
        rts

look_bank:      .byte 0
put_bank:       .byte 0
best_bank:      .byte 0         ; of the last whole record of `name`, 0 there is none
best:           .byte 0, 0
best_number:    .byte 0, 0
number_lo:      .res SECTORS    ; of each sector, 0 it is not open
number_hi:      .res SECTORS
name:           .res SAVE_NAME_SIZE
size:           .byte 0, 0
count:          .byte 0         ; games listed
here:           .byte 0, 0      ; the record looked at, while it is copied
brain_file:     .byte 0         ; FILE_* in the place of BRAIN, $FF none
automatic:      .byte 0         ; nonzero: the name is AUTO_NAME
sum:            .byte 0, 0      ; checksum of an automatic save, high byte first
sum_x:          .byte 0
rounds:         .byte 0
index:          .byte 0
head:           .res HEAD_OPEN
victim:         .byte 0         ; the sector that is given up
from_bank:      .byte 0         ; the record that is copied
from:           .byte 0, 0
.assert * <= EAPI_WRITE, lderror, "EAPI has the upper half"

.segment "SAVES"

; game_call -- call a routine of the game, which has no parameter
; In     A low, X high     Out    -     Uses   A, X; what the routine uses     Keeps  -
.proc game_call
        sta game_routine
        stx game_routine + 1
        jsr game_due
        lda #<game_done         ; from now on interrupts alone
        sta game_routine
        lda #>game_done
        sta game_routine + 1
        rts
.endproc

; --- records -------------------------------------------------------------------------

; record_first -- look at the first game that counts
; In     -     Out    C=1 there is none     Uses   A, X, Y     Keeps  -
.proc record_first
        lda #FIRST_BANK
        sta look_bank
        lda #<$8000
        sta look
        lda #>$8000
        sta look + 1
        bne record_check        ; always
.endproc

; record_next -- look at the next one
; In     look, look_bank     Out    C=1 there is none     Uses   A, X, Y     Keeps  -
.proc record_next
        jsr look_record
        ; falls through
.endproc

; record_check -- look at it, or at the next that counts
; In     look, look_bank     Out    as record_next     Uses   A, X, Y     Keeps  -
.proc record_check
        INTERRUPTS
        lda look_bank
        cmp #64                 ; the low chip ends
        bcs @none
        jsr look_sector
        lda number_lo,x
        ora number_hi,x
        beq @sector             ; not open: none of its records counts
        ldy #RECORD_BEGUN
        jsr flash_get
        beq @begun
        cmp #$FF
        beq @sector             ; what follows is free, too
@next:
        jsr look_record         ; no byte that is complete: power went while it was written
        jmp record_check
@begun:
        iny
        jsr flash_get
        bne @next               ; never completed
        iny
        jsr flash_get
        beq @next               ; deleted
        clc
@none:
        rts
@sector:
        lda look_bank
        ora #SECTOR_BANKS - 1   ; its last bank: the next one begins another sector
        sta look_bank
        jsr bank_next
        jmp record_check
.endproc
        .assert RECORD_WHOLE = RECORD_BEGUN + 1 .and RECORD_STRUCK = RECORD_WHOLE + 1, error, "record_check"

; look_record -- a record further
; In     look, look_bank     Out    the same     Uses   A     Keeps  X, Y
.proc look_record
        lda look
        clc
        adc #<RECORD
        sta look
        lda look + 1
        adc #>RECORD
        sta look + 1
        cmp #>HEAD              ; seven records: the head of the sector follows
        bne look_done
        ; falls through
.endproc

; bank_next -- the first record of the next bank     Uses A
bank_next:
        lda #<$8000
        sta look
        lda #>$8000
        sta look + 1
        inc look_bank
look_done:
        rts

; look_sector -- X = number in the ring of look_bank
; In     look_bank     Out    X     Uses   A     Keeps  Y
.proc look_sector
        lda look_bank
        sec
        sbc #FIRST_BANK
        lsr a
        lsr a
        lsr a
        tax
        rts
.endproc
        .assert SECTOR_BANKS = 8, error, "look_sector"

; look_forward -- look += A
; In     A     Out    look     Uses   A     Keeps  X, Y
.proc look_forward
        clc
        adc look
        sta look
        bcc @same
        inc look + 1
@same:
        rts
.endproc

; --- writing ---------------------------------------------------------------------------

; record_begin -- head of a record at `put`, which goes on to its data; name, size
; Out    C=1 A = DRIVE_*     Uses A, X, Y, left
; In     -     Keeps  -
.proc record_begin
        lda #WATCH_START        ; the watchdog of drives restarts
        sta CIA2_CRB
        jsr size_check
        bcs @failed
        ldy #RECORD_BEGUN
        jsr zero_put
        bcs @out
        ldx #0
@byte:
        stx left
        lda name,x              ; size follows
        pha
        txa
        clc
        adc #RECORD_NAME
        tay
        pla
        jsr offset_put
        bcs @out
        ldx left
        inx
        cpx #SAVE_NAME_SIZE + 2
        bne @byte
        lda put
        sta here
        lda put + 1
        sta here + 1
        lda #RECORD_DATA
        clc
        adc put
        sta put
        bcc @same
        inc put + 1
@same:
        clc
@out:
        rts
@failed:
        lda #DRIVE_DAMAGED
        rts
.endproc
        .assert size = name + SAVE_NAME_SIZE .and RECORD_SIZE = RECORD_NAME + SAVE_NAME_SIZE, lderror, "record_begin"

; record_end -- from now on it counts
; In     here     Out    C=1 A = DRIVE_*     Uses   A, X, Y     Keeps  -
.proc record_end
        lda here                ; written last of all: power may go at any time before
        sta put
        lda here + 1
        sta put + 1
        ldy #RECORD_WHOLE
        ; falls through
.endproc

; zero_put -- 0 to byte Y behind `put`
; In     Y, put, put_bank     Out    as offset_put     Uses   A, X, Y     Keeps  -
.proc zero_put
        lda #0
        ; falls through
.endproc

; offset_put -- A to byte Y behind `put`
; In     A, Y, put, put_bank     Out    C=1 A = DRIVE_*     Uses   A, X, Y     Keeps  -
.proc offset_put
        INTERRUPTS
        pha
        tya
        clc
        adc put                 ; X, Y = put + offset, as EAPI wants it
        tax
        lda put + 1
        adc #0
        tay
        pla
        jsr flash_put
        lda #DRIVE_DIFFERS
        rts
.endproc

; byte_put -- A to `put`, which goes on
; In     A, put, put_bank     Out    as offset_put     Uses   A, X, Y     Keeps  -
.proc byte_put
        cmp #$FF                ; it is there: all of a free place has been erased
        clc
        beq @next
        ldy #0
        jsr offset_put
@next:
        inc put
        bne @same
        inc put + 1
@same:
        rts
.endproc

; --- EAPI ------------------------------------------------------------------------------------

; eapi_begin -- EAPI to its place
; In     -     Out    C=1 A = DRIVE_*: it does not know the chips     Uses   A, X, Y     Keeps  -
.proc eapi_begin
        ldx #$FF
        lda BRAIN_MARK
        beq @none               ; nothing is loaded there
        ldx BRAIN_MARK + MARK_NUMBER
@none:
        stx brain_file
        ldx #0
@byte:
        bit VIC_IRQ_FLAGS       ; all of it takes too long for an interrupt to wait
        bpl @copy
        txa
        pha
        jsr game_due
        pla
        tax
@copy:
.repeat ::EAPI_PAGES, i
        lda EAPI_ROM + i * 256,x
        sta EAPI + i * 256,x
.endrepeat
        inx
        bne @byte
        jsr eapi_init
        lda #DRIVE_DIFFERS
        rts
.endproc

; eapi_end -- what was in its place comes back
; In     brain_file     Out    -     Uses   X, Y, look, ram     Keeps  A, C
.proc eapi_end
        php                     ; C: whether the save has failed
        pha
        lda #<EAPI
        sta ram
        lda #>EAPI
        sta ram + 1
        ldx brain_file
        cpx #FILES_MOST
        bcs @none               ; $FF: there was none
        lda FILE_BANKS,x
        sta look_bank
        lda FILE_DATA,x         ; these pages follow each other in one bank
        sta look + 1
        lda #0
        sta look
@byte:
        INTERRUPTS
        ldy #0
        jsr flash_get
        sta (ram),y             ; nothing but RAM is there
        inc look
        bne @same
        inc look + 1
@same:
        jsr ram_next
        lda ram + 1
        cmp #>EAPI + EAPI_PAGES
        bne @byte
        beq @done               ; always
@none:
        lda #0
        sta BRAIN_MARK          ; so it is loaded again when it is needed
@done:
        pla
        plp
        rts
.endproc
