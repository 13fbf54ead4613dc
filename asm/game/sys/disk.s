; disk.s -- the game's own files while it runs: unpacked while they come, a bar grows
;
; The device is the one the game came from (drive.s).  A 1541 that runs our program sends them
; (drive_fast.s); it is restarted if the drive has done something else meanwhile.  Where
; that does not work, for whatever reason, the file is loaded from its beginning by the KERNAL, which
; has the words for what is wrong.
;
; Test tests/asm/game/ui/test_load.py, tests/asm/game/ui/test_fast.py

.include "sys.inc"
.include "drive.inc"
.include "drive_fast.inc"
.include "../data/text/text.inc"
.include "../play/play.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "disk.inc"
.include "../pictures/show.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "build.inc"
.include "../../inc/cia.inc"

.import unpack_file
.export unpack_get

.segment "UI_BOOT"

prefetch_stack: .res 8          ; what unpack_file has on the stack: itself, gamma, refill, get

.segment "UI_BSS"

file_begun:     .res 1
bar_at:         .res 1          ; next column of the bar
bar_end:        .res 1
bar_page:       .res 1          ; page that is being unpacked to
prefetch_left:  .res 1          ; bytes of this picture
prefetch_size:  .res 1          ; of prefetch_stack

PREFETCH_BYTES  = 16 + 1

.segment "UI_RODATA"

file_names:                     ; by FILE_* (FAST, PICTURE_* behind them), as they are in English
        .byte "TITLE", 0, "TRADE", 0, "DISK", 0, "FINALE", 0, "DEAL", 0, "HELP", 0, "DESK", 0
        .byte "VIEW", 0, "BOARD", 0, "US", 0, "WORDS", 0, "BRAIN", 0, "FACES", 0
        .byte "LEISURE", 0, "RUSSIAN", 0, "TALK", 0
        .byte "FAST", 0, "STREET", 0, "GAOL", 0, "RUIN", 0, "VICTORY", 0, "TABLE", 0
        .byte "GUIDE", 0
.macro MORE_FAMILY name, small
        .byte .string(name), 0
.endmacro
        MORE_FAMILY_ROWS
.delmacro MORE_FAMILY
        .assert * - file_names <= 256, error, "one index"

; What the overlay area holds: bytes of this build, then FILE_*.
.macro MARK number
        .byte "GO"
        .dword BUILD_ID
    .ifnblank number
        .byte number
    .endif
.endmacro

