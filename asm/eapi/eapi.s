; eapi.s -- EAPI for the Am29F040: what programs call to write to an EasyFlash
;
; A program copies the 768 bytes from 00:1:1800 of the cartridge to a page of RAM and calls what
; is 20 bytes behind its beginning.  From then on it calls the table at $DF80, in the cartridge's
; RAM.
;
; The flash chips take writes in Ultimax mode only.  That mode hides the RAM from $1000 up, where
; the driver may lie, but not the cartridge's RAM.  So all code that runs in Ultimax mode lies
; there.  The rest of the driver may lie on any page, which is not known when it is assembled: it
; calls what is in the cartridge's RAM, and only branches within itself.
;
; The interface is that of Thomas Giesel's EasyFlash Programmer's Guide; the flash commands are
; those of AMD's data sheet.  Addresses are $8000-$9FFF for the low chip; for the high one
; $E000-$FFFF in eapi_write, $A000-$BFFF in pointers, either where a sector is erased.
; All is called in 16K mode with $01 at $37 and D=0.

EF_BANK         = $DE00         ; write only: 0-63
EF_CONTROL      = $DE02         ; write only: bit 7 LED, 2 GAME by this register, 1 EXROM, 0 GAME
EF_ULTIMAX      = %10000101
EF_16K          = %00000111

FLASH_LOW       = $80           ; pages of the low chip,
FLASH_HIGH      = $E0           ; of the high one to write to
FLASH_HIGH_SEEN = $A0           ; and to read from: with one bit less
FLASH_SEEN      = %10111111
FLASH_CHIP      = %11100000     ; bits of a page that tell which chip
FLASH_COMMANDS  = 5             ; page for commands in a chip: $555; the other one is $2AA
FLASH_BANKS     = 64

DO_AUTOSELECT   = $90
DO_PROGRAM      = $A0
DO_ERASE        = $80
DO_SECTOR       = $30
DO_RESET        = $F0
MAKER           = $01           ; AMD
DEVICE          = $A4           ; Am29F040

ERROR_LOW       = 2             ; another chip
ERROR_HIGH      = 3
ERROR_LOW_PROTECTED = 4
ERROR_HIGH_PROTECTED = 5

POINTER         = $4B           ; kept and given back
STACK           = $0100
POLLS           = 40            ; of 23 cycles, 920 in all: the slowest byte takes 300 us
ROUNDS          = 6             ; of 65,536 polls, 9.2 s in all: the slowest sector takes 8 s
; A pointer's kind is one byte with two pages in it.  Its upper three bits are the page behind the
; last; shifted left by three it is the first.  $B0 gives $A0 and $80, $D4 gives $C0 and $A0, and
; $D0 gives $C0 and $80
TURN_MASK       = %11100000

RTS_CODE        = $60

.import __IO_LOAD__, __IO_SIZE__

        .assert __IO_SIZE__ <= $80, lderror, "eapi: more than eapi_init copies"
        .assert kept_end <= $E000, lderror, "eapi: more variables than RAM"

; Move the pointer to its next place; behind the last one of its kind, to the first in the next bank
; In     seen, turn     Out    seen, shadow     Uses   A, N V Z C     Keeps  X, Y
.macro next_place
        .local @same
        inc seen
        bne @same
        inc seen + 1
        lda turn
        and #TURN_MASK
        cmp seen + 1
        bne @same
        lda turn
        asl a
        asl a
        asl a
        sta seen + 1
        inc shadow
@same:
.endmacro

.segment "DRIVER"

        .byte $65, $61, $70, $69        ; "eapi" in ASCII, by which programs find a driver
        .byte "GO 64 29F040"            ; its name, 16 bytes
        .res 20 - 4 - 12, 0

