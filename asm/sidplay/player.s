; player.s -- plays the songs of a SID file, and lets the user choose among them
;
; It is not linked with anything.  disk/sid_player.py holds its bytes, moves them to pages that the
; tune leaves free, fills in the parameters below, and starts it at its first byte.  The text of
; the picture is on the screen already; only the number of the song is written here.
;
; A tune with a play routine is called from a loop that waits for the raster line or for CIA 1's
; timer.  Interrupts stay off meanwhile, so an interrupt of the tune cannot call it a second time.
; A tune without one has set up interrupts of its own, which then run beside the loop.
;
; Zero page, stack page and everything below $0400 belong to the tune.  Nothing there is used but
; the processor's port, the stack itself and what RESTOR and IOINIT set before each song.

.include "cpu.inc"
.include "cia.inc"
.include "kernal.inc"
.include "sid.inc"
.include "vic.inc"

COLOUR_RAM = $D800
ALL_ROMS  = $37                 ; BASIC, KERNAL and I/O banked in
IO_THERE  = $04                 ; of PORT: I/O, not the character ROM ...
BANKED    = $03                 ; ... unless both of these are 0
SID_SIZE  = $19                 ; registers that can be written
TIMER_ON  = $11                 ; of a CIA's control register: start, take the latch
NO_IRQ    = $7F                 ; of CIA1_ICR: all sources off
PICTURE   = $1B                 ; of VIC_CONTROL1; bit 8 of the raster line is 0
NO_PICTURE = $0B
LINE      = $F8                 ; where a frame's call comes, below the text
LETTERS   = 15                  ; light grey on black
LAST_COLUMN = 5
NO_KEY    = $FF
KEY_NEXT  = 10
KEY_BEFORE = 11
SONGS_WITH_BIT = 32             ; songs that have a bit of their own in ``speed``
OUT_OF_WAY = 20                 ; times 256 turns of 5 cycles between two looks at the keys: 26 ms

.segment "CODE"

        jmp start

; -- filled in by whoever places it --------------------------------------------------------

init_at:   .addr 0
play_at:   .addr 0              ; 0: init has set up interrupts of its own
song:      .byte 0              ; from 0
last_song: .byte 0
init_port: .byte ALL_ROMS       ; banks for init ...
play_port: .byte ALL_ROMS       ; ... and for play
timer:     .word 0              ; of CIA 1, timer A: 60 Hz
speed:     .res 4, 0            ; a bit for each song: 1 it is called by the timer; low byte first
number_at: .addr 0              ; where on the screen the number of the song goes; 0: no picture
memory:    .byte $16            ; for VIC_MEMORY
bank:      .byte 3              ; for CIA2_PRA
interrupts: .byte 0             ; 1: init runs with interrupts on (RSID)

; -- what it keeps -------------------------------------------------------------------------

by_timer:  .byte 0              ; not 0: this song is called by the timer
seen:      .byte NO_KEY         ; key of the last look
held:      .byte NO_KEY         ; key that has been acted upon
digits:    .byte 0, 0, 0

bits:      .byte $01, $02, $04, $08, $10, $20, $40, $80
; A 0 selects a column of the keyboard.  In rows 0 and 3 of these lie 1 2, 3 4, 5 6, 7 8, 9 0 and
; + -, so the place in the list and the row make the number of the key
columns:   .byte $7F, $FD, $FB, $F7, $EF, $DF

; show_number -- write the number of the song, counted from 1, into the picture
; In     song, number_at
; Out    -
; Uses   A, X, Y, N Z C; digits
; Keeps  -
.proc show_number
        ; The number is counted up from 000 in decimal digits, one by one: 256 rounds at most, and
        ; shorter than a division. Leading zeros then become blanks.
        ldx #2
        lda #'0'
zero:   sta digits,x
        dex
        bpl zero
        ldy song
        iny                     ; from 1; 0 stands for 256
