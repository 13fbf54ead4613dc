; drive_head.s -- the drive's half of test loaders that need no DOS: it moves the head and finds
; headers; what reads and decodes the block behind one is drive_gcr.s or drive_fly.s
;
; Bytes come every 26 to 32 cycles; who misses one gets a wrong checksum and waits a turn.

.include "loader.inc"
.include "head.inc"
.include "via1541.inc"

HEAD_TRACK      = $22           ; where the DOS has left the head
RESET           = $FFFC
HEADER_GCR      = $52           ; first byte of a header
TRIES           = 90            ; headers that may pass by

header          = $23           ; to $27: its first five GCR bytes
high            = $28
way             = $30           ; 1 inwards, -1 outwards
tries           = $32
next_track      = $36
next_sector     = $37

.segment "UPLOAD"

; Read and send the file that begins at file_track, file_sector
; In     -     Out    never: resets the drive     Uses   all
.proc drive_run
        sei
        jsr put_setup
        jsr block_setup
        lda VIA2_PRB
        ora #HEAD_MOTOR | HEAD_LED
        sta VIA2_PRB
        lda #PCR_READ
        sta VIA2_PCR
        ldy #200
        jsr pause               ; 0.5 s: the motor
        ldy #200
        jsr pause
block:
        lda file_track
        sta next_track
        lda file_sector
        sta next_sector
        jsr seek
        lda #TRIES
        sta tries
try:
        dec tries
        beq error
        jsr find_header
        bcs try
        jmp read_block
done:
        bcs try
        jsr send_block
        bne block
end:
        jsr put_end
        jmp (RESET)
error:
        lda #LENGTH_ERROR
        jsr send_length
        jmp end
.endproc
block_done      := drive_run::done

; The head to next_track, half a track each 5 ms, and the density of its zone
; In     next_track, HEAD_TRACK     Out    HEAD_TRACK     Uses   A, X, Y
.proc seek
@track:
        lda next_track
        cmp HEAD_TRACK
        beq @there
        ldx #1
        bcs @way
        ldx #<-1
@way:
        stx way
        txa
        clc
        adc HEAD_TRACK
        sta HEAD_TRACK
        jsr @half
        jsr @half
        jmp @track
@there:
        ldy #12
        jsr pause               ; 30 ms: the head rests
        ldx #3
        lda HEAD_TRACK
@zone:
        cmp zones,x
        bcs @found
        dex
        bne @zone
@found:
        lda VIA2_PRB
        and #<~HEAD_DENSITY
        ora densities,x
        sta VIA2_PRB
        rts
@half:
        lda VIA2_PRB
        clc
        adc way
        eor VIA2_PRB
        and #HEAD_PHASE
        eor VIA2_PRB
        sta VIA2_PRB
        ldy #2
        ; falls through
.endproc

; Y times 2.5 ms     Uses X, Y
.proc pause
        ldx #0
@wait:
        nop
        nop
        nop
        dex
        bne @wait
        dey
        bne pause
        rts
.endproc

zones:          .byte 0, 18, 25, 31
densities:      .byte 3 << 5, 2 << 5, 1 << 5, 0

; The next header
; In     next_sector, HEAD_TRACK     Out    C=0 it is that of the sector     Uses   A, X, Y
.proc find_header
        jsr after_sync
        cmp #HEADER_GCR
        bne @other
        sta header
        ldx #1
@header:
        bvc @header
        clv
        lda VIA2_PRA
        sta header,x
        inx
        cpx #5
        bne @header
        lda header + 3           ; the sector is in the last three; no time for the whole header
        asl a
        lda header + 2
        rol a
        and #%11111
        tay
        lda nibbles,y
        asl a
        asl a
        asl a
        asl a
        sta high
        lda header + 3
        lsr a
        lsr a
        and #%11111
        tay
        lda nibbles,y
        ora high
        cmp next_sector
        bne @other
        lda header + 4
        and #%11111
        tay
        lda nibbles,y
        eor HEAD_TRACK
        and #%1111
        bne @other
        clc
        rts
@other:
        sec
        rts
.endproc

; Wait for a SYNC and the byte after it
; In     -     Out    A     Uses   A
.proc after_sync
        bit VIA2_PRB
        bmi after_sync
        lda VIA2_PRA
        clv
@byte:
        bvc @byte
        clv
        lda VIA2_PRA
        rts
.endproc

nibbles:
        .byte $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF, $08, $00, $01, $FF, $0C, $04, $05
        .byte $FF, $FF, $02, $03, $FF, $0F, $06, $07, $FF, $09, $0A, $0B, $FF, $0D, $0E, $FF
