; quick.s -- what pages do most, quicker than the game that comes from a disk
;
; The game's text_find, text_append, text_at, text_rest, screen_empty and log_open lead here (PATCHES
; in tools/game/cartridge.py).
; Texts of books are in ROM as they are shown, with the code that copies them at the end of each of
; their banks (tools/game/cartridge_texts.py).  An empty page is there as stores
; (tools/game/cartridge_screen.py).  Each part keeps the contract of what it stands for.
;
; Test tests/asm/game/ui/test_cartridge_quick.py

.include "cartridge.inc"
.include "cartridge_zp.inc"     ; the game's
.include "../data/text/text.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

.import text_find, text_open, text_buffer, ring_lines, dirty_right ; of the game
.import aside_open, aside_close, file_ask, log_page, overlay_mark
.import reader_file, bank_show, rom_hide, rom_pause, text_banks, text_pages
.export quick_find, quick_at, quick_book
.export seek_hide               ; where tests see that interrupts wait no longer
.export screen_near, screen_show, screen_ground ; tools/game/cartridge_screen.py

COLUMNS         = 40            ; of cells, as in video/video.inc
HIDDEN_LINE     = 14            ; as in video/commit.s
NEAR_LINE       = 213           ; from here on it is near, on NTSC too

.segment "SEEK"

; text_seek -- in the place of text_find: where a text lies in memory
; In     A low, Y high: its number in book Y, or an address     Out    text_ptr
; Uses   A, Y     Keeps  X, PORT
; Time   130 cycles, of which interrupts wait 110
text_seek:
        sta text_ptr
        sty text_ptr+1
        cpy #BOOKS + 1          ; a book, or the high byte of an address
        bcs seek_out
        php
        sei                     ; with ROM in view the vectors are the KERNAL's
        lda PORT
        pha
        lda #BANK_IO            ; the cartridge's registers are there
        sta PORT
        lda text_ptr
        jsr quick_book
        inc text_ptr+1          ; behind the addresses of texts as they are shown
        inc text_ptr+1
        ldy #0
        lda (text_ptr),y        ; low bytes are in one page, high bytes in the next
        pha
        inc text_ptr+1
        lda (text_ptr),y
        sta text_ptr+1
        pla
        sta text_ptr
        ; falls through

; seek_hide -- RAM is seen again, interrupts come as before
; In     PORT, below it the flags, on the stack     Out    -     Uses   A     Keeps  -
seek_hide:
        lda #EF_OFF
        sta EF_CONTROL
        pla
        sta PORT
        plp
seek_out:
        rts

; rest_quick -- for text_rest: what is in text_buffer from a place on, at the cursor
; In     Y place; ended by 0     Out    cursor behind it     Uses   A, X, Y     Keeps  -
; Time   60 cycles, 33 more a character
.proc rest_quick
        tya
        tax
        ldy cur_x
@cell:
        lda text_buffer,x
        beq @end
        cpy #COLUMNS
        bcs @outside            ; off the edge: counted, not drawn
        sta (cell_ptr),y
        lda ink
        sta (color_ptr),y
@outside:
        iny
        inx
        bne @cell
@end:
        lda cur_x
        sty cur_x
        cmp #COLUMNS
        bcs @none
        cmp cur_x               ; nothing was written
        beq @none
        dey
        cpy #COLUMNS
        bcc @last
        ldy #COLUMNS - 1
@last:
        tya
        ldy cur_y
        cmp dirty_right,y
        bcc @none
        sta dirty_right,y
@none:
        rts
.endproc

.segment "LINE"

        jmp rest_quick          ; in the place of text_rest

.segment "FIND"

        jsr quick_find          ; in the place of text_find in text_append

.segment "AT"

        jsr quick_at            ; in the place of text_open in text_at

.segment "QUICK_TAIL"

; quick_find -- append a text of a book to text_buffer, for the caller of text_append; else text_find
; In     A low, Y high: its number or address; X place in text_buffer; below the return address that of the caller
; Out    a book's: X behind it, back to the caller; else as text_find     Uses   A, Y, text_ptr     Keeps  -
; Time   230 cycles, 19 more a character; interrupts wait 1,200 at most
.proc quick_find
        jsr quick_not
        bcs @address
        jsr quick_book
        jmp text_copy           ; it drops the return into text_append, whose work is done
@address:
        jmp text_find
.endproc

; quick_at -- write a text of a book at the cursor, for the caller of text_at; else text_open
; In     A low, Y high: its number or address; below the return address that of the caller
; Out    a book's: cursor behind it, back to the caller; else as text_open     Uses   A, Y, text_ptr     Keeps  X
; Time   280 cycles, 31 more a character; interrupts wait 1,700 at most
.proc quick_at
        jsr quick_not
        bcs @address
        jsr quick_book
        jsr text_write
        pla                     ; the return into text_at, whose work is done
        pla
        tya
        ldy cur_y
        cmp dirty_right,y       ; 0, for none, is never beyond it
        bcc @inside
        sta dirty_right,y
@inside:
        rts
@address:
        jmp text_open
.endproc

.segment "QUICK_HEAD"

; quick_book -- the bank with a book is seen
; In     A number of a text, Y book     Out    text_ptr: where the low byte of its address stands     Uses A
; Keeps  X, Y
.proc quick_book
        sta text_ptr
        lda text_pages - 1,y
        sta text_ptr+1
        lda text_banks - 1,y
        jmp bank_show
