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
        .assert INFO_X + NAME_MOST <= PANEL_X, error, "a preset"
        .assert SMALL_SIZE >= MAX_PLAYERS + 2, error, "a row for each"

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
        ldx #INFO_X
        ldy #INFO_Y + 1
        jsr video_goto
        lda STATE_AT + player_count
        ldx #0
        jsr count_put
        lda #BRIEF(text_players)
        jsr label_at
        lda STATE_AT + turn_count
        ldx STATE_AT + turn_count + 1
        jsr count_put
        jsr seats_swap
        jsr small_draw
        jsr seats_swap
        jmp bank_io
.endproc

; small_draw -- the board of the game in the buffer: on a deed who owns it, inside who plays, and his cash
; In     seats_swap, all RAM     Out    -     Keeps  -
; Uses   A, X, Y, rect_*, num_*, tmp0-tmp3, ui_a, ui_b, ink
.proc small_draw
        ldx #<STAGE_RECTS
        jsr rects_draw
        ldx #0
@seat:
        stx ui_b
        lda STATE_AT + player_flags,x
        lsr a
        bcc @bankrupt
        txa
        adc #SMALL_Y            ; and one: C is set
        tay
        ldx #SMALL_X + 2
        jsr video_goto
        ldx ui_b
        jsr token_put
        lda STATE_AT + player_money_lo,x
        sta num_lo
        lda STATE_AT + player_money_hi,x
        sta num_hi
        lda #6
        jsr print_number
@bankrupt:
        ldx ui_b
        inx
        cpx STATE_AT + player_count
        bne @seat
        ldx #SQUARES - 1
@square:
        stx ui_b
        lda ring_y,x            ; 0, 3, 5 .. 21: by two, 0 to 10
        lsr a
        clc
        adc #SMALL_Y
        tay
        lda ring_x,x
        lsr a
        clc
        adc #SMALL_X
        tax
        jsr video_goto
        ldx ui_b
        lda #ON(BLACK, WHITE)
        ldy square_group,x
        bmi @plain
        lda group_color,y
@plain:
        sta ink
        lda STATE_AT + square_owner,x
        tax
        bmi @bank
        jsr token_put
        bne @next               ; always
@bank:
        jsr space_put
@next:
        ldx ui_b
        dex
        bpl @square
        rts
.endproc
        .assert PF_ALIVE = 1, error, "told by lsr"
        .assert NO_GROUP >= $80 .and NO_PLAYER >= $80, error, "told by bit 7"

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
