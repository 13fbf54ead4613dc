; save.s -- a game as the bytes of a file: packing, checking, unpacking
;
; The file (docs/inside/game-engine.md, "Saved games") is put together in a buffer.  Loading
; fills the buffer (save_aside.s) and checks it to the last byte before one byte of the
; game in memory is changed.
;
; Test tests/asm/game/ui/test_save.py

.include "sys.inc"
.include "drive.inc"
.include "save.inc"
.include "../play/play.inc"
.include "save_file.inc"
.include "../ui/lines.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"

.segment "UI_BSS"

save_name:      .res SAVE_NAME_SIZE
save_over:      .res 1          ; nonzero: save_write may replace a file
save_set:       .res 1          ; names the loaded game was played with (TEXT_HEADER::id)
save_size:      .res 2          ; bytes in the buffer
crc:            .res 2          ; high byte first
bank_kept:      .res 1

.segment "DISK_DATA"

save_parts:
        PART file_head, HEAD_SIZE
PARTS_KEPT      = 2             ; the head and the set of names are checked, not put back
        SAVE_PARTS
PARTS           = (* - save_parts) / 3
        .assert variant_begin = state_end, lderror, "what presets have follows the state"

file_head:
        SAVE_HEAD
        .assert * - file_head = HEAD_SIZE, error, "the head"
LENGTH_AT       = HEAD_SIZE - 2
        .assert FILE_SIZE < BUFFER_SIZE, lderror, "a saved game fits into the buffer"

; Games saved before there were presets: the same without what presets have.
OLD_STATE       = 714
OLD_EVENTS      = EV_RUIN + 1
        .assert state_end - state_begin = OLD_STATE, lderror, "the state of then"
; Games saved before the 1989 one: a switch less, and nothing behind auction_last_hi.
RUSSIAN_STATE   = 837
RUSSIAN_EVENTS  = EV_ISSUED + 1
RUSSIAN_SIZE    = RUSSIAN_STATE - OLD_STATE
        .assert clock_minutes_lo - variant_begin = RUSSIAN_SIZE + 1, lderror, "one byte was put in"
        .assert SW_CLOCK = SWITCHES - 1, error, "behind the switches of then"
VARIANT_SIZE    = variant_end - variant_begin
        .assert VARIANT_SIZE <= 255, lderror, "one index"
SAVE_LOG        = SAVE_BUFFER + KEPT_SIZE + SCREEN_SIZE
STATE_AT        = SAVE_LOG + TOLD_SIZE - state_begin

; A checksum can be made for any bytes, so each has its row, but those of which all 256
; values may be, in their order: place in the buffer, bytes, highest value (+ OR_NONE: or $FF).
; What binds them to each other is save_valid.s's.
OR_NONE         = $80
.macro RANGE field, bytes, highest
        RANGE_AT STATE_AT + field, bytes, highest
