; perspective.s -- the board in perspective, as it lies on a table: a view of any game; in the slot
;
; A picture of the disk (tools/perspective.py), rows 0 to 15 in multicolour; the interrupt that
; ends them is one more, in line 177.  On the board stand owners, houses and the tokens; at the
; upper left the deeds of whoever is on the move as a fan, at the upper right his cash as coins;
; below, the card of his square and the four squares ahead.  He can roll here: his token walks,
; the four cards pass by.  What follows is told on the board's page, as always.
;
; Time   the interrupt in line 177: 130 cycles
; Test   tests/asm/game/pictures/test_perspective.py

.include "pages.inc"
.include "perspective.inc"
.include "../play/play.inc"
.include "../sys/random.inc"
.include "../sys/sys.inc"
.include "../sys/drive_fast.inc"
.include "../ui/ui.inc"
.include "../ui/lines.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../pictures/show.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"
.include "../../inc/vic.inc"

.import bar_end
COLOR_MEMORY    = $D800
BORDER_AT       = MATRIX + ROWS * COLUMNS
PLAIN           = $C8
MULTI           = $D8
LINE_BEFORE     = 50 + 8 * FINE_ROWS - 1        ; the interrupt; the line behind it is the last fine one
LINE_SPLIT      = 210           ; irq.s
LINE_CARDS_END  = 51 + 8 * (CARDS_ROW + CARDS_H)
QUARTER         = FINE_CELLS / 4
LOWER           = ROWS * COLUMNS - FINE_CELLS   ; cells below
SHORT           = 25
LONG            = 55
TUMBLES         = 9             ; faces a die shows before it lies
HOP_STEPS       = 8

.segment "UI_CODE"

; view_key -- from the overview on to the table with V or up, else back to the stage
; In     X  key less '1'     Out    -     Uses   everything     Keeps  -
.proc view_key
        cpx #<(KEY_VIEW - '1')
        beq view_open
        cpx #<(KEY_UP - '1')
        beq view_open
        jmp play_stage
.endproc

; view_open -- the table, and back to the board
.proc view_open
        jsr aside_open
        ldx #FILE_VIEW
        jsr slot_need
        bcs @back
        jsr view_page
@back:
        jmp aside_close
.endproc

.segment "VIEW_DATA"

.include "words_perspective.inc"
zones_view:
        ZONE 0, MESSAGE_Y, 18, 1, 'R'
        .byte $FF
view_hop:       .byte 4, 8, 10, 11, 10, 8, 4, 0
        .assert * - view_hop = HOP_STEPS, error, "a height for each step"

.segment "VIEW_CODE"

; view_page -- the table until a key, or until a roll leads to something else
; In     menu_square  no square: he may roll here     Out    -     Keeps  -     Uses   everything
.proc view_page
        jsr table_load
        bcc @loaded
        jmp sound_refuse
@loaded:
        jsr play_dicer
        stx view_player
        lda shown_square,x
        sta view_square
        lda dice
        sta die_face
        lda dice+1
        sta die_face+1
        lda #0
        sta coins_there
        jsr board_marks
        jsr wealth_draw
        jsr spots_draw
        jsr plate_draw
        ldx view_square
        jsr large_draw
        jsr ahead_draw
        jsr stands_place
        jsr rolls_find
        jsr keys_draw
        jsr split_begin
        jsr video_show
        jsr key_flush
@zones:
        lda #<zones_view
        ldy #>zones_view
        ldx view_rolls
        bne @set
        txa
        tay
@set:
        jsr zones_set
@wait:
        jsr key_wait
        pha
        jsr arm_tick
        pla
        cmp #'R'
        beq @roll
        cmp #KEY_UP
        beq @roll
        ldx #LEAVERS - 1
@leaver:
        cmp leavers,x
        beq @leave
        dex
        bpl @leaver
        sta tmp4
        lda #<text_roll         ; its words begin with its key
        ldy #>text_roll
        jsr text_open
        lda text_buffer
        cmp tmp4
        bne @wait
