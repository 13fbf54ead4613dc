; unpack.s -- unpack a file while it comes in (format: tools/game/pack.py)
;
; Shared by the loader and the game: whoever links it provides unpack_get (next
; byte of the file in A) and the zero-page words.  The time counts: a drive waits
; while its bytes are unpacked, so bits are taken in place.
;
; Test tests/asm/game/ui/test_load.py

.include "../../inc/cpu.inc"

.importzp unpack_dst, unpack_src, unpack_bits, unpack_count, unpack_offset
.import unpack_get
.export unpack_file

; Next bit into C; keeps A, uses X, Y
.macro NEXT_BIT
        asl unpack_bits
        bne :+
        jsr unpack_refill
:
.endmacro

.segment "UNPACK"

; unpack_file -- all blocks of a file to their places
;
; A copy reads RAM, also where the KERNAL is banked in: a picture is unpacked below it.
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
        sta unpack_count
        sta unpack_count+1
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
        lda unpack_count+1
        beq @copied             ; of 256 bytes: more may follow
        NEXT_BIT
        bcs @new
        jsr unpack_gamma        ; from the same offset
        bcc @copy               ; always
@new:
        jsr unpack_get          ; offset mod 128, and whether the length is more than 2
        sta unpack_offset
        jsr unpack_gamma        ; offset / 128 + 1; 256 shows as 0
        sbc #0                  ; C is clear: less 1
        bcc @block
        lsr a
        sta unpack_offset+1
        ror unpack_offset
        lda #1
        bcc @two
        jsr unpack_digits
@two:
        adc #1
@copy:
        tax
        dec PORT                ; C is clear
        lda unpack_dst
        sbc unpack_offset       ; one more is taken by the borrow
        sta unpack_src
        lda unpack_dst+1
        sbc unpack_offset+1
        sta unpack_src+1
        ldy #0
@next:
        lda (unpack_src),y
        sta (unpack_dst),y
        iny
        dex
        bne @next
        inc PORT
        tya
        clc
        adc unpack_dst
        sta unpack_dst
        bcc @copied
        inc unpack_dst+1
        bcs @copied             ; always
.endproc

; unpack_gamma -- the next number     Out A, 0 for 256; C=0     Uses X, Y, unpack_count
.proc unpack_gamma
        lda #1
        NEXT_BIT
        bcs unpack_digits
        rts
.endproc

; unpack_digits -- the same behind the first bit, with A = 1
.proc unpack_digits
        NEXT_BIT
        rol a
        NEXT_BIT
        bcs unpack_digits
        rts
.endproc

; unpack_refill -- the next eight bits; Out C = the first     Keeps A     Uses X, Y, unpack_count
.proc unpack_refill
        sta unpack_count
        jsr unpack_get
        sec
        rol a
        sta unpack_bits
        lda unpack_count
        rts
.endproc
