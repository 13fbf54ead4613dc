; Serial bus: the drive as listener and talker
;
; VIA 1 port B: an input bit reads 1 while its line is low, an output bit of 1 pulls it low.
; While ATN and ATNA differ, hardware pulls DATA low: that is how a busy drive answers ATN.
; A byte, talker's side: CLK high "ready to send"; every listener lets DATA go high "ready for
; data"; CLK low; 8 bits, least significant first, valid while CLK is high; the listener pulls
; DATA low "accepted".  If the talker waits 200 us before CLK low, the byte is the last (EOI)
; and the listener acknowledges by pulling DATA low for a moment.
; Source: Commodore 64 Programmer's Reference Guide, chapter 6, "The serial bus"; J.
; Butterfield, "How the VIC/64 Serial Bus Works", Compute! 38 (1983).  The times are ours: a
; C64 loses up to 82 cycles in a row to a bad line between two lines with 8 sprites.

.include "fs.inc"
.include "via1541.inc"

CMD_UNLISTEN = $3F
CMD_UNTALK  = $5F
SA_CLOSE    = $E0
SA_OPEN     = $F0
READS_DATA  = BUS_DATA_IN       ; bus_mask: the bit of a byte is the line's inverse
READS_UNDER_ATN = BUS_DATA_IN | BUS_ATN_IN
GAP_POLLS   = 15                ; 18 cycles each: 270 us without CLK low mean EOI

.segment "ENTRY_E853"

; The interrupt's part: ATN went low
; In     -     Out    -     Uses   A, N Z
; Keeps  X, Y
.proc bus_note
        bit VIA1_PRA            ; acknowledges CA1
        lda #1
        sta ATN_PENDING
        rts
.endproc
        .assert * <= $E85B, lderror, "note runs into attention"

.segment "ENTRY_E85B"

; ATN is low: take commands until it is over, then listen, talk or let go.  Begins with an
; empty stack and ends in the main loop
; In     ATN_PENDING or not
; Noreturn  ends in main_loop
; Test   tests/asm/dos/test_serial.py
.proc bus_attention
        sei
        ldx #STACK_TOP
        txs
        lda #0
        sta ATN_PENDING
        sta BUS_LISTENS
        sta BUS_TALKS
        jsr bus_clock_high
        jsr bus_data_low
        lda #READS_UNDER_ATN
        sta bus_mask
        sta ATN_MODE
        lda VIA1_PRB
        ora #BUS_ATNA
        sta VIA1_PRB            ; now DATA_OUT alone decides
        ldx #20
@settle:
        dex                     ; 100 us: a computer pulls CLK some time after ATN
        bne @settle
@next:  jsr bus_get             ; leaves by attention_over when ATN has gone
        jsr command_byte
        bcc @next
        jsr bus_data_high       ; another device is meant
@silent:
        bit VIA1_PRB
        bmi @silent
        jmp attention_over
.endproc
        .assert * <= $E8D7, lderror, "attention runs into its end"

.segment "ENTRY_E8D7"

; ATN is over
attention_over:
        lda #0
        sta ATN_MODE
        lda #READS_DATA
        sta bus_mask
        lda VIA1_PRB
        and #<~BUS_ATNA
        sta VIA1_PRB
        lda BUS_LISTENS
        beq @talks
        jmp bus_listen
@talks: lda BUS_TALKS
        bne @talk
        jmp bus_free
@talk:  jsr bus_clock_low       ; the drive drives CLK from here
        jsr bus_data_high
        jmp bus_talk
        .assert * <= $E909, lderror, "end of attention runs into the talker"

.segment "ENTRY_E909"

; Send the channel's bytes until ATN, or until there is nothing to send
bus_talk:
        jsr command_pending
        jsr talk_delay
        cli
        jsr bus_fetch
@next:  bcs @silent
        sei
        lda VIA1_PRB
        eor bus_mask            ; 1 where DATA is high; ATN is 0 as long as nothing changed
        and #BUS_DATA_IN
        tay                     ; not 0: the listener has let go
        jsr bus_clock_high
