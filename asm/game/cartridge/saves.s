; saves.s -- saved games in the cartridge's flash
;
; They are a log: SECTORS sectors of the low chip in a ring, each with 56 records.  A sector that is
; open has a number, which grows; the one with the highest is written to.  A game that is saved
; again is a new record, and only when that is whole is the old one struck out.  When a sector is full
; the next is erased; before none would be left, what the oldest still has is copied and the sector
; given up.  So all wear alike, and whatever moment the power goes: a game's last record that is whole
; counts.
;
; This runs in ROM, at $A000, but for what has to choose another bank (GATES), which runs in the
; cartridge's RAM.  EAPI has the first pages of BRAIN meanwhile.
;
; Test tests/asm/game/ui/test_flash.py

.include "saves.inc"
.include "cartridge.inc"
.include "../sys/drive.inc"
.include "../../inc/vic.inc"

.import save_name, save_over, save_size, saved_count, saved_more, event_space ; of the game
.import __COVERED_START__       ; game.cfg
.import autos, auto_name_take   ; auto.s
.import __GATES_LOAD__, __GATES_RUN__, __GATES_SIZE__

SAVE_BUFFER     = __COVERED_START__
SAVED_MAX       = 70

.segment "SAVES"

; saves -- what a page of saved games wants of the cartridge
; In     A  CARTRIDGE_* (sys/drive.inc)     Out C=1 A = DRIVE_*     Uses everything but the state
; Keeps  -
.proc saves
        tax
        bmi @auto
        pha
        jsr saves_begin
        pla
        cmp #CARTRIDGE_LIST
        beq saves_list
        pha
        jsr name_take
        pla
        cmp #CARTRIDGE_READ
        beq @read
        cmp #CARTRIDGE_WRITE
        beq @write
        jmp saves_delete
@read:
        jmp saves_read
@write:
        jmp saves_write
@auto:
        jmp autos
.endproc
        .assert CARTRIDGE_AUTO >= $80 .and CARTRIDGE_DELETE < $80, error, "told by bit 7"

; saves_begin -- routines and variables into the cartridge's RAM, the numbers of the sectors
; In     -     Out    number_*     Uses   A, X, Y, look     Keeps  -
.proc saves_begin
        ldx #<__GATES_SIZE__
@copy:
        lda __GATES_LOAD__ - 1,x
        sta __GATES_RUN__ - 1,x
        dex
        bne @copy
        jmp numbers_read
.endproc

; saves_list -- names of all games
.proc saves_list
        lda #0
        sta count
        jsr record_first
@record:
        bcs @done
        jsr name_read
        jsr name_listed
        bcc @next
        lda count
        cmp #SAVED_MAX
        bcs @more
        jsr list_place
        ldy #SAVE_NAME_SIZE - 1
@letter:
        lda name,y
        jsr ram_put
        dey
        bpl @letter
        inc count
@next:
        jsr record_next
        jmp @record
@more:
        lda #1
        sta saved_more          ; a write reaches the RAM below
@done:
        lda count
        sta saved_count
        clc
        rts
.endproc

; name_listed -- is `name` in the list?     Out C=0 it is     Uses A, X, Y, ram
; An interrupted save can leave two whole records of one name; the list shows that name once.
.proc name_listed
        lda #0
@entry:
        cmp count
        bcs @none
        pha
        jsr list_place
        ldy #SAVE_NAME_SIZE - 1
@letter:
        jsr ram_get
        cmp name,y
        bne @next
        dey
        bpl @letter
        pla
        clc
        rts
@next:
        pla
        clc
        adc #1
        jmp @entry
@none:
        sec
        rts
.endproc

; list_place -- ram = entry A of the list     Uses A
.proc list_place
        ldx #0
        stx ram+1
        asl a                   ; 8 bytes per name; 70 names need 7 bits, so this loses none
        asl a
        rol ram+1
        asl a
        rol ram+1
        clc
        adc #<event_space
        sta ram
        lda ram+1
        adc #>event_space
        sta ram+1
        rts
.endproc

