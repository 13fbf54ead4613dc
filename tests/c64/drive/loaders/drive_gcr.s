; drive_gcr.s -- the drive's half of a test loader that needs no DOS: it moves the head, finds
; sectors and reads GCR itself
;
; Bytes come every 26 to 32 cycles; who misses one gets a wrong checksum and waits a turn.

.include "loader.inc"
.include "via1541.inc"

HEAD_TRACK      = $22           ; where the DOS has left the head
RESET           = $FFFC
RAW             = $0700         ; 256 bytes of GCR
RAW_REST        = $0146         ; and 69, above the stack
GROUPS          = 65            ; of five GCR bytes
HEADER_GCR      = $52           ; first byte of a header, of a data block
DATA_GCR        = $55
TRIES           = 90            ; headers that may pass by

group           = $23           ; to $27: five GCR bytes
codes           = $28           ; to $2F: their eight codes
way             = $30           ; 1 inwards, -1 outwards
tries           = $32
groups          = $33
check           = $34
at              = $35
next_track      = $36
next_sector     = $37

.segment "UPLOAD"

; Read and send the file that begins at file_track, file_sector
; In     -     Out    never: resets the drive     Uses   all
.proc drive_run
        sei
        jsr put_setup
        lda VIA2_PRB
        ora #HEAD_MOTOR | HEAD_LED
        sta VIA2_PRB
        lda #PCR_READ
        sta VIA2_PCR
        ldy #200
        jsr pause               ; 0.5 s: the motor
        ldy #200
        jsr pause
@block:
        lda file_track
        sta next_track
        lda file_sector
        sta next_sector
        jsr seek
        lda #TRIES
        sta tries
@try:
        dec tries
        beq @error
        jsr read_sector
        bcs @try
        jsr decode_block
        bcs @try
        jsr send_block
        bne @block
@end:
        jsr put_end
        jmp (RESET)
@error:
        lda #LENGTH_ERROR
        jsr send_length
        jmp @end
.endproc

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

; The next header; if it is that of the sector, what follows is read
; In     next_sector, HEAD_TRACK     Out    C=0 RAW, RAW_REST     Uses   A, X, Y
.proc read_sector
        jsr after_sync
        cmp #HEADER_GCR
        bne @other
        sta group
        ldx #1
@header:
        bvc @header
        clv
        lda VIA2_PRA
        sta group,x
        inx
        cpx #5
        bne @header
        lda group + 3           ; the sector is in the last three; no time for the whole header
        asl a
        lda group + 2
        rol a
        and #%11111
        tay
        lda nibbles,y
        asl a
        asl a
        asl a
        asl a
        sta codes
        lda group + 3
        lsr a
        lsr a
        and #%11111
        tay
        lda nibbles,y
        ora codes
        cmp next_sector
        bne @other
        lda group + 4
        and #%11111
        tay
        lda nibbles,y
        eor HEAD_TRACK
        and #%1111
        bne @other
        jsr after_sync
        cmp #DATA_GCR
        bne @other
        sta RAW
        ldy #1
@byte:
        bvc @byte
        clv
        lda VIA2_PRA
        sta RAW,y
        iny
        bne @byte
@rest:
        bvc @rest
        clv
        lda VIA2_PRA
        sta RAW_REST,y
        iny
        cpy #GROUPS * 5 - 256
        bne @rest
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

; Five GCR bytes to eight codes
; In     group     Out    codes     Uses   A, X, Y; group
.proc split
        ldx #0
@code:
        lda group
        lsr a
        lsr a
        lsr a
        sta codes,x
        ldy #5
@shift:
        asl group + 4
        rol group + 3
        rol group + 2
        rol group + 1
        rol group
        dey
        bne @shift
        inx
        cpx #8
        bne @code
        rts
.endproc

; Two codes to a byte
; In     codes; X 0, 2, 4, 6     Out    A     Uses   A, Y
.proc byte_of
        ldy codes,x
        lda nibbles,y
        asl a
        asl a
        asl a
        asl a
        ldy codes + 1,x
        ora nibbles,y
        rts
.endproc

; The block as it was written: 256 bytes between the mark and the checksum
; In     RAW, RAW_REST     Out    BUFFER; C=1 the checksum is wrong     Uses   A, X, Y
.proc decode_block
        lda #0
        sta check
        sta at
        sta @fetch + 1
        lda #>RAW
        sta @fetch + 2
        lda #GROUPS
        sta groups
@group:
        ldx #0
@fetch:
        lda RAW                 ; the operand counts
        sta group,x
        inc @fetch + 1
        bne @same
        lda #>RAW_REST
        sta @fetch + 2
        lda #<RAW_REST
        sta @fetch + 1
@same:
        inx
        cpx #5
        bne @fetch
        jsr split
        ldx #0
        lda groups
        cmp #GROUPS
        bne @byte
        ldx #2                  ; without the mark
@byte:
        jsr byte_of
        ldy groups
        cpy #1
        bne @store
        cpx #2
        beq @checksum           ; the last group: a byte, the checksum, nothing
@store:
        ldy at
        sta BUFFER,y
        eor check
        sta check
        inc at
        inx
        inx
        cpx #8
        bne @byte
        dec groups
        bne @group
@checksum:
        cmp check
        clc
        beq @right
        sec
@right:
        rts
.endproc

nibbles:
        .byte $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF, $FF, $08, $00, $01, $FF, $0C, $04, $05
        .byte $FF, $FF, $02, $03, $FF, $0F, $06, $07, $FF, $09, $0A, $0B, $FF, $0D, $0E, $FF
