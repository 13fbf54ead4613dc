; main.s -- from the loader to the title, and round and round
;
; Entered with the KERNAL banked in, interrupts off, whatever the machine did
; before.  Nothing of the KERNAL is used again except for disk access.
;
; Test tests/asm/game/robust/test_starts.py

.include "pages/pages.inc"
.include "pages/setup.inc"
.include "data/text/text.inc"
.include "play/play.inc"
.include "sys/sys.inc"
.include "sys/random.inc"
.include "ui/ui.inc"
.include "video/video.inc"
.include "sys/disk.inc"
.include "sys/drive_fast.inc"
.include "zp.inc"
.include "zp_ui.inc"
.include "../inc/cia.inc"
.include "../inc/cpu.inc"
.include "../inc/vic.inc"

.include "words_hints.inc"

.segment "UI_BSS"

demo_stack:     .res 1          ; what there was when that began

.segment "ENTRY"

; game_start -- the loader jumps here, to the first byte of the program
.proc game_start
        sei
        cld
        ldx #$FF
        txs
        lda #BANK_KERNAL        ; what is needed once lies below the BASIC ROM
        sta PORT
        lda #$2F
        sta PORT_DIR
        jmp start_once
.endproc

.segment "START"

; start_once -- the machine as the game wants it; what a trade needs comes here later
.proc start_once
        lda #$7F                ; every source of interrupts off; CIA 2's flag stays, see
        sta CIA1_ICR            ; nmi_hold
        sta CIA2_ICR
        lda CIA1_ICR
        lda #0
        sta VIC_IRQ_MASK
        sta VIC_SPRITE_ON
        lda #$FF
        sta VIC_IRQ_FLAGS
        lda #$08                ; timers stopped: no serial, no TOD surprises
        sta CIA1_CRA
        sta CIA1_CRB
        sta CIA2_CRA
        sta CIA2_CRB
        jsr vectors_set         ; RAM below the KERNAL, before it is banked out
        lda #BANK_IO
        sta PORT
        lda #0
        ldx #<__ZP_SIZE__
@zero:
        sta z:<(__ZP_START__ - 1),x
        dex
        bne @zero
        ldx #<__UI_ZP_SIZE__
@screens:
        sta z:<(__UI_ZP_START__ - 1),x
        dex
        bne @screens
        jsr bss_clear
        sta brain_mark          ; 0: what an earlier run has left may not be whole
        ldx #$FF                ; no names yet
        stx TEXT_BASE + TEXT_HEADER::id
        jsr font_move
        jsr machine_detect
        jsr input_init
        dec menu_square         ; $FF: none
        jsr sound_init          ; voice 3 as well: noise
        jsr noise_try
        jsr prefs_init
        jsr sprites_init
        jsr video_init
        jsr irq_start
        jmp game_rounds
.endproc

.segment "UI_CODE"

; game_rounds -- title, set-up, a game, title ...; overlays are called from here
.proc game_rounds
@title:
        lda #0
        sta guide_left
        jsr title_need
        jsr title_page
        cmp #KEY_DEMO
        beq @demo
        pha
        jsr names_need
        pla
        bcs @title
        cmp #KEY_F1
        bne @new
        jsr files_title
        beq @title
@loaded:
        jsr play_loaded
        jmp @over
@demo:
        jsr demo
        jmp @title
@guide:
        jsr guide_seats
        jmp @start
@new:
        pha
        jsr setup_begin
        pla
        cmp #KEY_GUIDE
        beq @guide
@setup:
        jsr title_need
        jsr setup_page
        cmp #KEY_STOP
        beq @title
        cmp #KEY_F1
        bne @start
        jsr files_title
        beq @setup
        bne @loaded
@start:
        ldx #FILE_TRADE         ; the disk is likely to be in the drive now
        jsr overlay_need
        bcs @setup
        jsr brain_need
        bcs @setup
        jsr rules_need
        bcs @setup
        lda #REQ_START
        jsr play_request
        jsr play_page
@over:
        ldx #FILE_FINALE
        jsr overlay_need
        bcs @title
        jsr over_page
        jmp @title
.endproc

