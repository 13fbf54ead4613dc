; reader.s -- the game's files from the cartridge, in the place of the fast loader of disks
;
; It has what the game calls at the same addresses (sys/drive_fast.s), so the game is the same
; program.  A file is there, unpacked, when it has been asked for; what the game then gets of it byte
; by byte is only the mark of the end.
;
; A file in ROM begins with code that copies it (tools/game/cartridge_files.py); a page is nothing but
; code (tools/game/cartridge_pages.py).  That hides ROM every 2,100 cycles at most, so interrupts wait
; no longer.
;
; Test tests/asm/game/ui/test_cartridge.py

.include "cartridge.inc"
.include "../sys/drive_fast.inc"
.include "../data/text/text.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

.include "cartridge_zp.inc"     ; the game's
.import bar_at, bar_end, ring_lines
.import at_fast_alive, at_fast_page, at_fast_gone, at_fast_fill, at_fast_command, at_fast_get ; of the game
.export reader_file             ; boot.s, quick.s
.export bank_show, rom_hide, text_banks, text_pages ; quick.s
.export rom_pause               ; tools/game/cartridge_files.py

READS           = $FF           ; bit 7 set, as in a drive that listens
IS_CARTRIDGE    = $80

.segment "FAST_HEAD"

reader_alive:   .byte READS
reader_able:    .byte IS_CARTRIDGE
                .byte 0         ; bus_slow
                .byte 1         ; picture_there
        .assert reader_alive = at_fast_alive, lderror, "where the game looks"

; reader_page, in the place of fast_page -- a file is there before anybody could see that it comes
; In     -     Out    -     Keeps  -     Uses   A, bar_end, rect_x
reader_page:
        .assert * = at_fast_page, lderror, "where the game calls it"
        jmp page_kept

; reader_gone, in the place of fast_gone -- nothing that is asked of a drive ends this     Keeps A, X, Y
; In     -     Out    -     Uses   -
reader_gone:
        .assert * = at_fast_gone, lderror, "where the game calls it"
        rts
                .res 3

; reader_get, in the place of fast_get -- all of the file has come: where the next block would go, which is none
; In     -     Out    A = 0, C=0     Keeps  X, Y     Uses   -
reader_get:
        .assert * = at_fast_get, lderror, "where the game calls it"
        jmp nothing

; reader_fill, in the place of fast_fill -- reader_get for the caller of unpack_get
; In     the address of unpack_now on the stack, above it that of the caller     Out    as reader_get     Keeps  X, Y
; Uses   -
reader_fill:
        .assert * = at_fast_fill, lderror, "where the game calls it"
        pla                     ; the return into unpack_get: its caller gets the answer
        pla
nothing:
        lda #0
        clc
        rts

bank:           .byte 0         ; of the piece that is copied

; page_kept -- nothing is drawn, no bar grows     Uses A
.proc page_kept
        lda #0
        sta bar_end
        lda bar_at
        sta rect_x
        rts
.endproc

; cells_draw -- the rows of cells that changed, by code in ROM (tools/game/cartridge_draw.py)
; In     X = FILE_DRAW, PORT = BANK_ALL_RAM, C=1     Out    PORT; C=0 all rows are clean     Keeps  -
; Uses   as reader_file; vid_left, vid_right, vid_limit, old_ptr
.proc cells_draw
        lda ring_lines
        bne @lines
        inc PORT                ; the cartridge's registers are in the I/O area
        jsr piece_file
        dec PORT
        lsr vid_limit           ; 1: something is left
@lines:
        rts
.endproc
        .assert BANK_ALL_RAM + 1 = BANK_IO, error, "one more, one less"

; rom_pause -- the interrupts that are due
; In     ROM and I/O are seen     Out    the same     Uses   A     Keeps  X, Y, C
; Time   19 cycles; 65 if there are any, and their own
.proc rom_pause
        bit VIC_IRQ_FLAGS       ; bit 7: an interrupt is due, though I is set
        bpl pause_none
        jsr rom_hide
        lda bank
        ; falls through
.endproc

; bank_show -- both chips are seen; no interrupt until rom_hide
; In     A  its bank     Out    bank     Uses   A     Keeps  X, Y
.proc bank_show
        sei                     ; its vector would be the KERNAL's, not the game's
        sta bank
        sta EF_BANK
        lda #BANK_KERNAL_IO
        sta PORT
        lda #EF_16K
        sta EF_CONTROL
        rts
.endproc

; rom_hide -- RAM is seen
; In     -     Out    I clear     Uses   A     Keeps  X, Y
.proc rom_hide
        lda #EF_OFF
        sta EF_CONTROL
        lda #BANK_IO
        sta PORT
        cli
        ; falls through
.endproc
pause_none:
        rts

; For each book (data/text/text.inc) its bank and the page there, as the file tells that brings it
text_banks:     .res BOOKS
text_pages:     .res BOOKS

.segment "FAST_TAIL"

; reader_file -- in the place of fast_command: a file of the game to its places
; In     A  number     Out    C=0     Uses   A, X, Y, unpack_src     Keeps  -
;        FILE_DRAW draws changed rows of cells, the display off: rows it has drawn whole are clean then,
;        C=1 if others are left, PORT = BANK_ALL_RAM before and behind it; where there are lines it draws none
; Time   10 to 12 cycles a byte, of a page 5; the display off
reader_file:
        .assert * = at_fast_command, lderror, "where the game calls it"
        tax
        cpx #FILE_DRAW
        bne piece_file
        jmp cells_draw          ; C=1
piece_file:
        lda #0
        sta unpack_src
        jsr bank_show
        ldy FILE_PAGES,x
        lda FILE_BANKS,x
@piece:
        sty unpack_src+1
        jsr bank_show
        jsr piece_copy
        jsr rom_hide
        ldx bank
        inx
        txa
        cpy #0                  ; the code of a piece names the page of the next
        bne @piece
        clc
        rts

; piece_copy -- what a bank has of a file, by the code before it
; In     unpack_src where it begins, ROM is seen     Out    Y page of what the next bank has, 0 nothing
; Keeps  -     Uses   A, X
.proc piece_copy
        jmp (unpack_src)
.endproc
