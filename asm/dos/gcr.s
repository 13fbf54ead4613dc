; Group code recording: four bytes are five on the disk
;
; Each nibble becomes five bits, none of which has more than two 0 in a row or begins or ends
; with more than one: the head finds the bits by the changes.  Ten 1 in a row never come from
; data; they are the sync mark.
;
; In memory five GCR bytes follow each other through BUF_PTR from GCR_PTR on; after a page's
; end they go on in page GCR_SOURCE at index GCR_SOURCE + 1.  Because 260 bytes of a block are
; 325 as GCR, 69 of them are in GCR_OVERFLOW: the last ones after reading, the first ones
; before writing, so that a buffer can be converted in itself.
;
; Source: Immers and Neufeld, "Inside Commodore DOS", chapter 7 (code table, block layout).

.include "dos.inc"
.include "ctl.inc"

BLOCK_GROUPS = 65
LAST_INDEX  = 5 * (BLOCK_GROUPS - 1) - (5 * BLOCK_GROUPS - 256) ; in the buffer
rest        = STAGE_GCR + 5     ; decoding
high        = STAGE_GCR         ; encoding: codes of the high nibbles
low         = STAGE_GCR + 4     ; and of the low ones

.segment "ENTRY_F5F2"

; Undo block_encode: the buffer has its bytes again
; In     BUF_PTR
; Out    GCR_FLAG = 0
; Keeps  BUF_PTR     Uses  A, X, Y, flags; as block_decode, and TEMP, WORK
; Time   27,800 cycles
; Test   tests/asm/dos/test_gcr.py
.proc block_restore
        jsr overflow_first
        sty GCR_FLAG
        lda BUF_PTR + 1
        sta TEMP                ; page of the group's first byte
        lda #LAST_INDEX         ; backwards, so that no group is overwritten before it is decoded
        sta WORK                ; its index
        sta GCR_PTR
        jsr gcr_decode
        lda STAGE
        pha                     ; byte 255: mark and groups before come over it
        ldy #251                ; bytes 251-254
@group: sty BYTE_COUNT
        lda WORK
        sec
        sbc #5                  ; a group is five bytes of GCR ...
        sta WORK
        sta GCR_PTR
        bcs @page               ; still in the buffer
        lda #>GCR_OVERFLOW      ; before its start: from here on they begin in GCR_OVERFLOW
        sta TEMP
@page:  lda TEMP                ; again: gcr_decode moves BUF_PTR on at the end of a page
        sta BUF_PTR + 1
        jsr gcr_decode
        ldy BYTE_COUNT
        ldx #0
@byte:  lda STAGE,x
        sta (SAVE_PTR),y
        iny
        inx
        cpx #4
        bne @byte
        lda BYTE_COUNT
        sec
        sbc #4                  ; ... and four bytes of data
        tay
        cpy #<-5                ; -1, the group with the mark, is done
        bne @group
        lda SAVE_PTR + 1
        sta BUF_PTR + 1
        ldy #$FF
        pla
        sta (SAVE_PTR),y
        rts
.endproc
        .assert * <= $F691, lderror, "block_restore runs into block_verify"

.segment "ENTRY_F6D0"

; Four bytes to five of GCR
; In     STAGE; BUF_PTR (low byte 0 unless the five are in one page), GCR_PTR, GCR_SOURCE
; Out    GCR_PTR, BUF_PTR after them
; Uses   A, X, Y, flags; STAGE_GCR     Keeps  -
; Time   431 cycles, 7 more at the end of a page
; Test   tests/asm/dos/test_gcr.py
gcr_encode:
        ldx #3