; A cell of the bar for each page that is unpacked; one that two areas share counts once.
.import __TITLE_START__, __TITLE_LAST__, __TRADE_START__, __TRADE_LAST__
.import __DISK_START__, __DISK_LAST__, __TEXT_LAST__, __BRAIN_START__, __BRAIN_LAST__
.import __TUNE_START__, __TUNE_LAST__, __FINALE_START__, __FINALE_LAST__
.import __CHECK_START__, __CHECK_LAST__, __DEAL_START__, __DEAL_LAST__, __HELP_START__, __HELP_LAST__
.import __GRID_START__, __GRID_LAST__, __OPTIONS_START__, __OPTIONS_LAST__
.import __VARIANT_START__, __VARIANT_LAST__, __DESK_START__, __DESK_LAST__
.import __PERSPECTIVE_START__, __PERSPECTIVE_LAST__, __RULES1989_START__, __RULES1989_LAST__
.import __FACES_START__, __FACES_LAST__, __TALK_START__, __TALK_LAST__
.import __GUIDE_START__, __GUIDE_LAST__
.import __LANGUAGE_START__, __LANGUAGE_LAST__, __WORDS_SIZE__, __TITLE_WORDS_SIZE__
file_pages:
        .byte >(__TITLE_LAST__ - 1) - >__TITLE_START__ + 1 + >(__OPTIONS_LAST__ - 1) - >__OPTIONS_START__ + 1 - (>(__TITLE_LAST__ - 1) = >__OPTIONS_START__) + >(__TUNE_LAST__ - 1) - >__TUNE_START__ + 1
        .byte >(__TRADE_LAST__ - 1) - >__TRADE_START__ + 1 + >(__GRID_LAST__ - 1) - >__GRID_START__ + 1 - (>(__TRADE_LAST__ - 1) = >__GRID_START__)
        .byte >(__DISK_LAST__ - 1) - >__DISK_START__ + 1 + >(__CHECK_LAST__ - 1) - >__CHECK_START__ + 1
        .byte >(__FINALE_LAST__ - 1) - >__FINALE_START__ + 1
        .byte >(__DEAL_LAST__ - 1) - >__DEAL_START__ + 1 + >(__GRID_LAST__ - 1) - >__GRID_START__ + 1 - (>(__DEAL_LAST__ - 1) = >__GRID_START__)
        .byte >(__HELP_LAST__ - 1) - >__HELP_START__ + 1 + >(__OPTIONS_LAST__ - 1) - >__OPTIONS_START__ + 1 - (>(__HELP_LAST__ - 1) = >__OPTIONS_START__)
        .byte >(__DESK_LAST__ - 1) - >__DESK_START__ + 1
        .byte >(__PERSPECTIVE_LAST__ - 1) - >__PERSPECTIVE_START__ + 1
        .byte >(__TEXT_LAST__ - 1) - >__TEXT_START__ + 1
        .byte >(__TEXT_LAST__ - 1) - >__TEXT_START__ + 1
        .byte >(__LANGUAGE_LAST__ + __WORDS_SIZE__ - 1) - >__LANGUAGE_START__ + 1 + >(__TEXT_START__ + __TITLE_WORDS_SIZE__ - 1) - >__TEXT_START__ + 1
        .byte >(__BRAIN_LAST__ - 1) - >__BRAIN_START__ + 1
        .byte >(__FACES_LAST__ - 1) - >__FACES_START__ + 1
        .byte >(__RULES1989_LAST__ - 1) - >__RULES1989_START__ + 1
        .byte >(__VARIANT_LAST__ - 1) - >__VARIANT_START__ + 1
        .byte >(__TALK_LAST__ - 1) - >__TALK_START__ + 1
        .assert * - file_pages = FILES, error, "a bar for each file"
overlay_word:                   ; in the gap of the pictures, which have no bar
        MARK
        .assert * - overlay_word = FILE_GUIDE - FILES, error, "it fills the gap"
        .assert FILE_GUIDE = PICTURES_END .and FILE_MORE = FILE_GUIDE + 1, error, "as FAST has them"
        .byte >(__GUIDE_LAST__ - 1) - >__GUIDE_START__ + 1
    .if ::MORE_FAMILIES
.macro MORE_FAMILY name, small
        .import .ident(.concat("__", .string(name), "_START__")), .ident(.concat("__", .string(name), "_LAST__"))
        .byte >(.ident(.concat("__", .string(name), "_LAST__")) - 1) - >.ident(.concat("__", .string(name), "_START__")) + 1
.endmacro
        MORE_FAMILY_ROWS
.delmacro MORE_FAMILY
    .endif

overlay_mark       = __TITLE_START__
.import words_title, words_trade, words_disk, words_finale, words_deal, words_help
.import words_desk, words_perspective, words_brain, words_variant, words_rules1989
.import words_faces, words_talk, words_guide
        .assert __TRADE_START__ = overlay_mark .and __DISK_START__ = overlay_mark, lderror, "one overlay area"
        .assert __FINALE_START__ = overlay_mark .and __DEAL_START__ = overlay_mark, lderror, "one overlay area"
        .assert __HELP_START__ = overlay_mark .and __DESK_START__ = overlay_mark, lderror, "one overlay area"
        .assert __PERSPECTIVE_START__ = overlay_mark, lderror, "one overlay area"

.segment "TITLE_MARK"
        MARK FILE_TITLE
        .addr words_title
.segment "TRADE_MARK"
        MARK FILE_TRADE
        .addr words_trade
.segment "DISK_MARK"
        MARK FILE_DISK
        .addr words_disk
