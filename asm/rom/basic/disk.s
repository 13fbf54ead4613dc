; LOAD, SAVE, VERIFY, OPEN, CLOSE.
.include "basic.inc"
.include "lowmem.inc"
.include "kernal.inc"

PRINT_MESSAGE = $F12F           ; the KERNAL's, by number
MESSAGE_OK = $6A
DEFAULT_DEVICE = 8              ; V2 has 1, the datasette, which is not here

        entry $E254             ; comma, "name"
        jsr comma_and_more
        entry_within $E257

; disk_name -- SETNAM with the string at TXTPTR
; In     TXTPTR
; Out    CHRGOT done
; Keeps  -     Uses   A, X, Y, flags; what an expression uses
; SETNAM only notes the address. The freed string keeps its bytes until another string is made,
; which no file statement does before it uses the name.
.proc disk_name
        jsr eval
        entry_within $E25A      ; with a string that has been evaluated
        jsr free_string         ; its length to A, its address to X and Y
        jsr SETNAM
        jmp CHRGOT
.endproc

.segment "NEXT_BYTE"

; next_byte -- the byte behind a comma, if there is one
; Out    C=1 there was: X
; Uses   A, Y
; Optional parameters come from left to right, and the first one missing ends the list. C saves the
; callers a look at the text of their own.
.proc next_byte
        jsr CHRGOT
        beq @none
        jsr need_comma
        jsr eval_byte           ; X = 0-255, or ILLEGAL QUANTITY
        sec
        rts
@none:
        clc
        rts
.endproc

.segment "DISK_PARAMETERS"

; disk_parameters -- ["name" [, device [, secondary]]] to the KERNAL
; In     X, Y; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; Each parameter is set, with defaults for all behind it, before the next is read: wherever the list
; ends, the KERNAL has a full set. What has been set comes back from the KERNAL's variables, as
; evaluating uses all registers.
.proc disk_parameters
        lda #0                  ; length 0: no name
        jsr SETNAM
        ldx #DEFAULT_DEVICE
        lda #1                  ; any logical number does: LOAD and SAVE open no file of BASIC's
        ldy #0                  ; secondary address 0: LOAD to BASIC's start
        jsr SETLFS
        jsr CHRGOT
        beq done
        jsr disk_name
device: jsr next_byte           ; $E1E6: what may follow the name
        bcc done
        lda #1
        ldy #0
        jsr set_and_next        ; X is the device, and the secondary address behind it
        bcc done
        txa
        tay
        lda #1
        ldx FA                  ; the device, as SETLFS has noted it
        jsr SETLFS
done:
        rts
.endproc
disk_parameters_device = disk_parameters::device

        entry $E156

; st_save -- SAVE "name" [, device [, secondary]]
; In     TXTPTR behind the token     Out    -     Keeps  -
; Uses   A, X, Y, flags; what an expression uses
; The program in memory is what goes to the file, links and all. LOAD makes the links again, so it
; does not matter at which address the program lay.
.proc st_save
        jsr disk_parameters
        entry_within $E159      ; with parameters that are set
        lda #TXTTAB             ; SAVE wants the place in page 0 that holds the start
        ldx VARTAB              ; the program ends where the variables begin
        ldy VARTAB + 1
        entry_within $E15F      ; with another range, as the KERNAL's SAVE wants it
        jsr SAVE
        ; falls through
.endproc

; result -- back to the program, or the KERNAL's error
; The KERNAL's calls for files end alike: C=1 and a number in A, or all is well. SAVE runs on into
; it; OPEN and CLOSE jump here.
result:
        jmp io_check

        entry $E165

; st_verify, st_load -- VERIFY, LOAD ["name" [, device [, secondary]]]
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; VERIFY goes on or fails. LOAD in direct mode returns to READY. LOAD in a program runs the new one,
; which keeps the old one's variables: they only stay whole if the new program is no longer.
st_verify:
        lda #1
        .byte $2C               ; BIT abs: skips the next two bytes
        entry_within $E168
st_load:
        lda #0
