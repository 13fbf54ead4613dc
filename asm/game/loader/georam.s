; georam.s -- a GeoRAM keeps the game's files as they come, so that each is loaded once
;
; Its window shows a page of its RAM at $DE00, where the 6510 can run code: GEO lies behind the first
; slot, and the game calls it there.  What copies a file changes the pages of the window, so GEO
; exchanges that part of itself with the first bytes of the cell buffer meanwhile.
;
; A file gets the next slot when it first comes, so a small GeoRAM keeps what came first.
;
; Only blocks $70-$7F are used, all that a file may need: written to $DFFF, they leave a Final Cartridge
; III switched off.  They are 256 KiB; less RAM shows some of them repeatedly.
;
; Source: Berkeley Softworks, geoRAM; VICE 3.10 agrees (x64sc -georam -georamsize 512)
; Test tests/asm/game/ui/test_expand.py

.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../sys/far.inc"
.include "../data/text/text.inc"
.include "../../inc/cpu.inc"
.include "parts.inc"
.include "georam_zp.inc"        ; the game's

.import __GEO_LOAD__, __GEO_SIZE__, __GEO_CALL_LOAD__, __GEO_CALL_SIZE__ ; loader.cfg
.import __GEO_COPY_LOAD__, __GEO_COPY_SIZE__
.import __CELLS_START__         ; game.cfg
.export georam

WINDOW          = $DE00
IO2             = $DF00
GEO_PAGE        = $DFFE         ; of the window, in the block, written only
GEO_BLOCK       = $DFFF
FIRST_BLOCK     = $70
BLOCK_PAGES     = 64
SLOTS           = 32            ; in 256 KiB
GEO_AT          = SLOT_SIZE / PAGE - 1 ; page of the first slot, behind its file
        .assert (__DESK_SIZE__ + PAGE - 1) / PAGE + (__VARIANT_SIZE__ + PAGE - 1) / PAGE <= GEO_AT, lderror, "two parts, then GEO"
TRIED           = $80           ; byte of the window that is tried: no register of a cartridge
copy_at         = unpack_dst ; nothing is unpacked now
copy_page       = unpack_src
copy_block      = unpack_src + 1
copy_pages      = unpack_count
copy_command    = unpack_bits
copy_kept       = WINDOW + __GEO_COPY_LOAD__ - __GEO_LOAD__
        .assert __GEO_SIZE__ + __GEO_COPY_SIZE__ <= PAGE .and __GEO_CALL_SIZE__ <= FAR_CALL_SIZE, lderror, "as the game has it"

.segment "LOADER"

; georam -- have the game keep its files in a GeoRAM, if there is one
; In     the game is in memory     Out    -     Uses   A, X, Y     Keeps  -
.proc georam
        jsr io2_silent
        bne @done
        lda #BANK_IO            ; RAM below whatever a write switches in
        sta PORT
        jsr pages_there
        bne @bank
        lda #SLOTS              ; the last of three marks in the first page tells of the RAM
        sta WINDOW
        lsr a
        ldx #FIRST_BLOCK + 8
        stx GEO_BLOCK
        sta WINDOW
        lsr a
        ldx #FIRST_BLOCK + 4
        stx GEO_BLOCK
        sta WINDOW
        lda #FIRST_BLOCK
        sta GEO_BLOCK
        ldy WINDOW              ; slots that there are
        lda #GEO_AT
        sta GEO_PAGE
        ldx #0
@byte:
        lda __GEO_LOAD__,x
        sta WINDOW,x
        inx
        bne @byte
        sty geo_slots
        ldx #<__GEO_CALL_SIZE__
@call:
        lda __GEO_CALL_LOAD__ - 1,x
        sta far_call - 1,x
        dex
        bne @call
@bank:
        lda #BANK_KERNAL
        sta PORT
@done:
        rts
.endproc

; io2_silent -- does nothing answer at $DF00, as with a GeoRAM?  Else it is another cartridge, which a
; write, or a read of $DE00, may switch in.
;
; Memory gives the same byte twice, but not the same everywhere; an open bus gives what the VIC has read.
; In     the display is on     Out    Z=1 silent     Uses   A, X, Y     Keeps  -
.proc io2_silent
        ldx #0
@byte:
        lda IO2,x
        cmp IO2,x
        bne @silent
        cmp IO2
        beq @same
        ldy #1
@same:
        inx
        bne @byte
        dey                     ; from 1
        bne @silent
        lda #1
        rts
@silent:
        lda #0
        rts
.endproc