.segment "FINALE_MARK"
        MARK FILE_FINALE
        .addr words_finale
.segment "DEAL_MARK"
        MARK FILE_DEAL
        .addr words_deal
.segment "HELP_MARK"
        MARK FILE_HELP
        .addr words_help
.segment "DESK_MARK"
        MARK FILE_DESK
        .addr words_desk
.segment "PERSPECTIVE_MARK"
        MARK FILE_PERSPECTIVE
        .addr words_perspective
.segment "LANGUAGE"
        MARK FILE_WORDS
.segment "BRAIN_MARK"
brain_mark:
        MARK FILE_BRAIN
        .addr words_brain
.segment "FACES_MARK"
        MARK FILE_FACES
        .addr words_faces
.segment "TALK_MARK"
        MARK FILE_TALK
        .addr words_talk
.segment "GUIDE_MARK"
        MARK FILE_GUIDE
        .addr words_guide
.segment "VARIANT_MARK"
variant_mark:
        MARK FILE_RUSSIAN
        .addr words_variant
.segment "RULES1989_MARK"
        MARK FILE_RULES1989
        .addr words_rules1989
file_more       .set FILE_MORE
.macro MORE_FAMILY name, small
        .import .ident(.concat(.string(small), "_words"))
        .segment .concat(.string(name), "_MARK")
        MARK file_more
        .addr .ident(.concat(.string(small), "_words"))
        file_more .set file_more + 1
.endmacro
        MORE_FAMILY_ROWS
.delmacro MORE_FAMILY
        .assert __RULES1989_START__ = __VARIANT_START__, lderror, "one preset at a time"
        .assert __LANGUAGE_START__ = __BRAIN_START__ .and __FACES_START__ = __BRAIN_START__, lderror, "one mark"
        .assert __TALK_START__ = __VARIANT_START__ .and __GUIDE_START__ = __VARIANT_START__, lderror, "one mark"

.segment "UI_CODE"

; rules_there -- are the rules of the preset that is played in memory, if it needs any?
; In     -     Out    Z=1 yes; Z=0 X = their file     Uses A, Y, ui_ptr     Keeps  -
.proc rules_there
        jsr switch_family
        beq holds_done          ; Z=1: nothing is needed, so nothing is missing
    .if ::MORE_FAMILIES
        cmp #FAMILY_MORE
        bcc @two
        lsr a
        adc #FILE_MORE - FAMILY_MORE / 2
        bcc @file               ; always
@two:
    .endif
        clc
        adc #FILE_RULES1989 - FAMILY_RULES1989
@file:
        tax
        ; falls through
.endproc

; overlay_holds -- is it in memory?
; In     X = FILE_*, not of names
; Out    Z=1 yes     Uses A, Y, ui_ptr
; Keeps  X
.proc overlay_holds
        jsr file_mark
        ldy #MARK_SIZE
        txa                     ; the last byte of the mark is the file's number ...
@byte:
        cmp (ui_ptr),y
        bne holds_done
        lda overlay_word - 1,y  ; ... those before it the build's
        dey
        bpl @byte
        iny                     ; 0
        ; falls through
.endproc

.proc holds_done
        rts
.endproc
        .assert FAMILY_RUSSIAN - FAMILY_RULES1989 = FILE_RUSSIAN - FILE_RULES1989, error, "rules_there"

; file_mark -- where the mark of file X begins     In X = FILE_*, not of names
; Out    ui_ptr     Uses A, Y     Keeps  X
.proc file_mark
        lda #<overlay_mark
        ldy #>overlay_mark
        cpx #FILE_WORDS         ; files below it are overlays or names
        bcc @at
        lda #<brain_mark
        ldy #>brain_mark
        cpx #FILE_RULES1989
        bcc @at
        lda #<variant_mark
        ldy #>variant_mark
@at:
        sta ui_ptr
        sty ui_ptr+1
        rts
.endproc
        .assert FILE_WORDS > FILE_US .and FILE_FACES < FILE_RULES1989 .and FILE_TALK > FILE_RULES1989, error, "in this order"

