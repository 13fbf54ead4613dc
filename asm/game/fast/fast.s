; fast.s -- the drive's half of the fast loader; its other half is sys/drive_fast.s
;
; It stays in the drive until the computer pulls ATN low: then it returns to the DOS, which
; finds everything as after any other M-E.  Blocks are read through the DOS's job queue, so
; motor, head and a changed disk are the DOS's affair, and any ROM will do that has the queue,
; the buffers and the lines where a 1541 has them; none of its routines is called.
;
; The DOS waits 0.9 seconds until a motor that it has started is fast enough.  Here the motor is
; switched on before the DOS is asked, so that it moves the head at once and reads, again and again
; until that succeeds: it takes a header only if eight bytes of it are right, a block by its checksum.
;
; Lines.  CLK is the computer's and DATA the drive's, but for the bits of a command and for
; the four pairs of a byte in timed transfer.  DATA low: the drive is at work.
;
;   handshake   the computer pulls CLK low, waits for DATA low, lets CLK go; DATA rises when
;               the drive is ready.  One precedes a command, one ends it, one follows each
;               byte (clocked) or block (timed).
;   command     8 bits, lowest first: DATA low is 1, taken while CLK is low.
;               The number of a file; bit 5 clocked, else timed; bit 6 with a D before its
;               name; bit 7 of timed transfer, below.
;   clocked     8 bits, highest first, the next one at every edge of CLK.  No step has a
;               longest time, so the computer may be interrupted anywhere.
;   DATA low    for 40 us while no command is on its way: the disk will soon be needed, so the
;               motor starts now.
;   timed       a block: how many bytes it has, then these.  After bit 7 of the command 255
;               says 254, and that more will follow.  For each byte the computer pulls CLK low
;               for 10 cycles and reads pairs of bits 19, 33, 47, 61 cycles after its fall; at
;               least 85 us lie between two falls.  DATA, CLK are low for bits 1, 3; 0, 2; 5, 7;
;               4, 6.
;
; After an error it returns to the DOS, too, and all lines rise: the computer then gets no
; answer to its handshake, or 0 for a block's length.
;
; Test tests/asm/game/ui/test_fast.py

.include "../../inc/via1541.inc"

; --- of the DOS ("Inside Commodore DOS", memory map)
JOBS            = $00
JOB_TRACK       = $06
JOB_SECTOR      = $07
BOOT_PTR        = SCRATCH       ; where M-E has its address: now where this is
JOB_READ        = $80
DRIVE_STATUS    = $20
MOTOR_DRIVE     = $3E           ; drive whose motor runs: 0
MOTOR_RUNS      = $30           ; of DRIVE_STATUS: it is fast, and goes off when MOTOR_TIME is over
MOTOR_TIME      = $48           ; interrupts of 15 ms until the motor is switched off
MOTOR_FULL      = $FF           ; what the DOS sets it to behind a job
MOTOR_TURNS     = 16            ; so often it is restarted: for a minute
SCRATCH         = $6F           ; six bytes that no command of the DOS leaves anything in
JOBS_DONE       = 2             ; results from here on are errors
CODE            = $0300
BUFFER          = 3             ; buffer of what is read
BLOCK           = $0600
DIR_TRACK       = 18
ENTRY_SIZE      = 32
PRG_CLOSED      = $82
NAME_AT         = 5
NAME_END        = $A0           ; fills a name up
LAST            = $80
TRIES           = MOTOR_RUNS    ; to read a block; one without a sync mark takes 21 ms, so for a second
REST            = 16            ; 20 ms: longer than an interrupt in the computer
FILES           = 22            ; in each language
DISK_CHANGED    = $1C           ; not 0: the write-protect sense has moved

WATCHED         = BUS_CLK_IN | BUS_ATN_IN
BUSY            = BUS_DATA_OUT
CLOCKED         = $20           ; of a command
SOON            = 1             ; high byte of the timer: within 512 cycles

