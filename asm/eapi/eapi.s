; eapi.s -- EAPI for the Am29F040: what programs call to write to an EasyFlash
;
; A program copies the 768 bytes from 00:1:1800 of the cartridge to a page of RAM and calls what
; is 20 bytes behind its beginning.  From then on it calls the table at $DF80, in the
; cartridge's RAM.  What is there stays visible in Ultimax mode, in which alone the chips take
; writes.  What is not there may call it, but can only branch within itself: nobody knows where it is.
;
; The interface is that of Thomas Giesel's EasyFlash Programmer's Guide; the flash commands are
; those of AMD's data sheet.  Addresses are $8000-$9FFF for the low chip; for the high one
; $E000-$FFFF in eapi_write, $A000-$BFFF in pointers, either where a sector is erased.
; All is called in 16K mode with $01 at $37 and D=0.

EF_BANK         = $DE00         ; write only: 0-63
EF_CONTROL      = $DE02         ; write only: LED, and who decides GAME; EXROM; GAME
EF_ULTIMAX      = %10000101
EF_16K          = %00000111

FLASH_LOW       = $80           ; pages of the low chip,
FLASH_HIGH      = $E0           ; of the high one to write to
FLASH_HIGH_SEEN = $A0           ; and to read from: with one bit less
FLASH_SEEN      = %10111111
FLASH_CHIP      = %11100000     ; bits of a page that tell the chip
FLASH_COMMANDS  = 5             ; its page for commands, and $55 in it
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
POLLS           = 40            ; of 23 cycles: the slowest byte takes 300 us
ROUNDS          = 6             ; of 65,536 polls: the slowest sector takes 8 s
TURN_MASK       = %11100000     ; of a pointer's kind: the page behind the last; << 3: the first

RTS_CODE        = $60

.import __IO_LOAD__, __IO_SIZE__

        .assert __IO_SIZE__ <= $80, lderror, "eapi: more than eapi_init copies"
        .assert kept_end <= $E000, lderror, "eapi: more variables than RAM"

; The pointer to its next place; at the end of what its kind covers, to the beginning in the next bank
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

        .byte $65, $61, $70, $69
        .byte "GO 64 29F040"
        .res 20 - 4 - 12, 0

; eapi_init -- find out what the chips are, and make the table at $DF80
; In     -
; Out    C=0  A device, X maker, Y banks;  C=1  A error
; Uses   A, X, Y, C
; Keeps  N V Z I D
.proc eapi_init
        .assert * = 20, error, "eapi: init is not where programs call it"
        php
        sei
        lda POINTER
        pha
        lda POINTER + 1
        pha
        lda #RTS_CODE
        sta POINTER
        jsr POINTER             ; a trace on the stack of where this is
        tsx
        lda STACK,x
        tax                     ; the driver's first page
        clc
        adc #>__IO_LOAD__
        sta POINTER + 1
        lda #<__IO_LOAD__
        sta POINTER
        ldy #<__IO_SIZE__ - 1
@copy:
        lda (POINTER),y
        sta table,y
        dey
        bpl @copy
        stx value
        ldx #0
@jump:
        lda table + 2,x         ; it begins with a page, so only pages change
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
        ldx #FLASH_BANKS - 1
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
        bcc @reset
@bad:
        sec
@reset:
        sty value
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
        plp
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
        sta value
        stx low
        stx watched
        sty high
        php
        sei
        tya
        and #FLASH_SEEN
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
        jsr put
        ldx #POLLS
@poll:
        jsr compare
        beq done
        dex
        bne @poll
.endproc
        ; falls through

; failed, done -- the end of eapi_write and eapi_erase
; In     value, low, high; flags on the stack
; Out    C=1 failed, C=0 done; A, X, Y as they were given; N Z as after LDA value
; Uses   A, X, Y, N V Z C
; Keeps  -
.proc failed
        lda #DO_RESET
        ldy #FLASH_LOW
        jsr put
        ldy #FLASH_HIGH
        jsr put
        lda shadow
        sta EF_BANK
        plp
        sec
        bcs back
.endproc

.proc done
        lda shadow
        sta EF_BANK
        plp
        clc
        ; falls through
.endproc

.proc back
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
        sta value
        stx low
        sty high
        php
        sei
        ldx #0
        stx watched
        cpy #FLASH_LOW
        beq @chip
        ldy #FLASH_HIGH
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
        and #FLASH_CHIP
        tay
        ldx #0
        lda #DO_SECTOR
        jsr put
        lda #ROUNDS
        sta rounds
        ldy #0
        ldx #0
        lda #$FF                ; while it works, bit 7 is 0
@poll:
        jsr compare
        beq done
        dex
        bne @poll
        dey
        bne @poll
        dec rounds
        bne @poll
        beq failed
.endproc

; eapi_set_bank -- choose the bank that is seen, and that all but eapi_erase are about
; In     A     Out    -     Uses   -     Keeps  A, X, Y, N V Z C
.proc eapi_set_bank
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
        stx kept_x
        sty kept_y
        lda shadow
        sta EF_BANK
        jsr fetch
        sta value
        next_place
        lda left
        ora left + 1            ; 24 bits: the length is used up when all are 0
        ora left + 2
        sec
        beq @none
        lda left
        bne @low
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
        sta value
        stx kept_x
        sty kept_y
        ldx seen
        lda seen + 1
        cmp #FLASH_HIGH_SEEN
        bcc @low
        ora #<~FLASH_SEEN
@low:
        tay
        lda value
        jsr table               ; eapi_write
        bcs @out
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
        pha
        jsr unlock
        pla
        ldx #$55
        ; falls through
.endproc

; put -- a write that a chip sees
; In     A, X Y address (X low)     Out    -     Uses   X, N Z     Keeps  A, Y, V C
.proc put
        stx place
        sty place + 1
        ldx #EF_ULTIMAX
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
