; drive_gcr.s -- a block first read as GCR, then decoded

.include "loader.inc"
.include "head.inc"
.include "via1541.inc"

RAW             = $0700         ; 256 bytes of GCR
RAW_REST        = $0146         ; and 69, above the stack
GROUPS          = 65            ; of five GCR bytes

group           = $23           ; to $27: five GCR bytes
codes           = $28           ; to $2F: their eight codes
groups          = $33
check           = $34
at              = $35

.segment "UPLOAD"

block_setup:
        rts

.proc read_block
        jsr read_raw
        bcs @done
        jsr decode_block
@done:
        jmp block_done
.endproc

; The GCR behind a header
; In     -     Out    C=0 RAW, RAW_REST     Uses   A, Y
.proc read_raw
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