.endproc

.segment "TEXTS"

; text_copy -- a text to place X of text_buffer, then two bytes less on the stack, and RAM is seen
; In     text_ptr as from quick_book     Out    X behind it     Uses   A, Y, text_ptr     Keeps  -
.proc text_copy
        jsr text_begin
        ldy #0
@next:
        lda (text_ptr),y
        bmi @mark               ; no character has bit 7
        sta text_buffer,x
        inx
        iny
        bne @next
@mark:
        asl a                   ; $80 ends the text; any other mark is a place to pause
        beq @end
        jsr rom_pause
        iny
        bne @next               ; always
@end:
        pla
        pla
        jmp rom_hide
.endproc

; text_write -- a text at the cursor, and RAM is seen
; In     text_ptr as from quick_book     Out    cursor behind it, Y = the last column written; 0: none
; Uses   A, text_ptr     Keeps  X
.proc text_write
        jsr text_begin
        sec                     ; so that the cursor's column finds the first character there
        lda text_ptr
        sbc cur_x
        sta text_ptr
        bcs @same
        dec text_ptr+1
@same:
        ldy cur_x
@cell:
        lda (text_ptr),y
        bmi @mark
        cpy #COLUMNS
        bcs @outside
        sta (cell_ptr),y
        lda ink
        sta (color_ptr),y
@outside:
        iny
        bne @cell
@mark:
        asl a
        beq @end
        jsr rom_pause
        inc text_ptr            ; the mark takes no column: the text moves on, not Y
        bne @cell
        inc text_ptr+1
        bne @cell               ; always
@end:
        lda cur_x
        sty cur_x
        cmp #COLUMNS
        bcs @none
        cmp cur_x
        beq @none
        dey
        cpy #COLUMNS
        bcc @hide
        ldy #COLUMNS - 1
        bne @hide               ; always
@none:
        ldy #0
@hide:
        jmp rom_hide
.endproc

; text_begin -- In text_ptr as from quick_book     Out text_ptr the text     Uses A, Y     Keeps X
.proc text_begin
        ldy #0
        lda (text_ptr),y
        pha
        inc text_ptr+1          ; the page with the high bytes
        lda (text_ptr),y
        sta text_ptr+1
        pla
        sta text_ptr
        rts
.endproc

.segment "SCREEN"

; screen_near -- if the line above the picture is near: wait for it, the border as the ground
; screen_show -- the same wherever the beam is
;
; The matrix is what is seen, so it is emptied behind this. While the line is far the buffers use the time.
; In     vid_count = 0: not yet     Out    vid_count = 1: it has been     Uses   A     Keeps  X, Y
; Time   of near up to 100 lines
.proc screen_near
        lda VIC_CONTROL1        ; half the line
        asl a
        lda VIC_RASTER
        ror a                   ; C is the line's bit 0: SBC may be one off, which is near enough
        sbc #HIDDEN_LINE / 2
        cmp #(NEAR_LINE - HIDDEN_LINE) / 2
        bcc screen_out
        ; falls through
.endproc

.proc screen_show
        lda vid_count
        bne screen_out
@wait:
        jsr rom_pause           ; so a turn takes 90 cycles, of 126 that two lines last
        lda VIC_RASTER
        and #%11111110          ; two lines: one alone could pass during a turn
        cmp #HIDDEN_LINE
        bne @wait
        bit VIC_CONTROL1
        bmi @wait               ; lines 270 and 271 have the same low byte
        ; falls through
.endproc

; screen_ground -- the border as the ground
; In     ground     Out    vid_count one more     Uses   A     Keeps  X, Y
screen_ground:
        lda ground
        sta VIC_BORDER
        inc vid_count
screen_out:
        rts

.segment "EMPTY"

; screen_quick -- in the place of screen_empty: all cells empty, the border as the ground, no lines
; In     the display is off     Out    -     Uses   A, X, unpack_src, vid_count, vid_keep     Keeps  Y
.proc screen_quick
        tya
        pha
        lda ring_lines
        sta vid_keep
        lda #0
        sta ring_lines
screen_file:
        lda #FILE_EMPTY
        jsr reader_file
        pla
        tay
        rts
.endproc

; log_quick -- in the place of log_open: of FINALE only what history needs, which is no whole overlay
; In     -     Out    -     Uses   everything     Keeps  -
.proc log_quick
        dec screen_quick::screen_file + 1 ; to FILE_LOG_EMPTY
        jsr aside_open
        inc screen_quick::screen_file + 1
        ldx #FILE_LOG
        jsr file_ask
        jsr log_page
        lsr overlay_mark        ; what lies there is no overlay: its mark is spoilt
        jmp aside_close
.endproc

        .assert FILE_LOG_EMPTY = FILE_EMPTY - 1, error, "one less"

; quick_not -- is a text missing from ROM?
; In     Y high byte of its number or address     Out    C=1 it is at an address, or I/O is hidden
; Uses   -     Keeps  A, X, Y
.proc quick_not
        cpy #BOOKS + 1
        bcs @out
        pha
        lda PORT
        eor #BANK_ALL_RAM ^ BANK_IO ; bit 0 turned: 1 while all is RAM
        lsr a
        pla
@out:
        rts
.endproc
        .assert BANK_ALL_RAM ^ BANK_IO = 1, error, "told by bit 0"

.segment "LOG"

        jmp log_quick           ; in the place of log_open
