; Main loop: what the drive does between two interrupts

        .include "dos.inc"
        .include "ctl.inc"

        .segment "ENTRY_EBE7"

; In     interrupts off, RAM as the controller's half has set it
main_start:
main_loop:
        cli
        jmp main_loop
