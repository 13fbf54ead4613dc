; Names, lists of names and numbers in what the computer sends
;
; Source: Commodore, "1541 User's Guide", chapters 4 and 5.

.include "fs.inc"

.segment "FS_NAME"

; Take [@][0]:NAME[,option[,option]] apart.  Without a colon all up to a comma or = is the name.  The
; options are a mode and a type by their first letter, or L and the length of a record
; In     CMD, cmd_end
; Out    name_at, name_len (1-16), name_wild, name_again, name_replace, file_type, file_mode,
;        rec_wanted
; Keeps  -     Uses   A, X, Y, flags; file_mode, file_type, list_*, name_*, rec_wanted
; Error  30 a comma before the colon, 74 drive 1
.proc name_parse
        lda #0
        sta name_wild
        sta name_replace
        sta name_again
        sta file_mode
        sta rec_wanted
        lda #TYPE_ANY
        sta file_type
        lda CMD
        cmp #'@'
        bne @again
        sta name_replace        ; any value but 0
@again: cmp #'*'
        bne @colon
        inc name_again
@colon: jsr colon_look
        bcs @from
        cpy #0                  ; commas before the colon
        bne @syntax
        txa                     ; the colon comes first: nothing to skip
        beq @from
        dex                     ; back to the digit of the drive
        bpl @list               ; always
@from:  ldx #0
@list:  ldy #0
        lda #TYPE_ANY           ; = is no mark here
        jsr names_list
        jsr name_new
        bcs @drive
        ; a wild card counts only in the name itself, up to the first comma
        ldx #0
@wild:  lda CMD,x
        cmp #'*'
        beq @pattern
        cmp #'?'
        bne @plain
@pattern:
        inc name_wild
@plain: inx
        cmp #','
        beq @options
        cpx cmd_end
        bcc @wild
@options:
        ; a mode and a type, in any order
        ldy #1
        jsr @option             ; a subroutine for the first, fallen into for the second
        ldy #2
        lda file_type
        cmp #TYPE_REL
        bne @option
        cpy list_last
        beq @length
        bcs @none
@length:
        ldx list_at + 2
        cpx cmd_end
        bcs @none
        lda CMD,x               ; the length is one byte, no digits
        sta rec_wanted
        rts
@option:
        cpy list_last
        beq @there
        bcs @none
@there: ldx list_at,y
        cpx cmd_end
        bcs @none
        lda CMD,x
        ldy #TYPES + MODES - 1  ; its first letter decides
@which: cmp option_letters,y
        beq @known
        dey
        bpl @which
@none:  rts
@known: cpy #TYPES              ; types come first in the table, then modes
        bcs @mode
        tya
        bne @type
        lda #TYPE_ANY           ; D is as if it was not there
@type:  sta file_type
        rts
@mode:  sta file_mode
        rts
@drive: fail ERR_NOT_READY
@syntax:
        fail ERR_SYNTAX
.endproc

TYPES = 5
MODES = 4
option_letters:
        .byte "DSPULRWAM"       ; in the order of TYPE_*

; The name as a pattern for dir_match
; In     name_at, name_len     Out    -     Keeps  X, Y     Uses   A, flags; pat_len, pat_ptr
.proc name_pattern
        lda name_at
        sta pat_ptr
        lda #>CMD
        sta pat_ptr + 1
        lda name_len
        sta pat_len
        rts
.endproc

.segment "FS_PARSE"

; A command's first colon; nothing is looked for behind four commas
; In     CMD, cmd_end
; Out    C=0 X its offset;  Y commas before it, list_at + 1 and on: what is behind them
; Keeps  -     Uses   A, X, Y, flags; list_at
.proc colon_look
        ldx #0
        ldy #0
@next:  cpx cmd_end
        bcs @none
        lda CMD,x
        cmp #':'
        beq @found
        inx
        cmp #','
        bne @next
        iny
        txa
        sta list_at,y
        cpy #NAMES_MAX - 1
        bcc @next
@none:  sec
        rts
@found: clc
        rts
.endproc

; Take the names of a command apart: the first one's drive is before the colon
; In     CMD, cmd_end     Out    list_*     Keeps  -     Uses   A, X, Y, flags
; Error  34 no colon, or a comma before it
.proc names_take
        jsr colon_look
        bcs @none
        cpy #0
        bne @none
        dex
        tya
        jmp names_list
@none:  fail ERR_NO_NAME
.endproc

; The names that begin at X, and behind each comma and the first =
; In     X offset, Y names that are known behind that one; A 0, else = is no mark
; Out    list_*     Keeps  -     Uses   A, X, Y, flags
.proc names_list
        stx list_at
        sta list_equal
        lda #0
        sta list_wild
        sta list_wild_2
@next:  cpx cmd_end
        bcs @end
        cpy #NAMES_MAX - 1
        bcs @end
        lda CMD,x
        inx
        cmp #','
        beq @name
        cmp #'='
        beq @equal
        cmp #'*'
        beq @wild
        cmp #'?'
        bne @next
@wild:  lda list_equal
        bne @behind
        inc list_wild
        bne @next               ; always
@behind:
        inc list_wild_2
        bne @next               ; always
@equal: lda list_equal
        bne @next
        iny
        sty list_equal          ; so many names are before it
        bne @place              ; always