.proc load_or_verify
        sta VERIFY_FLAG         ; 0 LOAD, 1 VERIFY: needed again behind LOAD
        jsr disk_parameters
        entry_within $E16F      ; with parameters that are set
        lda VERIFY_FLAG
        ldx TXTTAB              ; used with secondary address 0 only
        ldy TXTTAB + 1
        jsr LOAD
        bcs @failed
        lda VERIFY_FLAG
        beq @loaded
        jsr READST              ; VERIFY
        and #$10                ; bit 4 of ST: a byte differed
        beq @equal
        ldx #ERR_VERIFY
        jmp err_raise
@equal:
        ldy CURLIN + 1          ; $FF in direct mode; OK is printed only there
        iny
        bne @done
        ldy #MESSAGE_OK
        jmp PRINT_MESSAGE
@failed:
        jmp io_check            ; C=1: does not return
@done:
        rts
        .res 4, $AA             ; never run: the next entry has its place
        entry_within $E19C      ; ?LOAD ERROR
@bad:
        ldx #ERR_LOAD
        jmp err_raise
@loaded:
        jsr READST
        and #$BF                ; all bits but bit 6, the end of the file
        bne @bad
        ldy CURLIN + 1          ; $FF in direct mode
        iny
        bne @chain
        jmp load_ready
@chain:                         ; in a program: run the new one
        jsr lines_relink
        jsr text_start
        jmp run_next
.endproc

.segment "LOAD_READY"

; The end of LOAD in direct mode
; The variables begin behind the program now loaded, of which the KERNAL has left the end. In a
; program VARTAB stays: the new one goes on with the old one's variables.
.proc load_ready
        lda EAL
        sta VARTAB
        lda EAL + 1
        sta VARTAB + 1
        lda #<text_ready
        ldy #>text_ready
        jsr print_string
        jsr lines_relink        ; the file may come from another address: its links are made again
        jsr run_clear
        jmp main_loop
.endproc

        entry $E1BE

; st_open -- OPEN file [, device [, secondary [, "name"]]]
; In     X, Y; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The KERNAL opens what SETLFS and SETNAM have noted; a file's number says later which one is meant,
; so nothing else is kept here.
st_open:
        jsr open_parameters
        jsr OPEN
        jmp result

.segment "SET_AND_NEXT"

; set_and_next -- SETLFS, then the next parameter
; In     A, X, Y; TXTPTR     Out    as next_byte     Keeps  -     Uses   as next_byte
; The pair that both lists of parameters consist of. SETLFS keeps X; what next_byte then leaves
; there is the next parameter.
set_and_next:
        jsr SETLFS
        jmp next_byte

.segment "OPEN_PARAMETERS"

; open_parameters -- the same as far as SETLFS and SETNAM
; In     X, Y; TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; As in disk_parameters: a default for everything, then one more parameter at a time. Here the
; number of the file comes first and the name last, and only the number has no default.
.proc open_parameters
        lda #0                  ; no name
        jsr SETNAM
        jsr CHRGOT
        jsr eval_byte
        stx LA
        txa                     ; the secondary address belongs in Y
        ldx #DEFAULT_DEVICE
        ldy #0
        jsr set_and_next
        bcc @open
        lda LA
        ldy #0
        cpx #3                  ; from the screen on, and so on the bus: $FF, none given
        bcc @device
        dey
@device:
        jsr set_and_next
        bcc @open
        txa
        tay
        lda LA
        ldx FA
        jsr SETLFS
        jsr CHRGOT
        beq @open
        jsr need_comma
        jmp disk_name
@open:
        rts
.endproc

        entry $E1C7

; st_close -- CLOSE file [, device [, secondary [, "name"]]]
; In     TXTPTR     Out    -     Keeps  -     Uses   A, X, Y, flags; what an expression uses
; The number alone counts: the KERNAL knows device and secondary address from OPEN. The rest may
; stand there, as in V2, and is read and forgotten.
.proc st_close
        jsr open_parameters
        lda LA
        entry_within $E1CC      ; the file in A
        jsr CLOSE
        jmp result
.endproc
