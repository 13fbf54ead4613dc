; drive_fast.s -- the computer's half of the fast loader
;
; The protocol is described in fast/fast.s.  Pages come by timed transfer, between interrupts; what is
; prefetched comes by the clocked one (drive_prefetch.s).  The loader, which has the machine for
; itself, is linked with this too and adds a quicker timed way of its own.
;
; Most of it lies in memory of the KERNAL that only a datasette needs.  The loader puts it
; there and leaves it to the game.
;
; Test tests/asm/game/ui/test_fast.py

.include "drive_fast.inc"
.include "../../inc/cia.inc"
.include "../../inc/kernal.inc"
.include "../../inc/vic.inc"

.import loading_draw            ; pages/loading.s
.import prefetch_byte           ; drive_prefetch.s
.import __CELLS_START__         ; game.cfg
.importzp ahead_end, fast_level, fast_time, fast_byte ; the game's page 0, where the loader has nothing

COMMANDS        = 15            ; logical number of the command channel
PAIRS           = 4             ; of bits in a byte
CROSSING        = $80           ; CIA2_PRA less this lies in another page
FREE_LINE       = 40            ; and 296: behind sprites at 50, which lines from 306 on show, too, before them
; Bits as they come: the lines invert all, and CIA2_PRA's output that is high adds two.
INVERTED        = $FF ^ (((LET_GO ^ (LET_GO >> 2)) & %0110) | ((LET_GO >> 2) & 1) << 3)
ANSWER_SECONDS  = 2             ; less EARLIER: until our program has come
READY_SECONDS   = 4             ; less EARLIER: a motor to start, a track to be found again
EARLIER         = 48            ; 256ths of a second: a KERNAL that is to load all wants to begin

; --- in the drive
COMMAND_BUFFER  = $0200
BOOT_PTR        = $6F
LAST_PAGE       = 6             ; of buffer 3
AHEAD           = __CELLS_START__ + AHEAD_AT
FAST_MARK       = $BAD8         ; CLD, TSX: FAST begins with these

.segment "FAST"

; The loader leaves these as it found the drive, and says that its picture is there.  The cartridge
; has a FAST of its own (cartridge/reader.s), with these and what the game calls at the same places.
fast_alive:     .byte 0
fast_able:      .byte 0
bus_slow:       .byte 0
picture_there:  .byte 0

; fast_page -- what is shown while a file comes
; In     file_number     Out    -     Keeps  -     Uses   as loading_draw
fast_page:
        jmp loading_draw

; fast_gone -- something else is going to be asked of the drive, which ends our program in it
; In     A = 0     Out    fast_alive     Keeps  A, X, Y     Uses   -
.proc fast_gone
        sta fast_alive
        rts
.endproc

; fast_get -- the next byte of a file that is prefetched
; In     -     Out    C=0 A;  C=1 no answer     Uses   A, X, Y     Keeps  -
fast_get:
        jmp prefetch_byte

; fast_fill -- take a block by timed transfer, so that the drive reads the next one while this is unpacked
;
; From CLK's fall to the last pair of bits the VIC may take no cycle.  So no sprite is on, no interrupt
; comes, and a byte is begun in lines only from which it ends before a bad line (../loader/fast.s).
; Interrupts come between two bytes.  The one of line 250 may switch sprites on: they are off again
; behind the next byte, before the first line that they could be in.
; In     -     Out    C=0 ahead_end is behind its last byte;  C=1 no answer     Uses   A, X, Y
; Keeps  -
; Time   143 cycles a byte, and up to 126 before bad lines
.proc fast_fill
        jsr fast_ready
        bcs @none
@free:
        lda VIC_SPRITE_ON
        beq @byte
        lda VIC_RASTER          ; none is being drawn at these
        cmp #FREE_LINE
        bne @free
@byte:
        sei
@line:
        lda VIC_RASTER
        and #6                  ; lines 2 and 3 of 8: the bad one and the one before
        cmp #2
        beq @line
        lda #LET_GO | CLK_LOW
        sta CIA2_PRA            ; CLK falls 12 cycles after the line was read, for 10
        lda #LET_GO
        ldx #PAIRS
        ldy #CROSSING
        sta CIA2_PRA
@pair:
        lsr a
        lsr a
        eor CIA2_PRA - CROSSING,y ; 19, 33, 47, 61 after the fall: a page is crossed, so it takes 5
        dex
        bne @pair
        stx VIC_SPRITE_ON
        cli
        sta fast_level          ; bits 0 and 3 of either half change places: one that differs from
        lsr a                   ; the other is inverted, and so is that
        lsr a
        lsr a
        eor fast_level
        and #%00010001
        sta fast_time
        asl a
        asl a
        asl a
        ora fast_time
        eor fast_level
        eor #INVERTED
        ldx fast_byte
        bne @put
        sta fast_byte           ; the first byte says how many follow
        tax
        bne @byte
        sec                     ; no line is low: the drive has gone
@none:
        rts
@put:
        ldx ahead_end
        sta AHEAD,x
        inc ahead_end
        dec fast_byte
        bne @byte
        beq fast_request        ; always
.endproc

; fast_command -- ask for a file
; In     A  number, FAST_TIMED, FAST_CLOCKED     Out    C=1 no answer; fast_byte = 0     Uses   A, X, Y
; Keeps  -
fast_command:
        sta fast_byte
        jsr fast_ready          ; it may still be at rest behind the last file
        bcs fast_out
        jsr fast_request
        bcs fast_out
        jsr fast_ready
        bcs fast_out
        ldy #8
@bit:
        lda #LET_GO
        lsr fast_byte
        bcc @put
        ora #DATA_LOW
@put:
        ldx #3                  ; CLK high, low, high, long enough for the drive to see
@edge:
        sta CIA2_PRA
        eor #CLK_LOW
        jsr fast_out
        jsr fast_out
        dex
        bne @edge
        dey
        bne @bit
        ; falls through

; fast_request -- CLK low, answer, CLK high
; In     -     Out    C=1 no answer     Uses   A, X, Y
; Keeps  -
fast_request:
        lda #LET_GO | CLK_LOW
        ; falls through

; fast_pull -- a line low, answer, lines high
; In     A  LET_GO, CLK_LOW, DATA_LOW, which is taken for the answer     Out    as fast_request     Uses   A, X, Y
; Keeps  -
fast_pull:
        sta CIA2_PRA
        ; falls through

; fast_answer -- wait until DATA is low, then let CLK go
; In     -     Out    C=1 it does not get low     Uses   A, X, Y     Keeps  -
fast_answer:
        lda #0
        ldx #ANSWER_SECONDS
        jsr fast_wait
        lda #LET_GO
        sta CIA2_PRA
fast_out:
        rts

; fast_ready -- wait until the drive is ready
; In     -     Out    C=1 it does not get ready     Uses   A, X, Y     Keeps  -
.proc fast_ready
        lda #$80
        ldx #READY_SECONDS
        ; falls through
.endproc

; fast_wait -- In A = 0 for DATA low, $80 for high; X seconds     Out C=1 too late     Uses A, X, Y
.proc fast_wait
        sta fast_level
        stx fast_time           ; X: so much less of the first 256 turns is no matter
        ldy #EARLIER
@poll:
        lda CIA2_PRA
        eor fast_level
        bpl @there
        inx
        bne @poll
        iny
        bne @poll
        dec fast_time
        bne @poll
@there:
        asl a                   ; C = it is not as wanted
        rts
.endproc

.segment "FAST_BOOT"

; Runs in the drive, in its command buffer: the first block of FAST is in some buffer.
boot:
        .byte "M-E"
        .word COMMAND_BUFFER + 5
        ldx #LAST_PAGE
        lda #2
        sta BOOT_PTR
@page:
        stx BOOT_PTR + 1
        ldy #0
        lda (BOOT_PTR),y
        cmp #<FAST_MARK
        bne @next
        iny
        lda (BOOT_PTR),y
        cmp #>FAST_MARK
        bne @next
        jmp (BOOT_PTR)
@next:
        dex
        bne @page
        rts
BOOT_SIZE       = * - boot
        .assert BOOT_SIZE <= 42, error, "longer than a drive's command"

; fast_boot -- start what the drive has read of FAST
; In     file 15 is its command channel     Out    -     Uses   A, X, Y; the KERNAL
; Keeps  -
.proc fast_boot
        ldx #COMMANDS
        jsr CHKOUT
        ldx #0
@byte:
        stx fast_byte
        lda boot,x
        jsr CHROUT
        ldx fast_byte
        inx
        cpx #BOOT_SIZE
        bne @byte
        jmp CLRCHN
.endproc
                .res 1          ; what a cartridge has here is longer (cartridge/session.s)
