; save_market.s -- does the sale of houses in a saved game of 1989 hang together?
;
; What players want they must have a place for, what they have won they must have wanted, and a
; house is auctioned only while two want more than they have got and the bank has more.
;
; Test tests/asm/game/ui/test_market_saved.py

.include "sys.inc"
.include "save.inc"
.include "../play/rules.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"

.include "save_valid.inc"

won_sum         = play_sum              ; houses won in auctions
lacking         = play_sum+1            ; seats that want more than they have won
too_many        = play_sum+2            ; seats that have won more than they want
place_end       = play_amount           ; behind the last street of a group
place_free      = play_amount+1         ; places on its streets
place_group     = play_ptr
places          = play_ptr+1

.segment "DISK_CHECK"

; market_valid -- what is wanted and won; without a sale of houses nothing is
; In     the buffer; SW_SHORT is 1     Out    -, or it does not come back: invalid
; Keeps  -     Uses   A, X, Y, flags; play_amount, play_ptr, play_sum, play_rest
.proc market_valid
        ldx #MAX_PLAYERS - 1
        lda IN(mode_depth)
        beq @nothing
        lda IN(mode_kind)+1
        cmp #MODE_HOUSES
        beq @sale
@nothing:
        lda IN(wanted),x
        ora IN(loan_lo),x       ; houses won
        bne @wrong
        dex
        bpl @nothing
        rts
@sale:
        lda #0
        sta won_sum
        sta lacking
        sta too_many
@seat:
        jsr places_count
        cmp IN(wanted),x
        bcc @wrong
        lda IN(wanted),x
        cmp IN(loan_lo),x       ; houses it has won
        beq @same
        bcs @more
        inc too_many
        bne @same               ; always
@more:
        inc lacking
@same:
        lda IN(loan_lo),x
        clc
        adc won_sum
        bcs @wrong
        sta won_sum
        dex
        bpl @seat
        lda IN(mode_depth)
        cmp #2
        bcc @asked
        lda IN(mode_kind)+2
        cmp #MODE_AUCTION
        bne @asked
        lda too_many
        bne @wrong
        lda lacking
        cmp #2
        bcc @wrong
        lda won_sum
        cmp IN(bank_houses)
        bcs @wrong
        rts
@asked:
        lda IN(session_seat)
        bpl @done               ; they are being placed
        lda won_sum
        bne @wrong
@done:
        rts
@wrong:
        jmp invalid
.endproc

; places_count -- how many more houses a seat's whole groups without a mortgage take
; In     X  seat     Out    A     Keeps  X     Uses   Y, flags; place_*, places, play_rest
.proc places_count
        stx play_rest
        lda #0
        sta places
        lda #GROUP_STATIONS - 1
        sta place_group
@group:
        ldy place_group
        lda group_first,y
        tax
        clc
        adc group_size,y
        sta place_end
        lda #0
        sta place_free
@street:
        ldy group_squares,x
        lda IN(square_owner),y
        cmp play_rest
        bne @next               ; another owner or a mortgage: nothing is built in this group
        lda IN(square_mortgaged),y
        bne @next
        lda #LEVEL_HOTEL - 1
        sec
        sbc IN(switches) + SW_CLOCK
        sec
        sbc IN(square_level),y
        bcc @full               ; more stand there already
        clc
        adc place_free
        sta place_free
@full:
        inx
        cpx place_end
        bne @street
        lda place_free
        clc
        adc places
        sta places
@next:
        dec place_group
        bpl @group
        ldx play_rest
        lda places
        rts
.endproc