@ready: lda VIA1_PRB
        eor bus_mask
        bmi @changed            ; ATN
        and #BUS_DATA_IN
        beq @ready              ; the listener is not ready
        tya                     ; a KERNAL lets go of DATA after a byte while ST has EOI,
        bne @notice             ; so that DATA says nothing: ask by waiting, as for EOI
        bit bus_last
        bpl @send
@notice:
        lda VIA1_PRB            ; 14 cycles: the listener may take note briefly
        eor bus_mask
        bmi @changed
        and #BUS_DATA_IN
        bne @notice             ; until it pulls DATA for the last byte
@noted: lda VIA1_PRB            ; then CLK at once: some computers count on it
        eor bus_mask
        bmi @changed
        and #BUS_DATA_IN
        beq @noted
@send:  jsr talk_bits
@taken: lda VIA1_PRB            ; 14 cycles: ATN may follow soon
        eor bus_mask
        bmi @changed
        and #BUS_DATA_IN
        bne @taken
        cli
        jsr bus_turn
        jmp @next
@changed:
        jmp attention_changed
@silent:
        jmp bus_free
        .assert * <= $E99C, lderror, "talker runs into the lines"

.segment "ENTRY_E99C"

; DATA released / pulled, CLK pulled / released.  Keeps X, Y; uses A, N Z
.proc bus_data_high
        lda VIA1_PRB
        and #<~BUS_DATA_OUT
        sta VIA1_PRB
        rts
.endproc
        .assert * = $E9A5, lderror, "lines moved"
.proc bus_data_low
        lda VIA1_PRB
        ora #BUS_DATA_OUT
        sta VIA1_PRB
        rts
.endproc
        .assert * = $E9AE, lderror, "lines moved"
.proc bus_clock_low
        lda VIA1_PRB
        ora #BUS_CLK_OUT
        sta VIA1_PRB
        rts
.endproc
        .assert * = $E9B7, lderror, "lines moved"
.proc bus_clock_high
        lda VIA1_PRB
        and #<~BUS_CLK_OUT
        sta VIA1_PRB
        rts
.endproc
        .assert * = $E9C0, lderror, "lines moved"

; The port, read twice alike
; Out    A   VIA1_PRB     Keeps X, Y
.proc bus_lines
        lda VIA1_PRB
        cmp VIA1_PRB
        bne bus_lines
        rts
.endproc
        .assert * = $E9C9, lderror, "lines moved"

; Receive a byte
; Out    A, BUS_BYTE   the byte;  BUS_EOI 0: it is the last
; Uses   A, X, flags.  ATN going low (under ATN: high) leaves by the stack
; Test   tests/asm/dos/test_serial.py
.proc bus_get
        lda #8
        sta bus_bits
        sta BUS_EOI             ; 8 as well: anything but 0, not the last
@hold:  jsr bus_check_atn
        txa
        and #BUS_CLK_IN
        bne @hold               ; the talker is not ready
        jsr bus_data_high
        ldy #GAP_POLLS
@gap:   lda VIA1_PRB            ; 18 cycles: CLK may be low for little more than 30
        eor bus_mask
        bmi @broken
        and #BUS_CLK_IN
        bne @bit                ; CLK low: the first bit comes
        dey
        bne @gap
        sty BUS_EOI             ; 0: the talker waits for a sign, so this byte is the last
        jsr bus_data_low        ; seen
        jsr gap_delay
        jsr bus_data_high
@late:  lda VIA1_PRB
        eor bus_mask
        bmi @broken
        and #BUS_CLK_IN
        beq @late               ; until CLK is low
@bit:   lda VIA1_PRB            ; 16 cycles: CLK is high for 20
        eor bus_mask
        bmi @broken
        lsr a                   ; C: the bit
        and #BUS_CLK_IN >> 1
        bne @bit                ; CLK is still low: the bit is not valid yet
        ror BUS_BYTE            ; the lowest first
@low:   lda VIA1_PRB
        eor bus_mask
        bmi @broken
        and #BUS_CLK_IN
        beq @low                ; until CLK is low again
        dec bus_bits
        bne @bit
        jsr bus_data_low        ; accepted
        lda BUS_BYTE
        rts