@split: lda STAGE,x
        and #$0F                ; low nibble: a code in bits 0-4
        tay
        lda gcr_codes,y
        sta low,x
        lda STAGE,x             ; high nibble
        lsr a
        lsr a
        lsr a
        lsr a
        tay
        lda gcr_codes,y
        sta high,x
        dex
        bpl @split
        ldy GCR_PTR
        lda low                 ; hhhhhlll
        lsr a                   ; its three upper bits
        lsr a
        asl high                ; the first code to the top
        asl high
        asl high
        ora high
        jsr gcr_put
        lda high + 1            ; llhhhhhl
        asl a
        ldx low + 1             ; the last bit of this byte is bit 4 of the low code:
        cpx #$10                ; C is that bit
        adc #0                  ; bit 0 was clear
        sta high
        lda low
        lsr a                   ; bits 1 and 0 of the code before
        ror a                   ; go round through C to 7 and 6
        ror a
        and #$C0
        ora high
        jsr gcr_put
        lda low + 1             ; llllhhhh
        asl a                   ; bits 3-0 to the top; bit 4 went into the byte before
        asl a
        asl a
        asl a
        sta low
        lda high + 2
        lsr a
        php                     ; C: bit 0 of the high code
        ora low
        jsr gcr_put
        plp                     ; hlllllhh
        lda #0
        ror a                   ; that bit comes first, as bit 7
        sta low
        lda low + 2
        asl a                   ; the whole low code, in bits 6-2
        asl a
        ora low
        sta low
        lda high + 3
        lsr a
        lsr a
        lsr a
        ora low
        jsr gcr_put
        lda high + 3            ; hhhlllll
        asl a
        asl a
        asl a
        asl a
        asl a
        ora low + 3
        jsr gcr_put
        sty GCR_PTR
        rts

; A byte of GCR to where the next one goes
.proc gcr_put
        sta (BUF_PTR),y
        iny
        bne @done
        lda GCR_SOURCE
        sta BUF_PTR + 1
        ldy GCR_SOURCE + 1
@done:  rts
.endproc
        .assert * <= $F77F, lderror, "gcr_encode runs into its table"

.segment "ENTRY_F77F"

gcr_codes:
        .byte %01010, %01011, %10010, %10011, %01110, %01111, %10110, %10111
        .byte %01001, %11001, %11010, %11011, %01101, %11101, %11110, %10101

.segment "ENTRY_F78F"

; The buffer to a data block in GCR: its first 69 bytes to GCR_OVERFLOW, the others in the buffer
; In     BUF_PTR, CHECKSUM, BLOCK_MARK
; Out    GCR_FLAG not 0
; Keeps  BUF_PTR     Uses  A, X, Y, flags; SAVE_PTR, GCR_SOURCE, GCR_PTR, BYTE_COUNT, STAGE, STAGE_GCR
; Time   34,300 cycles
; Test   tests/asm/dos/test_gcr.py
.proc block_encode
        jsr encode_first
        lda BLOCK_MARK
        sta STAGE               ; the mark is the block's byte before the first
        ldx #1                  ; so the first group has three bytes of the buffer
@group: ldy BYTE_COUNT
@byte:  lda (SAVE_PTR),y
        sta STAGE,x
        inx
        iny
        beq @end                ; after byte 255: the last group is begun, and X is 1
        cpx #4
        bne @byte
        sty BYTE_COUNT
        jsr gcr_encode
        ldx #0
        beq @group
@end:   lda CHECKSUM
        sta STAGE + 1
        sty STAGE + 2
        sty STAGE + 3
        jsr gcr_encode
        lda SAVE_PTR + 1
        sta BUF_PTR + 1
        rts
.endproc
        .assert * <= $F7E6, lderror, "block_encode runs into gcr_decode"

.segment "ENTRY_FE30"

; The buffer to GCR as it is: 256 bytes to 320, the first 69 to GCR_OVERFLOW, the others in it
; In     BUF_PTR + 1
; Out    GCR_FLAG not 0, BUF_PTR = 0
; Keeps  BUF_PTR + 1     Uses  as block_encode
; Time   33,300 cycles
; Test   tests/asm/dos/test_entries.py
.proc page_encode
        jsr encode_first
        sty BUF_PTR             ; a page: GCR_PTR alone is the index
@group: ldx #0
@byte:  lda (SAVE_PTR),y
        sta STAGE,x
        iny
        inx
        cpx #4
        bne @byte
        sty BYTE_COUNT
        jsr gcr_encode
        ldy BYTE_COUNT
        bne @group
        lda SAVE_PTR + 1
        sta BUF_PTR + 1
        rts
.endproc
        .assert * <= $FE67, lderror, "page_encode runs into the interrupt"

.segment "ENTRY_F7E6"

; Five bytes of GCR to four
; In     BUF_PTR (low byte 0 unless the five are in one page), GCR_PTR, GCR_SOURCE
; Out    STAGE; what is no code gives any bits; GCR_PTR, BUF_PTR after them
; Uses   A, X, Y, flags; STAGE_GCR     Keeps  -
; Time   303 cycles, 7 more at the end of a page
; Test   tests/asm/dos/test_gcr.py
gcr_decode:
        ldy GCR_PTR
        ldx #0
@get:   lda (BUF_PTR),y
        sta STAGE_GCR,x
        iny
        bne @next
        lda GCR_SOURCE          ; the page is over: the rest is in another one
        sta BUF_PTR + 1
        ldy GCR_SOURCE + 1
@next:  inx
        cpx #5
        bne @get
        sty GCR_PTR
        lda STAGE_GCR           ; hhhhhlll ll
        lsr a
        lsr a
        lsr a
        tax
        lda STAGE_GCR
        and #$07                ; the low code: three bits of this byte,
        sta rest
        lda STAGE_GCR + 1
        asl a                   ; and two of the next
        rol rest
        asl a
        rol rest
        ldy rest
        sta rest                ; what the byte has left: hhhhhl00
        lda gcr_high,x
        ora gcr_low,y
        sta STAGE
        lda rest                ; hhhhhl llll
        lsr a
        lsr a
        lsr a
        tax
        lda STAGE_GCR + 1
        lsr a                   ; C: bit 4 of the low code
        lda STAGE_GCR + 2
        ror a
        lsr a
        lsr a
        lsr a
        tay
        lda gcr_high,x
        ora gcr_low,y
        sta STAGE + 1
        lda STAGE_GCR + 3       ; hhhh hlllll
        asl a
        lda STAGE_GCR + 2
        rol a
        and #$1F
        tax
        lda STAGE_GCR + 3
        lsr a
        lsr a
        and #$1F
        tay
        lda gcr_high,x
        ora gcr_low,y
        sta STAGE + 2
        jmp gcr_decode_end
        .assert * <= $F8A0, lderror, "gcr_decode runs into its tables"

.segment "ENTRY_F8A0"

; Nibble of each code, as high and as low half of a byte; $FF where there is none
gcr_high:
        .byte $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF
        .byte $FF, $80, $00, $10, $FF, $C0, $40, $50
        .byte $FF, $FF, $20, $30, $FF, $F0, $60, $70
        .byte $FF, $90, $A0, $B0, $FF, $D0, $E0, $FF
gcr_low:
        .byte $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF
        .byte $FF, $08, $00, $01, $FF, $0C, $04, $05
        .byte $FF, $FF, $02, $03, $FF, $0F, $06, $07
        .byte $FF, $09, $0A, $0B, $FF, $0D, $0E, $FF

.segment "ENTRY_F8E0"

; A data block as it was read to bytes: 256 of GCR in the buffer, 69 in GCR_OVERFLOW
; Five bytes of GCR are four bytes.  The first four are the mark and three bytes of data, and the last four a
; byte of data, the checksum and two zeros: so groups and the buffer's bytes are never in step.
; In     BUF_PTR
; Out    the buffer; DATA_MARK, CHECKSUM what else the block had; GCR_FLAG = 0
; Keeps  BUF_PTR     Uses  A, X, Y, flags; SAVE_PTR, GCR_SOURCE, GCR_PTR, BYTE_COUNT, STAGE, STAGE_GCR
; Time   26,400 cycles
; Test   tests/asm/dos/test_gcr.py
.proc block_decode
        jsr overflow_first
        sty GCR_PTR
        sty GCR_FLAG
        lda #>GCR_OVERFLOW
        sta GCR_SOURCE
        lda #<GCR_OVERFLOW
        sta GCR_SOURCE + 1
        jsr gcr_decode
        lda STAGE
        sta DATA_MARK
        ldx #1                  ; behind the mark
