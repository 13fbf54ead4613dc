; send.s -- a block of the file to the computer, by whatever protocol put_byte follows

.include "loader.inc"
.include "via1541.inc"

LINK_TRACK      = BUFFER
LINK_SECTOR     = BUFFER + 1    ; of the last block: index of its last byte
FULL            = 254

.segment "UPLOAD"

; Send the block in BUFFER, and the end of the file behind the last one
; In     BUFFER     Out    Z=1 it was the last; else file_track, file_sector of the next
; Uses   A, X, Y
.proc send_block
        ldx #FULL
        lda LINK_TRACK
        bne @full
        ldx LINK_SECTOR
        dex
@full:
        txa
        jsr send_length
        ldy #2
@byte:
        lda BUFFER,y
        jsr put_byte
        iny
        dec length
        bne @byte
        jsr put_close
        lda LINK_SECTOR
        sta file_sector
        lda LINK_TRACK
        sta file_track
        bne @more
        lda #LENGTH_END
        jsr send_length
        jsr put_close
        lda #0
@more:
        rts
.endproc

; Send what a block begins with
; In     A      the length, LENGTH_END or LENGTH_ERROR     Out    length     Uses   A, X, Y
.proc send_length
        sta length
        jsr put_open
        lda length
        jmp put_byte
.endproc

; Let go of the lines     Uses A
.proc put_end
        lda #0
        sta VIA1_PRB
        rts
.endproc

file_track:     .byte 17        ; the first of PLACES
file_sector:    .byte 3
length:         .byte 0