; file_spoil -- what file_number goes to is not whole any more     Uses A, X, Y, ui_ptr
; In     -     Out    -     Keeps  -
.proc file_spoil
        lda file_number
        tax
        lsr a
        cmp #FILE_BOARD / 2
        beq @names
        jsr file_mark
        lda #0
        tay
        sta (ui_ptr),y          ; the mark's first byte: from now on it is not there
        rts
@names:
        ; falls through
.endproc

; names_spoil -- the names in memory are none
; In     -     Out    -     Uses   A     Keeps  X, Y, C
.proc names_spoil
        lda #$FF
        sta TEXT_BASE + TEXT_HEADER::id
        rts
.endproc

; names_file -- the file of the names that are wanted; are they in memory?
; In     -     Out    X = FILE_BOARD or FILE_US; Z=1 they are     Uses A     Keeps  Y
.proc names_file
        ldx #FILE_BOARD
        lda names_wanted
        cmp #SET_US
        bne @file
        inx
@file:
        cmp TEXT_BASE + TEXT_HEADER::id
        rts
.endproc
        .assert FILE_US = FILE_BOARD + 1 .and FILE_BOARD .mod 2 = 0, error, "names_file, file_spoil, file_load"

; bar_draw -- the rail of file X in row BAR_ROW; it fills while the file comes
; In     X  FILE_*     Out    -
; Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc bar_draw
        lda file_pages,x
        sta rect_w
        lsr a
        eor #$FF                ; half a screen less half the bar: minus, as complement plus one
        sec
        adc #COLUMNS / 2        ; in the middle
        sta rect_x
        sta bar_at
        clc
        adc rect_w
        sta bar_end
        lda #BAR_ROW
        sta rect_y
        lda #1
        sta rect_h
        lda #BAR_EMPTY
        jmp rect_paper
.endproc

; file_bring -- a file from a REU or GeoRAM, else as file_unpack
; In     X = FILE_*     Out    as file_unpack     Uses   everything but the state     Keeps  -
.proc file_bring
        jsr far_bring
        bcc file_done
        ldx file_number
        ; falls through
.endproc

; file_unpack -- open a file of the game and unpack it
; In     X = FILE_*, bar_draw
; Out    C=0; C=1 A = DRIVE_* or the number of the drive; file_begun nonzero: what was where
;        the file goes is not whole any more
; Uses   everything but the state     Keeps  -
.proc file_unpack
        stx file_number
        lda #0
        sta file_begun
        bit fast_able           ; a fast drive's program has no room for their names, a cartridge has
        bmi @fast
        cpx #FILE_GUIDE
        bcs file_plain
@fast:
        jsr fast_need
        bcs file_plain
        ldx file_number
        jsr file_ask
        bcs file_lost
        ; falls through
.endproc

; file_on -- what a fast drive sends of a file, up to the end of a part of it
; In     file_number     Out    as file_unpack     Uses   everything but the state     Keeps  -
.proc file_on
        jsr unpack_begun
        jsr unpack_file
        lda #DRIVE_FINE
        clc
        rts
.endproc

; file_lost -- the drive does not answer to us any more: let go of the lines, take the other way
file_lost:
        lsr fast_alive
        lda #LET_GO
        sta CIA2_PRA
        ; falls through

; file_plain -- file_number by the KERNAL     Out, Uses as file_unpack
.proc file_plain
        ldx file_number
        jsr name_set
        jsr drive_home
        jsr drive_begin
        jsr drive_open
        bcs file_end
        ldx #DRIVE_FILE
        jsr drive_talk
        lda #DRIVE_GONE
        bcs file_end
        jsr unpack_begun
@part:
        jsr unpack_file
        ldx file_number
        cpx #FILE_DISK
        bne @whole
        lda files_rest
        bne @whole
        jsr files_early
        bne @part               ; always
@whole:
        lda #DRIVE_FINE
        ; falls through
.endproc

