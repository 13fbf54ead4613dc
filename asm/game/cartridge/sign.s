; sign.s -- "Saving..." at the end of the line below the board
;
; Its cells are drawn into the game's buffers and shown by the game's own video_commit.  Who calls has kept
; what stood there, and puts it back (auto.s); the next commit of the game shows that again.
;
; Test tests/asm/game/ui/test_auto.py

.include "saves.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"

        .assert MESSAGE_Y = ROWS - 1, error, "the last row"

.segment "SAVES"

; sign_show -- draw it, and wait until it can be seen
; In     -     Out    -     Uses   A, X, Y, vid_*     Keeps  -
.proc sign_show
        ldx names_wanted
        ldy sign_last,x
        ldx #SIGN_WIDTH - 1
@letter:
        lda sign_words,y
        sta SIGN_CELLS,x
        lda #NOTE_INK
        sta SIGN_COLORS,x
        dey
        dex
        bpl @letter
        jsr sign_dirty
        lda #<video_commit
        ldx #>video_commit
        jmp game_call
.endproc

; sign_dirty -- its row has changed
; In     -     Out    -     Uses   A     Keeps  X, Y, C
.proc sign_dirty
        lda #0
        sta dirty_left + MESSAGE_Y
        lda #COLUMNS - 1
        sta dirty_right + MESSAGE_Y ; a write reaches the RAM below
        rts
.endproc

.include "cartridge_words.inc"  ; sign_words: SIGN_WIDTH letters for each set of names
sign_last:      .byte SIGN_WIDTH - 1, 2 * SIGN_WIDTH - 1, 3 * SIGN_WIDTH - 1
        .assert sign_last - sign_words = 3 * SIGN_WIDTH, error, "a text for each set"