; eapi_init -- find out what the chips are, and make the table at $DF80
; In     -
; Out    C=0  A device, X maker, Y banks;  C=1  A error
; Uses   A, X, Y, C
; Keeps  N V Z I D
.proc eapi_init
        ; The driver must find out on which page it runs. JSR leaves its return address on the
        ; stack, and RTS only moves S: with interrupts off the high byte still lies there. The RTS
        ; to jump to is put into page 0 for that, in a byte that is saved before.
        .assert * = 20, error, "eapi: init is not where programs call it"
        php
        sei
        lda POINTER
        pha
        lda POINTER + 1
        pha
        lda #RTS_CODE
        sta POINTER
        jsr POINTER             ; straight back, from the RTS in page 0
        tsx
        lda STACK,x             ; S is where the high byte of the return address was
        tax                     ; the driver's first page, as this code lies in its first 256 bytes
        clc
        adc #>__IO_LOAD__       ; where the part for the cartridge's RAM lies in the file
        sta POINTER + 1
        lda #<__IO_LOAD__
        sta POINTER
        ldy #<__IO_SIZE__ - 1
@copy:
        lda (POINTER),y
        sta table,y
        dey
        bpl @copy               ; 128 bytes at most, so bit 7 ends it
        ; The jumps of the table lead into the driver, which was linked for address 0. It begins
        ; with a page, so only the high byte of each jump changes.
        stx value
        ldx #0
@jump:
        lda table + 2,x
        clc
        adc value
        sta table + 2,x
        inx
        inx
        inx
        cpx #TABLE_SIZE
        bne @jump
        pla
        sta POINTER + 1
        pla
        sta POINTER
        ; Autoselect makes a chip show its maker at 0, its type at 1 and the protection of the
        ; bank's sector at 2, until a reset of the chip.
        lda #DO_AUTOSELECT
        ldy #FLASH_LOW + FLASH_COMMANDS
        jsr command
        lda #DO_AUTOSELECT
        ldy #FLASH_HIGH + FLASH_COMMANDS
        jsr command
        ldy #ERROR_HIGH
        lda #MAKER
        cmp FLASH_HIGH_SEEN * 256
        bne @bad
        lda #DEVICE
        cmp FLASH_HIGH_SEEN * 256 + 1
        bne @bad
        ldy #ERROR_LOW
        lda #MAKER
        cmp FLASH_LOW * 256
        bne @bad
        lda #DEVICE
        cmp FLASH_LOW * 256 + 1
        bne @bad
        ldx #FLASH_BANKS - 1    ; all banks: DEX and BPL are shorter than steps of eight
@protected:
        stx EF_BANK
        ldy #ERROR_LOW_PROTECTED
        lda FLASH_LOW * 256 + 2
        bne @bad
        iny
        lda FLASH_HIGH_SEEN * 256 + 2
        bne @bad
        dex
        bpl @protected
        ldy #DEVICE
        clc
        bcc @reset              ; always
@bad:
        sec
@reset:
        sty value               ; the device or the error, as A is needed; put keeps C
        lda #0
        sta shadow
        sta EF_BANK
        lda #DO_RESET
        ldy #FLASH_LOW
        jsr put
        ldy #FLASH_HIGH
        jsr put
        lda value
        bcs @not_this
        ldx #MAKER
        ldy #FLASH_BANKS
        plp                     ; N V Z I D as they were; C is set behind it
        clc
        rts
@not_this:
        plp
        sec
        rts
.endproc

; eapi_write -- program a byte: bits can only become 0
; No interrupt may come between the unlocking bytes and the value.  Then it is read until the
; flash has it: before, it reads as something else.
; In     A value, X Y address (X low), the bank chosen
; Out    C=1  the byte is another one now
; Uses   N V Z C: N Z as after LDA value
; Keeps  A, X, Y, I, D
.proc eapi_write
        ; The address for the write and the one for reading back differ in the high chip: $E000 in
        ; Ultimax mode, $A000 in 16K mode. `watched` is the operand of compare, in the cartridge's
        ; RAM.
        sta value
        stx low
        stx watched
        sty high
        php
        sei
        tya
        and #FLASH_SEEN         ; $E0 becomes $A0; $80 stays
        sta watched + 1
        lda shadow
        sta EF_BANK
        tya
        and #FLASH_CHIP
        ora #FLASH_COMMANDS     ; each chip takes its unlocking bytes in its own half
        tay
        lda #DO_PROGRAM
        jsr command
        ldx low
        ldy high
        lda value
        jsr put                 ; the fourth write of the command: the value in its place
        ldx #POLLS
@poll:
        jsr compare
        beq done
        dex                     ; X = 0 in the end: falls into `failed`
        bne @poll
.endproc
        ; falls through

