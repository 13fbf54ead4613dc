; reader.s -- the game's files from the cartridge, in the place of the fast loader of disks
;
; It has what the game calls at the same addresses (sys/drive_fast.s), so the game is the same
; program.  A file is there, unpacked, when it has been asked for; what the game then gets of it byte
; by byte is only the mark of the end.
;
; ROM is seen for a chunk at a time: interrupts wait 2,100 cycles at most.
;
; Test tests/asm/game/ui/test_cartridge.py

.include "cartridge.inc"
.include "../../inc/cpu.inc"

.include "cartridge_zp.inc"     ; the game's
.import bar_at, bar_end
.import at_fast_alive, at_fast_page, at_fast_gone, at_fast_fill, at_fast_command, at_fast_get ; of the game
.export reader_file, block_next, block_copy, chunk_copy, chunks_copy, rom_show, bank ; boot.s

READS           = $FF           ; bit 7 set, as in a drive that listens
IS_CARTRIDGE    = $80

.segment "FAST_HEAD"

reader_alive:   .byte READS
reader_able:    .byte IS_CARTRIDGE
                .byte 0         ; bus_slow
                .byte 1         ; picture_there
bank:           .byte 0         ; of unpack_src
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

; reader_fill, in the place of fast_fill -- reader_get for the caller of unpack_get
; In     the address of unpack_now on the stack, above it that of the caller     Out    as reader_get     Keeps  X, Y
; Uses   -
reader_fill:
        .assert * = at_fast_fill, lderror, "where the game calls it"
        pla
        pla
        lda #0
        clc
        rts

; page_kept -- nothing is drawn, no bar grows     Uses A
.proc page_kept
        lda #0
        sta bar_end
        lda bar_at
        sta rect_x
        rts
.endproc
                .res 7

; reader_file -- in the place of fast_command: a file of the game to its places
; In     A  number     Out    C=0     Uses   A, X, Y, unpack_*     Keeps  -
; Time   15 cycles a byte, 200 a block
reader_file:
        .assert * = at_fast_command, lderror, "where the game calls it"
        tax
        lda #0
        sta unpack_src
        sta bank
        jsr rom_show
        lda FILE_BANKS,x
        sta bank
        lda FILE_PAGES,x
        sta unpack_src+1

; block_next -- the block at unpack_src, then those behind it
; In     unpack_src, bank     Out    C=0     Keeps  -     Uses   A, X, Y, unpack_*
block_next:
        jsr rom_show
        ldy #CHUNK_COUNT
        lda (unpack_src),y
        sta unpack_count
        dey
        lda (unpack_src),y
        sta unpack_bits
        dey
        lda (unpack_src),y
        sta unpack_dst+1
        dey
        lda (unpack_src),y
        sta unpack_dst
        jsr chunk_next
        lda unpack_count
        bne block_copy
        clc
        rts

; block_copy -- unpack_count chunks to unpack_dst, then the blocks behind them
; In     unpack_src, bank, unpack_dst, unpack_bits, unpack_count     Out    C=0
; Keeps  -     Uses   A, X, Y, unpack_*
block_copy:
        jmp chunks_copy         ; boot.s has another way

.segment "FAST_TAIL"

; reader_get, in the place of fast_get -- all of the file has come: where the next block would go, which is none
; In     -     Out    A = 0, C=0     Keeps  X, Y     Uses   -
.proc reader_get
        .assert * = at_fast_get, lderror, "where the game calls it"
        lda #0
        clc
        rts
.endproc

; chunks_copy -- block_copy, a chunk after another
; In     as block_copy     Out    C=0     Keeps  -     Uses   A, X, Y, unpack_*
.proc chunks_copy
        jsr chunk_copy
        bne chunks_copy
        jmp block_next
.endproc

; chunk_copy -- a chunk of a block
; In     as block_copy     Out    Z=1 it was the last     Uses   A, Y, unpack_*     Keeps  X
.proc chunk_copy
        jsr rom_show
        lda unpack_bits
        tay
        lsr a
        bcs @odd                ; two a turn: a chunk has an even number, a first one may have less
@byte:
        lda (unpack_src),y
        sta (unpack_dst),y
        iny
@odd:
        lda (unpack_src),y
        sta (unpack_dst),y
        iny
        bpl @byte
        jsr chunk_next
        lda #0
        sta unpack_bits
        lda unpack_dst
        eor #CHUNK
        sta unpack_dst
        bmi @same
        inc unpack_dst+1
@same:
        dec unpack_count
        rts
.endproc

; rom_show -- the low chip is seen; no interrupt until chunk_next
; In     bank     Out    -     Uses   A     Keeps  X, Y
.proc rom_show
        sei
        lda #BANK_KERNAL_IO
        sta PORT
        lda bank
        sta EF_BANK
        lda #EF_8K
        sta EF_CONTROL
        rts
.endproc

; chunk_next -- unpack_src is the next chunk; RAM is seen     Uses A
.proc chunk_next
        lda #EF_OFF
        sta EF_CONTROL
        lda #BANK_IO
        sta PORT
        cli
        lda unpack_src
        eor #CHUNK
        sta unpack_src
        bmi @same
        inc unpack_src+1
        lda unpack_src+1
        cmp #BANK_END
        bne @same
        lda #>FILE_BANKS
        sta unpack_src+1
        inc bank
@same:
        rts
.endproc
