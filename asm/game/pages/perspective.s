; perspective.s -- the board in perspective, as it lies on a table: a view of any game; an overlay
;
; A picture of the disk (tools/art/perspective.py), rows 0 to 15 in multicolour; the interrupt that
; ends them is one more, in line 177.  On the board stand owners, houses and the tokens; at the
; upper left the deeds of whoever is on the move as a fan, at the upper right his cash as coins;
; below, the card of his square and the four squares ahead.  He can roll here: his token walks,
; the four cards pass by.  What follows is shown on the board's page, as always.  By the rules of
; 1989 his ten options stand in rows 0 and 1, in single dots: line 65 ends them as 177 does the rest.
;
; Time   the interrupts in lines 65 and 177: about 150 cycles
; Test   tests/asm/game/pictures/test_perspective.py, tests/asm/game/ui/test_option_bar.py

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
PLAIN           = $C8
MULTI           = $D8
LINE_BEFORE     = 50 + 8 * FINE_ROWS - 1        ; the interrupt; the line behind it is the last fine one
LINE_CARDS_END  = 51 + 8 * (CARDS_ROW + CARDS_H)
TEN_BEFORE      = 50 + 8 * TEN_ROWS - 1         ; the same of the options above the board
SHORT           = 25
LONG            = 55
TUMBLES         = 9             ; faces a die shows before it lies
HOP_STEPS       = 8

.segment "UI_CODE"

; perspective_key -- from the overview on to the table with V or up, else back to the stage
; In     X  key less '1'     Out    -     Uses   everything     Keeps  -
.proc perspective_key
        cpx #<(KEY_VIEW - '1')
        beq perspective_open
        cpx #<(KEY_UP - '1')
        beq perspective_open
        jmp play_stage
.endproc

; perspective_open -- the table, and back to the board
.proc perspective_open
        ldx #FILE_PERSPECTIVE
        jsr aside_need
        bcs @back
        jsr perspective_page
@back:
        jmp aside_close
.endproc

.segment "PERSPECTIVE_DATA"

.include "words_perspective.inc"
zones_view:
        ZONE 0, MESSAGE_Y, 18, 1, 'R'
        .byte $FF
perspective_hop:       .byte 4, 8, 10, 11, 10, 8, 4, 0
        .assert * - perspective_hop = HOP_STEPS, error, "a height for each step"

.segment "PERSPECTIVE_CODE"

; perspective_page -- the table until a key, or until a roll leads to something else
; In     menu_square  no square: he may roll here     Out    -     Keeps  -     Uses   everything
.proc perspective_page
        jsr table_load
        bcc @loaded
        jmp sound_refuse
@loaded:
        jsr play_dicer
        stx perspective_player
        lda shown_square,x
        sta perspective_square
        lda dice
        sta die_face
        lda dice+1
        sta die_face+1
        lda #0
        sta coins_there
        sta perspective_item
        jsr wealth_draw
        jsr spots_draw
        jsr plate_draw
        ldx perspective_square
        jsr large_draw
        jsr ahead_draw
        jsr stands_place
        jsr rolls_find
        jsr keys_draw
        jsr split_begin
        jsr video_show
        jsr key_flush
@zones:
        lda perspective_ten
        beq @single
        jsr ten_colour
        lda #0
        tay
        beq @set                ; always
@single:
        lda #<zones_view
        ldy #>zones_view
        ldx perspective_rolls
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
        ldx perspective_ten
        bne @ten
        cmp #'R'
        beq @roll
        cmp #KEY_UP
        beq @roll
        jsr key_leaves
        beq @leave
        sta tmp4
        lda #<text_roll         ; its words begin with its key
        ldy #>text_roll
        jsr text_open
        lda text_buffer
        cmp tmp4
        bne @wait
@roll:
        lda perspective_rolls
        beq @wait
        jsr arm_refuses
        bne @wait
        jsr perspective_roll
        bcs @leave
        jsr rolls_find
        jsr keys_draw
        jmp @zones
@leave:
        jmp split_end
@ten:
        jsr ten_key
        beq @wait
        bpl @roll
        bmi @leave              ; always
.endproc

.segment "PERSPECTIVE_DATA"
leavers:        .byte KEY_RETURN, KEY_STOP, KEY_CLICK, KEY_FASTER, KEY_VIEW
LEAVERS         = * - leavers
.segment "PERSPECTIVE_CODE"

; key_leaves -- does a key lead back to the board?     In A key     Out Z=1 yes     Uses X     Keeps A, Y
.proc key_leaves
        ldx #LEAVERS - 1