; pages_there -- does the window show RAM that changes with its page?
; In     -     Out    Z=1 it does, the first page of FIRST_BLOCK is chosen     Uses   A, X     Keeps  Y
.proc pages_there
        lda #FIRST_BLOCK
        sta GEO_BLOCK
        ldx #BLOCK_PAGES - 1
@mark:
        stx GEO_PAGE
        stx WINDOW + TRIED
        dex
        bpl @mark
        ldx #BLOCK_PAGES - 1
@look:
        stx GEO_PAGE
        cpx WINDOW + TRIED
        bne @done
        dex
        bpl @look
        cmp #FIRST_BLOCK
@done:
        rts
.endproc

; --- in the game, in the place of far_call -------------------------------------------------

.segment "GEO_CALL"

; In     Y FAR_KEEP, FAR_FETCH     Out    as geo     Uses   A, X, Y     Keeps  -
        .assert * = far_call, lderror, "where the game calls it"
        lda #GEO_AT
        sta GEO_PAGE
        lda #FIRST_BLOCK
        sta GEO_BLOCK
        jmp geo

; --- in the GeoRAM, where the game calls it in the window ------------------------------------

.segment "GEO"

; geo -- file_number to or from its slot
; In     Y FAR_KEEP, FAR_FETCH     Out    C=1 it is not there     Uses   A, X, Y, copy_*     Keeps  -
; Time   16 cycles a byte, 4,000 more
.proc geo
        .assert * = WINDOW, error, "it begins the page"
        sty copy_command
        ldy file_number
        cpy #FILES
        bcs @no
        ldx far_parts,y
        bmi @no
        FAR_SLOT
        lda copy_command
        lsr a                   ; C=1 FAR_FETCH
        lda geo_slot,y
        bcs @fetch
        bne @there              ; it comes again
        lda geo_slots_used
        cmp geo_slots
        bcs @no                 ; full
        adc #1
        sta geo_slots_used
        sta geo_slot,y
@fetch:
        bne @there
@no:
        sec
        rts
@there:
        sec
        sbc #1
        lsr a                   ; two slots a block
        ora #FIRST_BLOCK
        sta copy_block
        lda #0
        ror a
        lsr a
        lsr a
        sta copy_page
        jsr exchange
@part:
        lda parts,x
        sta copy_at
        lda parts + 1,x
        sta copy_at + 1
        ldy parts + 3,x
        sty copy_pages
        ldy parts + 2,x
        lda copy_command
        lsr a
        jsr copy
        lda parts + 4,x         ; another part behind it?
        tax
        bpl @part
        ; falls through
.endproc
        .assert FILES = 16 .and SLOT_SIZE = 32 * PAGE .and BLOCK_PAGES = 64, error, "geo"

; exchange -- copy, where it runs, and what is there otherwise change places
; In     -     Out    C=0     Uses   A, Y     Keeps  X
.proc exchange
        ldy #<__GEO_COPY_SIZE__ - 1
@byte:
        lda __CELLS_START__,y
        pha
        lda copy_kept,y
        sta __CELLS_START__,y
        pla
        sta copy_kept,y
        dey
        bpl @byte
        clc
        rts
.endproc

; PART -- what copies it: a base, the first index there, pages.  The last byte has the index $FF.
.macro PART start, size
        .addr start - <(PAGE - (size & $FF))
        .byte <(PAGE - (size & $FF)), <((size + PAGE - 1) / PAGE)
.endmacro
        FAR_PARTS

geo_slots:      .byte 0
geo_slots_used: .byte 0
geo_slot:       .res 2 * FILES, 0 ; 1 and on: the slot of a file; 0 none

; --- behind it, exchanged with the beginning of the cell buffer, where it runs --------------------

.segment "GEO_COPY"

; copy -- a part, page by page of the window, of which this leaves that of geo
; In     C=1 from the window, C=0 into it;  Y  first index of a page;  copy_*     Out    -
; Keeps  X     Uses   A, Y, copy_*
; Time   16 cycles a byte
.proc copy
        .assert * = __CELLS_START__, lderror, "where geo calls it"
        lda copy_page
        sta GEO_PAGE
        inc copy_page
        lda copy_block
        sta GEO_BLOCK
        bcc @keep
@fetch:
        lda WINDOW,y
        sta (copy_at),y
        iny
        bne @fetch
        beq @next               ; always
@keep:
        lda (copy_at),y
        sta WINDOW,y
        iny
        bne @keep
@next:
        inc copy_at + 1         ; Y is 0 from now on: whole pages
        dec copy_pages
        bne copy
        lda #GEO_AT             ; the page of the window from which this was called
        sta GEO_PAGE
        lda #FIRST_BLOCK
        sta GEO_BLOCK
        rts
.endproc
