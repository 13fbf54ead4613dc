; expand.s -- a REU keeps the game's files as they come, so that each is loaded once
;
; The game has room for a few instructions only (pages/loading.s): they exchange a page of the cell
; buffer for a page of the REU, FAR, call that, and change them back.  So what FAR keeps in its
; variables stays in the REU, too.
;
; File n has the SLOT_SIZE bytes from n * SLOT_SIZE on, behind the English files the German ones, in all
; 256 KiB.  Bytes that come back prove a REU: some cartridges have RAM at its registers.
;
; Source: 1764 RAM expansion module user's guide, registers; VICE 3.10 agrees (x64sc -reu -reusize 512)
; Test tests/asm/game/ui/test_expand.py

.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../sys/far.inc"
.include "../data/text/text.inc"
.include "parts.inc"

.import __FAR_LOAD__, __FAR_RUN__, __FAR_SIZE__, __FAR_CALL_LOAD__, __FAR_CALL_SIZE__ ; loader.cfg
.import georam
.export expand

FAR_AT          = $1C00         ; in the REU, behind the first file
        .assert __DESK_SIZE__ + __VARIANT_SIZE__ <= FAR_AT, lderror, "two parts, then FAR"
        .assert __FAR_SIZE__ <= PAGE .and __FAR_CALL_SIZE__ = FAR_CALL_SIZE, lderror, "as the game has it"

REU_STATUS      = $DF00
REU_COMMAND     = $DF01
REU_C64         = $DF02         ; 2 bytes
REU_LOW         = $DF04         ; 3 bytes
REU_MIDDLE      = $DF05
REU_HIGH        = $DF06
REU_LENGTH      = $DF07         ; 2 bytes; behind it what is left at 0: no interrupt, both addresses go on
REU_LARGE       = %00010000     ; of REU_STATUS: 256 KiB at least

.segment "LOADER"

; expand -- have the game keep its files in a REU, if there is one that holds them, or in a GeoRAM
; In     the game is in memory     Out    -     Uses   A, X, Y     Keeps  -
.proc expand
        lda REU_STATUS
        and #REU_LARGE
        beq @other
        ldx #FAR_KEEP | REU_AGAIN
        jsr page_move
        inc __FAR_LOAD__ + far_command - __FAR_RUN__ ; spoil a byte of what was sent ...
        ldx #FAR_FETCH | REU_AGAIN
        jsr page_move
        lda __FAR_LOAD__ + far_command - __FAR_RUN__ ; ... and see whether the REU gives it back
        bne @other              ; it did not come back
        lda #<__FAR_RUN__
        sta REU_C64
        lda #>__FAR_RUN__
        sta REU_C64 + 1
        ldx #FAR_CALL_SIZE
@byte:
        lda __FAR_CALL_LOAD__ - 1,x
        sta far_call - 1,x
        dex
        bne @byte
        rts
@other:
        jmp georam
.endproc

; page_move -- FAR to the REU, or back     In X REU_COMMAND     Uses A, Y
.proc page_move
        ldy #8                  ; nine registers, the first of them REU_C64
@register:
        lda registers,y
        sta REU_C64,y
        dey
        bpl @register
        stx REU_COMMAND
        rts
.endproc
registers:      .addr __FAR_LOAD__
                .byte 0, >FAR_AT, 0
                .word PAGE
                .byte 0, 0

; --- in the game, in the place of far_call -------------------------------------------------

.segment "FAR_CALL"

; In     Y FAR_KEEP, FAR_FETCH     Out    as far     Uses   A, X, Y     Keeps  -
        .assert * = far_call, lderror, "where the game calls it"
        lda #FAR_SWAP           ; the first page of the cell buffer and FAR change places, by the
        sta REU_COMMAND         ; registers as expand and far have left them
        jsr far
        lda #FAR_SWAP
        sta REU_COMMAND
        rts

; --- in the REU, where the game calls it into the cell buffer --------------------------------

.segment "FAR"

; far -- file_number to or from its slot, at 1 cycle a byte
; In     Y FAR_KEEP, FAR_FETCH     Out    C=1 it is not there     Uses   A, X, Y     Keeps  -
; Time   4,400 cycles, two parts 7,300
.proc far
        sty far_command
        ldy file_number
        cpy #FILES
        bcs @no
        ldx far_parts,y
        bmi @no
        FAR_SLOT
        lda far_command
        lsr a                   ; C=1: FAR_FETCH
        lda #1                  ; to the slot: it has the file from now on
        bcs @fetch
        sta far_held,y
@fetch:
        lda far_held,y
        beq @no
        ldx #0
        stx REU_LOW
        stx far_middle
        tya                     ; a slot has 32 pages, a bank eight slots
        lsr a
        ror far_middle
        lsr a
        ror far_middle
        lsr a
        ror far_middle
        sta REU_HIGH
        lda far_middle
        sta REU_MIDDLE
        ldy file_number
        ldx far_parts,y
@part:
        ldy #0
@register:
        lda parts,x
        inx
        cpy #2
        bcs @length
        sta REU_C64,y
        bcc @next               ; always
@length:
        sta REU_LENGTH - 2,y
@next:
        iny
        cpy #4
        bne @register
        lda far_command
        sta REU_COMMAND         ; the REU's address goes on
        lda parts,x             ; another part behind it?
        tax
        bpl @part
        ; the registers again as the next call wants them: the first page of cells and FAR
        ldx #6
@again:
        lda call_registers,x
        sta REU_C64,x
        dex
        bpl @again
        clc
        rts
@no:
        sec
        rts
.endproc
        .assert FILES = 16 .and SLOT_SIZE = 32 * PAGE, error, "far"
call_registers: .addr __FAR_RUN__
                .byte 0, >FAR_AT, 0
                .word PAGE

; PART -- as the registers of a REU have it
.macro PART start, size
        .addr start
        .word size
.endmacro
        FAR_PARTS

far_held:       .res 2 * FILES, 0 ; 1: in its slot
far_command:    .byte 0
far_middle:     .byte 0
