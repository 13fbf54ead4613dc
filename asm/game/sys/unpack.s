; unpack.s -- unpack a file while it comes in (format: tools/pack.py)
;
; Shared by the loader and the game: whoever links it provides unpack_get (next
; byte of the file in A) and the zero-page words.  The time counts: a drive waits
; while its bytes are unpacked, so bits are taken in place.
;
; Test tests/asm/game/ui/test_load.py

.importzp unpack_dst, unpack_src, unpack_bits, unpack_count, unpack_offset
.import unpack_get
.export unpack_file

; Next bit into C; uses A, X, Y
.macro NEXT_BIT
        asl unpack_bits
        bne :+
        jsr unpack_refill
:
.endmacro

.segment "UNPACK"

; unpack_file -- all blocks of a file to their places
; In     -     Out    -     Uses   A, X, Y, unpack_*     Keeps  -
.proc unpack_file
@block:
        jsr unpack_get
        sta unpack_dst
        jsr unpack_get
        sta unpack_dst+1
        ora unpack_dst
        bne @stream
        rts
@stream:
        lda #$80                ; no bits left
        sta unpack_bits
        lda #0                  ; offsets are kept less 1
        sta unpack_offset
        sta unpack_offset+1
@copied:
        NEXT_BIT
        bcs @new
        jsr unpack_gamma
        beq @byte
        inc unpack_count+1      ; both bytes count down to 0
@byte:
        jsr unpack_get
        ldy #0
        sta (unpack_dst),y
        inc unpack_dst
        bne @counted
        inc unpack_dst+1
@counted:
        dec unpack_count
        bne @byte
        dec unpack_count+1
        bne @byte
        NEXT_BIT
        bcs @new
        jsr unpack_gamma        ; from the same offset
        jmp @copy
@new:
        jsr unpack_gamma        ; offset / 128 + 1; 256 shows as 0
        beq @block
        sbc #0                  ; C is clear: less 1
        lsr a
        sta unpack_offset+1
        lda #0
        ror a
        sta unpack_offset
        jsr unpack_get          ; offset mod 128, and whether the length is more than 2
        lsr a
        ora unpack_offset
        sta unpack_offset
        lda #1
        sta unpack_count
        bcc @length
        jsr unpack_digits
@length:
        inc unpack_count
@copy:
        clc
        lda unpack_dst
        sbc unpack_offset       ; one more is taken by the borrow
        sta unpack_src
        lda unpack_dst+1
        sbc unpack_offset+1
        sta unpack_src+1
        ldx unpack_count
        ldy #0
@next:
        lda (unpack_src),y
        sta (unpack_dst),y
        iny
        dex
        bne @next
        tya
        clc
        adc unpack_dst
        sta unpack_dst
        bcc @copied
        inc unpack_dst+1
        jmp @copied
.endproc

; unpack_gamma -- unpack_count = the next number, 16 bit
; Out    A its low byte, Z; C=0     Uses X, Y
.proc unpack_gamma
        lda #0
        sta unpack_count+1
        lda #1
        sta unpack_count
        NEXT_BIT
        bcs unpack_digits
        lda unpack_count
        rts
.endproc

; unpack_digits -- the same behind the first bit, with unpack_count = 1
.proc unpack_digits
        NEXT_BIT
        rol unpack_count
        rol unpack_count+1
        NEXT_BIT
        bcs unpack_digits
        lda unpack_count
        rts
.endproc

; unpack_refill -- the next eight bits; Out C = the first     Uses A
.proc unpack_refill
        jsr unpack_get
        sec
        rol a
        sta unpack_bits
        rts
.endproc