.segment "FAST_BSS"

PLACES          = 2 * FILES     ; the German ones behind the English
tracks:         .res PLACES     ; where files begin; 0 not known
sectors:        .res PLACES

; --- while the directory is read
place           = SCRATCH
base            = SCRATCH + 4   ; an entry
name_at         = SCRATCH + 5
; --- while a block is sent
end             = SCRATCH       ; behind its last byte, as offset in BLOCK
shift           = SCRATCH + 4
at              = SCRATCH + 5   ; byte being sent
half            = SCRATCH + 5
; --- always
tries           = SCRATCH + 1   ; reads of a block that are left
command         = SCRATCH + 2
stack           = SCRATCH + 3   ; as the DOS has called us

.segment "FAST_1"

; What the bootstrap (drive_fast.s) looks for in the buffers and jumps to: the first two
; bytes are FAST_MARK there.  It may be in any buffer, so it goes to its own first.
fast_begin:
        cld
        tsx
        lda #0
        sta BOOT_PTR
        tay
@move:
        lda (BOOT_PTR),y
        sta CODE,y
        iny
        bne @move
        jmp begin

begin:
        stx stack
        ldx #4
@job:
        lda JOBS,x              ; the DOS reads ahead in a file that it has opened
        bmi @job
        dex
        bpl @job
        lda CODE
        ldy CODE + 1
        ldx #2 * 1
        jsr read
        lda CODE + $100
        ldy CODE + $101
        ldx #2 * 2
        jsr read
        jsr forget
        beq listen              ; always; the computer may have begun already

; idle -- wait for a command; the motor runs on for a minute, then the DOS switches it off
;
; Not at once: whoever waits for the next byte of a block must not take this for it (fast_fill).
; MOTOR_TIME falls to X, which falls by one each time.  At 0 the motor stops, and neither changes any more.
idle:
        jsr wait_high
        ldx #REST
@rest:
        dey
        bne @rest
        dex
        bne @rest
listen:
        lda VIA2_PRB
        and #<~HEAD_LED         ; motor lights it
        sta VIA2_PRB
        jsr release
        ldx #MOTOR_TURNS
@poll:
        cpx MOTOR_TIME
        bne @look
        dex
        lda #MOTOR_FULL
        sta MOTOR_TIME
@look:
        lda VIA1_PRB
        bmi leave
        lsr a                   ; C = DATA is low: no command
        bcs spin
        and #BUS_CLK_IN >> 1
        beq @poll
        sei
        jsr request
        jsr wait_high
        lda #0
        sta VIA1_PRB
        ldx #8
@bit:
        jsr wait_low
        lda VIA1_PRB
        lsr a                   ; C = DATA is low
        ror command
        jsr wait_high
        dex
        bne @bit
        jsr request
        jmp find

; leave -- back to the DOS, from anywhere
leave:
        ldx stack
        txs
        ; falls through

; release -- no line is low, interrupts come     Uses A
release:
        lda #0
        sta VIA1_PRB
        cli
        rts

; spin -- the motor starts, nothing is read
spin:
        jsr motor
        bne listen              ; always

; block_read -- In A track, Y sector     Out BLOCK     Not back if it cannot be read
block_read:
        ldx #2 * BUFFER
        ; falls through

; read -- the same In X twice a buffer     Out C=0     Uses A, X, Y, tries
read:
        sta JOB_TRACK,x
        sty JOB_SECTOR,x
        txa
        lsr a
        tax
        jsr motor
@again:
        lda #JOB_READ
        sta JOBS,x
        lda VIA2_T1LH           ; the controller's next turn is now
        ldy #SOON
        sty VIA2_T1CH
        sta VIA2_T1LH
        cli
@wait:
        lda JOBS,x
        bmi @wait
        sei
        bit VIA1_PRB            ; the computer has given up
        bmi leave
        cmp #JOBS_DONE
        bcc @done
        dec tries
        bne @again
        beq leave               ; always
