; auto.s -- the game saves itself on the cartridge: once a round, as AUTO_NAME
;
; The game calls this at every decision of a person (pages/play.s), on the title and at the end of a
; game, outside of a session of drives: the picture stays but for a sign that it saves (sign.s), and
; interrupts go on (game_due): keys are queued, music plays.  What is written goes from the game's
; memory to the flash, in the form of sys/save_file.inc; nothing else of the game changes.
;
; Test tests/asm/game/ui/test_auto.py

.include "saves.inc"
.include "../sys/drive.inc"
.include "../state.inc"
.include "../sys/save_file.inc"
.include "../sys/sys.inc"
.include "../../inc/cia.inc"

.import auto_made, auto_turn, auto_offer, guide_left ; of the game
.import talk_wanted             ; talks.s
.export autos, auto_name_take

POINTERS        = 9             ; bytes of the unpacker's zero page: a file may be on its way
        .assert unpack_offset + 2 - unpack_dst = POINTERS, error, "one block"
        .assert unpack_src > unpack_dst .and unpack_src < unpack_offset, error, "in it"
WATCH_STOP      = $08           ; sys/drive.s: timer B rests

.segment "SAVES"

; autos -- what the game asks of its automatic save, and whether characters talk
; In     A  CARTRIDGE_AUTO, CARTRIDGE_ASK, CARTRIDGE_OVER, CARTRIDGE_LOOK, CARTRIDGE_TALK
; Out    C=1 ASK, LOOK, TALK: there is none
; Keeps  the unpacker's zero page     Uses   A, X, Y, vid_*, the cartridge's RAM
.proc autos
        tay
        ldx #POINTERS - 1
@keep:
        lda unpack_dst,x
        pha
        dex
        bpl @keep
        jsr auto_do
        ldx #0
@back:
        pla
        sta unpack_dst,x
        inx
        txa                     ; C stays
        eor #POINTERS
        bne @back
        rts
.endproc

; auto_do -- the same by Y     Out C     Uses A, X, Y, unpack_*
;
; While it writes, the sign lies over cells of the picture; they and their colours wait on the stack.
.proc auto_do
        cpy #CARTRIDGE_ASK
        beq auto_ask
        cpy #CARTRIDGE_OVER
        beq auto_over
        cpy #CARTRIDGE_LOOK
        beq auto_look
        cpy #CARTRIDGE_TALK
        beq @talk
        jsr auto_due
        bne auto_none
        lda turn_count
        sta auto_turn
        jsr auto_begin
        ldy #SIGN_WIDTH - 1
@cell:
        lda SIGN_CELLS,y
        pha
        lda SIGN_COLORS,y
        pha
        dey
        bpl @cell
        jsr sign_show
        jsr auto_write
        ldy #0
@cell_back:
        pla
        sta SIGN_COLORS,y
        pla
        sta SIGN_CELLS,y
        iny
        tya                     ; C stays
        eor #SIGN_WIDTH
        bne @cell_back
        jsr sign_dirty
        bcs auto_end
        lda #1
        sta auto_made
        bne auto_end            ; always
@talk:
        jmp talk_wanted         ; talks.s
.endproc

; auto_ask -- is there one? Who asks has no game
; Out    C=1 no; auto_offer     Uses A, X, Y, look
.proc auto_ask
        lda #0
        sta auto_made
        sta auto_turn
        jsr auto_begin
        jsr name_find
        lda #0
        bcs @none
        lda #1
@none:
        sta auto_offer
        rts
.endproc

; auto_look -- the game with the name at ui_ptr into the buffer, while the picture stays
; In     ui_ptr     Out    C=1 there is none     Uses A, X, Y, vid_*, look, ram, left
.proc auto_look
        jsr saves_begin
        lda ui_ptr
        ldx ui_ptr + 1
        jsr name_from
        jmp saves_read
.endproc

; auto_over -- strike it out, if it is this game's
.proc auto_over
        lda auto_made
        beq auto_none
        dec auto_made
        jsr auto_begin
        jsr saves_delete
        ; falls through
.endproc

; auto_end -- no watchdog any more
; Uses   A
.proc auto_end
        lda #WATCH_STOP
        sta CIA2_CRB
        ; falls through
.endproc

.proc auto_none
        rts
.endproc

; auto_begin -- ready for the routines of saves.s
; Uses   A, X, Y
.proc auto_begin
        jsr saves_begin
        inc automatic
        ; falls through