@broken:
        jmp attention_changed
.endproc
        .assert * <= $EA2E, lderror, "byte in runs into the listener"

.segment "ENTRY_EA2E"

; Take bytes for the channel until ATN, or until it takes no more
bus_listen:
        jsr command_pending
        jsr listen_begin
        bcs @refused
@next:  sei
        jsr bus_get
        cli
        jsr listen_byte
        bcc @next
@refused:
        jmp bus_free
        .assert * <= $EA4E, lderror, "listener runs into the end"

.segment "ENTRY_EA4E"

; Let go of the bus and go on in the main loop
bus_free:
        sei
        jsr bus_data_high
        jsr bus_clock_high
        jmp main_loop
        .assert * <= $EA59, lderror, "end runs into the check of ATN"

.segment "ENTRY_EA59"

; Go where ATN leads, if it has changed
; Out    X    VIA1_PRB;  A, Z   its DATA bit: Z=1 DATA is high
; Uses   A, X, N Z
.proc bus_check_atn
        ldx VIA1_PRB
        txa
        eor bus_mask
        bmi gone
        txa
        and #BUS_DATA_IN
        rts
gone:   jmp attention_changed
.endproc
        .assert * <= $EA6E, lderror, "check of ATN too long"

.segment "FS_SERIAL"

; ATN has changed, maybe in the middle of a byte
.proc attention_changed
        lda ATN_MODE
        bne attention_over_clean
        jmp bus_attention
.endproc

; ATN went high while a byte was expected or under way
.proc attention_over_clean
        ldx #STACK_TOP
        txs
        jmp attention_over
.endproc

; Execute a command byte received under ATN
; In     A    the byte
; Out    C=1  it is for another device
; Uses   A, X, Y
.proc command_byte
        cmp #CMD_UNLISTEN
        beq @unlisten
        cmp #CMD_UNTALK
        beq @untalk
        cmp LISTEN_ADDR
        beq @listen
        cmp TALK_ADDR
        beq @talk
        tax
        and #$60
        cmp #$60                ; a secondary address: $60 to $7F, $E0 to $FF
        beq @secondary
        lda BUS_LISTENS         ; another address: no matter if we were meant before
        ora BUS_TALKS
        cmp #1                  ; C=1: we were
        bcs @done
        sec
        rts
@unlisten:
        lda #0
        sta BUS_LISTENS
        beq @done
@untalk:
        lda #0
        sta BUS_TALKS
        beq @done
@listen:
        ldx #1
        stx BUS_LISTENS
        dex
        stx BUS_TALKS           ; who listens does not talk
        beq @done               ; always
@talk:  ldx #1
        stx BUS_TALKS
        dex
        stx BUS_LISTENS
@done:  clc
        rts
@secondary:
        stx BUS_SA_RAW
        txa
        and #$0F
        sta BUS_SA
        lda BUS_LISTENS
        beq @done               ; not meant: another device listens
        txa
        and #$F0
        cmp #SA_CLOSE           ; CLOSE alone acts at once: OPEN waits for the name
        bne @done
        jsr command_pending     ; one that came before
        cli
        ldx BUS_SA
        jsr chan_close
        jsr drive_indicate
        sei
        clc
        rts
.endproc

; Run the command that waits, if the computer goes on without UNLISTEN
.proc command_pending
        lda cmd_wait
        beq @none
        cli
        jsr cmd_run
        sei
@none:  rts
.endproc

; The computer begins to send: to the command buffer or to a channel
; Out    C=1  nobody takes it
.proc listen_begin
        lda BUS_SA_RAW
        cmp #SA_OPEN
        bcs @command            ; its name comes like a command
        lda BUS_SA
        cmp #COMMAND_SA
        beq @command
        tax
        jsr chan_of_sa
        bcs @none
        lda ch_flags,x
        and #FLAG_FAILED
        bne @no
        lda ch_kind,x
        cmp #KIND_WRITE
        beq @yes
        cmp #KIND_BUFFER
        beq @yes
        cmp #KIND_REL
        beq @yes