@done:
        rts

; motor -- it runs, as the DOS has it behind a job; the light is on     Out I=1, Z=0     Uses A, tries
motor:
        sei
        lda #0
        sta MOTOR_DRIVE
        lda #MOTOR_RUNS
        sta DRIVE_STATUS
        sta MOTOR_TIME          ; 0.7 seconds: longer than until idle or a job sets it
        sta tries
        lda VIA2_PRB
        ora #HEAD_MOTOR | HEAD_LED
        sta VIA2_PRB
        rts
        .assert TRIES = MOTOR_RUNS, error, "motor"

; wait_low, wait_high -- until CLK is so; not back if ATN comes     Uses A
wait_low:
        lda #WATCHED
@poll:
        bit VIA1_PRB
        beq @poll
        bmi leave
        rts
wait_high:
        lda #WATCHED
@poll:
        bit VIA1_PRB
        bmi leave
        bne @poll
        rts

; timed_end -- the last pair is held as long as any, then the next block
timed_end:
        lda #0
        nop
        sta VIA1_PRB
        ; falls through

; request_more -- a block has been sent: the next one
request_more:
        jsr request
        jmp more

.segment "FAST_2"

; known -- where the requested file begins     Out A track, Z=1 it is not known; Y sector
; Uses   X
known:
        lda command             ; bit 6 by shifts: the head's bytes set V at any moment
        asl a
        asl a
        lda command
        and #FILES_MOST
        bcc @english
        adc #FILES - 1          ; C is set
@english:
        tax
        ldy sectors,x
        lda tracks,x
        rts

; find -- where the file begins: the directory is read once, up to the block that tells
;
; The places of the other files on the way are kept, so another file needs no turn of the head to the directory
; and back.  The DOS notes when a disk is taken out; it alone may forget that.
find:
        lda DISK_CHANGED
        bne @search
        jsr known
        bne file_send
@search:
        jsr forget
        lda #DIR_TRACK
        ldy #1
@sector:
        jsr block_read
        ldy #0
@entry:
        sty base
        lda BLOCK + 2,y
        cmp #PRG_CLOSED
        bne @next
        ldx #0
        jsr name_find
        bcs @found
        lda BLOCK + NAME_AT,y
        cmp #'D'
        bne @next
        iny
        ldx #FILES
        jsr name_find
        bcc @next
@found:
        ldy base
        lda BLOCK + 3,y
        sta tracks,x
        lda BLOCK + 4,y
        sta sectors,x
@next:
        lda base
        clc
        adc #ENTRY_SIZE
        tay
        bcc @entry
        jsr known
        bne file_send
        ldy BLOCK + 1
        lda BLOCK
        bne @sector             ; if they go round, the computer gives up
leave_2:
        jmp leave

; file_send -- In A track, Y sector of the first block     Never back: idle, leave
file_send:
        jsr block_read
        ldx #$FF
        lda BLOCK
        bne @end
        ldx BLOCK + 1
@end:
        inx
        stx end
        ldy #2
        lda command
        and #CLOCKED
        bne @byte
        jmp timed
@byte:
        sty at
        jsr clocked
        ldy at
        iny
        cpy end
        bne @byte
more:
        ldy BLOCK + 1
        lda BLOCK
        bne file_send
        jmp idle

; forget -- no file's place is known     Out A = 0     Uses X
forget:
        ldx #PLACES
        lda #0
@place:
        sta tracks - 1,x
        dex
        bne @place
        rts

; clocked -- byte Y of BLOCK, then a handshake     Uses A, X, Y, shift
clocked:
        lda BLOCK,y
        eor #$FF
        sta shift
        jsr wait_high
        ldx #4
        lda #0
        sta VIA1_PRB
@pair:
        lda #0
        asl shift
        rol a
        asl a                   ; BUS_DATA_OUT
        tay
        lda #WATCHED