@name:  iny
@place: txa
        sta list_at,y
        bne @next               ; always
@end:   sty list_last
        ldx list_equal
        bne @set
        iny                     ; no =: all of them are targets
        tya
        tax
@set:   stx list_targets
        rts
.endproc

; The first name of the list, which has a byte at least: a comma, a return, or the 0 behind the end
; In     list_at     Out    name_at, name_len (1-16);  C=1 drive 1     Keeps  -
; Uses   A, X, Y, flags
.proc name_new
        ldy #0
        jsr name_pick
        ldy name_len
        bne @done
        inc name_len            ; takes what ends it as its only character
@done:  rts
.endproc

; A name of the list
; In     Y index
; Out    name_at, name_len (0-16);  C=1 it is said to be on drive 1
; Keeps  -     Uses   A, X, Y, flags
.proc name_pick
        ldx list_at,y
        ; falls through
.endproc

; The same of what begins at X
; In     X offset     Out    name_at, name_len;  C=1 drive 1     Keeps  -     Uses   A, X, Y, flags
.proc name_here
        ; A becomes 1 if the name begins with 1: and stays 0 otherwise; lsr turns it into C at the end
        lda #0
        cpx cmd_end
        bcs @drive
        ldy CMD + 1,x           ; a colon there: one character names the drive
        cpy #':'
        beq @colon
        ldy CMD,x               ; a colon alone is passed over
        cpy #':'
        bne @drive
        inx
        bne @drive              ; always
@colon: lda CMD,x
        inx
        inx
        eor #'1'                ; 0 if it is drive 1
        beq @one
        lda #1
@one:   eor #1                  ; 1 for drive 1, else 0
@drive: pha
        stx name_at
        ldy #0
@next:  cpx cmd_end
        bcs @end
        lda CMD,x
        cmp #','
        beq @end
        cmp #'='
        beq @end
        inx
        iny
        cpy #NAME_MAX
        bcc @next
@end:   sty name_len
        pla
        lsr a
        rts
.endproc

; Error 74 if the first A names are all on drive 1
; In     A count     Out    list_index 0     Keeps  -     Uses   A, X, Y, flags; name_*
.proc names_here
        sta list_index
@next:  dec list_index          ; from the last name to the first: one on drive 0 is enough
        bmi @none
        ldy list_index
        jsr name_pick
        bcs @next
        lda #0
        sta list_index
        rts
@none:  fail ERR_NOT_READY
.endproc

; Error 30 unless there is one name before = and none is a pattern
; In     list_*     Out    -     Keeps  -     Uses   A, flags
; Error  30
.proc names_one
        lda list_equal
        eor #1                  ; exactly one name before the =
        ora list_wild
        ora list_wild_2
        bne @bad
        rts
@bad:   fail ERR_SYNTAX
.endproc

.segment "FS_NAME"

; The four numbers of a block command, 0 where one is missing: behind its colon, or from its fourth
; character on.  Codes $30-$3F are digits up to 15, of which the last three count, and of the sum
; its low byte.  Another character is a number without a digit: the hundreds of the one before, as
; 901229-05 does not clear them.  One character behind a number is passed over.
; In     CMD, cmd_end
; Out    numbers
; Keeps  -     Uses   A, X, Y, flags; fs_tmp
; Error  30 a fifth number
.proc numbers_block
        ldx #0
@colon: cpx cmd_end
        bcs @fourth
        lda CMD,x
        inx
        cmp #':'
        bne @colon
        beq numbers_from        ; always
@fourth:
        ldx #3
        ; falls through
.endproc

; The same from an offset of the command on
; In     X offset; CMD, cmd_end
; Out    numbers
; Keeps  -     Uses   A, X, Y, flags; fs_tmp
; Error  30 a fifth number
.proc numbers_from
        ldy #0
        sty numbers
        sty numbers + 1
        sty numbers + 2
        sty numbers + 3
        sty fs_tmp + 2          ; hundreds
@next:  cpx cmd_end
        bcs @done
        lda CMD,x
        cmp #' '
        beq @skip
        cmp #','
        beq @skip
        cmp #$1D
        bne @number
@skip:  inx
        bne @next               ; always
@number:
        cpy #4
        bcs @bad
        lda #0
        sta fs_tmp              ; ones
        sta fs_tmp + 1          ; tens
@digit: cpx cmd_end
        bcs @value
        lda CMD,x
        cmp #'0'
        bcc @value
        cmp #'?' + 1
        bcs @value
        inx
        and #$0F
        pha
        lda fs_tmp + 1          ; a digit more: tens become hundreds, ones become tens
        sta fs_tmp + 2
        lda fs_tmp
        sta fs_tmp + 1
        pla
        sta fs_tmp
        bpl @digit              ; always
@value: inx
        lda fs_tmp + 2
        sta fs_tmp + 3          ; a copy to count down: the hundreds may be wanted again
        lda fs_tmp
@tens:  dec fs_tmp + 1
        bmi @hundreds
        clc
        adc #10                 ; a byte: what exceeds 255 is lost
        jmp @tens
@hundreds:
        dec fs_tmp + 3
        bmi @store
        clc
        adc #100
        jmp @hundreds
@store: sta numbers,y
        iny
        bne @next               ; always
@done:  rts
@bad:   fail ERR_SYNTAX
.endproc
