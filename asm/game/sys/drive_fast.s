; drive_fast.s -- the computer's half of the fast loader
;
; The protocol is told in fast/fast.s.  Here is its clocked way, in which nothing has to be
; in time: pictures, sprites, sound and keys go on.  The loader, which has the machine for
; itself, is linked with this too and adds the timed way.
;
; Most of it lies in memory of the KERNAL that only a datasette needs.  The loader puts it
; there and leaves it to the game.
;
; Test tests/asm/game/ui/test_fast.py

.include "drive_fast.inc"
.include "../../inc/cia.inc"
.include "../../inc/kernal.inc"

.import loading_draw            ; pages/loading.s

COMMANDS        = 15            ; logical number of the command channel
CLK_LOW         = %00010000     ; CIA2_PRA: outputs pull low; inputs are 1 while high
DATA_LOW        = %00100000
ANSWER_SECONDS  = 2             ; less EARLIER: until our program has come
ANSWER_POLLS    = 50            ; 0.5 ms
READY_SECONDS   = 4             ; less EARLIER: a motor to start, a track to be found again
EARLIER         = 48            ; 256ths of a second: a KERNAL that is to load all wants to begin

; --- in the drive
COMMAND_BUFFER  = $0200
BOOT_PTR        = $6F
LAST_PAGE       = 6             ; of buffer 3
FAST_MARK       = $BAD8         ; CLD, TSX: FAST begins with these

.segment "FAST"

; The loader leaves these as it found the drive, and says that its picture is there.  The cartridge
; has a FAST of its own (cartridge/reader.s), with these and what the game calls at the same places.
fast_alive:     .byte 0
fast_able:      .byte 0
bus_slow:       .byte 0
picture_there:  .byte 0
fast_byte:      .byte 0
fast_level:     .byte 0
fast_time:      .byte 0

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

; fast_command -- ask for a file
; In     A  number, FAST_TIMED     Out    C=1 no answer, A = number     Uses   A, X, Y
; Keeps  -
.proc fast_command
        sta fast_byte
        jsr fast_request
        bcs @out
        jsr fast_ready
        bcs @out
        ldy #8
@bit:
        lda CIA2_PRA
        and #<~DATA_LOW
        lsr fast_byte
        bcc @put
        ora #DATA_LOW
@put:
        sta CIA2_PRA
        ldx #2                  ; CLK low, then high, long enough for the drive to see
@edge:
        lda CIA2_PRA
        eor #CLK_LOW
        sta CIA2_PRA
        jsr @pause
        jsr @pause
        dex
        bne @edge
        dey
        bne @bit
        lda CIA2_PRA
        and #<~DATA_LOW
        sta CIA2_PRA
        jmp fast_request
@pause:
        nop
@out:
        rts
.endproc

; fast_get -- the next byte of the file
; In     -     Out    C=0 A;  C=1 no answer     Uses   A, X, Y     Keeps  -
; Time   about 340 cycles
.proc fast_get
        bit CIA2_PRA
        bmi @ready
        jsr fast_ready
        bcs @none
@ready:
        lda CIA2_PRA
        eor #CLK_LOW
        sta CIA2_PRA
        ldy #8 + 1
        bne @wait
@bit:
        nop                     ; the drive takes up to 18 us after an edge
        nop
        nop
        nop
        nop
        lda CIA2_PRA
        cmp #$80
        eor #CLK_LOW
        sta CIA2_PRA            ; after the last bit it begins the handshake
        rol fast_byte
@wait:
        dey
        bne @bit
        ldx #ANSWER_POLLS       ; the drive does nothing else now
@poll:
        bit CIA2_PRA
        bpl @there
        dex
        bne @poll
        sec
@none:
        rts
@there:
        and #<~CLK_LOW
        sta CIA2_PRA
        lda fast_byte
        clc
        rts
.endproc

; fast_request -- CLK low, answer, CLK high
; In     -     Out    C=1 no answer     Uses   A, X, Y
; Keeps  -
.proc fast_request
        lda CIA2_PRA
        ora #CLK_LOW
        sta CIA2_PRA
        ; falls through
.endproc

; fast_answer -- DATA goes low     Out C=1 it does not     Uses A, X, Y
.proc fast_answer
        lda #0
        ldx #ANSWER_SECONDS
        jsr fast_wait
        lda CIA2_PRA
        and #<~CLK_LOW
        sta CIA2_PRA
        rts
.endproc

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
        stx fast_time
        ldx #0
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
