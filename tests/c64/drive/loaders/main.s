; main.s -- the computer's program round a test loader
;
; Uploads the drive's half by M-W, starts it by M-E, and takes the file to `target`, with the
; screen, sprites and interrupts that the test has asked for.

.include "loader.inc"
.include "cia.inc"
.include "kernal.inc"
.include "vic.inc"
.import __UPLOAD_LOAD__, __UPLOAD_RUN__, __UPLOAD_SIZE__, __ONCE_SIZE__, __FLY_SIZE__

; What some kinds have: code that the drive runs once, and code for its zero page
.segment "ONCE"
.segment "FLY": zeropage
UPLOADED        = __UPLOAD_SIZE__ + __ONCE_SIZE__ + __FLY_SIZE__

CHUNK           = 32            ; bytes an M-W takes
TARGET          = $4000
IRQ_VECTOR      = $0314
LINES           = 3             ; raster interrupts in a picture

.segment "ZEROPAGE"
level:          .res 1          ; CIA2_PRA with all lines let go
part:           .res 1
bits:           .res 4
store:          .res 2
from:           .res 2
to:             .res 2
left:           .res 1
count:          .res 1
line:           .res 1

.segment "HEAD"
        .word $0801
        .word @end, 64
        .byte $9E, "2061", 0    ; SYS of `start`
@end:   .word 0

.segment "CODE"
        .assert * = $080D, lderror, "start is not where SYS goes"
        jmp start

; What the test sets before it starts the program
want_screen:    .byte 1
want_sprites:   .byte 0
want_irq:       .byte 0
; What it finds
done:           .byte 0         ; 1 whole file, LENGTH_ERROR
received:       .word 0         ; behind the last byte
ticks:          .word 0         ; interrupts that came

initialise:     .byte "I"
lines:          .byte 60, 140, 220
memory_write:   .byte "M-W"
to_drive:       .word 0
                .byte CHUNK
run_it:         .byte "M-E"
                .word drive_run
RUN_SIZE        = 5
WRITE_SIZE      = 6

start:
        jsr upload
        jsr arrange
        sei
        lda CIA2_PRA
        and #<~(ATN_LOW | CLK_LOW | DATA_LOW)
        sta level
        sta CIA2_PRA
        jsr get_setup
        lda want_irq
        beq @off
        jsr interrupts
        cli
@off:
        lda #<TARGET
        sta store
        lda #>TARGET
        sta store + 1
@block:
        jsr get_open
        jsr get_byte
        sta left
        cmp #LENGTH_END
        beq @whole
        cmp #LENGTH_ERROR
        beq @end
@byte:
        jsr get_byte
        ldy #0
        sta (store),y
        inc store
        bne @next
        inc store + 1
@next:
        dec left
        bne @byte
        jsr get_close
        jmp @block
@whole:
        jsr get_close
        lda #1
@end:
        ldx store
        stx received
        ldx store + 1
        stx received + 1
        sta done
@rest:
        jmp @rest

; Upload the drive's half and start it
; In     -     Out    -     Uses   A, X, Y
.proc upload
        lda #<__UPLOAD_LOAD__
        sta from
        lda #>__UPLOAD_LOAD__
        sta from + 1
        lda #<__UPLOAD_RUN__
        sta to_drive
        lda #>__UPLOAD_RUN__
        sta to_drive + 1
        lda #1                  ; a job wants the ID of this disk, as after loading from it
        ldx #<initialise
        ldy #>initialise
        jsr SETNAM
        lda #15
        ldx #8
        ldy #15
        jsr SETLFS
        jsr OPEN
@chunk:
        ldx #15
        jsr CHKOUT
        ldy #0
@head:
        lda memory_write,y
        jsr CHROUT
        iny
        cpy #WRITE_SIZE
        bne @head
        ldy #0
@byte:
        lda (from),y
        jsr CHROUT
        iny
        cpy #CHUNK
        bne @byte
        jsr CLRCHN
        clc
        lda from
        adc #CHUNK
        sta from
        bcc @to
        inc from + 1
@to:
        clc
        lda to_drive
        adc #CHUNK
        sta to_drive
        bcc @more
        inc to_drive + 1
@more:
        lda to_drive
        cmp #<(__UPLOAD_RUN__ + UPLOADED)
        lda to_drive + 1
        sbc #>(__UPLOAD_RUN__ + UPLOADED)
        bcc @chunk
        ldx #15
        jsr CHKOUT
        ldy #0
@run:
        lda run_it,y
        jsr CHROUT
        iny
        cpy #RUN_SIZE
        bne @run
        jmp CLRCHN
.endproc

; Screen and sprites as the test wants them
; In     want_screen, want_sprites     Out    -     Uses   A, X
.proc arrange
        lda #$1B
        ldx want_screen
        bne @screen
        lda #$0B
@screen:
        sta VIC_CONTROL1
        lda want_sprites
        beq @done
        ldx #14
@place:
        lda #60                 ; lines 60 to 80
        sta VIC_SPRITE_Y,x
        txa
        asl a
        asl a
        asl a
        asl a
        adc #30
        sta VIC_SPRITE_X,x
        dex
        dex
        bpl @place
        lda #$FF
        sta VIC_SPRITE_ON
@done:
        rts
.endproc

; Raster interrupts at LINES lines instead of the KERNAL's
; In     interrupts off     Out    -     Uses   A
.proc interrupts
        lda #<tick
        sta IRQ_VECTOR
        lda #>tick
        sta IRQ_VECTOR + 1
        lda #$7F
        sta CIA1_ICR
        lda CIA1_ICR
        lda #0
        sta line
        lda lines
        sta VIC_RASTER
        lda #1
        sta VIC_IRQ_MASK
        sta VIC_IRQ_FLAGS
        rts
.endproc

; A raster interrupt: 0 to 1,500 cycles of work, as music and effects take
; In     the KERNAL has saved A, X, Y     Out    -     Uses   A, X, Y
.proc tick
        lda #1
        sta VIC_IRQ_FLAGS
        inc ticks
        bne @work
        inc ticks + 1
@work:
        lda ticks
        tax
@wait:
        dex
        cpx #$FF
        bne @wait
        ldx line
        inx
        cpx #LINES
        bne @next
        ldx #0
@next:
        stx line
        lda lines,x
        sta VIC_RASTER
        pla
        tay
        pla
        tax
        pla
        rti
.endproc
