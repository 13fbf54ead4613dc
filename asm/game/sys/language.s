; language.s -- another language: its words in the place of those that are there
;
; The words come through the places of BRAIN and of the names, which can be loaded again: until
; the file is whole, the words of before are there, and say what is wrong.  The file brings the
; code that puts them in place (area LANGUAGE), behind which the words lie; those of title and
; set-up lie in TEXT.  Everything else that has words is loaded when it is needed next, by the
; names of its language (disk.s, file_german).
;
; Test tests/asm/game/ui/test_language.py, test_load.py

.include "sys.inc"
.include "../data/text/text.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "disk.inc"
.include "../pages/pages.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"

.import words_title, __TITLE_WORDS_SIZE__, __WORDS_SIZE__, __LANGUAGE_LAST__

.segment "UI_CODE"

; names_next -- the next set of names becomes the one that is wanted
;
; A language that cannot be had is passed over: the first set of this one follows.
; In     -     Out    C=1 the display is off, all has to be drawn again     Keeps  -
; Uses   everything but the state
.proc names_next
        lda names_wanted
        pha
        tax
        inx
        cpx #SETS
        bcc @set
        ldx #SET_LONDON
@set:
        stx names_wanted
        cpx #SET_US             ; London and Berlin begin another language
        clc
        beq @same
        ldx #FILE_WORDS
        jsr file_load
        bcs @back
        jsr language_place
        lda #0
        sta brain_mark
        pla
        sec
        bcs @names              ; always
@same:
        pla
        rts
@back:
        pla
        and #SET_BERLIN
        sta names_wanted
@names:
        jmp names_spoil         ; words of the title have come there; C is set
.endproc
        .assert SET_LONDON = 0 .and SET_US = 1 .and SET_BERLIN = 2 .and SETS = 3, error, "names_next"

.segment "LANGUAGE"

; Bytes in a first, shorter page, so that the last one ends where what is moved ends.
.define SHORT(size) (256 - <(size)) & $FF

; language_place -- the words that have come to their places
; The loops count Y up to 0, so the first page is the short one; the high bytes of both addresses are counted up
; in the code itself.
; In     -     Out    -     Uses A, X, Y     Keeps  -
.proc language_place
        ldx #>(__WORDS_SIZE__ + 255)
        ldy #<SHORT(__WORDS_SIZE__)
@words:
        lda __LANGUAGE_LAST__ - SHORT(__WORDS_SIZE__),y
        sta __WORDS_START__ - SHORT(__WORDS_SIZE__),y
        iny
        bne @words
        inc @words + 2          ; the next page of the source ...
        inc @words + 5          ; ... and of the target
        dex
        bne @words
        ldx #>(__TITLE_WORDS_SIZE__ + 255)
        ldy #<SHORT(__TITLE_WORDS_SIZE__)
@title:
        lda __TEXT_START__ - SHORT(__TITLE_WORDS_SIZE__),y
        sta words_title - SHORT(__TITLE_WORDS_SIZE__),y
        iny
        bne @title
        inc @title + 2
        inc @title + 5
        dex
        bne @title
        ; falls through
.endproc

; corners_place -- the words that are drawn on the corners of the board: from either language to the other
; In     -     Out    -     Uses A, X, Y, text_ptr, tmp0     Keeps  -
.proc corners_place
        lda #BANK_ALL_RAM       ; below the I/O area; the interrupt has it for itself
        sta PORT
        ldx #0
        stx text_ptr
@cell:
        ldy corner_words,x
        inx
        lda corner_words,x
        sta text_ptr+1
        lda #CORNER_ROWS
        sta tmp0
@row:
        inx
        lda (text_ptr),y
        eor corner_words,x
        sta (text_ptr),y
        inc text_ptr+1
        dec tmp0
        bne @row
        inx
        cpx #(2 + CORNER_ROWS) * CORNER_WORDS
        bne @cell
        jmp bank_io
.endproc
        .assert <FONT = 0, lderror, "a page for each line of dots"

.include "corner_words.inc"
