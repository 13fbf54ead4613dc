; saved_info.s -- what a saved game is: its players, its rules, how far it has come
;
; The game is read into the buffer and checked like one that is loaded, then told from there: no commit
; may come in between.  From the cartridge that takes no time, so the game in view always has it.
;
; Test tests/asm/game/ui/test_saved_info.py, test_auto.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/drive.inc"
.include "../sys/save.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "files.inc"

INFO_X          = 1
NAME_MOST       = 15            ; of a preset (tools/game/presets.py)
        .assert INFO_X + NAME_MOST + 1 + MAX_PLAYERS <= PANEL_X, error, "a preset and eight tokens"

.segment "DISK_CHECK"

.include "words_presets.inc"
.include "words_saved_info.inc"

; info_view -- tell of the game in view, if it is on the cartridge
; In     files_at     Out    -     Keeps  -
; Uses   A, X, Y, ui_ptr, text_ptr, rect_*, num_*, unpack_*, tmp*, ink
.proc info_view
        jsr info_clear
        lda files_device
        cmp #CARTRIDGE
        bne @none
        lda saved_count
        beq @none
        lda files_at
        jsr saved_address
        lda #CARTRIDGE_LOOK
        jsr cartridge_aside
        bcs @none
        jsr save_check
        bcc info_put
@none:
        rts
.endproc

; info_put -- tell of the game in the buffer, which has been checked
; In     the rows are clear     Out    -     Keeps  -
; Uses   A, X, Y, text_ptr, num_*, tmp*, ink
.proc info_put
        lda #BANK_ALL_RAM
        sta PORT
        lda #INFO_INK
        sta ink
        ldx #INFO_X
        ldy #INFO_Y
        jsr video_goto
        lda STATE_AT + switches + SW_PRESET
        clc
        adc #<p_classic
        ldy #>p_classic
        jsr text_at
        inc cur_x
        jsr seats_swap
        ldx #0
@seat:
        lda STATE_AT + player_flags,x
        lsr a
        bcc @next               ; bankrupt
        jsr token_put
@next:
        inx
        cpx STATE_AT + player_count
        bne @seat
        jsr seats_swap
        ldx #INFO_X
        ldy #INFO_Y + 1
        jsr video_goto
        lda STATE_AT + player_count
        ldx #0
        jsr count_put
        lda #<text_players
        ldy #>text_players
        jsr text_at
        lda STATE_AT + turn_count
        ldx STATE_AT + turn_count + 1
        jsr count_put
        jmp bank_io
.endproc
        .assert PF_ALIVE = 1, error, "info_put tests PF_ALIVE by lsr"

; seats_swap -- tokens and colours of the game in the buffer and of the one in memory change places; all RAM
; In     -     Out    -     Uses   A, X, Y     Keeps  -
.proc seats_swap
        ldx #2 * MAX_PLAYERS - 1
@seat:
        lda player_colour,x
        ldy STATE_AT + player_colour,x
        sta STATE_AT + player_colour,x
        tya
        sta player_colour,x
        dex
        bpl @seat
        rts
.endproc
        .assert player_token = player_colour + MAX_PLAYERS, lderror, "one loop swaps both"