@leaver:
        cmp leavers,x
        beq @done
        dex
        bpl @leaver
@done:
        rts
.endproc

; rolls_find -- perspective_rolls: is it his to roll, and is nothing else going on?
.proc rolls_find
        lda #0
        sta perspective_rolls
        lda menu_square         ; not from a page that shows squares
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
        sta perspective_rolls
@no:
        rts
.endproc
        .assert PF_CPU = $80, error, "computers are told by bit 7"

; table_load -- the picture, its colours, what stands on it; C=1 it cannot be had
; What does this once lies in the lower rows of the bitmap, which are cleared behind it.
.proc table_load
        jsr prefetch_end
        jsr video_blank
        lda #0
        sta bar_end             ; no bar
        ldx #PICTURE_TABLE
        jsr file_unpack
        bcs @none
        ldx #3
@build:
        lda laying_build,x
        cmp overlay_mark + 2,x
        bne @other              ; a disk of another build
        dex
        bpl @build
        jsr table_lay
        lda #<PERSPECTIVE_LAY
        sta vid_dst
        lda #>PERSPECTIVE_LAY
        sta vid_dst+1
        ldx #>PERSPECTIVE_LAY_SIZE
        lda #0
        tay
@clear:
        sta (vid_dst),y
        iny
        bne @clear
        inc vid_dst+1
        dex
        bne @clear
        clc
@none:
        rts
@other:
        sec
        rts
.endproc
        .assert <PERSPECTIVE_LAY_SIZE = 0, lderror, "whole pages"

; --- the ten options of 1989, above the board ---------------------------------------------

.segment "PERSPECTIVE_DATA"
ten_code:       .byte REQ_ROLL, REQ_HOUSES, LOCAL_MANAGE, LOCAL_TRADE, OWN_OWNERS
        .byte REQ_CLAIM, LOCAL_FILES, OWN_FAST, OWN_CASH, REQ_QUIT
        .assert * - ten_code = TEN, error, "a code for each option"
ten_way:        .byte KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN
TEN_WAYS        = * - ten_way
ten_step:       .byte <-1, 1, <-TEN_ACROSS, TEN_ACROSS
.segment "PERSPECTIVE_CODE"

; ten_colour -- the chosen one black on yellow, darker what cannot be done now
; In     perspective_item     Out    -     Keeps  -     Uses   A, X, Y, tmp0, tmp1, what play_actions uses
.proc ten_colour
        jsr play_actions
        ldx #TEN - 1
@option:
        ldy #TEN_DARK
        sty tmp0                ; the word
        sty tmp1                ; its initial
        lda ten_code,x
        jsr code_enabled
        beq @chosen
        ldy #TEN_PLAIN
        sty tmp0
        ldy #TEN_INITIAL
        sty tmp1
@chosen:
        cpx perspective_item
        bne @place
        ldy #ON(BLACK, YELLOW)
        sty tmp0
        sty tmp1
@place:
        txa                     ; eight columns each, a row behind the other
        asl a
        asl a
        asl a
        tay
        lda tmp0
.repeat ::TEN_W, i
        sta MATRIX + i,y
.endrepeat
        lda tmp1
        sta MATRIX + 1,y
        dex
        bpl @option
        rts
.endproc
        .assert TEN_W = 8 .and TEN_W * TEN_ACROSS = COLUMNS, error, "one row behind the other"

; ten_key -- a key while the options are shown
; In     A key     Out    A, N, Z: 0 go on, 1 roll, $FF leave; the board finds the key of what was chosen
; Uses   A, X, Y, tmp0, tmp1     Keeps  -
.proc ten_key
        cmp #KEY_CLICK
        beq @click
        cmp #KEY_RETURN
        beq @press
        ldx #TEN - 1
@letter:
        cmp ten_letter,x
        beq @choose
        dex
        bpl @letter
        ldx #TEN_WAYS - 1
@way:
        cmp ten_way,x
        beq @move
        dex
        bpl @way
        jsr key_leaves
        beq @leave
@stay:
        lda #0
        rts
@move:
        lda perspective_item
        clc
        adc ten_step,x
        bpl @above
        adc #TEN                ; C is clear: it is below 0
@above:
        cmp #TEN
        bcc @set
        sbc #TEN
@set:
        sta perspective_item
        jsr ten_colour
        jsr sound_move
        jmp @stay
@click:
        lda click_x
        lsr a
        lsr a
        lsr a
        ldx click_y
        beq @first
        dex
        bne @leave
        clc
        adc #TEN_ACROSS
@first:
        tax
@choose:
        stx perspective_item
        jsr ten_colour