.endmacro
.macro SAVE_RANGES
        RANGE_AT SAVE_BUFFER + HEAD_SIZE, 1, SETS - 1       ; set of names
        RANGE_AT SAVE_BUFFER + KEPT_SIZE, 1, 3              ; board_side
        RANGE_AT SAVE_BUFFER + KEPT_SIZE + 1, 1, SQUARES - 1 + OR_NONE  ; stage_square
        RANGE_AT SAVE_BUFFER + KEPT_SIZE + 2, 1, 1              ; dice_shown
        RANGE_AT SAVE_BUFFER + KEPT_SIZE + 4, 1, >MONEY_MAX     ; bid_hi
        RANGE_AT SAVE_LOG, LOG_SAVED, LINES - 1 + OR_NONE
        RANGE_AT SAVE_LOG + 2 * LOG_SAVED, LOG_SAVED, SQUARES - 1    ; log_param
        RANGE settings, 2, 2    ; OPT_MONEY, OPT_PARKING
        RANGE settings + OPT_GO, 2, 1   ; and OPT_LIMITED
        RANGE settings + OPT_DEEDS, 1, 5
        RANGE settings + OPT_RANDOM, 1, RANDOM_SEEDED
        RANGE settings + OPT_LENGTH, 1, 1
        RANGE settings + OPT_CALLER, 1, MAX_PLAYERS
        RANGE settings + OPT_SKILLS, MAX_PLAYERS, KINDS - 1
        RANGE player_count, 1, MAX_PLAYERS
        RANGE player_square, MAX_PLAYERS, SQUARES - 1
        RANGE player_colour, MAX_PLAYERS, COLOURS - 1 + OR_NONE
        RANGE player_token, MAX_PLAYERS, TOKENS_TO_CHOOSE - 1
        RANGE player_gaol_fails, MAX_PLAYERS, GAOL_FAILS_MOST
        RANGE player_names, MAX_PLAYERS * NAME_SIZE, '_'
        RANGE square_owner, SQUARES, MAX_PLAYERS - 1 + OR_NONE
        RANGE square_level, SQUARES, LEVEL_HOTEL
        RANGE square_mortgaged, SQUARES, 1
        RANGE square_mark, SQUARES, MARK_IN | MARK_REPAY
        RANGE square_pending, SQUARES, MAX_PLAYERS - 1 + OR_NONE
        RANGE pool_hi, 1, >MONEY_MAX
        RANGE deck_cards, 15, 15        ; a deck without its GO-free card has 15
        RANGE deck_cards + 15, 1, 15 + OR_NONE
        RANGE deck_cards + 16, 15, 15
        RANGE deck_cards + 31, 1, 15 + OR_NONE
        RANGE turn_phase, 1, PHASE_TAX
        RANGE turn_again, 1, 1
        RANGE turn_doubles, 1, 2
        RANGE turn_best, 1, 12
        RANGE dice, 2, 6
        RANGE card_last, 1, 31 + OR_NONE
        RANGE mode_depth, 1, 2
        RANGE mode_kind, 3, MODES_ALL - 1       ; the fourth place is never used
        RANGE mode_kind + 3, 1, 0
        RANGE mode_active, 3, MAX_PLAYERS - 1 + OR_NONE
        RANGE mode_active + 3, 1, 0
        RANGE mode_square, 3, SQUARES - 1 + OR_NONE
        RANGE mode_square + 3, 1, 0
        RANGE auction_bid_hi, 1, >MONEY_MAX
        RANGE auction_bidder, 1, MAX_PLAYERS - 1 + OR_NONE
        RANGE auction_passed, MAX_PLAYERS, AUCTION_FORFEIT
        RANGE trade_from, 1, MAX_PLAYERS - 1 + OR_NONE
        RANGE trade_cards, 1, 3
        RANGE trade_give_hi, 1, >MONEY_MAX
        RANGE trade_want_hi, 1, >MONEY_MAX
        RANGE transfer_seen, 1, COUNTERS
        RANGE quit_asker, 1, MAX_PLAYERS - 1
        RANGE brain_traded, 1, 3
        RANGE brain_asked, MAX_PLAYERS, $4A     ; at most four deeds of ten groups
        RANGE brain_tries, MAX_PLAYERS, 6
        RANGE switches, SWITCHES, 8     ; save_preset.s looks at each
        RANGE loan_lender, LOANS, CREDIT_BANK
        RANGE loan_borrower, LOANS, MAX_PLAYERS - 1 + OR_NONE
        RANGE loan_hi, LOANS, >LOAN_MOST
        RANGE loan_unit, LOANS, LOAN_LAPS
        RANGE loan_left, LOANS, LOAN_TURNS_MOST
        RANGE issue_count, 1, ISSUES
        RANGE rent_hi, 1, >MONEY_MAX
        RANGE auction_last_hi, MAX_PLAYERS, >MONEY_MAX
        RANGE clock_minutes_hi, 1, >MINUTES_MOST
        RANGE wanted, MAX_PLAYERS, HOUSES
        RANGE session_seat, 1, MAX_PLAYERS - 1 + OR_NONE
.endmacro

; A column each: bytes that are passed over, bytes of the row, highest value.
RANGES          .set 0
range_end_0     = SAVE_BUFFER
.macro RANGE_AT place, bytes, highest
        .local before
before = .ident(.sprintf("range_end_%d", RANGES))
        .byte <((place) - before)
        .assert (place) - before < 256, lderror, "too far for a byte"
        .assert (place) >= before, lderror, "in their order"
RANGES          .set RANGES + 1
        .ident(.sprintf("range_end_%d", RANGES)) = (place) + (bytes)
.endmacro
range_gaps:
        SAVE_RANGES
.delmacro RANGE_AT
.macro RANGE_AT place, bytes, highest
        .byte bytes
.endmacro
range_bytes:
        SAVE_RANGES
.delmacro RANGE_AT
.macro RANGE_AT place, bytes, highest
        .byte highest
.endmacro
range_highest:
        SAVE_RANGES
        .assert RANGES < 256, error, "one index"

; Bytes of a state that we know: the present one, Russian, old
lengths_lo:     .byte <STATE_SIZE, <RUSSIAN_STATE, <OLD_STATE
lengths_hi:     .byte >STATE_SIZE, >RUSSIAN_STATE, >OLD_STATE
LENGTHS         = * - lengths_hi
        .assert FILE_SIZE - STATE_SIZE < 256, lderror, "length_check compares one byte"

.segment "DISK_CODE"