; saves_read -- the game `name` into the buffer
; In     name     Out    C=1 A = DRIVE_*     Uses   A, X, Y, look, ram, left     Keeps  -
.proc saves_read
        jsr name_find
        bcs @none
        jsr best_look
        jsr size_read
        sta save_size + 1       ; a write reaches the RAM below
        lda size
        sta save_size
        jsr size_check
        bcs @damaged
        lda #RECORD_DATA
        jsr look_forward
        jsr buffer_begin
@byte:
        jsr left_count
        bcs @done
        INTERRUPTS
        ldy #0
        jsr flash_get
        jsr ram_put
        jsr ram_next
        lda #1
        jsr look_forward
        jmp @byte
@done:
        clc
        rts
@damaged:
        lda #DRIVE_DAMAGED
        rts
@none:
        lda #DRIVE_NOT_FOUND
        rts
.endproc

; saves_delete -- strike out the game `name`
; In     name     Out    C=1 A = DRIVE_*     Uses   A, X, Y, unpack_*     Keeps  -
.proc saves_delete
        jsr name_find
        lda #DRIVE_NOT_FOUND
        bcs @done
        jsr eapi_begin
        bcs @end
        jsr others_strike       ; first what an interrupted save may have left, then the last one
        bcs @end
        jsr best_put
        ldy #RECORD_STRUCK
        jsr zero_put
@end:
        jmp eapi_end
@done:
        rts
.endproc

; saves_write -- the buffer as save_name
.proc saves_write
        jsr name_find
        bcs @new
        lda #<save_over         ; the page has asked whether it may be replaced
        ldx #>save_over
        jsr ram_read
        bne @new
        lda #DRIVE_EXISTS
        sec
        rts
@new:
        jsr eapi_begin
        bcs @end
        jsr place_make
        bcs @end
        jsr name_take           ; others may have been copied meanwhile
        lda #<save_size
        ldx #>save_size
        jsr ram_read
        sta size
        iny
        jsr ram_get
        sta size + 1
        jsr record_begin
        bcs @end
        jsr buffer_begin
@byte:
        jsr left_count
        bcs @all
        ldy #0
        jsr ram_get
        jsr byte_put
        bcs @end
        jsr ram_next
        jmp @byte
@end:
        jmp eapi_end
@all:
        ; falls through
.endproc

; saves_close -- the record is whole: it counts, and those before do not
; In     `name`, put     Out    C=1 A = DRIVE_*     Uses   A, X, Y, look     Keeps  -
.proc saves_close
        ; in this order: whenever the power goes, one whole record of the game is left
        jsr record_end
        bcs @end
        jsr name_find           ; it is the last one now
        jsr others_strike
@end:
        jmp eapi_end
.endproc

; name_read -- name = that of the record
; In     look, look_bank     Out    name     Uses   A, X, Y     Keeps  -
.proc name_read
        ldy #RECORD_NAME
@letter:
        jsr flash_get
        sta name - RECORD_NAME,y
        iny
        cpy #RECORD_NAME + SAVE_NAME_SIZE
        bne @letter
        rts
.endproc

; name_same -- has the record this name?     Out Z=1 it has     Uses A, X, Y
.proc name_same
        ldy #RECORD_NAME + SAVE_NAME_SIZE - 1
@letter:
        jsr flash_get
        cmp name - RECORD_NAME,y
        bne @done
        dey
        cpy #RECORD_NAME - 1
        bne @letter
@done:
        rts
.endproc

; name_take -- name = save_name, or AUTO_NAME
; In     automatic     Out    name     Uses   A, X, Y, ram     Keeps  -
.proc name_take
        lda automatic
        bne @auto
        lda #<save_name
        ldx #>save_name
        jmp name_from
@auto:
        jmp auto_name_take
.endproc

; name_from -- name = that at A low, X high
; In     A, X     Out    name     Uses   A, X, Y, ram     Keeps  -
.proc name_from
        jsr ram_read
        ldy #SAVE_NAME_SIZE - 1
@letter:
        jsr ram_get
        sta name,y
        dey
        bpl @letter
        rts
.endproc

