; scenes.s -- full pictures in the middle of a game: somebody is bankrupt, or goes to gaol
;
; The gaol's takes a 1541 with our program two seconds, the plain bus five.  So it is shown to a
; person, and where the bus is slow only once.
;
; Test tests/asm/game/ui/test_scenes.py, test_ruin.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/sys.inc"
.include "../sys/drive_fast.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../sys/disk.inc"
.include "../pictures/show.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "words_events.inc"

EVENT_SIZE      = 6             ; ev_type to ev_hi
GAOL_TIME       = 150           ; fiftieths
GAOL_ROW        = 23            ; the picture's free cells (pictures.toml)

.segment "UI_LOW"

gaol_seen:      .res 1          ; nonzero: its picture has been looked for
event_kept:     .res EVENT_SIZE

.segment "UI_CODE"

; ruin_show -- the event EV_ELIMINATED for the person it is about; without the disk it is only told
; In     ev_*; ruin_lo, ruin_hi     Out    ev_* as they were
; Uses   everything     Keeps  -
.proc ruin_show
        jsr menu_clear
        jsr event_keep
        ldx #FILE_FINALE
        jsr aside_need
        bcs scene_end
        jsr event_back
        jmp ruin_page
.endproc

; gaol_show -- the event EV_GAOL for the person it is about, if the picture comes soon
; In     ev_*     Out    ev_* as they were
; Uses   everything     Keeps  -
.proc gaol_show
        jsr motion_off
        bne @none
        ldx ev_player
        lda player_flags,x
        bmi @none
        lda gaol_seen
        beq @first
        lda fast_able
        beq @none
@first:
        inc gaol_seen
        jsr event_keep
        jsr aside_open
        ldx #PICTURE_GAOL
        jsr picture_show
        bcs scene_end
        jsr event_back
        lda #0
        sta rect_x
        lda #COLUMNS
        sta rect_w
        lda #GAOL_ROW
        sta cur_y
        lda #ON(WHITE, NIGHT_COLOR)
        sta ink
        lda #<m_gaol
        ldy #>m_gaol
        sta ui_ptr
        sty ui_ptr+1
        jsr say_build
        lda text_ptr
        ldy text_ptr+1
        jsr text_center
        ldx #EFFECT_GAOL
        jsr effect_play
        lda #GAOL_TIME
        jsr told_wait
        lda #0
        sta ui_skip             ; whoever has seen enough of it still sees what follows
        beq scene_end           ; always
@none:
        rts
.endproc
        .assert PF_CPU = $80, error, "computers are told by bit 7"

; scene_end -- aside_close, which shows the last messages again; ev_* as they were kept
; In     event_kept     Out    ev_*     Uses   everything ui/ and video/ use     Keeps  -
.proc scene_end
        jsr aside_close
        lda #0
        sta line_fresh          ; what it shows again has been read
        ; falls through
.endproc

; event_back -- ev_* as they were kept     Uses A, X
.proc event_back
        ldx #EVENT_SIZE - 1
@byte:
        lda event_kept,x
        sta ev_type,x
        dex
        bpl @byte
        rts
.endproc

; event_keep -- event_kept = ev_*
; In     ev_*     Out    event_kept     Uses   A, X     Keeps  Y
.proc event_keep
        ldx #EVENT_SIZE - 1
@byte:
        lda ev_type,x
        sta event_kept,x
        dex
        bpl @byte
        rts
.endproc
        .assert ev_hi - ev_type = EVENT_SIZE - 1, lderror, "kept together"