; demo -- nobody is at the title: characters play among themselves until a key, stick or button
;
; No message appears if something cannot be loaded.  The overlay of the title stays; only with
; what characters say, which a virtual drive brings, the title has to come again.
; Uses   everything
.proc demo
        tsx
        stx demo_stack
        stx demo_on             ; not 0
        jsr music_stop
        jsr names_need
        bcs demo_over
        ldx #FILE_FACES
        jsr overlay_need
        bcs demo_over
        jsr setup_begin
        jsr demo_seats
        jsr brain_need
        bcs demo_over
        bit bus_slow
        bmi @silent
        jsr rules_need
        lda #0                  ; where the tune was
        sta overlay_mark
@silent:
        lda #REQ_START
        jsr play_request
        jsr play_page
        ; falls through
.endproc

; demo_over -- to the title from wherever it plays
; In     demo_stack     Out    to the caller of demo
; Uses   everything     Keeps  -
.proc demo_over
        ldx demo_stack
        txs
        lda #0
        sta demo_on
        sta aside_depth
        sta vamp_on
        sta ui_skip
        jmp sprites_return
.endproc

; guide_seats -- a person and an easy computer sit down, which will explain the game
; In     setup_begin     Out    guide_left, guide_said     Uses   everything a request uses     Keeps  -
.proc guide_seats
        ldx #GUIDE_SEATS
        stx arg0
        lda #REQ_SEATS
        jsr play_request
        jsr colours_default
        ldx #GUIDE_SEAT
        stx ui_a
        stx arg0
        lda #SKILL_EASY + 1
        sta arg1
        lda #REQ_CPU
        jsr play_request
        lda #<guide_name
        ldy #>guide_name
        jsr name_take
        jsr name_send
        ldx #GUIDE_SAID
        lda #0
@said:
        sta guide_said - 1,x    ; nothing has been explained yet
        dex
        bne @said
        lda #GUIDE_TURNS + 1
        sta guide_left
        rts
.endproc

; title_need -- have the overlay of title and set-up; there is nothing else to do without them
; Uses   everything but the state
.proc title_need
        ldx #FILE_TITLE
        jsr overlay_need
        bcs title_need
        rts
.endproc

.segment "START"

; bss_clear -- all variables outside the zero page 0
; Out    A = 0     Uses   X, Y, vid_dst
.proc bss_clear
        lda #>__LOW_START__
        ldx #>__LOW_SIZE__
        jsr @pages
        lda #>__BSS_START__
        ldx #>(__BSS_SIZE__ + 255) ; perhaps a piece of the names, which come later
        jsr @pages
        ldx #<__PAGE2_SIZE__
@line:
        sta __PAGE2_START__ - 1,x ; A = 0
        dex
        bne @line
        rts
@pages:
        sta vid_dst+1
        ldy #0
        sty vid_dst
        tya
@byte:
        sta (vid_dst),y
        iny
        bne @byte
        inc vid_dst+1
        dex
        bne @byte
        rts
.endproc

; font_move -- the font to its place below the I/O area
; Uses   A, X, Y, vid_src, vid_dst
.proc font_move
        lda #BANK_ALL_RAM
        sta PORT
        lda #<__FONT_LOAD_START__ ; loaded where the cell buffers will be
        sta vid_src
        sta vid_dst
        lda #>__FONT_LOAD_START__
        sta vid_src+1
        lda #>FONT
        sta vid_dst+1
        ldx #8
        ldy #0
@byte:
        lda (vid_src),y
        sta (vid_dst),y
        iny
        bne @byte
        inc vid_src+1
        inc vid_dst+1
        dex
        bne @byte
        lda #BANK_IO
        sta PORT
        rts
.endproc

.import __BSS_START__, __BSS_SIZE__, __LOW_START__, __LOW_SIZE__, __PAGE2_START__, __PAGE2_SIZE__
.import __ZP_START__, __ZP_SIZE__, __UI_ZP_START__, __UI_ZP_SIZE__
.import __FONT_LOAD_START__, __FONT_LOAD_SIZE__
        .assert <FONT = <__FONT_LOAD_START__ .and __FONT_LOAD_SIZE__ = 8 * 256, lderror, "moved by pages"
        .assert <__BSS_START__ = 0 .and __BSS_START__ + __BSS_SIZE__ = __TEXT_START__, lderror, "cleared by pages"
        .assert <__LOW_START__ = 0 .and <__LOW_SIZE__ = 0, lderror, "cleared by pages"

.segment "FONT"
        .incbin "font.bin"

.segment "SPRITES"
        .incbin "tokens.bin"     ; the pointer behind them