@press:
        ldx perspective_item
        bne @board
        lda perspective_rolls   ; when he has rolled the board knows what comes next
        beq @leave
        lda #1
        rts
@board:
        lda ten_letter,x
        sei
        jsr key_put
        cli
@leave:
        lda #$FF
        rts
.endproc

; --- two modes on one page -------------------------------------------------------------

; split_begin -- from the next picture on the upper rows are multicolour
.proc split_begin
        jsr frame_wait          ; the next interrupt is that of line 110
        sei
        lda #0
        sta perspective_split
        lda #<perspective_irq
        sta IRQ_VECTOR
        lda #>perspective_irq
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

; perspective_irq -- in the place of irq_entry: behind line 110 comes LINE_BEFORE
.proc perspective_irq
        pha
        lda PORT
        pha
        lda #BANK_IO
        sta PORT
        lda perspective_split
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
        bne @next               ; always
@fine:
        lda perspective_ten
        beq @multi
        lda VIC_RASTER          ; from LINE_END to the last line, and again from 0 on
        cmp #TEN_BEFORE - 1
        bcc @options
        cmp #LINE_END
        bcc @multi              ; too late
@options:
        lda #TEN_BEFORE
@next:
        sta VIC_RASTER
        sta perspective_split
        bne @out                ; always
@line:
        lda VIC_IRQ_FLAGS
        sta VIC_IRQ_FLAGS
        lda perspective_split
@wait:
        cmp VIC_RASTER
        bcs @wait
        lda #4                  ; behind what is seen of that line
@late:
        sec
        sbc #1
        bne @late
        lda perspective_split
        cmp #LINE_BEFORE
        lda #0
        sta perspective_split
        bcs @lower
        lda #LINE_SERVICE
        sta VIC_RASTER
@multi:
        lda #MULTI
        sta VIC_CONTROL2
        bne @out                ; always
@lower:
        lda #LINE_SPLIT
        sta VIC_RASTER
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

; perspective_roll -- send it, show throw and walk
; Out    C=0 nothing else has happened; C=1 the rest is for the board's page
.proc perspective_roll
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

; perspective_events -- what has happened: the next event, and those behind it     Out as perspective_roll
.proc perspective_events
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
        rts                     ; to it; it ends with jmp perspective_events
@told:
        jsr play_mode
        cmp #MODE_NORMAL
        bne @rest
        jsr play_active
        cpx perspective_player
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

.segment "PERSPECTIVE_DATA"
shown_events:   .byte EV_DICE, EV_MOVE, EV_SALARY, EV_CASH
SHOWN_EVENTS    = * - shown_events
shown_lo_at:    .byte <(roll_dice - 1), <(roll_move - 1), <(roll_salary - 1), <(roll_cash - 1)
shown_hi_at:    .byte >(roll_dice - 1), >(roll_move - 1), >(roll_salary - 1), >(roll_cash - 1)
.segment "PERSPECTIVE_CODE"

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
        jmp perspective_events
.endproc

; roll_salary -- past GO
.proc roll_salary
        ldx #EFFECT_SALARY
        jsr effect_play
        lda #EV_SALARY
        jsr line_tell
        lda #LONG
        jsr told_wait
        jmp perspective_events
.endproc

; roll_dice -- both dice tumble, then lie
; The faces while they tumble only have to look random: each is stepped by 2 and a count that falls, and folded
; into 1 to 6.  What counts was thrown before and lies in the event.
.proc roll_dice
        jsr course_dice
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
        bcs @lie                ; SPACE: at once
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
        jmp perspective_events
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
        jsr perspective_step
        dec walk_steps
        bne @step
@there:
        ldx ev_player
        lda ev_other
        sta shown_square,x
        sta perspective_square
        sta stage_square        ; on the board, later
        sta board_selected
        jsr stands_place
        jsr ahead_draw
        ldx perspective_square
        jsr large_draw
        jmp perspective_events
.endproc

; perspective_step -- one square on
.proc perspective_step
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
        sta perspective_square
        jsr stand_find
        lda dot_x
        sta walk_to
        lda dot_y
        sta walk_to+1
        lda walk_way
        bmi @made
        lda perspective_square  ; the fourth card
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
        sbc perspective_hop,x
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
; No multiplication: eight summands, of which walk_frame + 1 are the target and the others the start, by 8.
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
        lsr tmp1                ; 16 bits by 8
        ror a
        lsr tmp1
        ror a
        lsr tmp1
        ror a
        rts
.endproc
        .assert HOP_STEPS = 8, error, "divided by shifts"