; failed, done -- the end of eapi_write and eapi_erase
; In     value, low, high; flags on the stack
; Out    C=1 failed, C=0 done; A, X, Y as they were given; N Z as after LDA value
; Uses   A, X, Y, N V Z C
; Keeps  -
.proc failed
        ; A chip that has given up shows its status, not its data, until it is reset. Both chips
        ; are reset, as that needs no test of which one it was.
        lda #DO_RESET
        ldy #FLASH_LOW
        jsr put
        ldy #FLASH_HIGH
        jsr put
        lda shadow
        sta EF_BANK
        plp                     ; the caller's flags, I among them; C is set behind it
        sec
        bcs back                ; always
.endproc

.proc done
        lda shadow
        sta EF_BANK
        plp
        clc
        ; falls through
.endproc

.proc back
        ; LDA comes last: so N and Z are those of the value, which the interface promises.
        ldy high
        ldx low
        lda value
        rts
.endproc

; eapi_erase -- all bits of a sector of 8 banks become 1
; In     A bank, a multiple of 8; Y $80 low chip, $A0 or $E0 high chip
; Out    C=1  they have not
; Uses   N V Z C: N Z as after LDA bank
; Keeps  A, X, Y, I, D
.proc eapi_erase
        ; A sector is erased by six writes: unlock and $80, then unlock and $30 at the sector. The
        ; sector is chosen by the bank, so that changes only before the last write.
        sta value
        stx low
        sty high
        php
        sei
        ldx #0
        stx watched             ; the polls read the first byte of the sector
        cpy #FLASH_LOW
        beq @chip
        ldy #FLASH_HIGH         ; $A0 and $E0 both name the high chip
@chip:
        tya
        and #FLASH_SEEN
        sta watched + 1
        tya
        ora #FLASH_COMMANDS
        tay
        lda #DO_ERASE
        jsr command
        jsr unlock
        lda value
        sta EF_BANK
        tya
        and #FLASH_CHIP         ; the chip's first page again
        tay
        ldx #0
        lda #DO_SECTOR
        jsr put
        lda #ROUNDS
        sta rounds
        ldy #0
        ldx #0
        lda #$FF                ; an erased byte; while the chip works, bit 7 reads as 0
@poll:
        jsr compare
        beq done
        dex
        bne @poll
        dey
        bne @poll
        dec rounds
        bne @poll
        beq failed              ; always
.endproc

; eapi_set_bank -- choose the bank that is seen, and that all but eapi_erase are about
; In     A     Out    -     Uses   -     Keeps  A, X, Y, N V Z C
.proc eapi_set_bank
        ; `shadow` is the record, since the register cannot be read.
        sta shadow
        sta EF_BANK
        rts
.endproc

; eapi_get_bank -- the bank that was chosen, or that the pointer has come to
; In     -     Out    A     Uses   N Z     Keeps  X, Y
.proc eapi_get_bank
        lda shadow
        rts
.endproc

; eapi_set_pointer -- where eapi_read_next and eapi_write_next begin
; In     A $B0 through low banks, $D4 through high ones, $D0 both by turns; X Y address (X low)
; Out    -
; Uses   -
; Keeps  A, X, Y, N V Z C
.proc eapi_set_pointer
        sta turn
        stx seen
        sty seen + 1
        rts
.endproc

; eapi_set_length -- how many bytes eapi_read_next has
; In     X low, Y, A high     Out    -     Uses   -     Keeps  A, X, Y, N V Z C
.proc eapi_set_length
        stx left
        sty left + 1
        sta left + 2
        rts
.endproc

; eapi_read_next -- the byte at the pointer, which goes on
; In     -
; Out    A;  C=1 there was none left of the length
; Uses   N V Z C: N Z as after LDA
; Keeps  X, Y
.proc eapi_read_next
        ; `seen` is the operand of fetch, so the pointer itself is the address of an LDA. The
        ; length counts down in 24 bits; it stops at 0.
        stx kept_x
        sty kept_y
        lda shadow
        sta EF_BANK
        jsr fetch
        sta value
        next_place
        lda left
        ora left + 1            ; all of them 0: the length is used up
        ora left + 2
        sec                     ; C=1: none was left
        beq @none
        lda left
        bne @low                ; a byte that is not 0 can be counted down without a borrow
        lda left + 1
        bne @middle
        dec left + 2