count:  ldx #2
digit:  inc digits,x
        lda digits,x
        cmp #'9' + 1
        bne next                ; no carry into the digit before
        lda #'0'
        sta digits,x
        dex
        bpl digit               ; 256 at most: it never gets below 0
next:   dey
        bne count
        lda number_at + 1
        beq done                ; page 0: there is no picture
        ldx #0
blank:  lda digits,x
        cmp #'0'
        bne show
        lda #' '
        sta digits,x
        inx
        bne blank               ; always: song is not 0, so some digit ends this
show:   ldx #2
copy:   lda digits,x
put:    sta $FFFF,x             ; number_at, set by start
        dex
        bpl copy
done:   rts
.endproc

; start -- make the picture, begin the first song
; In     the parameters above
; Noreturn: it plays until the machine is reset
.proc start
        ; The tune gets the zero page, so there is no pointer to the screen: the store in
        ; show_number has the address as its operand, which is set here.
        sei
        cld
        lda number_at
        sta show_number::put + 1
        lda number_at + 1
        sta show_number::put + 2
        ldx #0                  ; for both: sprites off, and the first cell
        stx VIC_SPRITE_ON
        lda #LETTERS
colour: sta COLOUR_RAM,x        ; all of it, without a comparison
        sta COLOUR_RAM + $100,x
        sta COLOUR_RAM + $200,x
        sta COLOUR_RAM + $300,x
        inx
        bne colour
        ; falls through
.endproc

; play_song -- start ``song`` again
; In     song
; Noreturn: it begins with an empty stack and ends in the loop
.proc play_song
        ; Each song begins like the first, with an empty stack: a key may have come from anywhere
        ; in the loop, and what lies on the stack then is of no use. The bit of the song in
        ; `speed` is found by its number: three bits tell the place in the byte, the others the
        ; byte.
        sei
        ldx #$FF
        txs
        lda #ALL_ROMS
        sta PORT
        jsr settle_chips
        jsr show_number
        ldx song
        cpx #SONGS_WITH_BIT
        bcc own_bit
        ldx #SONGS_WITH_BIT - 1 ; the last one's is that of all others
own_bit:
        txa
        and #7                  ; the bit
        tay
        txa
        lsr
        lsr
        lsr                     ; the byte
        tax
        lda speed,x
        and bits,y
        sta by_timer
        lda play_at + 1
        beq with_irq            ; no play routine: the tune needs its interrupts
        lda #NO_IRQ             ; the loop looks at the timer's flag
        sta CIA1_ICR
with_irq:
        lda init_port
        sta PORT
        ldx interrupts
        beq quiet
        cli
quiet:  lda song                ; in A, as the format wants it
        ldx #0
        ldy #0
        jsr call_init
        lda play_at + 1
        beq beside
        sei                     ; init may have turned interrupts on
        ; falls through
.endproc

; call_play -- call the tune's play routine once a frame or once a run of the timer
; In     by_timer
; Noreturn: only a key leads out of it
.proc call_play
        ; One loop waits for either event, looking at the keys in between. Both events are flags
        ; that stay until they are read or written, so the look at the keys misses none.
wait:   lda play_port
        ora #$01                ; I/O even if play sees nothing but RAM
        sta PORT
        jsr look_at_keys
        lda by_timer
        bne timer
        lda VIC_IRQ_FLAGS
        and #$01
        beq wait
        sta VIC_IRQ_FLAGS       ; A is the flag itself: a 1 acknowledges
        bne call                ; always: A is 1
timer:  lda CIA1_ICR            ; reading acknowledges
        and #$01
        beq wait
call:   lda play_port
        sta PORT
        jsr go
        sei                     ; play may have changed I and D
        cld
        jmp wait
go:     jmp (play_at)           ; there is no indirect JSR
.endproc

; beside -- look at the keys while the tune's interrupts play it
; In     -
; Noreturn: only a key leads out of it
.proc beside
        ; The tune's interrupts need the time, so the loop looks at the keys only every 26 ms. A
        ; tune may have banked I/O out for good; then a look would change its RAM.
        cli
