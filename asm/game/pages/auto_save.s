; auto_save.s -- a game is loaded, and the automatic save: AUTO_NAME, which the cartridge makes, too
;
; Test tests/asm/game/ui/test_round.py, test_auto.py, test_files.py

.include "pages.inc"
.include "../play/play.inc"
.include "../sys/drive.inc"
.include "../sys/drive_fast.inc"
.include "../sys/save.inc"
.include "../sys/sys.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "files.inc"

.segment "DISK_DATA"

auto_name:      .byte AUTO_NAME
                .res SAVE_NAME_SIZE - (* - auto_name), 0

.segment "DISK_CODE"

; round_save -- save the game as AUTO_NAME, in the place of the one before; if it is written, go on with that
; In     the page is shown     Out    C=1 A = DRIVE_* or a drive's number; else auto_round, auto_turn
; Uses   everything but the state     Keeps  -
.proc round_save
        jsr auto_take
        stx save_over           ; not 0
        ldx #<w_saving
        jsr tell_now
        ldx files_device
        jsr save_write
        bcs @out
        lda #ROUND_ON
        sta auto_round
        lda turn_count
        sta auto_turn
@out:
        rts
.endproc

; auto_take -- save_name = AUTO_NAME, on the drive for saved games
; In     -     Out    files_device, save_name, X = $FF     Uses   A, Y     Keeps  -
.proc auto_take
        jsr device_choose
        ldx #SAVE_NAME_SIZE - 1
@letter:
        lda auto_name,x
        sta save_name,x
        dex
        bpl @letter
        rts
.endproc

; auto_load -- the automatic save: the cartridge's, or from a disk the one of the drive for saved games
; In     -     Out    C=1 A = DRIVE_*, a drive's number; else files_loaded
; Uses   everything     Keeps  -
.proc auto_load
        bit fast_able
        bpl @disk
        lda #0                  ; it is taken where there is one
        sta files_device
@disk:
        jsr auto_take
        ; falls through
.endproc

; game_now -- load the game save_name, and say so
; In     files_device, save_name     Out    as game_read     Uses   everything     Keeps  -
.proc game_now
        ldx #<w_loading
        jsr tell_now
        ; falls through
.endproc

; game_read -- load the game save_name
; Out    C=1 A = DRIVE_* or a drive's number; else files_loaded
.proc game_read
        ldx files_device
        jsr save_read
        bcs @out
        jsr play_resume
        inc files_loaded
        lda turn_count          ; this round is saved
        sta auto_turn
        ldx #0
        lda save_name
        cmp auto_name
        bne @other
        lda #ROUND_ON
        ldy files_device
        cpy #CARTRIDGE
        bne @disk
        inx
        lda auto_round
@disk:
        sta auto_round
@other:
        stx auto_made
        lda auction_bidder      ; who has bid before was somebody of another game
        sta talk_bidder
        lda #NO_PLAYER
        sta talk_before
        clc
@out:
        rts
.endproc