@no:    sec
        rts
@none:  rts                     ; a 1541 keeps its status: no error 61
@command:
        lda #0
        sta cmd_end
        lda BUS_SA_RAW
        sta cmd_sa
        lda #NO_CHANNEL
        sta cur_chan
@yes:   clc
        rts
.endproc

; A byte has come
; In     BUS_BYTE, BUS_EOI; cur_chan, NO_CHANNEL for a command
; Out    C=1  refused
.proc listen_byte
        ldx cur_chan
        bmi @command
        attempt chan_put
        bcs @refused
        lda BUS_EOI
        bne @more
        attempt rel_eoi
        bcs @refused
@more:  clc
@refused:
        rts
@command:
        ldx cmd_end
        cpx #CMD_MAX
        bcs @long
        lda BUS_BYTE
        sta CMD,x
@long:  cpx #CMD_MAX + 2        ; counts on: too long is an error of its own
        bcs @full
        inc cmd_end
@full:  lda #1
        sta cmd_wait
        clc
        rts
.endproc

; The next byte to send
; Out    C=0  A, BUS_BYTE, bus_last;  C=1  there is none
.proc bus_fetch
        lda BUS_SA
        cmp #COMMAND_SA
        beq @status
        tax
        jsr chan_of_sa
        bcs @none
        attempt chan_peek
        bcs @end
        lda BUS_BYTE            ; C of the routine itself is lost: bus_empty
        ldx bus_empty
        cpx #1
@end:   rts
@none:  rts                     ; a 1541 keeps its status: no error 61
@status:
        jsr status_peek
        sta BUS_BYTE
        rts
.endproc

; The computer has the byte: the next one.  Quick inside a sector
; Out    as bus_fetch
.proc bus_turn
        lda BUS_SA
        cmp #COMMAND_SA
        beq @slow
        ldx cur_chan
        lda ch_kind,x
        cmp #KIND_READ
        bne @slow
        lda ch_buf,x
        asl a
        tay
        lda BUFFER_PTR,y
        adc #1                  ; C=0
        bcs @slow
        cmp ch_last,x
        bcs @slow               ; the last one in the buffer
        sta BUFFER_PTR,y
        cmp ch_pos,x
        bne @here
        jsr file_ahead
        jsr chan_index
        jmp @byte
@here:  tya
        tax
@byte:  lda (BUFFER_PTR,x)
        sta BUS_BYTE
        lda #0
        sta bus_last
        clc
        rts
@slow:  jsr bus_sent
        jmp bus_fetch
.endproc

; The computer has the byte
.proc bus_sent
        lda BUS_SA
        cmp #COMMAND_SA
        beq @status
        attempt chan_advance
        rts
@status:
        jmp status_advance
.endproc

; Send BUS_BYTE: from "listener is ready" to the last bit
; Uses   A, X, Y
.proc talk_bits
        ldy #8
        jsr bus_clock_low
@bit:   jsr short_delay
        lsr BUS_BYTE
        bcs @one
        jsr bus_data_low
        bne @valid              ; always
@one:   jsr bus_data_high
        nop
@valid: jsr short_delay
        lda VIA1_PRB
        and #<~BUS_CLK_OUT
        sta VIA1_PRB
        lda BUS_SLOW
        bne @fast               ; UI-: a VIC-20 loses no cycles
        ldx #13
@hold:  dex
        bne @hold
@fast:  jsr short_delay
        lda VIA1_PRB
        and #<~BUS_DATA_OUT
        ora #BUS_CLK_OUT
        sta VIA1_PRB
        dey
        bne @bit
        rts
.endproc

; 26 us with the JSR
.proc short_delay
        ldx #2
@wait:  dex
        bne @wait
        nop
        rts
.endproc

; The turn-round: CLK stays low so long that no C64 can miss it
.proc talk_delay
        jsr gap_delay
        ; falls through
.endproc
.proc gap_delay
        ldx #24
@wait:  dex
        bne @wait
        rts
.endproc
