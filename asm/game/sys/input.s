; input.s -- keyboard, joysticks in both ports, clicks: one stream of keys
;
; The interrupt scans once a picture and puts keys into a queue; when it is
; full, further keys are dropped (nothing is overwritten, nothing hangs).
; Joystick directions come as cursor keys, fire, when released, as RETURN; a
; click is the key of the zone it is in.
;
; Joystick 1 pulls the same lines as the keyboard's rows: it is read with no
; column selected, and while a stick is held the keyboard is not looked at.
; Between two scans $DC00 connects port 1's mouse to the SID.
;
; Test tests/asm/game/ui/test_input.py, test_live_auction.py

.include "sys.inc"
.include "../zp_ui.inc"
.include "../../inc/cia.inc"

QUEUE           = 16
REPEAT_FIRST    = 20            ; fiftieths before a held cursor key repeats
REPEAT_NEXT     = 6
POTS_PORT_1     = $7F           ; port A between scans
FIRE            = $10
SHIFT_LEFT_AT   = 1             ; column and bit of the SHIFT keys
SHIFT_LEFT      = $80
SHIFT_RIGHT_AT  = 6
SHIFT_RIGHT     = $10

.segment "UI_LOW"

key_queue:      .res QUEUE

.segment "UI_BSS"

key_head:       .res 1          ; next to take
matrix_old:     .res 8          ; keys down at the last scan, 1 = down
matrix_now:     .res 8
key_keep:       .res 1
zone_key:       .res 1
held:           .res 1          ; lines pulled in either port
input_delay:    .res 1          ; an option of the player (prefs_apply)
scan_tick:      .res 1          ; irq_tick at the last scan
zone_table:     .res 2

.segment "UI_RODATA"

; Keys by column * 8 + row; 0 = no key of ours.  Second half: with SHIFT.
key_codes:
        .byte KEY_DEL, KEY_RETURN, KEY_RIGHT, KEY_F7, KEY_F1, KEY_F3, KEY_F5, KEY_DOWN
        .byte "3WA4ZSE", 0
        .byte "5RD6CFTX"
        .byte "7YG8BHUV"
        .byte "9IJ0MKON"
        .byte "+PL-.:@,"
        .byte 0, "*;", KEY_HOME, 0, "=", 0, "/"
        .byte "1", 0, 0, "2 ", 0, "Q", KEY_STOP
key_shifted:
        .byte KEY_DEL, KEY_RETURN, KEY_LEFT, KEY_HELP, KEY_F1, KEY_F3, KEY_F5, KEY_UP
        .byte "#WA$ZSE", 0
        .byte "%RD&CFTX"
        .byte "'YG(BHUV"
        .byte ")IJ0MKON"
        .byte "+PL->[@<"
        .byte 0, "*]", KEY_HOME, 0, "=", 0, "?"
        .byte "!", 0, 0, $22, " ", 0, "Q", KEY_STOP
        .assert key_shifted - key_codes = 64, error, "64 keys"
        .assert * - key_shifted = 64, error, "64 keys with SHIFT"
stick_keys:
        .byte KEY_UP, KEY_DOWN, KEY_LEFT, KEY_RIGHT

.segment "UI_CODE"

; input_init -- ports as the scan wants them, nothing waiting
; In     -     Out    -     Uses   A, X
; Keeps  Y
.proc input_init
        lda #$FF
        sta CIA1_DDRA           ; port A drives the columns
        ; Bits 6 and 7 of port A connect the paddles of port 1 or 2 to the SID, so the scan
        ; leaves them on the mouse's port.
        lda #POTS_PORT_1
        sta CIA1_PRA
        lda #0
        sta CIA1_DDRB           ; port B reads the rows
        sta key_head
        sta key_count
        sta repeat_key
        sta stick_old
        sta zone_table
        sta zone_table+1
        ldx #7
@old:
        sta matrix_old,x
        dex
        bpl @old
        jmp mouse_init
.endproc

; input_scan -- one look at both sticks and the keyboard (interrupt)
; In     -     Out    -     Uses   A, X, Y, irq_temp     Time: at most 1300 cycles     Keeps  -
.proc input_scan
        jsr scan
        lda #POTS_PORT_1
        sta CIA1_PRA
        lda irq_tick            ; held keys repeat by time, not by pictures
        cmp scan_tick
        beq @out
        sta scan_tick
        jsr mouse_tick
        jmp repeat
@out:
        rts
.endproc