; file_end -- close the file, back to the game
; In     A error     Out A, C=1 if it is one
.proc file_end
        pha
        lda #DRIVE_FILE
        jsr drive_close
        jsr drive_end
        pla
        cmp #1
        ; falls through
.endproc

.proc file_done
        rts
.endproc

; file_short -- it ended too soon: out of unpack_file, however deep
.proc file_short
        ldx disk_stack
        txs
        lda #DRIVE_DAMAGED
        bne file_end
.endproc

; file_failed -- as file_short, when the KERNAL gives no byte
.proc file_failed
        ldx disk_stack
        txs
        jsr drive_status
        bcs file_end
        lda #DRIVE_GONE
        bne file_end
.endproc

; prefetch_tick -- some bytes of it, once a picture
; In     -     Out    -     Uses   A, X, Y, unpack_*     Keeps  -
; Time   up to 8,000 cycles while it comes
.proc prefetch_tick
        lda prefetching
        beq file_done
        lda #PREFETCH_BYTES
        sta prefetch_left
        tsx
        stx disk_stack
        ldx prefetch_size
@push:
        lda prefetch_stack - 1,x
        pha
        dex
        bne @push
        ; falls through
.endproc

; unpack_get -- next byte of the file; the bar grows with every page
; In     -     Out    A     Uses X, Y     Keeps  -
; Time   47 cycles for a byte that came ahead, 43 besides drive_read
.proc unpack_get
        lda prefetching
        beq unpack_now
        bpl prefetch_more
        ; falls through
.endproc

; unpack_now -- the same without a look at other things to do     In A = prefetching
.proc unpack_now
        bit fast_alive          ; $FF: Z is as for A
        bpl @plain
        bne @one                ; a byte at a time, whatever else goes on
@ahead:
        ldx ahead_at            ; of what has come; the drive reads on while this is unpacked
        cpx ahead_end
        bne @take
        jsr fast_fill
        bcc @ahead
        bcs @lost               ; always
@one:
        jsr fast_get
        bcc @have
@lost:
        ldx disk_stack
        txs
        lda prefetching
        bne prefetch_lost
        jmp file_lost
@plain:
        lda drive_last          ; a KERNAL gives bytes behind the end of a file, too
        bne file_short
        jsr drive_read
        bcc @have
        bcs file_failed         ; always
@take:
        inc ahead_at            ; both go round
        lda CELLS + AHEAD_AT,x
@have:
        ldx unpack_dst+1
        cpx bar_page
        bne @page
        rts
@page:
        stx bar_page
        ldx bar_at
        cpx bar_end
        bcs @full
        inc bar_at
        pha                     ; at once: there is no interrupt and no other picture
        lda #BAR_FULL
        sta MATRIX + BAR_ROW * COLUMNS,x
        pla
@full:
        rts
.endproc

        .assert AHEAD_AT >= (BAR_ROW + 1) * COLUMNS .and AHEAD_AT + 256 <= COLUMNS * (ROWS - 1), error, "drawn on"

; prefetch_more -- in the place of unpack_get: is there time, is the drive ready?
;
; If not, what unpack_file has on the stack is put aside, and whoever called prefetch_tick goes on.
.proc prefetch_more
        dec prefetch_left
        beq @later
        bit CIA2_PRA
        bmi unpack_now
@later:
        ldy #0
@pull:
        pla
        sta prefetch_stack,y
        iny
        tsx
        cpx disk_stack
        bne @pull
        sty prefetch_size
        rts
.endproc

; prefetch_lost -- no drive answers: the file will be loaded when it is needed     Uses A, X
.proc prefetch_lost
        jsr file_spoil
        ; falls through
.endproc

; prefetch_off -- nothing is prefetched any more     Out C=0     Uses A
.proc prefetch_off
        lda #0
        sta prefetching
        lsr fast_alive
        clc
        rts
.endproc

; prefetch_start -- begin to bring in the names, then BRAIN, if the drive listens
; In     -     Out    C=0     Uses   A, X, Y, ui_ptr, unpack_*
; Keeps  -
.proc prefetch_start
        lda prefetching
        bne @done