; buffer_first -- unpack_dst = the buffer, RAM everywhere
; Uses   A
.proc buffer_first
        lda #<SAVE_BUFFER
        sta unpack_dst
        lda #>SAVE_BUFFER
        sta unpack_dst+1
        lda PORT
        sta bank_kept
        lda #BANK_ALL_RAM
        sta PORT
        rts
.endproc

; part_open -- unpack_src, unpack_count = part X; X = the next one
; Uses   A
.proc part_open
        lda save_parts,x
        sta unpack_src
        lda save_parts+1,x
        sta unpack_src+1
        lda save_parts+2,x
        sta unpack_count
        inx
        inx
        inx
        rts
.endproc

; part_close -- unpack_dst behind the part     Keeps X, Y     Uses A
.proc part_close
        lda unpack_count
        beq @page
        clc
        adc unpack_dst
        sta unpack_dst
        bcc @done
@page:
        inc unpack_dst+1
@done:
        rts
.endproc

; save_pack -- the game as it stands into the buffer
; In     -     Out    save_size     Uses A, X, Y, unpack_*     Keeps  -
.proc save_pack
        jsr buffer_first
        ldx #0
@part:
        jsr part_open
        ldy #0
@byte:
        lda (unpack_src),y
        sta (unpack_dst),y
        iny
        cpy unpack_count
        bne @byte
        jsr part_close
        cpx #3 * PARTS
        bne @part
        lda #<BODY_SIZE         ; the checksum is of all but itself
        sta save_size
        lda #>BODY_SIZE
        sta save_size+1
        jsr crc_buffer
        ldy #0
        lda crc
        sta (unpack_dst),y
        iny
        lda crc+1
        sta (unpack_dst),y
        lda #<FILE_SIZE
        sta save_size
        bne bank_back           ; always
.endproc
        .assert >FILE_SIZE = >BODY_SIZE .and <FILE_SIZE <> 0, lderror, "save_pack"

; save_unpack -- the buffer into the game
; In     -     Out    -
; Uses   A, X, Y, unpack_*     Keeps  -
.proc save_unpack
        jsr buffer_first
        lda SAVE_BUFFER + HEAD_SIZE
        sta save_set
        lda #<(SAVE_BUFFER + KEPT_SIZE)
        sta unpack_dst
        ldx #3 * PARTS_KEPT
@part:
        jsr part_open
        ldy #0
@byte:
        lda (unpack_dst),y
        sta (unpack_src),y
        iny
        cpy unpack_count
        bne @byte
        jsr part_close
        cpx #3 * PARTS
        bne @part
        ; falls through
.endproc
        .assert >(SAVE_BUFFER + KEPT_SIZE) = >SAVE_BUFFER, lderror, "kept parts end in the first page"

; bank_back -- ROM or I/O as before buffer_first     Keeps C     Uses A
.proc bank_back
        lda bank_kept
        sta PORT
        rts
.endproc

; save_check -- is the file in the buffer whole, ours, and of this version?
; In     -     Out    C=0 yes     C=1 A = DRIVE_DAMAGED, DRIVE_VERSION
; Uses   X, Y, unpack_*     Keeps  -
.proc save_check
        jsr buffer_first
        lda save_size+1
        bne @some
        lda save_size
        cmp #HEAD_SIZE + CRC_SIZE
        bcc @damaged
@some:
        jsr crc_buffer          ; its own checksum brings it to 0
        lda crc
        ora crc+1
        bne @damaged
        jsr buffer_start        ; crc_buffer has moved on
        ldy #MAGIC_SIZE - 1
@magic:
        lda (unpack_dst),y
        cmp file_head,y
        bne @damaged
        dey
        bpl @magic
        ldy #LENGTH_AT - 1
@head:
        lda (unpack_dst),y
        cmp file_head,y
        bne @version
        dey
        cpy #MAGIC_SIZE
        bcs @head
        jsr length_check
        bcs @end
        jsr ranges_check
        bcc @end
@damaged:
        lda #DRIVE_DAMAGED
        .byte $2C               ; BIT: skips the next LDA
@version:
        lda #DRIVE_VERSION
        sec
@end:
        tax
        jsr bank_back           ; keeps C
        txa
        rts
.endproc
MAGIC_SIZE      = 4

; length_check -- of a state that we know, and of the file; an older one is completed; all RAM
; Out    C=0;  C=1 A = DRIVE_*     Uses X, Y
.proc length_check
        ldx #LENGTHS - 1
@known:
        lda SAVE_BUFFER + LENGTH_AT
        cmp lengths_lo,x
        bne @next
        lda SAVE_BUFFER + LENGTH_AT + 1
        cmp lengths_hi,x
        beq @found
@next:
        dex
        bpl @known
        lda #DRIVE_VERSION
        .byte $2C               ; BIT: skips the next LDA