@roll:
        lda view_rolls
        beq @wait
        jsr arm_refuses
        bne @wait
        jsr view_roll
        bcs @leave
        jsr rolls_find
        jsr keys_draw
        jmp @zones
@leave:
        jmp split_end
.endproc

.segment "VIEW_DATA"
leavers:        .byte KEY_RETURN, KEY_STOP, KEY_CLICK, KEY_FASTER, KEY_VIEW
LEAVERS         = * - leavers
.segment "VIEW_CODE"

; rolls_find -- view_rolls: is it his to roll, and is nothing else going on?
.proc rolls_find
        lda #0
        sta view_rolls
        lda menu_square         ; not from a page on which squares are looked at
        cmp #SQUARES
        bcc @no
        jsr play_mode
        cmp #MODE_NORMAL
        bne @no
        jsr play_active
        lda player_flags,x
        bmi @no
        jsr play_actions
        lda actions + REQ_ROLL / 8
        and #1 << (REQ_ROLL .mod 8)
        sta view_rolls
@no:
        rts
.endproc
        .assert PF_CPU = $80, error, "computers are told by bit 7"

; table_load -- the picture, its colours, nothing in the buffers; C=1 it cannot be had
.proc table_load
        jsr prefetch_end
        jsr video_blank
        lda #0
        sta bar_end             ; no bar
        ldx #PICTURE_TABLE
        jsr file_unpack
        bcs @none
        ldx #QUARTER
@fine:
        dex
.repeat 4, i
        lda COLORS + i * QUARTER,x
        sta COLOR_MEMORY + i * QUARTER,x
.endrepeat
        txa
        bne @fine
@table:
.repeat 2, i
        lda COLORS + FINE_CELLS + i * TABLES_MOVED / 2,x
        sta VIEW_TABLES + i * TABLES_MOVED / 2,x
.endrepeat
        inx
        cpx #TABLES_MOVED / 2
        bne @table
        lda #BANK_ALL_RAM       ; the interrupt has the I/O area for itself
        sta PORT
        ldx #250
@shown:
        dex
        lda #0
.repeat 4, i
        sta SHOWN + i * 250,x
.endrepeat
        txa
        bne @shown
        ldx #LOWER / 2
@lower:
        dex
.repeat 2, i
        lda MATRIX + FINE_CELLS + i * LOWER / 2,x
        sta COLORS + FINE_CELLS + i * LOWER / 2,x
        lda #0
        sta CELLS + FINE_CELLS + i * LOWER / 2,x
.endrepeat
        txa
        bne @lower
        lda #BANK_IO
        sta PORT
        ldx #ROWS - 1           ; nothing waits to be drawn
@row:
        lda #0
        sta dirty_right,x
        lda #COLUMNS
        sta dirty_left,x
        dex
        bpl @row
        lda BORDER_AT
        sta VIC_BORDER
        clc
@none:
        rts
.endproc
        .assert FINE_CELLS .mod 4 = 0 .and QUARTER < 256 .and LOWER .mod 2 = 0 .and TABLES_MOVED .mod 2 = 0, error, "loops"

; --- two modes on one page -------------------------------------------------------------

; split_begin -- from the next picture on the upper rows are multicolour
.proc split_begin
        jsr frame_wait          ; the next interrupt is that of line 110
        sei
        lda #0
        sta view_split
        lda #<view_irq
        sta IRQ_VECTOR
        lda #>view_irq
        sta IRQ_VECTOR + 1
        lda #MULTI
        sta VIC_CONTROL2
        cli
        rts
.endproc

; split_end -- display off, the interrupt as it was
.proc split_end
        jsr sprites_off
        jsr video_blank
        sei
        jsr vectors_set
        lda #PLAIN
        sta VIC_CONTROL2
        cli
        rts
.endproc

; view_irq -- in the place of irq_entry: behind line 110 comes LINE_BEFORE
.proc view_irq
        pha
        lda PORT
        pha
        lda #BANK_IO
        sta PORT
        lda view_split
        bne @line
        lda #>@served           ; irq_entry returns as if it had interrupted this
        pha
        lda #<@served
        pha
        php
        jmp irq_entry