@next:
        bit fast_alive
        bpl @done
        jsr names_file
        bne @begin
        ldx #FILE_BRAIN
        jsr overlay_holds
        beq @done
@begin:
        stx file_number
        lda #FAST_CLOCKED
        sta prefetching
        jsr file_ask
        bcs prefetch_off
        lda #1
        sta prefetch_left       ; nothing yet: a picture that is not whole goes first
        lsr a                   ; 0
        sta bar_end             ; it has no bar
        tsx
        stx disk_stack
        jsr unpack_file         ; this is left and entered again by prefetch_more
        lda #0
        ldx prefetching
        sta prefetching
        txa
        bpl @next               ; nobody waits: there is time for another one
@done:
        clc
        rts
.endproc

; prefetch_end -- if a file is on its way, wait for it
; In     -     Out    -     Uses   A, Y, unpack_*     Keeps  X
.proc prefetch_end
        lda prefetching
        beq @none
        txa
        pha
        lda #$80
        sta prefetching
        jsr prefetch_tick
        pla
        tax
@none:
        rts
.endproc

; bar_record -- behind bar_draw and file_unpack: what was painted past the cells' buffer gets into it
; In     -     Out    -     Uses   A, X, Y, rect_*, ink, tmp*     Keeps  -
.proc bar_record
        lda bar_at
        sec
        sbc rect_x
        beq @done
        sta rect_w
        lda #BAR_FULL
        sta ink
        jsr rect_color
        jmp video_commit
@done:
        rts
.endproc

; unpack_begun -- before unpack_file, in the same routine     Uses A, X
.proc unpack_begun
        inc file_begun
        lda #0
        sta drive_last
        sta bar_page            ; no page begins there
        lda ahead_end
        sta ahead_at            ; nothing is left of another file
        tsx
        inx                     ; without our own return address
        inx
        stx disk_stack
        rts
.endproc

; file_german -- is it a file that is there in each language, and German wanted?
; In     X     Out C=1 it is     Uses A
.proc file_german
        cpx #FILE_GUIDE
        beq @language
        cpx #FILES
        bcs @none               ; FAST, a picture
@language:
        lda names_wanted
        cmp #SET_BERLIN
        rts
@none:
        clc
        rts
.endproc
        .assert SET_BERLIN = SETS - 1, error, "sets in German are the last ones"

; file_ask -- have a fast drive send file X     Out, Uses as fast_command
.proc file_ask
        jsr file_german
        txa
        bcc @ask
        ora #FILE_GERMAN
@ask:
        ora prefetching         ; FAST_CLOCKED: it comes while other things go on
        jmp fast_command
.endproc

; name_set -- drive_text is the name of file X: of whatever type, to be read
; The names lie one after another, each ended by 0: X of them are passed over.  C says whether a D comes before.
; In     X     Out    -     Uses   A, X, Y     Keeps  -
.proc name_set
        jsr file_german         ; C=1 yes; nothing below changes it before it is used
        ldy #$FF
@name:
        dex
        bmi @found
@skip:
        iny
        lda file_names,y
        bne @skip
        beq @name               ; always
@found:
        ldx #0
        bcc @letter
        lda #'D'
        sta drive_text
        inx
@letter:
        iny
        lda file_names,y
        beq @end
        sta drive_text,x
        inx
        bne @letter             ; always
@end:
        stx drive_length
        rts
.endproc

; fast_need -- have our program run in the drive     Out C=1 it does not     Uses A, X, Y, ui_ptr
.proc fast_need
        lda fast_alive
        bmi @there
        lda fast_able
        beq @not
        ldx #FILES
        jsr name_set
        jsr drive_home
        jsr drive_begin
        jsr drive_open
        bcs @failed
        lda #DRIVE_FILE
        jsr drive_close
        jsr fast_boot
        dec fast_alive          ; from 0
        jsr drive_leave         ; nothing is closed: the drive would hear of it
@there:
        clc
        rts
@failed:
        jsr drive_end
@not:
        sec
        rts
.endproc
