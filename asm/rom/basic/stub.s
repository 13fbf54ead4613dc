; Stand-in until BASIC is here: prints a greeting, then echoes lines; RUN and SYS start
; machine code programs, which is what others need to try theirs.

        .include "lowmem.inc"
        .include "kernal.inc"

LINE    = $0200
PTR     = $22
NUMBER  = $14
TOKEN_SYS = $9E

        .segment "BASIC_VECTORS"
        .word cold, warm

cold:   ldx #0
:       lda greeting,x
        beq warm
        jsr CHROUT
        inx
        bne :-
warm:   cli
        ldx #$FB
        txs
        lda #$80
        jsr SETMSG
ready:  ldx #0
:       lda prompt,x
        beq input
        jsr CHROUT
        inx
        bne :-
input:  ldx #0
:       jsr CHRIN
        sta LINE,x
        inx
        cmp #$0D
        bne :-
        jsr CHROUT
        lda LINE
        cmp #'R'
        beq run
        cmp #'S'
        bne input
        lda #<(LINE + 3)
        ldx #>(LINE + 3)
        bne sys                         ; always
run:    lda #<$0806
        ldx #>$0806
sys:    sta PTR
        stx PTR + 1
        ldy #0
        sty NUMBER
        sty NUMBER + 1
:       lda (PTR),y
        iny
        cmp #' '
        beq :-
        dey
digit:  lda (PTR),y
        iny
        sec
        sbc #'0'
        cmp #10
        bcs call
        pha
        lda NUMBER
        ldx NUMBER + 1
        asl NUMBER
        rol NUMBER + 1
        asl NUMBER
        rol NUMBER + 1
        adc NUMBER
        sta NUMBER
        txa
        adc NUMBER + 1
        sta NUMBER + 1
        asl NUMBER
        rol NUMBER + 1
        pla
        adc NUMBER
        sta NUMBER
        bcc digit
        inc NUMBER + 1
        bne digit
call:   jsr jump
        jmp ready
jump:   jmp (NUMBER)

greeting:
        .byte $93, $0D, "    **** GO 64 KERNAL, NO BASIC YET ****", $0D, 0
prompt: .byte $0D, "READY.", $0D, 0
