; saved_list.s -- which games are on the disk, and which drives there are
;
; The directory is read as the program LIST would show, with a pattern, and
; taken apart byte by byte.  A saved game is a closed sequential file whose name
; begins with "GO64-" and goes on with one to eight characters; all others are
; passed over.  The names lie in the space of the rules' events, which is idle
; while somebody is asked something.
;
; Test tests/asm/game/ui/test_save.py, test_files.py

.include "sys.inc"
.include "drive.inc"
.include "drive_fast.inc"
.include "save.inc"
.include "../play/play.inc"
.include "../video/video.inc"
.include "../zp.inc"
.include "../zp_ui.inc"

saved_names     = event_space
        .assert SAVED_MAX * SAVE_NAME_SIZE <= EVENT_SPACE, error, "the list fits into the queue of events"

LINE_HEAD       = 4             ; link and number of blocks
QUOTE           = $22
PREFIX_SIZE     = 5
LINES_MAX       = 250           ; a directory has at most 144 files, larger drives more

.segment "UI_BOOT"

line_name:      .res SAVE_NAME_SIZE

.segment "UI_BSS"

saved_count:    .res 1
saved_more:     .res 1
line_state:     .res 1          ; LINE_*
line_at:        .res 1          ; bytes in this state, letters of the name
lines_left:     .res 1

.segment "DISK_DATA"

pattern_all:    .byte "$0:"
prefix:         .byte "GO64-"
        .assert * - prefix = PREFIX_SIZE, error, "prefix"
                .byte "*", 0
command_start:  .byte "I0", 0

line_jump_lo:   .byte <(state_head - 1), <(state_before - 1), <(state_prefix - 1)
        .byte <(state_name - 1), <(state_type - 1), <(state_rest - 1)
line_jump_hi:   .byte >(state_head - 1), >(state_before - 1), >(state_prefix - 1)
        .byte >(state_name - 1), >(state_type - 1), >(state_rest - 1)
S_HEAD          = 0             ; link, blocks
S_BEFORE        = 1             ; up to the first quotation mark
S_PREFIX        = 2
S_NAME          = 3
S_TYPE          = 4             ; behind the second one
S_REST          = 5             ; nothing more of interest in this line

.segment "DISK_CODE"

; saved_list_read -- look at the disk
; In     X device
; Out    C=0 saved_count, saved_names, saved_more     C=1 A = error, no names
; Uses   everything but the state     Keeps  -
.proc saved_list_read
        jsr drive_begin
        lda #0
        sta saved_count
        sta saved_more
        .assert CARTRIDGE_LIST = 0, error, "A"
        jsr cartridge_do
        ldx #<command_start     ; another disk may have the same identification
        ldy #>command_start
        jsr command_send
        bcs @end
        ldx #<pattern_all
        ldy #>pattern_all
        jsr name_make
        jsr drive_open_list
        bcs @close
        ldx #DRIVE_LIST
        jsr drive_talk
        lda #DRIVE_GONE
        bcs @close
        jsr lines_read
        bcc @close
        jsr drive_status        ; no byte came: why?
        bcs @close
        lda #DRIVE_GONE
@close:
        php
        pha
        lda #DRIVE_LIST
        jsr drive_close
        pla
        plp
        bcc @fine
@end:
        ldx #0
        stx saved_count
        beq @out
@fine:
        lda #DRIVE_FINE
@out:
        sta drive_number
        jsr drive_end
        cmp #1
        rts
.endproc

; lines_read -- all lines of the directory
; Out    C=1 a byte did not come     Uses A, X, Y
.proc lines_read
        lda #LINES_MAX
        sta lines_left
        jsr drive_read          ; load address
        bcs @done
        jsr drive_read
        bcs @done
        jsr line_begin
@byte:
        jsr drive_read
        bcs @done
        jsr line_byte
        bcs @enough
        lda drive_last
        beq @byte
@enough:
        clc
@done:
        rts
.endproc

; line_begin -- the next byte is the first of a line     Keeps Y
.proc line_begin
        ldx #S_HEAD
        ; falls through
.endproc

; state_set -- In X = S_*     Out C=0     Uses A
.proc state_set
        stx line_state
        lda #0
        sta line_at
        clc
        rts
.endproc

; line_byte -- one byte of the directory
; In     A     Out C=1 there are lines enough     Uses A, X, Y
.proc line_byte
        tay
        ldx line_state
        beq @inside             ; link and blocks may be 0
        cpy #0
        bne @inside
        dec lines_left
        bne line_begin