wait:   ldy #OUT_OF_WAY
        ldx #0
idle:   dex
        bne idle
        dey
        bne idle
        lda PORT
        tax
        and #BANKED
        beq wait                ; the tune has no I/O there: its RAM is not ours to touch
        txa
        and #IO_THERE
        beq wait
        jsr look_at_keys
        jmp wait
.endproc

.proc call_init
        jmp (init_at)
.endproc

; settle_chips -- SID silent, timers and interrupts off but for what a song begins with
; In     timer, number_at, memory, bank
; Out    -
; Uses   A, X, Y, N V Z C; what the KERNAL's RESTOR and IOINIT do
; Keeps  -
.proc settle_chips
        ; The chips are as a tune may expect them on a C64 that has just been switched on. RESTOR
        ; and IOINIT do most of it; the VIC and the SID are left to this.
        jsr RESTOR
        jsr IOINIT              ; CIAs as after power-on, timer A's interrupt on
        ldx #SID_SIZE - 1
        lda #0
        sta VIC_IRQ_MASK
hush:   sta SID,x
        dex
        bpl hush
        sta VIC_BORDER          ; black
        sta VIC_BACKGROUND
        stx VIC_IRQ_FLAGS       ; X = $FF: whatever was pending is acknowledged
        lda #$0F                ; some tunes rely on the volume being up
        sta SID_VOLUME
        lda CIA1_ICR            ; reading acknowledges
        lda CIA2_ICR
        lda timer
        sta CIA1_TALO
        lda timer + 1
        sta CIA1_TAHI
        lda #TIMER_ON
        sta CIA1_CRA
        lda #LINE
        sta VIC_RASTER
        lda CIA2_PRA
        and #$FC                ; the VIC's bank is bits 0 and 1; the others stay
        ora bank
        sta CIA2_PRA
        lda memory
        sta VIC_MEMORY
        lda #$C8                ; 40 columns, no multicolour, no shift
        sta VIC_CONTROL2
        ldx #PICTURE
        lda number_at + 1
        bne shown
        ldx #NO_PICTURE
shown:  stx VIC_CONTROL1
        rts
.endproc

; look_at_keys -- a key that is new and the same twice chooses another song
; In     I/O banked in
; Out    does not come back if there is another song
; Uses   A, X, N V Z C
; Keeps  Y
.proc look_at_keys
        ; The twelve keys lie in two rows of six columns, so a number of 0 to 11 follows from the
        ; column and the row. A key counts when two looks agree, and only once while it is held.
        ldx #LAST_COLUMN
column: lda columns,x
        sta CIA1_PRA
        lda CIA1_PRB
        lsr                     ; row 0 into carry, row 3 into bit 2
        bcc row0
        and #$04
        beq row3
        dex
        bpl column              ; ends as NO_KEY
        bmi known
row0:   txa                     ; twice the column ...
        asl
        tax
        bpl known               ; always: 10 at most
row3:   txa                     ; ... and one more
        asl
        ora #1
        tax
known:  lda #$7F                ; column 7, where the KERNAL leaves it
        sta CIA1_PRA
        cpx seen
        stx seen                ; STX keeps the flags of CPX
        bne done                ; a tune's interrupt may have come between: look again
        cpx held
        beq done
        stx held
        txa
        bmi done                ; no key: the next one counts again
        cpx #KEY_NEXT
        beq forward
        cpx #KEY_BEFORE
        beq backward
        cpx last_song
        beq chosen
        bcs done                ; there is no such song
chosen: stx song
        jmp play_song           ; the stack is emptied there, so no RTS is owed
forward:
        ldx song
        cpx last_song
        bne up
        ldx #$FF                ; behind the last song comes 0 again
up:     inx
        jmp chosen
backward:
        ldx song
        bne down
        ldx last_song
        inx
down:   dex
        jmp chosen
done:   rts
.endproc
