; adder.s -- the 1541 as a second processor: it adds up eight bytes
; Build  make
; The drive's code is sent by M-W, started by M-E, and its result is read by M-R.

SETLFS = $FFBA
SETNAM = $FFBD
OPEN   = $FFC0
CLOSE  = $FFC3
CHKIN  = $FFC6
CHKOUT = $FFC9
CLRCHN = $FFCC
CHRIN  = $FFCF
CHROUT = $FFD2

COUNT  = 8
RESULT = $0600                  ; in the drive

.segment "HEADER"
        .word $0801, next, 10   ; load address; 10 SYS 2061
        .byte $9E, "2061", 0
next:   .word 0
.bss
answer: .res 1
.code
.proc main
        jsr drive_add
done:   jmp done
.endproc

; drive_add -- have drive 8 add up the numbers; the sum's low byte comes back
; Out    answer
.proc drive_add
        lda #15                 ; OPEN 15,8,15
        ldx #8
        tay
        jsr SETLFS
        lda #0
        jsr SETNAM
        jsr OPEN
        ldx #write - commands
        ldy #WRITE_SIZE
        jsr send
        ldx #execute - commands
        ldy #EXECUTE_SIZE
        jsr send
        ldx #read - commands
        ldy #READ_SIZE
        jsr send
        ldx #15
        jsr CHKIN
        jsr CHRIN
        sta answer
        jsr CLRCHN
        lda #15
        jmp CLOSE
.endproc

.proc send                      ; X place of a command, Y its size
        sty count
        stx place
        ldx #15
        jsr CHKOUT
        ldx place
byte:   lda commands,x
        jsr CHROUT
        inx
        dec count
        bne byte
        jmp CLRCHN
.endproc

.bss
count:  .res 1
place:  .res 1
.data
commands:
write:  .byte "M-W", <code, >code, code_end - code
        .org $0500              ; in the drive's second buffer
code:   ldx #COUNT - 1
        lda #0
more:   clc
        adc numbers,x
        dex
        bpl more
        sta RESULT
        rts
numbers:
        .res COUNT
code_end:
        .reloc
sent_end:
execute:
        .byte "M-E", <code, >code
read:   .byte "M-R", <RESULT, >RESULT, 1
read_end:
WRITE_SIZE   = sent_end - write
EXECUTE_SIZE = read - execute
READ_SIZE    = read_end - read
numbers_here = write + 6 + (numbers - code)
.export numbers_here