@served:
        lda irq_phase
        cmp #1
        beq @fine               ; behind the picture's end
        bcc @out
        lda VIC_RASTER          ; somebody presses all keys: it may be late already
        cmp #LINE_BEFORE - 1
        bcs @plain
        lda #LINE_BEFORE
        sta VIC_RASTER
        inc view_split
        bne @out                ; always
@fine:
        lda #MULTI
        sta VIC_CONTROL2
        bne @out                ; always
@line:
        lda VIC_IRQ_FLAGS
        sta VIC_IRQ_FLAGS
        lda #LINE_BEFORE
@wait:
        cmp VIC_RASTER
        bcs @wait
        lda #5                  ; behind what is seen of that line
@late:
        sec
        sbc #1
        bne @late
        lda #LINE_SPLIT
        sta VIC_RASTER
        dec view_split
@plain:
        lda #PLAIN
        sta VIC_CONTROL2
@out:
        pla
        sta PORT
        pla
        rti
.endproc

; --- a roll ---------------------------------------------------------------------------

; view_roll -- send it, show throw and walk
; Out    C=0 nothing else has happened; C=1 the rest is for the board's page
.proc view_roll
        lda #REQ_ROLL
        jsr request_send
        bcc @sent
        clc
        rts
@sent:
        jsr arm_showing
        lda #0
        sta ui_skip
        tay
        jsr zones_set
        ; falls through
.endproc

; view_events -- what has happened: the next event, and those behind it     Out as view_roll
.proc view_events
        jsr event_get
        bcs @told
        lda ev_type
        ldx #SHOWN_EVENTS - 1
@event:
        cmp shown_events,x
        beq @show
        dex
        bpl @event
        dec queue_head          ; it goes back
        jmp @rest
@show:
        lda shown_hi_at,x
        pha
        lda shown_lo_at,x
        pha
        rts                     ; to it; it ends with jmp view_events
@told:
        jsr play_mode
        cmp #MODE_NORMAL
        bne @rest
        jsr play_active
        cpx view_player
        bne @rest
        lda turn_phase
        beq @stay               ; a double
        cmp #PHASE_DONE
        bne @rest
@stay:
        jsr arm_open
        clc
        rts
@rest:
        lda #0
        sta ui_skip
        sec
        rts
.endproc
        .assert PHASE_ROLL = 0, error, "tested by beq"

.segment "VIEW_DATA"
shown_events:   .byte EV_DICE, EV_MOVE, EV_SALARY, EV_CASH
SHOWN_EVENTS    = * - shown_events
shown_lo_at:    .byte <(roll_dice - 1), <(roll_move - 1), <(roll_salary - 1), <(roll_cash - 1)
shown_hi_at:    .byte >(roll_dice - 1), >(roll_move - 1), >(roll_salary - 1), >(roll_cash - 1)
.segment "VIEW_CODE"

; roll_cash -- the panel will show it when it is back; here the plate does
.proc roll_cash
        ldx ev_player
        lda ev_lo
        sta target_lo,x
        sta shown_lo,x
        lda ev_hi
        sta target_hi,x
        sta shown_hi,x
        jsr wealth_draw
        jsr plate_draw
        jmp view_events
.endproc

; roll_salary -- past GO
.proc roll_salary
        ldx #EFFECT_SALARY
        jsr effect_play
        lda #EV_SALARY
        jsr line_tell
        lda #LONG
        jsr told_wait
        jmp view_events
.endproc

; roll_dice -- both dice tumble, then lie
.proc roll_dice
        lda #1
        sta dice_shown
        lda #FRAME_ROLLING
        sta situation
        lda prefs + PREF_TOKENS
        bne @lie
        lda #TUMBLES
        sta walk_steps
@tumble:
        ldx #1
@die:
        lda die_face,x
        clc
        adc #2
        adc walk_steps
@fold:
        cmp #7
        bcc @face
        sbc #6
        bne @fold               ; always
@face:
        sta die_face,x
        dex
        bpl @die
        jsr spots_draw
        ldx #EFFECT_DICE
        jsr effect_play
        lda #4
        jsr ui_wait
        bcs @lie
        dec walk_steps
        bne @tumble