; name_find -- the last record of `name`
; The sector with the highest number is the latest; within a sector, the last record is, so
; an equal number counts as later.
; In     name     Out    C=1 there is none; best_*     Uses   A, X, Y, look     Keeps  -
.proc name_find
        lda #0
        sta best_bank
        sta best_number
        sta best_number + 1
        jsr record_first
@record:
        bcs @end
        jsr name_same
        bne @next
        jsr look_sector
        lda number_lo,x
        cmp best_number
        lda number_hi,x
        sbc best_number + 1
        bcc @next               ; earlier than what was found
        lda number_lo,x
        sta best_number
        lda number_hi,x
        sta best_number + 1
        lda look_bank
        sta best_bank
        lda look
        sta best
        lda look + 1
        sta best + 1
@next:
        jsr record_next
        jmp @record
@end:
        lda #0
        cmp best_bank           ; C=1: no bank was found
        rts
.endproc

; best_look, best_put -- look or put = the record that was found     Uses A
.proc best_look
        lda best_bank
        sta look_bank
        lda best
        sta look
        lda best + 1
        sta look + 1
        rts
.endproc

.proc best_put
        jsr best_look
        ; falls through
.endproc

; look_put -- put = look
; In     look, look_bank     Out    put, put_bank     Uses   A     Keeps  X, Y
.proc look_put
        lda look_bank
        sta put_bank
        lda look
        sta put
        lda look + 1
        sta put + 1
        rts
.endproc

; others_strike -- all records of `name` but the last     Out C=1 A = DRIVE_*     Uses A, X, Y
.proc others_strike
        jsr record_first
@record:
        bcs @done
        jsr name_same
        bne @next
        jsr best_is
        beq @next
        jsr look_put
        ldy #RECORD_STRUCK
        jsr zero_put
        bcs @failed
@next:
        jsr record_next
        jmp @record
@done:
        clc
@failed:
        rts
.endproc

; best_is -- is the record the one that was found?
; In     look, look_bank, best_*     Out    Z=1 it is     Uses   A     Keeps  X, Y
.proc best_is
        lda look_bank
        cmp best_bank
        bne @no
        lda look
        cmp best
        bne @no
        lda look + 1
        cmp best + 1
@no:
        rts
.endproc

; --- sizes, the buffer -------------------------------------------------------------------

; size_read -- size = that of the record
; In     look, look_bank     Out    size, A its high byte     Uses   A, X, Y     Keeps  -
.proc size_read
        ldy #RECORD_SIZE
        jsr flash_get
        sta size
        iny
        jsr flash_get
        sta size + 1
        rts
.endproc

; size_check -- can a game be so long?
; In     size     Out    C=1 no     Uses   A     Keeps  X, Y
.proc size_check
        lda size
        cmp #<(SIZE_MOST + 1)
        lda size + 1
        sbc #>(SIZE_MOST + 1)
        rts
.endproc

; size_left -- left = size
; In     size     Out    left     Uses   A     Keeps  X, Y
.proc size_left
        lda size
        sta left
        lda size + 1
        sta left + 1
        rts
.endproc

; left_count -- one byte less
; In     left     Out    left;  C=1 there is none     Uses   A     Keeps  X, Y
.proc left_count
        lda left                ; 16 bits: the high byte only when the low one is 0
        bne @low
        lda left + 1
        beq @none
        dec left + 1
@low:
        dec left
        clc
        rts
@none:
        sec
        rts
.endproc

; buffer_begin -- ram = the buffer, left = size     Uses A
.proc buffer_begin
        lda #<SAVE_BUFFER
        sta ram
        lda #>SAVE_BUFFER
        sta ram + 1
        bne size_left           ; always
.endproc

; ram_next -- ram goes on
; In     ram     Out    ram     Uses   -     Keeps  A, X, Y
.proc ram_next
        inc ram
        bne @same
        inc ram + 1
@same:
        rts
.endproc

; ram_read -- ram = A low, X high
; In     A, X     Out    A, Z  the byte there     Uses   X, Y, ram     Keeps  C
.proc ram_read
        sta ram
        stx ram + 1
        ldy #0
        jmp ram_get
.endproc
