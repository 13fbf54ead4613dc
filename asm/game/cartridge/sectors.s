; sectors.s -- the ring of sectors that saved games are written to (saves.s)
;
; Test tests/asm/game/ui/test_flash.py

.include "saves.inc"
.include "cartridge.inc"
.include "../sys/drive.inc"
.include "../../inc/cia.inc"
.include "../../inc/sid.inc"
.include "../../inc/vic.inc"
.include "../sys/sys.inc"

WATCH_START     = $59           ; sys/drive.s: timer B restarts

.segment "SAVES"

; place_make -- put = a free place for a record
; In     number_*     Out    put, put_bank;  C=1 A = DRIVE_*     Uses   A, X, Y     Keeps  -
.proc place_make
        lda #3 * SECTORS        ; bounds the loop where all sectors are full of games that count
        sta rounds
@again:
        jsr sector_spare        ; none: a sector has not been given up yet
        bcc @look
        jsr sector_collect
        bcs @out
@look:
        jsr place_find
        bcc @out
        jsr sector_spare
        bcs @turn
        jsr sector_open
        bcs @out
@turn:
        dec rounds
        bne @again
        lda #DRIVE_ROOM
        sec
@out:
        rts
.endproc

; place_find -- put = the first free place of the sector with the highest number
; Out    C=1 there is none     Uses A, X, Y, look
.proc place_find
        jsr newest
        bcs @none
        jsr sector_look
@place:
        INTERRUPTS
        ldy #RECORD_BEGUN
        jsr flash_get
        cmp #$FF
        beq @free
        jsr look_record
        lda look_bank
        and #SECTOR_BANKS - 1   ; 0: the bank after the last of the sector
        bne @place
        lda look + 1
        cmp #>$8000             ; the next sector's first
        bne @place
        sec
        rts
@free:
        jsr look_put
        clc
@none:
        rts
.endproc

; sector_look -- look = the first record of sector X     Out X its bank     Uses A
.proc sector_look
        txa
        asl a
        asl a
        asl a
        clc
        adc #FIRST_BANK
        sta look_bank
        tax
        lda #<$8000
        sta look
        lda #>$8000
        sta look + 1
        rts
.endproc

; newest, oldest -- X = the sector with the highest, lowest number     Out C=1 none is open
; Uses A, Y, best_number
.proc newest
        lda #0
        sta best_number
        sta best_number + 1
        ldx #$FF                ; no sector, as CPX below tells
        ldy #SECTORS - 1
@sector:
        lda best_number
        cmp number_lo,y
        lda best_number + 1
        sbc number_hi,y
        bcs @next               ; C=0: a higher number; 0, not open, never is
        jsr number_keep
@next:
        dey
        bpl @sector
        cpx #$FF
        rts                     ; C=1 if none
.endproc

.proc oldest
        lda #$FF
        sta best_number
        sta best_number + 1
        tax                     ; no sector, as CPX below tells
        ldy #SECTORS - 1
@sector:
        lda number_lo,y
        ora number_hi,y
        beq @next
        lda number_lo,y
        cmp best_number
        lda number_hi,y
        sbc best_number + 1
        bcs @next
        jsr number_keep
@next:
        dey
        bpl @sector
        cpx #$FF
        rts
.endproc

; number_keep -- best_number = that of sector Y, X = Y     Uses A
.proc number_keep
        lda number_lo,y
        sta best_number
        lda number_hi,y
        sta best_number + 1
        tya
        tax
        rts
.endproc

; sector_spare -- X = a sector that is not open, the one behind the newest if it can be
; Out    C=1 all are     Uses A, Y, best_number
.proc sector_spare
        jsr newest              ; none: X = $FF, and the first comes next
        ldy #SECTORS
@next:
        inx
        txa
        and #SECTORS - 1        ; behind the last comes the first
        tax
        lda number_lo,x
        ora number_hi,x
        beq @spare
        dey
        bne @next
        sec
        rts
@spare:
        clc
        rts
.endproc
        .assert (SECTORS & (SECTORS - 1)) = 0, error, "a ring"

; sector_open -- erase sector X, give it the next number     Out C=1 A = DRIVE_*     Uses A, X, Y
.proc sector_open
        lda #WATCH_START
        sta CIA2_CRB
        jsr sector_look
        stx put_bank            ; EAPI wants the bank
        lda #0                  ; interrupts wait while it is erased: no note is held
        sta SID_CONTROL         ; voice 3 may be the dice's noise
        sta SID_CONTROL + SID_VOICE
        jsr flash_erase
        jsr late_end
        lda #DRIVE_DIFFERS
        bcs @out
        jsr head_put
        lda best_number         ; the highest so far: sector_spare has looked for it
        clc
        adc #1
        sta head + HEAD_NUMBER
        eor #$FF
        sta head + HEAD_AGAIN
        lda best_number + 1
        adc #0                  ; C is still that of the sum
        sta head + HEAD_NUMBER + 1
        eor #$FF
        sta head + HEAD_AGAIN + 1
        ldx #HEAD_OPEN - 1      ; the number and its complement; only then that it is open