@lie:
        lda ev_param
        sta die_face
        lda ev_other
        sta die_face+1
        jsr spots_draw
        lda #FRAME_THROWN
        sta situation
        ldy #LINE_ROLL
        lda ev_param
        cmp ev_other
        bne @single
        ldy #LINE_DOUBLE
@single:
        clc
        adc ev_other
        sta ev_lo
        lda #0
        sta ev_hi
        tya
        jsr line_tell
        lda #SHORT
        jsr told_wait
        jmp view_events
.endproc

; roll_move -- the token walks from square to square, and the cards ahead pass by
.proc roll_move
        ldy #1
        lda ev_lo
        cmp #MOVE_GAOL
        beq @there
        cmp #MOVE_BACK
        bne @forward
        ldy #$FF
@forward:
        sty walk_way
        lda ev_hi
        sta walk_steps
        beq @there
@step:
        lda ui_skip
        ora prefs + PREF_TOKENS
        bne @there
        jsr view_step
        dec walk_steps
        bne @step
@there:
        ldx ev_player
        lda ev_other
        sta shown_square,x
        sta view_square
        sta stage_square        ; on the board, later
        sta board_selected
        jsr stands_place
        jsr ahead_draw
        ldx view_square
        jsr large_draw
        jmp view_events
.endproc

; view_step -- one square on
.proc view_step
        ldx ev_player
        jsr stand_find
        lda dot_x
        sta walk_from
        lda dot_y
        sta walk_from+1
        ldx ev_player
        lda shown_square,x
        clc
        adc walk_way
        jsr square_round
        sta shown_square,x
        sta view_square
        jsr stand_find
        lda dot_x
        sta walk_to
        lda dot_y
        sta walk_to+1
        lda walk_way
        bmi @made
        lda view_square         ; the fourth card
        clc
        adc #CARDS - 1
        cmp #SQUARES
        bcc @card
        sbc #SQUARES
@card:
        tax
        jsr ahead_make
@made:
        ldx #EFFECT_STEP
        jsr effect_play
        lda #0
        sta walk_frame
@frame:
        ldx #1
@axis:
        jsr walk_between
        sta dot_x,x
        dex
        bpl @axis
        ldx walk_frame
        lda dot_y
        sec
        sbc view_hop,x
        sta dot_y
        ldx ev_player
        jsr token_show
        lda irq_tick
        sta walk_tick
        lda walk_way
        bmi @wait
        lda walk_frame
        cmp #CARD_STEP
        bcs @wait
@beam:
        ldx VIC_RASTER          ; lines 255 and less: it has left the cards
        cpx #LINE_CARDS_END
        bcc @beam
        jsr ahead_scroll
@wait:
        lda walk_tick           ; a fiftieth, on NTSC as well
@same:
        cmp irq_tick
        beq @same
        jsr key_get
        bcs @go_on
        cmp #KEY_FASTER
        beq @faster
        cmp #KEY_STOP
        bne @go_on
@faster:
        inc ui_skip
        rts
@go_on:
        inc walk_frame
        lda walk_frame
        cmp #HOP_STEPS
        bne @frame
        rts
.endproc
        .assert dot_y = dot_x + 1, error, "two axes"
        .assert CARD_STEP <= HOP_STEPS, error, "a card passes by in a step"

; walk_between -- In X axis     Out A = walk_from + (walk_to - walk_from) * (walk_frame + 1) / 8
; Uses   A, Y, tmp0, tmp1     Keeps X
.proc walk_between
        lda #0
        sta tmp0
        sta tmp1
        ldy #0
@part:
        cpy walk_frame
        beq @to
        bcc @to
        lda walk_from,x
        jmp @add
@to:
        lda walk_to,x
@add:
        clc
        adc tmp0
        sta tmp0
        bcc @next
        inc tmp1
@next:
        iny
        cpy #HOP_STEPS
        bne @part
        lda tmp0
        lsr tmp1
        ror a
        lsr tmp1
        ror a
        lsr tmp1
        ror a
        rts
.endproc
        .assert HOP_STEPS = 8, error, "divided by shifts"