.proc scan
        lda #$FF
        sta CIA1_PRA            ; no column selected: keys cannot pull a row
        lda CIA1_PRB            ; no column selected: only stick 1 pulls
        eor #$FF                ; lines are low when they are pulled: 1 = held from here on
        and #$1F                ; four directions and fire
        sta held
        jsr mouse_lines
        sta irq_temp+1
        lda CIA1_PRA            ; stick 2
        eor #$FF
        and #$1F
        tay
        ora held
        sta held
        tya
        ora irq_temp+1
        tay                     ; Y = directions and fire, 1 = held
        eor stick_old
        sta irq_temp+1          ; changes
        and stick_old           ; was held, is not any more
        and #FIRE
        sty stick_old
        beq @pushed
        lda #KEY_RETURN         ; fire was released
        jsr key_put
@pushed:
        tya
        and irq_temp+1          ; newly pushed
        ldx #0
@stick:
        lsr a
        bcc @not
        pha
        lda stick_keys,x
        jsr key_put
        lda input_delay
        sta repeat_time
        pla
@not:
        inx
        cpx #4
        bne @stick
        lda held
        beq @keyboard
        rts

@keyboard:                      ; A = 0: all columns at once: is any key down at all?
        sta CIA1_PRA
        lda CIA1_PRB
        cmp #$FF
        bne @some
        lda #0
        ldx #7
@clear:
        sta matrix_old,x
        dex
        bpl @clear
        sta repeat_key
        rts

@some:
        ldx #0
        lda #$FE
@column:
        sta CIA1_PRA
        tay
        lda CIA1_PRB
        eor #$FF
        sta matrix_now,x        ; 1 = down
        tya
        sec
        rol a                   ; C is set: the 0 moves to the next column
        inx
        cpx #8
        bne @column
        lda #$FF
        sta CIA1_PRA
        lda CIA1_PRA            ; a stick pressed meanwhile would look like keys
        and CIA1_PRB
        cmp #$FF
        bne @out
        lda matrix_now + SHIFT_LEFT_AT
        and #SHIFT_LEFT
        sta irq_temp+1
        lda matrix_now + SHIFT_RIGHT_AT
        and #SHIFT_RIGHT
        ora irq_temp+1
        sta irq_temp+1          ; nonzero: SHIFT is down
        ldx #7
@compare:
        lda matrix_old,x
        eor #$FF
        and matrix_now,x
        beq @old
        stx irq_temp+2
        jsr ghosts
        bne @out
        ldx irq_temp+2
        lda matrix_old,x
        eor #$FF
        and matrix_now,x
        jsr column_keys
@old:
        lda matrix_now,x
        sta matrix_old,x
        dex
        bpl @compare
@out:
        rts
.endproc

; ghosts -- do two columns share two rows?  Three keys at the corners of a rectangle are read as all
; four: nobody can tell which one is not pressed.  So none is taken until it is clear again; what is
; still held then counts (numbers are in two rows: eight people bid by them)
; In     matrix_now     Out    Z=0 they do     Uses   A, X, Y, irq_temp     Keeps  -
.proc ghosts
        ldx #7
@column:
        lda matrix_now,x
        beq @next               ; a column without keys makes no rectangle
        jsr @two
        beq @next
        txa
        tay
@other:
        dey
        bmi @next
        lda matrix_now,y
        beq @other
        and matrix_now,x
        jsr @two
        beq @other
        rts
@next:
        dex
        bpl @column
        lda #0
        rts
@two:                           ; Z=0: more than one bit of A is set
        sta irq_temp
        sec
        sbc #1
        and irq_temp            ; A & (A - 1) takes the lowest bit off: 0 if it was the only one
        rts
.endproc

; column_keys -- put the keys of one column
; In     A newly pressed rows, X column     Keeps X     Uses A, Y, irq_temp
.proc column_keys
        sta irq_temp
        stx irq_temp+2
        txa
        asl a                   ; eight keys a column
        asl a
        asl a
        tay
@row:
        lsr irq_temp            ; row by row, from bit 0
        bcc @next
        lda irq_temp+1
        bne @shifted
        lda key_codes,y
        bcs @put                ; always
@shifted:
        lda key_shifted,y
@put:
        beq @next
        jsr key_put
@next:
        iny
        tya
        and #7
        bne @row
        ldx irq_temp+2
        rts
.endproc

