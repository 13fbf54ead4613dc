; hello.s -- a program for the C64: asks for a key, answers, and tells a test how it went.

CHROUT  = $FFD2                 ; KERNAL: print the character in A
GETIN   = $FFE4                 ; KERNAL: key from the keyboard buffer, 0 if none
BORDER  = $D020
RESULT  = $D7FF                 ; go64 --debugcart: ends the run, the byte is the exit status

        .segment "HEAD"
        .word $0801             ; load address

        .segment "STUB"         ; 10 SYS2061, so that RUN starts it
        .word next, 10
        .byte $9E, "2061", 0
next:   .word 0

        .code
start:  ldx #0
print:  lda text,x
        beq wait
        jsr CHROUT
        inx
        bne print
wait:   jsr GETIN
        beq wait
        jsr CHROUT
        inc BORDER
        cmp #'Y'
        beq done
        lda #1                  ; any other key: status 1
        .byte $2C               ; BIT: skips the next instruction
done:   lda #0
        sta RESULT
        rts

        .rodata
text:   .byte "HELLO! PRESS Y: ", 0
