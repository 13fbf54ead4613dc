; KERNAL jump table and hardware vectors (Programmer's Reference Guide, chapter 5)

.include "lowmem.inc"
.include "kernal.inc"
.include "channel.inc"
.include "iec.inc"
.include "irq.inc"
.include "keyboard.inc"
.include "load.inc"
.include "memory.inc"
.include "message.inc"
.include "reset.inc"
.include "screen.inc"
.include "time.inc"

.segment "ENTRY_FF81"

; Both forms take three bytes, so each entry lies three above the one before; the .assert finds one
; that is missing.  entry_by goes through a vector, in which programs put their own routine
.macro entry address, target
        .assert * = address, lderror, "jump table moved"
        jmp target
.endmacro
.macro entry_by address, vector
        .assert * = address, lderror, "jump table moved"
        jmp (vector)
.endmacro

        entry CINT, video_init
        entry IOINIT, chips_init
        entry RAMTAS, memory_test
        entry RESTOR, vectors_restore
        entry VECTOR, vectors_exchange
        entry SETMSG, message_mode
        entry SECOND, iec_second
        entry TKSA, iec_tksa
        entry MEMTOP, memory_top
        entry MEMBOT, memory_bottom
        entry SCNKEY, keyboard_scan
        entry SETTMO, timeout_set
        entry ACPTR, iec_receive
        entry CIOUT, iec_send
        entry UNTLK, iec_untalk
        entry UNLSN, iec_unlisten
        entry LISTEN, iec_listen
        entry TALK, iec_talk
        entry READST, status_read
        entry SETLFS, file_parameters
        entry SETNAM, file_name
        entry_by OPEN, IOPEN
        entry_by CLOSE, ICLOSE
        entry_by CHKIN, ICHKIN
        entry_by CHKOUT, ICKOUT
        entry_by CLRCHN, ICLRCH
        entry_by CHRIN, IBASIN
        entry_by CHROUT, IBSOUT
        entry LOAD, load
        entry SAVE, save
        entry SETTIM, time_set
        entry RDTIM, time_read
        entry_by STOP, ISTOP
        entry_by GETIN, IGETIN
        entry_by CLALL, ICLALL
        entry UDTIM, time_update
        entry SCREEN, screen_size
        entry PLOT, screen_plot
        entry IOBASE, io_base

.segment "ENTRY_FFF6"
        .byte "GO64"            ; four bytes that V2 does not use: whose KERNAL this is
        .word nmi_entry, system_reset, irq_entry        ; as the 6510 reads them, from $FFFA