@low:
        bit VIA1_PRB
        beq @low
        bmi leave_2
        sty VIA1_PRB
        lda #0
        asl shift
        rol a
        asl a
        tay
        lda #WATCHED
@high:
        bit VIA1_PRB
        bmi leave_2
        bne @high
        sty VIA1_PRB
        dex
        bne @pair
        jmp request

; timed -- the length, then bytes 2 to end of BLOCK
timed:
        ldx end
        dex
        lda BLOCK
        beq @count
        bit command
        bmi @length             ; more will follow: 255
@count:
        dex
@length:
        txa
        lsr a
        lsr a
        lsr a
        lsr a
        jmp timed_ready

.segment "FAST_3"

; By FILE_* (sys/disk.inc), FILE_GAME, PICTURE_*; bit 7 is set in the last letter.
FILES_MOST      = %00011111     ; of a command
NAMES           .set 0
.macro NAME text
        .repeat .strlen(text) - 1, i
        .byte .strat(text, i)
        .endrepeat
        .byte .strat(text, .strlen(text) - 1) | LAST
NAMES           .set NAMES + 1
.endmacro
names:
        NAME "TITLE"
        NAME "TRADE"
        NAME "DISK"
        NAME "FINALE"
        NAME "DEAL"
        NAME "HELP"
        NAME "DESK"
        NAME "VIEW"
        NAME "BOARD"
        NAME "US"
        NAME "WORDS"
        NAME "BRAIN"
        NAME "FACES"
        NAME "LEISURE"
        NAME "RUSSIAN"
        NAME "TALK"
        NAME "GAME"
        NAME "STREET"
        NAME "GAOL"
        NAME "RUIN"
        NAME "VICTORY"
        NAME "TABLE"
NAMES_SIZE      = * - names
        .assert NAMES = FILES, error, "places"

; name_find -- which name of ours it is
; In     Y  of the name in BLOCK, less NAME_AT;  X place of the first file     Out    C=1 X its place
; Uses   A     Keeps  Y
name_find:
        sty name_at
        stx place
        ldx #0
@name:
        ldy name_at
@letter:
        lda names,x
        and #<~LAST
        cmp BLOCK + NAME_AT,y
        bne @skip
        iny
        lda names,x
        bmi @last
        inx
        bne @letter             ; always
@last:
        lda BLOCK + NAME_AT,y
        cmp #NAME_END
        beq @found
@skip:
        lda names,x
        inx
        asl a                   ; C = LAST
        bcc @skip
        inc place
        cpx #NAMES_SIZE
        bne @name
        clc
@found:
        ldx place
        ldy name_at
        rts

; request -- the computer's handshake     Uses A
request:
        jsr wait_low
        lda #BUSY
        sta VIA1_PRB
        rts

timed_ready:
        sta half
        ldy #1
        jsr wait_high           ; the computer is waiting: from here on every cycle counts
        txa
        and #$0F                ; bit 4 would answer to ATN
        tax
        lda #WATCHED            ; inputs: as good as 0
        sta VIA1_PRB
timed_byte:
        bit VIA1_PRB
        beq timed_byte
        bmi leave_3
        stx VIA1_PRB            ; 8 to 14 cycles after the fall of CLK
        txa
        asl a
        and #$0F
        nop
        nop
        sta VIA1_PRB            ; 14 later
        lda a:half
        iny
        ldx BLOCK,y             ; the next byte
        sta VIA1_PRB
        asl a
        and #$0F
        cpy a:end
        nop
        sta VIA1_PRB            ; for 28 cycles
        beq @last
        txa
        lsr a
        lsr a
        lsr a
        lsr a
        sta a:half
        txa
        and #$0F
        tax
        lda #WATCHED
        sta VIA1_PRB
        bne timed_byte          ; always
@last:
        jmp timed_end
leave_3:
        jmp leave
