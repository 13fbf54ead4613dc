; unpack.s -- unpack a file while it comes in (format: tools/pack.py)
;
; Shared by the loader and the game: whoever links it provides unpack_get (next
; byte of the file in A; Keeps X, Y) and the zero-page words.
;
; Test tests/asm/game/ui/test_load.py

.importzp unpack_dst, unpack_src, unpack_bits, unpack_count
.import unpack_get
.export unpack_file

.segment "UNPACK"

; unpack_file -- all blocks of a file to their places
; Uses   A, X, Y, unpack_*
.proc unpack_file
@block:
        jsr unpack_get
        sta unpack_dst
        jsr unpack_get
        sta unpack_dst+1
        ora unpack_dst
        beq @done
        lda #$80                ; no bits left
        sta unpack_bits
@token:
        jsr unpack_bit
        bcs @match
        jsr unpack_get
        ldy #0
        sta (unpack_dst),y
        inc unpack_dst
        bne @token
        inc unpack_dst+1
        bne @token
@match:
        jsr unpack_gamma        ; length - 1; 256 shows as 0
        beq @block
        pha
        jsr unpack_gamma        ; offset / 256 + 1
        sta unpack_src+1
        dec unpack_src+1
        jsr unpack_get          ; offset mod 256, less 1
        sta unpack_src
        clc
        lda unpack_dst
        sbc unpack_src          ; one more is taken by the borrow
        sta unpack_src
        lda unpack_dst+1
        sbc unpack_src+1
        sta unpack_src+1
        pla
        tax
        inx                     ; length
        stx unpack_count
        ldy #0
@copy:
        lda (unpack_src),y
        sta (unpack_dst),y
        iny
        dex
        bne @copy
        clc
        lda unpack_dst
        adc unpack_count
        sta unpack_dst
        bcc @token
        inc unpack_dst+1
        bne @token
@done:
        rts
.endproc

; unpack_gamma -- Out A = value, Z; 256 shows as 0     Uses unpack_count
.proc unpack_gamma
        lda #1
        sta unpack_count
@digit:
        jsr unpack_bit
        bcc @done
        jsr unpack_bit
        rol unpack_count
        jmp @digit
@done:
        lda unpack_count
        rts
.endproc

; unpack_bit -- Out C = next bit     Uses A
.proc unpack_bit
        asl unpack_bits
        bne @done
        jsr unpack_get
        sec
        rol a
        sta unpack_bits
@done:
        rts
.endproc