@group: ldy BYTE_COUNT
@byte:  lda STAGE,x
        sta (SAVE_PTR),y
        inx
        iny
        beq @end                ; 256 bytes: Y has come round
        cpx #4
        bne @byte
        sty BYTE_COUNT
        jsr gcr_decode
        ldx #0
        beq @group
@end:   lda STAGE + 1
        sta CHECKSUM
        lda SAVE_PTR + 1
        sta BUF_PTR + 1
        rts
.endproc

        .assert * <= $F934, lderror, "block_decode runs into header_encode"

.segment "ENTRY_F934"

; HEADER to GCR
; Eight bytes in two groups of four: mark, checksum, sector, track; then both bytes of the ID, the last one first,
; and two that fill the group.
; In     HEADER, HEADER_MARK
; Out    GCR_HEADER, ten bytes
; Keeps  BUF_PTR     Uses  A, X, Y, flags; GCR_PTR, STAGE, STAGE_GCR
; Test   tests/asm/dos/test_gcr.py
.proc header_encode
        lda BUF_PTR + 1
        pha
        jsr header_pointer
        lda HEADER_MARK
        ldx HEADER_CHECK
        ldy HEADER_SECTOR
        sta STAGE
        stx STAGE + 1
        sty STAGE + 2
        lda HEADER_TRACK
        sta STAGE + 3
        jsr gcr_encode
        lda HEADER + 1
        ldx HEADER
        ldy #HEADER_FILL
        sta STAGE
        stx STAGE + 1
        sty STAGE + 2
        sty STAGE + 3
        jsr gcr_encode
        jmp header_pointer_back
.endproc
        .assert * <= $F969, lderror, "header_encode runs into job_end"

HEADER_FILL = $0F

.segment "CTL_GCR"

; Last byte of gcr_decode: hhhhh lllll
gcr_decode_end:
        lda STAGE_GCR + 3
        and #$03
        sta rest
        lda STAGE_GCR + 4
        asl a
        rol rest
        asl a
        rol rest
        asl a
        rol rest
        ldx rest
        lda STAGE_GCR + 4
        and #$1F
        tay
        lda gcr_high,x
        ora gcr_low,y
        sta STAGE + 3
        rts

; GCR starts at GCR_HEADER, with the byte of BUF_PTR's page on the stack below the return
; In     -     Out    -     Keeps  X, Y     Uses   A, flags; BUF_PTR, GCR_PTR
.proc header_pointer
        lda #0
        sta BUF_PTR + 1
        sta GCR_PTR
        lda #GCR_HEADER
        sta BUF_PTR
        rts
.endproc

; End of a routine that called it
; In     the byte of BUF_PTR + 1 on the stack
; Noreturn  returns to the caller of the routine it ends
header_pointer_back:
        pla
        sta BUF_PTR + 1
        lda #0
        sta BUF_PTR
        rts

; Source and destination of a block in its own buffer; GCR goes on at the buffer's start
; Out    SAVE_PTR = BUF_PTR; GCR_SOURCE its page and 0; BYTE_COUNT = Y = 0
.proc overflow_first
        ldy #0
        sty SAVE_PTR
        sty BYTE_COUNT
        sty GCR_SOURCE + 1
        lda BUF_PTR + 1
        sta SAVE_PTR + 1
        sta GCR_SOURCE
        rts
.endproc

; Before encoding: the same, and GCR begins in GCR_OVERFLOW
; Out    as overflow_first, but BUF_PTR; GCR_FLAG not 0
.proc encode_first
        jsr overflow_first
        lda #<GCR_OVERFLOW
        sta GCR_PTR
        lda #>GCR_OVERFLOW
        sta BUF_PTR + 1
        sta GCR_FLAG
        rts
.endproc
