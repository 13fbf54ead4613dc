; The status channel: number, text, track and sector of the last operation
;
; Source of the numbers and words, which programs take apart: Commodore, "1541 User's Guide",
; appendix B.

.include "fs.inc"

COMMA       = $2C
END         = $80               ; on the last character of a text

.segment "FS_STATUS"

; Give up what is being done: set the message, go back behind the last `attempt`
; In     A    code (BCD);  dos_error: CUR_TRACK, CUR_SECTOR go with it;  dos_error_0: 0, 0
; Out    C=1 there
; Noreturn  goes on behind the last `attempt`
dos_error_0:
        ldx #0
        stx CUR_TRACK
        stx CUR_SECTOR
; The same with track and sector as they stand
; In     A  code (BCD)     Noreturn  goes on behind the last `attempt`
.proc dos_error
        jsr status_set
        ; falls through
.endproc
; What is being done is given up; the message is set
; The stack goes back to where `try` marked it: this rts then returns behind the jsr @mark there, with C set.
; So no routine on the way has to pass an error on.
; In     -     Noreturn  goes on behind the last `attempt`
.proc dos_give_up
        ldx err_sp
        txs                     ; all that was called since the mark is forgotten
        sec
        rts
.endproc

; Run a routine that may fail
; Attempts nest: the mark of the outer one is on the stack meanwhile.
; In     A, Y   its address, low and high
; Out    C=1    it failed, the message is set;  C=0 it came back
; Uses   A, X, Y     Keeps  -
.proc try
        sta try_ptr
        sty try_ptr + 1
        lda err_sp
        pha
        jsr @mark
        pla
        sta err_sp
        rts
@mark:  tsx
        stx err_sp
        jsr @go
        clc
        rts
@go:    jmp (try_ptr)
.endproc

; 00, OK
; In     -     Out    -     Keeps  -
; Uses   A, X, Y, flags; CUR_SECTOR, CUR_TRACK, mem_answer, status_*
.proc status_ok
        lda #0
        sta CUR_TRACK
        sta CUR_SECTOR
        ; falls through
.endproc

; Make the message
; In     A    code (BCD);  CUR_TRACK, CUR_SECTOR     Out    -
; Uses   A, X, Y     Keeps  -
; Test   tests/asm/dos/test_like_virtual_drive.py
.proc status_set
        sta status_code
        ldx #0
        stx status_at
        stx mem_answer
        jsr put_bcd
        jsr put_comma
        ldy #0
@find:  lda codes,y
        cmp status_code
        beq @found
        iny
        cpy #CODE_COUNT
        bne @find
        ldy #CODE_COUNT - 1     ; not in the table: the words of the last
@found: lda texts_low,y
        sta fs_tmp
        lda texts_high,y
        sta fs_tmp + 1
        ldy #0
@text:  lda (fs_tmp),y
        bmi @last
        sta MESSAGE,x
        inx
        iny
        bne @text               ; always
@last:  and #<~END
        sta MESSAGE,x
        inx
        jsr put_comma
        lda CUR_TRACK
        jsr put_number
        jsr put_comma
        lda CUR_SECTOR
        jsr put_number
        lda #CR
        sta MESSAGE,x
        inx
        stx status_end
        ; the lamp blinks for errors: 00 and 01 are none, and 73 is the greeting after power-on
        ldx #0
        lda status_code
        cmp #$20
        bcc @dark
        cmp #ERR_VERSION
        beq @dark
        inx
@dark:  stx LED_FLASH
        rts
.endproc

.proc put_comma
        lda #COMMA
        sta MESSAGE,x
        inx
        rts
.endproc

; Becomes BCD: tens counted in Y, what is left are the ones.
; In     A    0-99 in binary
.proc put_number
        ldy #0
        sec
@hundreds:
        cmp #100                ; two digits are shown
        bcc @two
        sbc #100
        bcs @hundreds           ; always
@two:   sec
@tens:  sbc #10
        bcc @ones
        iny
        bne @tens               ; always
@ones:  adc #10
        sta fs_tmp
        tya
        asl a
        asl a
        asl a
        asl a
        ora fs_tmp              ; a digit in either half
        ; falls through
.endproc
.proc put_bcd
        pha
        lsr a
        lsr a
        lsr a
        lsr a
        ora #'0'
        sta MESSAGE,x
        inx
        pla
        and #$0F
        ora #'0'
        sta MESSAGE,x
        inx
        rts
.endproc

; The next byte of channel 15
; In     MEM_PTR, mem_answer, mem_left, status_at, status_end
; Out    A, bus_last, C=0
; Keeps  -     Uses   A, X, Y, flags; bus_last
.proc status_peek
        lda mem_answer
        bne @memory
        ldx status_at
        inx
        cpx status_end
        jsr @mark
        ldx status_at
        lda MESSAGE,x
        clc
        rts
@memory:
        lsr a                   ; 1: memory, 2: the CR behind it
        bcc @return
        ldy #0
        sty bus_last
        lda (MEM_PTR),y
        clc
        rts
@return:
        lda #$80
        sta bus_last
        lda #CR
        rts
@mark:  php                     ; Z of the comparison outlives the lda
        lda #0
        plp
        bne @set
        lda #$80
@set:   sta bus_last
        rts
.endproc

; The computer has the byte: after the last one comes 00
; In     MEM_PTR, mem_answer, mem_left, status_at, status_end     Out    -     Keeps  -
; Uses   A, X, Y, flags; CUR_SECTOR, CUR_TRACK, MEM_PTR, mem_answer, mem_left, status_*
.proc status_advance
        lda mem_answer
        bne @memory
        inc status_at
        lda status_at
        cmp status_end
        bcs @over
        rts
@memory:
        lsr a
        bcc @over               ; the CR behind
        inc MEM_PTR
        bne @count
        inc MEM_PTR + 1
@count: lda mem_left
        bne @low
        dec mem_left + 1
@low:   dec mem_left
        lda mem_left
        ora mem_left + 1
        bne @done
        inc mem_answer          ; 2: a CR ends the answer
@done:  rts
@over:  jsr status_ok
        jmp drive_indicate      ; blinking may have left the LED either way
.endproc

.segment "FS_TABLES"

codes:  .byte $00, $01, $20, $21, $22, $23, $24, $27, $25, $28, $26, $29
        .byte $30, $31, $32, $33, $34, $39, $62, $50, $51, $52, $60, $61
        .byte $63, $64, $65, $66, $67, $70, $71, $72, $73, $74
CODE_COUNT = * - codes
.define TEXTS_20 t_read, t_read, t_read, t_read, t_read, t_read, t_write, t_write, t_protect, t_id
.define TEXTS_30 t_syntax, t_syntax, t_syntax, t_syntax, t_syntax, t_found, t_found
.define TEXTS_50 t_record, t_overflow, t_large, t_open, t_not_open, t_exists, t_type, t_block
.define TEXTS_66 t_illegal, t_system, t_channel, t_dir, t_full, t_version, t_ready
texts_low:
        .lobytes t_ok, t_scratched, TEXTS_20, TEXTS_30, TEXTS_50, TEXTS_66
        .assert * - texts_low = CODE_COUNT, error, "a message without a text"
texts_high:
        .hibytes t_ok, t_scratched, TEXTS_20, TEXTS_30, TEXTS_50, TEXTS_66

.macro last_of words
        .repeat .strlen(words) - 1, n
        .byte .strat(words, n)
        .endrepeat
        .byte .strat(words, .strlen(words) - 1) | END
.endmacro

t_ok:   last_of " OK"
t_scratched: last_of " FILES SCRATCHED"
t_read: last_of "READ ERROR"
t_write: last_of " WRITE ERROR"
t_protect: last_of " WRITE PROTECT ON"
t_id:   last_of " DISK ID MISMATCH"
t_syntax: last_of "SYNTAX ERROR"
t_found: last_of " FILE NOT FOUND"
t_record: last_of " RECORD NOT PRESENT"
t_overflow: last_of "OVERFLOW IN RECORD"
t_large: last_of " FILE TOO LARGE"
t_open: last_of " WRITE FILE OPEN"
t_not_open: last_of " FILE NOT OPEN"
t_exists: last_of " FILE EXISTS"
t_type: last_of " FILE TYPE MISMATCH"
t_block: last_of "NO BLOCK"
t_illegal: last_of "ILLEGAL TRACK OR SECTOR"
t_system: last_of "ILLEGAL SYSTEM T OR S"
t_channel: last_of "NO CHANNEL"
t_dir:  last_of "DIR ERROR"
t_full: last_of " DISK FULL"
t_ready: last_of "DRIVE NOT READY"

.segment "ENTRY_E5BB"
; Where programs read which drive it is: at $E5C6 '4' of a 1541, '7' of a 1571 (fast loaders do)
t_version: last_of "GO64 DOS 1541"
        .assert * = $E5C8, lderror, "the drive's type is not where programs read it"