@damaged:
        lda #DRIVE_DAMAGED
        sec
        rts
@found:
        lda save_size           ; C is set
        sbc lengths_lo,x
        tay
        lda save_size+1
        sbc lengths_hi,x
        bne @damaged
        cpy #<(FILE_SIZE - STATE_SIZE)
        bne @damaged
        clc
        dex
        bmi @done
        beq @russian
        jsr old_complete
        clc
@done:
        rts
@russian:
        jsr russian_complete
        clc
        rts
.endproc

; old_complete -- a game of before there were presets becomes one of the classic preset; all RAM
; Uses   A, X
.proc old_complete
        ldx #<VARIANT_SIZE
        lda #0
@byte:
        sta STATE_AT + variant_begin - 1,x
        dex
        bne @byte
        ldx #LOANS - 1
        lda #NO_PLAYER
@loan:
        sta STATE_AT + loan_borrower,x
        dex
        bpl @loan
        lda #OLD_EVENTS
        ldy #EVENTS - OLD_EVENTS
        ; falls through
.endproc

; lines_move -- lines that are no events have moved behind new ones
; In     A  events of then;  Y  how many are new     Uses A, X
.proc lines_move
        sta unpack_bits
        sty unpack_count
        ldx #LOG_SAVED - 1
@line:
        lda SAVE_LOG,x
        bmi @next
        cmp unpack_bits
        bcc @next
        clc
        adc unpack_count
        sta SAVE_LOG,x
@next:
        dex
        bpl @line
        rts
.endproc

; russian_complete -- a game of before the 1989 one gets its switch, 0, and what is behind; all RAM
; Uses   A, X, Y
.proc russian_complete
        ldx #RUSSIAN_SIZE - SW_CLOCK
@up:
        lda STATE_AT + switches + SW_CLOCK - 1,x
        sta STATE_AT + switches + SW_CLOCK,x
        dex
        bne @up
        txa
        sta STATE_AT + switches + SW_CLOCK
        ldx #<(variant_end - clock_minutes_lo)
@zero:
        sta STATE_AT + clock_minutes_lo - 1,x
        dex
        bne @zero
        lda #RUSSIAN_EVENTS
        ldy #EVENTS - RUSSIAN_EVENTS
        bne lines_move          ; always
.endproc

; ranges_check -- C=1 something in the buffer is out of its range, or they do not go
; together; all RAM
; In     unpack_dst = SAVE_BUFFER
; Uses   A, X, Y, unpack_*; as state_valid
.proc ranges_check
        ldx #0
@range:
        lda range_gaps,x
        clc
        adc unpack_dst
        sta unpack_dst
        bcc @near
        inc unpack_dst+1
@near:
        lda range_bytes,x
        sta unpack_count
        lda range_highest,x
        sta unpack_src
        and #<~OR_NONE
        sta unpack_bits
        ldy #0
@byte:
        lda unpack_bits
        cmp (unpack_dst),y
        bcs @good
        bit unpack_src
        bpl @wrong              ; C is clear
        lda (unpack_dst),y
        cmp #$FF
        bne @wrong
@good:
        iny
        cpy unpack_count
        bne @byte
        jsr part_close
        inx
        cpx #RANGES
        bne @range
        jmp state_valid
@wrong:
        sec
        rts
.endproc

; crc_buffer -- CRC-16 of the first save_size bytes of the buffer, all RAM
;
; Polynomial $1021, start $FFFF, high bit first: CRC-16/IBM-3740 in the
; catalogue of the CRC RevEng project, $29B1 for "123456789".  The eight steps
; for a byte are done at once: with t = high ^ byte and x = t ^ t >> 4, the
; new value is low << 8 ^ x << 12 ^ x << 5 ^ x.
; Out    crc; unpack_dst behind the last byte     Uses A, X, Y, unpack_*
; Time   74 cycles a byte
.proc crc_buffer
        lda #$FF
        sta crc
        sta crc+1
        jsr buffer_start
        ldy #0
@byte:
        lda unpack_src
        bne @low
        lda unpack_src+1
        beq @done
        dec unpack_src+1
@low:
        dec unpack_src
        lda (unpack_dst),y
        eor crc
        sta unpack_bits
        lsr a
        lsr a
        lsr a
        lsr a
        eor unpack_bits
        sta unpack_bits         ; x
        asl a
        asl a
        asl a
        asl a
        eor crc+1
        sta crc
        lda unpack_bits
        lsr a
        lsr a
        lsr a
        eor crc
        sta crc
        lda unpack_bits
        asl a
        asl a
        asl a
        asl a
        asl a
        eor unpack_bits
        sta crc+1
        inc unpack_dst
        bne @byte
        inc unpack_dst+1
        bne @byte
@done:
        rts
.endproc