@enough:
        sec
        rts
@inside:
        lda line_jump_hi,x
        pha
        lda line_jump_lo,x
        pha
        tya
        clc
        rts                     ; to the state, with C=0
.endproc

.proc state_head
        inc line_at
        lda line_at
        cmp #LINE_HEAD
        bcc state_rest
        ldx #S_BEFORE
        jmp state_set
.endproc

.proc state_rest
        clc
        rts
.endproc

.proc state_before
        cmp #QUOTE
        bne state_rest
        ldx #S_PREFIX
        jmp state_set
.endproc

.proc state_prefix
        ldx line_at
        cmp prefix,x
        bne line_pass
        inc line_at
        inx
        cpx #PREFIX_SIZE
        bcc state_rest
        ldx #SAVE_NAME_SIZE - 1
        lda #0
@clear:
        sta line_name,x
        dex
        bpl @clear
        ldx #S_NAME
        jmp state_set
.endproc

; line_pass -- this is no saved game
.proc line_pass
        ldx #S_REST
        jmp state_set
.endproc

.proc state_name
        ldx line_at
        cmp #QUOTE
        beq @end
        cpx #SAVE_NAME_SIZE
        bcs line_pass
        cmp #' '
        bcc line_pass
        cmp #$5E                ; no letters that the game cannot write
        bcs line_pass
        ldy #FORBIDDEN - 1
@forbidden:
        cmp forbidden,y         ; a drive would take it for something else
        beq line_pass
        dey
        bpl @forbidden
        sta line_name,x
        inc line_at
        clc
        rts
@end:
        txa
        beq line_pass
        ldx #S_TYPE
        jmp state_set
.endproc

; state_type -- blanks, then the type; a star before it: never closed
.proc state_type
        cmp #' '
        beq state_rest
        cmp #'S'                ; SEQ: a saved game; PRG, USR and the rest are none
        bne line_pass
        lda saved_count
        cmp #SAVED_MAX
        bcs @more
        jsr saved_address
        ldy #SAVE_NAME_SIZE - 1
@letter:
        lda line_name,y
        sta (ui_ptr),y
        dey
        bpl @letter
        inc saved_count
        bne line_pass
@more:
        inc saved_more
        bne line_pass
.endproc

; saved_address -- ui_ptr = name A of the list
; In     A  number in the list     Out    ui_ptr
; Keeps  X     Uses A, Y
.proc saved_address
        ldy #0
        sty ui_ptr+1
        asl a                   ; * 8; at most 69
        asl a
        rol ui_ptr+1
        asl a
        rol ui_ptr+1
        clc
        adc #<saved_names
        sta ui_ptr
        lda ui_ptr+1
        adc #>saved_names
        sta ui_ptr+1
        rts
.endproc
        .assert SAVE_NAME_SIZE = 8, error, "saved_address multiplies by 8"
        .assert SAVED_MAX <= 128, error, "the first doubling gives no carry"

; saved_find -- is save_name in the list?
; In     -     Out    C=0 X = its place     C=1 no     Uses A, Y, ui_ptr     Keeps  -
.proc saved_find
        ldx #0
@name:
        cpx saved_count
        bcs @none
        txa
        jsr saved_address
        ldy #SAVE_NAME_SIZE - 1
@letter:
        lda (ui_ptr),y
        cmp save_name,y
        bne @next
        dey
        bpl @letter
        clc
@none:
        rts
@next:
        inx
        bne @name
.endproc

; drive_find_other -- the next device that answers as a drive
; In     X device     Out C=0 X = another one, or CARTRIDGE     C=1 there is none
; Uses   A, Y     Keeps  -
.proc drive_find_other
        stx line_at
        stx line_state
@next:
        ldx line_state
        inx
        cpx #LAST_DISK + 1
        bcc @inside
        bne @first              ; behind the cartridge
        bit fast_able
        bmi @cartridge
@first:
        ldx #FIRST_DISK
@inside:
        stx line_state
        cpx line_at
        beq @none
        jsr drive_begin
        jsr drive_status
        jsr drive_end
        cmp #DRIVE_ABSENT
        beq @next
        ldx line_state
        clc
        rts
@cartridge:
        cpx line_at             ; C=1 and Z=1: it is the one
        beq @none
        clc
@none:
        rts
.endproc

.segment "DISK_DATA"
forbidden:      .byte ",:=*?@$"
FORBIDDEN       = * - forbidden