; key_put -- append to the queue (interrupt); cursor keys and DEL will repeat
; In     A key     Keeps Y, X     Uses A, irq_temp+3     Out    -
.proc key_put
        cmp #KEY_F1
        bcc @repeats
        cmp #KEY_DEL
        bne @once
@repeats:
        sta repeat_key
        pha
        lda #REPEAT_FIRST
        sta repeat_time
        pla
@once:
        sta irq_temp+3
        lda key_count
        cmp #QUEUE
        bcs @full
        inc key_count
        adc key_head            ; C is clear
        and #QUEUE - 1
        stx key_keep
        tax
        lda irq_temp+3
        sta key_queue,x
        ldx key_keep
@full:
        rts
.endproc

; repeat -- a held cursor key or direction, again and again
; Uses   A
.proc repeat
        lda repeat_key
        beq @none
        dec repeat_time
        bne @none
        jsr still_held
        beq @released
        lda repeat_key
        jsr key_put
        lda stick_old           ; a stick repeats at the pace of the options
        and #$0F
        beq @key
        lda input_delay
        bne @next
@key:
        lda #REPEAT_NEXT
@next:
        sta repeat_time
@none:
        rts
@released:
        sta repeat_key
        rts
.endproc

; still_held -- is the repeating key (or the stick) down?
; Out    Z=1 no     Uses A
.proc still_held
        lda stick_old
        and #$0F
        bne @yes
        lda repeat_key
        cmp #KEY_DEL
        beq @del
        lda matrix_old          ; column 0: both cursor keys
        and #$84
@yes:
        rts
@del:
        lda matrix_old
        and #$01
        rts
.endproc

; key_get -- next waiting key; a click is the key of its zone, else KEY_CLICK
; In     -     Out    C=0 A = key     C=1 none     Uses A, X
; Keeps  Y
.proc key_get
        lda key_count
        sec
        beq @none
        ldx key_head
        lda key_queue,x
        pha
        inx
        txa
        and #QUEUE - 1
        sei                     ; the interrupt puts keys in: count and place change together
        sta key_head
        dec key_count
        cli
        pla
        cmp #KEY_CLICK
        beq @click
        clc
@none:
        rts
@click:
        tya
        pha
        jsr zone_find
        sta zone_key
        lda #0
        sta click_waits
        pla
        tay
        lda zone_key
        clc
        rts
.endproc

; zones_set -- what clicks stand for from now on
; In     A low, Y high of a table of ZONE, ended by $FF     Uses -
; Out    -     Keeps  A, X, Y, flags
.proc zones_set
        sta zone_table
        sty zone_table+1
        rts
.endproc

; zone_find -- the key of the click's place
; Out    A = key, KEY_CLICK outside all zones     Uses Y, zone_ptr
.proc zone_find
        lda zone_table
        sta zone_ptr
        lda zone_table+1
        sta zone_ptr+1
        beq @outside            ; no table is in the zero page
        ldy #0
@zone:
        lda (zone_ptr),y
        bmi @outside
        sec
        lda click_x
        sbc (zone_ptr),y        ; wraps to a large number left of the zone
        iny
        iny
        cmp (zone_ptr),y
        dey
        bcs @next
        lda click_y
        sec
        sbc (zone_ptr),y
        iny
        iny
        cmp (zone_ptr),y
        bcc @found
        dey
        dey
@next:
        iny
        iny
        iny
        iny
        bne @zone
@found:
        iny
        lda (zone_ptr),y
        rts
@outside:
        lda #KEY_CLICK
        rts
.endproc

; pointer_cell -- where the pointer has moved to
; In     -     Out    C=1 it has not moved; C=0 X column, Y row     Uses A     Keeps  -
.proc pointer_cell
        lda mouse_moved
        sec
        beq @same
        lda #0
        sta mouse_moved
        lda mouse_x_hi
        lsr a
        lda mouse_x
        ror a                   ; nine bits by eight
        lsr a
        lsr a
        tax
        lda mouse_y
        lsr a
        lsr a
        lsr a
        tay
        clc
@same:
        rts
.endproc

; key_wait -- heartbeat until a key comes
; In     -     Out    A key     Uses A, X, Y and what ui_frame uses     Keeps  -
.proc key_wait
        jsr key_get
        bcc @key
        jsr ui_frame
        jmp key_wait
@key:
        rts
.endproc

; key_flush -- forget what is waiting
; In     -     Out    -     Uses   A
; Keeps  X, Y
.proc key_flush
        sei
        lda #0
        sta key_count
        sta click_waits
        cli
        rts
.endproc