@middle:
        dec left + 1
@low:
        dec left
        clc
@none:
        ldy kept_y
        ldx kept_x
        lda value
        rts
.endproc

; eapi_write_next -- program the byte at the pointer, which goes on
; In     A
; Out    C=1  it is another one now, and the pointer has not moved
; Uses   N V Z C: N Z as after LDA value
; Keeps  A, X, Y
.proc eapi_write_next
        ; The pointer is an address to read from, as in eapi_read_next; for the write, $A000
        ; becomes $E000. The call goes through the table, as only that has eapi_write's address.
        sta value
        stx kept_x
        sty kept_y
        ldx seen
        lda seen + 1
        cmp #FLASH_HIGH_SEEN
        bcc @low
        ora #<~FLASH_SEEN       ; bit 6: $A0 becomes $E0
@low:
        tay
        lda value
        jsr table               ; eapi_write
        bcs @out                ; the byte is another one: the pointer stays at it
        next_place
        clc
@out:
        ldy kept_y
        ldx kept_x
        lda value
        rts
.endproc

; eapi_set_slot -- an EasyFlash has one slot
; In     -     Out    -     Uses   -     Keeps  A, X, Y, N V Z C
eapi_set_slot:
        rts

; eapi_get_slot -- the first and only
; In     -     Out    A=0     Uses   N Z     Keeps  X, Y
.proc eapi_get_slot
        lda #0
        rts
.endproc

; What runs in the cartridge's RAM
.segment "IO"

table:
        jmp eapi_write
        jmp eapi_erase
        jmp eapi_set_bank
        jmp eapi_get_bank
        jmp eapi_set_pointer
        jmp eapi_set_length
        jmp eapi_read_next
        jmp eapi_write_next
        jmp eapi_set_slot
        jmp eapi_get_slot
TABLE_SIZE      = * - table

; unlock -- the first two writes of a command
; In     Y     the chip's page for commands     Out    -     Uses   A, X, N Z     Keeps  Y, V C
.proc unlock
        ; AMD's two unlocking writes: $AA to $555, then $55 to $2AA. X is the low byte of the
        ; address and changes with the value, Y is 3 pages lower for the second.
        lda #$AA
        ldx #$55
        jsr put
        lda #$55
        ldx #$AA
        dey
        dey
        dey
        jsr put
        iny
        iny
        iny
        rts
.endproc

; command -- a command of three writes
; In     A command, Y the chip's page for them     Out    -     Uses   A, X, N Z     Keeps  Y, V C
.proc command
        ; The third write goes to $555 again. A, the command, waits on the stack, as unlock needs
        ; A.
        pha
        jsr unlock
        pla
        ldx #$55
        ; falls through
.endproc

; put -- a write that a chip sees
; In     A, X Y address (X low)     Out    -     Uses   X, N Z     Keeps  A, Y, V C
.proc put
        ; Ultimax mode lasts for one store only. The place is the operand of that store, since X
        ; and Y are needed otherwise and page 0 belongs to the program.
        stx place
        sty place + 1
        ldx #EF_ULTIMAX         ; bit 7: the LED is on during the store
        stx EF_CONTROL
place = * + 1
        sta $FFFF
        ldx #EF_16K
        stx EF_CONTROL
        rts
.endproc

; compare -- A with what is at `watched`
; In     A, watched     Out    N Z C     Uses   -     Keeps  A, X, Y
.proc compare
        cmp $FFFF
        rts
.endproc
watched         := compare + 1

; fetch -- what is at `seen`
; In     seen     Out    A     Uses   N Z     Keeps  X, Y
.proc fetch
        lda $FFFF
        rts
.endproc
seen            := fetch + 1

io_end:
; Variables lie behind the code, up to the end of the cartridge's RAM.
value           := io_end       ; what a call was given:
low             := io_end + 1
high            := io_end + 2
kept_x          := io_end + 3
kept_y          := io_end + 4
shadow          := io_end + 5   ; the bank
turn            := io_end + 6   ; the pointer's kind
left            := io_end + 7   ; three bytes
rounds          := io_end + 10
kept_end        := io_end + 11
