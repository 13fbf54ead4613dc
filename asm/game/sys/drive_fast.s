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
.import __CELLS_START__         ; game.cfg
.importzp ahead_end, fast_level, fast_time ; the game's page 0, where the loader has nothing

COMMANDS        = 15            ; logical number of the command channel
CLK_LOW         = %00010000     ; CIA2_PRA: outputs pull low; inputs are 1 while high
DATA_LOW        = %00100000
ANSWER_SECONDS  = 2             ; less EARLIER: until our program has come
ANSWER_POLLS    = 50            ; 0.5 ms
READY_POLLS     = 20            ; 0.18 ms: within a block the drive takes 0.07 until it is ready again
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
fast_byte:      .byte 0

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

; fast_fill -- take what the drive has ready: a block
;
; So the drive reads the next one while this is unpacked.  When it does not get ready at once it has
; come to the end of a block; then it is not ready for 10 ms at least.
; In     ahead_end     Out    C=0 at least a byte is there, ahead_end behind the last one;  C=1 no answer
; Uses   A, X, Y     Keeps  -
.proc fast_fill
@byte:
        jsr fast_get
        bcs @out
        ldx ahead_end
        sta AHEAD,x
        inc ahead_end
        ldx #READY_POLLS
@poll:
        bit CIA2_PRA
        bmi @byte
        dex
        bne @poll
        clc
@out:
        rts
.endproc

; fast_command -- ask for a file
; In     A  number, FAST_TIMED     Out    C=1 no answer, A = number     Uses   A, X, Y
; Keeps  -
.proc fast_command
        sta fast_byte
        jsr fast_ready          ; it may still be at rest behind the last file
        bcs @out
        jsr fast_request
        bcs @out
        jsr fast_ready
        bcs @out
        ldy #8
@bit:
        lda #LET_GO
        lsr fast_byte
        bcc @put
        ora #DATA_LOW
@put:
        sta CIA2_PRA
        ldx #2                  ; CLK low, then high, long enough for the drive to see
@edge:
        eor #CLK_LOW
        sta CIA2_PRA
        jsr @pause
        jsr @pause
        dex
        bne @edge
        dey
        bne @bit
        lda #LET_GO
        sta CIA2_PRA
        jmp fast_request
@pause:
@out:
        rts
.endproc

; fast_get -- the next byte of the file
; In     -     Out    C=0 A;  C=1 no answer     Uses   A, X, Y     Keeps  -
; Time   about 330 cycles
.proc fast_get
        bit CIA2_PRA
        bmi @ready
        jsr fast_ready
        bcs @none
@ready:
        lda #LET_GO | CLK_LOW
        sta CIA2_PRA
        ldy #8 + 1
        bne @wait
@bit:
        pha                     ; the drive takes up to 18 us after an edge,
        pla                     ; and 59 us for two bits: a shorter loop would outrun it
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
        lda #LET_GO | CLK_LOW
        sta CIA2_PRA
        ; falls through
.endproc

; fast_answer -- DATA goes low     Out C=1 it does not     Uses A, X, Y
.proc fast_answer
        lda #0
        ldx #ANSWER_SECONDS
        jsr fast_wait
        lda #LET_GO
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
