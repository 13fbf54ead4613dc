; unpack.s -- unpack a file while it comes in (format: tools/pack.py)
;
; Shared by the loader and the game: whoever links it provides unpack_get (next
; byte of the file in A) and the zero-page words.  The time counts: a drive waits
; while its bytes are unpacked, so bits are taken in place.
;
; Test tests/asm/game/ui/test_load.py

.importzp unpack_dst, unpack_src, unpack_bits, unpack_count
.import unpack_get
.export unpack_file

; Next bit into C; uses A
.macro NEXT_BIT
        asl unpack_bits
        bne :+
        jsr unpack_bits_get
:
.endmacro

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
        NEXT_BIT
        bcs @match
        jsr unpack_get
        ldy #0
        sta (unpack_dst),y
        inc unpack_dst
        bne @token
        inc unpack_dst+1
        bne @token              ; always
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
        NEXT_BIT
        bcc @done
        NEXT_BIT
        rol unpack_count
        jmp @digit
@done:
        lda unpack_count
        rts
.endproc

; unpack_bits_get -- the next eight bits     Out C = the first of them     Uses A
.proc unpack_bits_get
        jsr unpack_get
        sec
        rol a
        sta unpack_bits
        rts
.endproc