@byte:
        stx left
        txa
        tay
        lda head,x
        jsr offset_put
        bcs @out
        ldx left
        dex
        bpl @byte
        ldy #HEAD_OPEN
        jsr zero_put
        bcs @out
        jsr numbers_read
        clc
@out:
        rts
.endproc

; late_end -- interrupts have waited while a sector was erased: they go on with the one that is due
; In     -     Out    -     Uses   A, X     Keeps  Y, C
.proc late_end
        bit VIC_IRQ_FLAGS       ; none in a session of drives
        bpl @none
        php
        jsr mouse_forget
        ldx irq_phase           ; which one is due: it begins in a line of its own
        lda lines,x
@line:
        cmp VIC_RASTER
        bne @line
        plp
        jmp game_due
@none:
        rts
.endproc
lines:          .byte LINE_END, LINE_SERVICE, LINE_SPLIT ; by irq_phase
        .assert mouse_forget < $8000, lderror, "not below this ROM"

; head_put -- put = the head of the sector that begins at put_bank     Uses A
.proc head_put
        lda #<HEAD
        sta put
        lda #>HEAD
        sta put + 1
        rts
.endproc

; numbers_read -- number_lo, number_hi of all sectors
; In     -     Out    number_*     Uses   A, X, Y, look     Keeps  -
.proc numbers_read
        ldx #SECTORS - 1
@sector:
        stx index
        jsr sector_look
        lda #<HEAD
        sta look
        lda #>HEAD
        sta look + 1
        ldy #HEAD_OPEN
        jsr flash_get
        bne @closed
        ldy #HEAD_NUMBER
        jsr pair_check
        bne @closed
        iny
        jsr pair_check
        bne @closed
        ldy #HEAD_NUMBER + 1
        jsr flash_get
        pha                     ; flash_get uses X
        dey
        jsr flash_get
        ldx index
        sta number_lo,x
        pla
        sta number_hi,x
        jmp @next
@closed:
        ldx index
        lda #0
        sta number_lo,x
        sta number_hi,x
@next:
        dex
        bpl @sector
        rts
.endproc

; pair_check -- are byte Y of the head and its complement what they should be?     Out Z=1 they are
; Uses A, X     Keeps Y
.proc pair_check
        jsr flash_get
        sta left
        iny
        iny
        jsr flash_get
        dey
        dey
        eor left
        cmp #$FF                ; each bit differs
        rts
.endproc
        .assert HEAD_AGAIN = HEAD_NUMBER + 2, error, "pair_check"

; sector_collect -- what the oldest sector has that counts goes to the newest; it is given up
; Out    C=1 A = DRIVE_*     Uses A, X, Y
.proc sector_collect
        jsr oldest
        stx victim
        jsr sector_look
        jsr record_check
@record:
        bcs @all
        jsr look_sector
        cpx victim
        bne @all                ; the record belongs to another sector
        jsr record_copy
        bcs @out
        jsr record_next
        jmp @record
@all:
        ldx victim
        jsr sector_look
        stx put_bank
        jsr head_put
        ldy #HEAD_NUMBER        ; 0 and 0 are no complements
@byte:
        sty left
        jsr zero_put
        bcs @out
        ldy left
        iny
        cpy #HEAD_OPEN
        bne @byte
        jsr numbers_read
        clc
@out:
        rts
.endproc

; record_copy -- the record, if it is the last of its name, to a free place
; Out    C=1 A = DRIVE_*     Uses A, X, Y, name, size     Keeps look
.proc record_copy
        lda look_bank
        sta from_bank
        lda look
        sta from
        lda look + 1
        sta from + 1
        jsr name_read
        jsr size_read
        jsr name_find
        jsr from_look
        jsr best_is
        clc
        bne @done               ; a later one has been copied already, or written
        jsr place_find
        lda #DRIVE_ROOM
        bcs @done
        jsr record_begin
        bcs @done
        jsr from_look
        lda #RECORD_DATA
        jsr look_forward
        jsr size_left
@byte:
        jsr left_count
        bcs @all
        ldy #0
        jsr flash_get
        jsr byte_put
        bcs @done
        lda #1
        jsr look_forward
        jmp @byte
@all:
        jsr record_end
@done:
        ; falls through
.endproc

; from_look -- look = the record that is copied     Uses X     Keeps A, C
.proc from_look
        ldx from_bank
        stx look_bank
        ldx from
        stx look
        ldx from + 1
        stx look + 1
        rts
.endproc