.endproc

; auto_name_take -- name = AUTO_NAME     Uses A, Y
; In     -     Out    name     Keeps  X
.proc auto_name_take
        ldy #SAVE_NAME_SIZE - 1
@letter:
        lda auto_name,y
        sta name,y
        dey
        bpl @letter
        rts
.endproc

; auto_due -- has a round begun? It begins with the first person's turn
; Out    Z=0 no     Uses A, X, ram
.proc auto_due
        lda #<guide_left        ; not in a tutorial
        ldx #>guide_left
        jsr ram_read
        bne @no
        lda computer_stop       ; nor while somebody looks around in a computer's turn
        ora mode_depth
        ora turn_phase
        ora turn_doubles
        bne @no
        lda mode_kind
        cmp #MODE_NORMAL
        bne @no
        ldx #$FF
@seat:
        inx
        lda player_flags,x      ; a person is asked, so there is one
        and #PF_ALIVE | PF_CPU
        cmp #PF_ALIVE
        bne @seat
        cpx mode_active
        bne @no
        lda turn_count          ; its low byte tells rounds apart
        eor auto_turn
        beq @same
        lda #0                  ; Z=1: a round has begun
@no:
        rts
@same:
        lda #1
        rts
.endproc
        .assert PHASE_ROLL = 0, error, "told by zero"

; auto_write -- the game as it stands
; Uses   A, X, Y, unpack_*
.proc auto_write
        jsr eapi_begin
        bcs @end
        jsr place_make
        bcs @end
        jsr auto_name_take      ; others may have been copied meanwhile
        lda #<FILE_SIZE
        sta size
        lda #>FILE_SIZE
        sta size + 1
        jsr record_begin
        bcs @end
        jsr game_put
        bcs @end
        jmp saves_close
@end:
        jmp eapi_end
.endproc

; game_put -- the bytes of a saved game to `put`
; A saved game is a head and parts of the game's memory, each an address and a length (sys/save_file.inc).
; Each byte is read from the RAM below the cartridge's ROM.
; In     put, put_bank     Out    C=1 A = DRIVE_*     Uses   A, X, Y, ram, left
.proc game_put
        ldx #$FF
        stx sum                 ; CRC-16 begins with $FFFF
        stx sum + 1
        inx
@head:
        stx left
        lda head_bytes,x
        jsr summed_put
        bcs @out
        ldx left
        inx
        cpx #HEAD_SIZE
        bne @head
        ldx #0
@part:
        lda parts,x
        sta ram
        lda parts + 1,x
        sta ram + 1
        lda parts + 2,x
        sta left
        inx
        inx
        inx
        stx left + 1
@byte:
        ldy #0
        jsr ram_get
        jsr summed_put
        bcs @out
        jsr ram_next
        dec left
        bne @byte
        ldx left + 1
        cpx #parts_end - parts
        bne @part
        lda sum
        jsr byte_put
        bcs @out
        lda sum + 1
        jmp byte_put
@out:
        rts
.endproc

; summed_put -- A to `put`, and into the checksum (crc_buffer, sys/save.s)
; CRC-16 (CCITT, $1021) of a byte, without a table: x = high byte ^ the byte, x ^= x >> 4; the new checksum is
; low byte << 8 ^ x << 12 ^ x << 5 ^ x.  sum is its high byte, sum + 1 its low byte.
; In     A, put, put_bank     Out    as byte_put     Uses   A, X, Y
.proc summed_put
        pha
        eor sum
        sta sum_x
        lsr a
        lsr a
        lsr a
        lsr a
        eor sum_x               ; x ^= x >> 4
        sta sum_x
        asl a
        asl a
        asl a
        asl a
        eor sum + 1             ; high byte: the old low one ^ x << 4 ...
        sta sum
        lda sum_x
        lsr a
        lsr a
        lsr a
        eor sum                 ; ... ^ x >> 3
        sta sum
        lda sum_x
        asl a
        asl a
        asl a
        asl a
        asl a
        eor sum_x               ; low byte: x << 5 ^ x
        sta sum + 1
        pla
        jmp byte_put
.endproc

auto_name:      .byte AUTO_NAME
                .res SAVE_NAME_SIZE - (* - auto_name), 0
head_bytes:     SAVE_HEAD
parts:          SAVE_PARTS
parts_end:
