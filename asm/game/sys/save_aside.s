; save_aside.s -- a saved game on the disk: writing it aside, comparing, renaming; reading
;
; A game is written under another name, read back and compared; only then does it get its
; name, and the old file of that name goes.
;
; Test tests/asm/game/ui/test_save.py

.include "sys.inc"
.include "drive.inc"
.include "drive_fast.inc"
.include "save.inc"
.include "../ui/ui.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"
.include "../../inc/cpu.inc"

cartridge_call  = fast_boot     ; what the cartridge has at that place (cartridge/session.s)

.segment "DISK_CODE"

; save_write -- save the game as save_name
; In     X device; save_over nonzero: a file of that name may be replaced
; Out    C=1 A = DRIVE_* or the drive's number, DRIVE_EXISTS: the name is taken
; Uses   everything but the state     Keeps  -
.proc save_write
        jsr drive_begin
        jsr save_pack
        lda #CARTRIDGE_WRITE
        jsr cartridge_do
        jsr write_steps
        jmp session_end
.endproc

; save_read -- load the game save_name; play_resume is the caller's to call
; In     X device     Out C=1 A = DRIVE_* or the drive's number: nothing was changed
; Uses   everything     Keeps  -
.proc save_read
        jsr drive_begin
        jsr save_fetch
        bcs session_end
        jsr save_unpack
        clc
        bcc session_end         ; always
.endproc

; save_look -- the game save_name into the buffer, no further
; In     X device     Out C=1 A = DRIVE_* or the drive's number
; Uses   everything but the state     Keeps  -
.proc save_look
        jsr drive_begin
        jsr save_fetch
        jmp session_end
.endproc

; save_fetch -- the game save_name into the buffer, and check it
; Out    C=1 A = DRIVE_* or the drive's number
.proc save_fetch
        lda #CARTRIDGE_READ
        jsr cartridge_try
        beq @read
        ldx #<name_saved
        ldy #>name_saved
        jsr file_read
@read:
        bcs @end
        jmp save_check
@end:
        rts
.endproc

; save_delete -- scratch save_name
; In     X device     Out C=1 A = DRIVE_* or the drive's number
; Keeps  -     Uses   A, X, Y, flags; irq_*, unpack_bits, unpack_src
.proc save_delete
        jsr drive_begin
        lda #CARTRIDGE_DELETE
        jsr cartridge_do
        ldx #<command_scratch
        ldy #>command_scratch
        jsr command_send
        ; falls through
.endproc

; session_end -- In C, A of the last step     Out the same
.proc session_end
        bcs @failed
        lda #DRIVE_FINE
@failed:
        sta drive_number
        lda drive_device
        cmp #CARTRIDGE
        beq @cartridge
        jsr drive_end
        cmp #1
        rts
@cartridge:
        jsr drive_leave         ; nobody on the bus knows of it
        cmp #1
        rts
.endproc

; cartridge_do -- if games are on the cartridge, do what is asked, end the session, back to the
; caller's caller; else nothing
; In     A  CARTRIDGE_*     Out    as session_end     Keeps  -
; Uses   everything but the state
.proc cartridge_do
        jsr cartridge_try
        bne @disk
        pla
        pla
        txa
        jmp session_end
@disk:
        rts
.endproc

; cartridge_try -- if games are on the cartridge, do what is asked of it
; In     A  CARTRIDGE_*     Out    Z=0 they are not;  Z=1 C=1 A = X = DRIVE_*
; Uses   everything but the state
.proc cartridge_try
        ldx drive_device
        cpx #CARTRIDGE
        bne @disk
        jsr cartridge_call
        tax
        ldy #0                  ; Z, and C as it is
@disk:
        rts
.endproc

; write_steps -- write aside, compare, replace
; Out    C=1 A = error
.proc write_steps
        lda save_over
        bne @clear
        ldx #<name_saved        ; the disk may have been changed since it was listed
        ldy #>name_saved
        jsr name_make
        jsr drive_open
        bcs @absent
        lda #DRIVE_EXISTS
        jmp file_give_up
@absent:
        jsr file_give_up
        cmp #DRIVE_NOT_FOUND
        sec
        bne @done
@clear:
        ldx #<name_aside
        ldy #>name_aside
        jsr file_write
        bcc @compare
        cmp #DRIVE_EXISTS
        bne @scratch
        ; An interrupted save has left it, maybe after the old file of this name went: then it is
        ; the only good one, and gets the name until the new one is there.
        lda save_over
        beq @strike
        ldx #<command_rename
        ldy #>command_rename
        jsr command_send
        bcc @again
@strike:
        ldx #<command_clear
        ldy #>command_clear
        jsr command_send
        bcs @done
@again:
        ldx #<name_aside
        ldy #>name_aside
        jsr file_write
        bcs @scratch
@compare:
        ldx #<name_written
        ldy #>name_written
        jsr file_compare
        bcs @scratch
        ldx #<command_scratch
        ldy #>command_scratch
        jsr command_send
        bcs @done
        ldx #<command_rename
        ldy #>command_rename
        jmp command_send
@scratch:
        pha                     ; half a file is of no use to anybody
        ldx #<command_clear
        ldy #>command_clear
        jsr command_send
        pla
        sec
@done:
        rts
.endproc

; command_send -- a command to the drive
; In     X low, Y high of a pattern (name_make)     Out    as drive_command     Uses   as name_make, Y     Keeps  -
.proc command_send
        jsr name_make
        jmp drive_command
.endproc

; file_write -- the buffer to a new file
; In     X low, Y high of its pattern     Out C=1 A = error
.proc file_write
        jsr name_make
        jsr drive_open
        bcs file_give_up
        ldx #DRIVE_FILE
        jsr drive_listen
        bcs file_finish
        jsr buffer_start
@byte:
        jsr buffer_get
        bcs file_finish         ; that was all
        jsr drive_write
        bcc @byte
        ; falls through
.endproc

; file_finish -- close a file that was read or written     Out as drive_status
.proc file_finish
        lda #DRIVE_FILE         ; its last block is written now
        jsr drive_close
        jmp drive_status
.endproc

; file_give_up -- close a file that is of no use     Keeps A, C=1
.proc file_give_up
        pha
        lda #DRIVE_FILE
        jsr drive_close
        pla
        sta drive_number
        sec
        rts
.endproc

; file_compare -- is a file the same as the buffer?
; In     X low, Y high of its pattern     Out C=1 A = error
.proc file_compare
        jsr file_begin
        bcs @done
        jsr buffer_start
@byte:
        jsr drive_read
        bcs file_failed
        sta unpack_bits
        jsr buffer_get
        bcs @differs            ; longer than it should be
        cmp unpack_bits
        bne @differs
        lda drive_last
        beq @byte
        jsr buffer_get
        bcs file_finish
@differs:                       ; or shorter
        lda #DRIVE_DIFFERS
        bne file_give_up        ; always
@done:
        rts
.endproc

; file_read -- a file into the buffer
; In     X low, Y high of its pattern     Out save_size; C=1 A = error
.proc file_read
        jsr file_begin
        bcs @done
        jsr buffer_start
        lda #0
        sta save_size
        sta save_size+1
@byte:
        jsr drive_read
        bcs file_failed
        jsr buffer_put
        inc save_size
        bne :+
        inc save_size+1
:       lda drive_last
        bne file_finish
        lda save_size+1
        cmp #>BUFFER_SIZE
        bne @byte
        lda #DRIVE_DAMAGED      ; longer than any of ours
        bne file_give_up        ; always
@done:
        rts
.endproc

; file_begin -- open a file and make it talk
; In     X low, Y high of its pattern     Out C=1 A = error
.proc file_begin
        jsr name_make
        jsr drive_open
        bcs given_up
        ldx #DRIVE_FILE
        jsr drive_talk
        lda #DRIVE_GONE
        bcs given_up
        rts
.endproc

; file_failed -- no byte came: the drive says why, or says nothing
; Out    C=1 A = error
.proc file_failed
        jsr drive_status
        bcs given_up
        lda #DRIVE_GONE
        ; falls through
.endproc

given_up:
        jmp file_give_up        ; near enough to both

; buffer_start -- unpack_dst, unpack_src = start and size of the buffer
; In     save_size     Out    unpack_dst, unpack_src     Uses   A     Keeps  X, Y, C
.proc buffer_start
        lda #<SAVE_BUFFER
        sta unpack_dst
        lda #>SAVE_BUFFER
        sta unpack_dst+1
        lda save_size
        sta unpack_src
        lda save_size+1
        sta unpack_src+1
        rts
.endproc

; buffer_get -- next byte of the buffer     Out C=0 A;  C=1 there are no more
; Uses   Y
.proc buffer_get
        lda unpack_src
        bne @low
        lda unpack_src+1
        beq @none
        dec unpack_src+1
@low:
        dec unpack_src
        ldy #BANK_ALL_RAM
        sty PORT
        ldy #0
        lda (unpack_dst),y
        ldy #BANK_KERNAL
        sty PORT
        clc
        bcc buffer_next
@none:
        sec
        rts
.endproc

; buffer_put -- append a byte to the buffer
; In     A     Uses Y
.proc buffer_put
        ldy #BANK_ALL_RAM
        sty PORT
        ldy #0
        sta (unpack_dst),y
        ldy #BANK_KERNAL
        sty PORT
        ; falls through
.endproc

; buffer_next -- Keeps A, C
.proc buffer_next
        inc unpack_dst
        bne @done
        inc unpack_dst+1
@done:
        rts
.endproc

; name_make -- a name, a command or words from a pattern
;
; '#' stands for save_name, anything else for itself, 0 ends it.
; In     X low, Y high     Out drive_text, ended by 0; drive_length; A low, Y high of it
; Uses   X, text_ptr, unpack_bits     Keeps  -
.proc name_make
        txa
        jsr text_find
        ldx #0
        ldy #0
@letter:
        lda (text_ptr),y
        beq @end
        iny
        cmp #'#'
        beq @name
        sta drive_text,x
        inx
        bne @letter
@name:
        sty unpack_bits
        ldy #0
@own:
        lda save_name,y
        beq @named
        sta drive_text,x
        inx
        iny
        cpy #SAVE_NAME_SIZE
        bne @own
@named:
        ldy unpack_bits
        jmp @letter
@end:
        sta drive_text,x
        stx drive_length
        lda #<drive_text
        ldy #>drive_text
        rts
.endproc

.segment "DISK_DATA"

; A saved game is a sequential file; its name begins with this, so that it can be
; told from other files.  The name in brackets cannot be typed.
name_aside:     .byte "0:GO64-(NEW),S,W", 0
command_clear:  .byte "S0:GO64-(NEW)", 0
command_scratch: .byte "S0:GO64-#", 0
name_written    = command_clear + 1     ; a drive reads what is not said to be written
name_saved      = command_scratch + 1
command_rename: .byte "R0:GO64-#=GO64-(NEW)", 0
        .assert * - command_rename + 2 * SAVE_NAME_SIZE < DRIVE_TEXT_SIZE, error, "a command fits"
