"""Usage of every command of the monitor: {name: (arguments, one line, further lines ...)}."""

CONDITION = (
    "EXPR: || && | ^ & == != < <= > >= + - * ! ~ ( ) over a x y sp pc p, rl (raster line),",
    "cy (cycle in it), cycle, numbers, labels and @ADDRESS, the byte there.",
)

HELP = {
    # running
    "goto": ("[ADDRESS]", "run, from ADDRESS if given; a breakpoint or CTRL+C stops"),
    "step": ("[N]", "run N instructions; an interrupt sequence counts as one"),
    "next": ("[N]", "like step, but a subroutine counts as one instruction"),
    "finish": ("", "run until this subroutine or interrupt handler has returned"),
    "return": ("", "run to the next RTS or RTI, and stop before it"),
    "until": ("ADDRESS", "run until an instruction is about to start there"),
    "cycle": ("[N]", "run N cycles, and on to the end of the instruction"),
    "line": ("[N]", "run to the start of the Nth raster line from here"),
    "frame": ("[N]", "run N frames, to the same place in the picture"),
    "raster": ("LINE [CYCLE]", "run to a raster line (decimal), and a cycle in it"),
    "back": (
        "[N] [UNIT]",
        "go back by N instructions, cycles, lines, frames or seconds",
        "The last two minutes are kept, as snapshots and key presses. What the monitor changed",
        "stays changed. Running on from there discards what came after.",
    ),
    "reset": ("[hard]", "press the reset button; hard: switch off and on"),
    "keys": ("TEXT", "type on the keyboard while the machine runs: keys list{RETURN}{joy2 fire}"),
    "trace": (
        "FILE [N] | off",
        "write every instruction that runs from now on to FILE, as VICE shows them",
        "With N: run N instructions and end the trace.",
    ),
    # breakpoints
    "add_breakpoint": (
        "[exec | read | write | access] RANGE | irq | nmi | raster LINE [CYCLE] [if EXPR]",
        "stop before the instruction, after the access, or at the handler",
        "RANGE: ADDRESS, LABEL or FIRST:LAST; LINE and CYCLE are decimal. Every cycle of the CPU",
        "is an access, opcode fetches and dummy ones too; EXPR may use addr and value of it.",
        *CONDITION,
    ),
    "delete_breakpoint": ("NUMBER | all", "delete a breakpoint"),
    "enable": ("NUMBER", "enable a breakpoint"),
    "disable": ("NUMBER", "disable a breakpoint"),
    "condition": ("NUMBER [EXPR]", "set a breakpoint's condition, or remove it", *CONDITION),
    "ignore": ("NUMBER N", "ignore a breakpoint the next N times"),
    "show_breakpoints": ("", "list breakpoints with their hits and conditions"),
    # memory
    "mem": (
        "RANGE",
        "show memory as the CPU sees it, without side effects, and as PETSCII text",
        "RANGE: FIRST:LAST; a single address or label shows a few lines.",
    ),
    "disassemble": ("[RANGE]", "show instructions with labels; without RANGE, the next ones"),
    "assemble": ("[ADDRESS [STATEMENT]]", "assemble a statement, or several, up to an empty line"),
    "fill": ("RANGE BYTE ...", "fill RANGE with bytes, repeated"),
    "hunt": ('RANGE BYTE ... | "TEXT"', "search; xx matches any byte"),
    "compare": ("RANGE ADDRESS", "show where RANGE and the memory at ADDRESS differ"),
    "move": ("RANGE ADDRESS", "copy memory; the ranges may overlap"),
    "load": (
        "FILE [ADDRESS | top]",
        "load a file at ADDRESS, or at the program counter",
    ),
    "load_prg": ("FILE [ADDRESS]", "load a .prg to its own address, or elsewhere"),
    "save": ("FILE FIRST LAST", "write memory to a file"),
    "save_prg": ("FILE FIRST LAST", "write memory to a .prg, with its load address"),
    "screen": ("", "show the text screen"),
    "screenshot": ("FILE.png", "write the picture to a file"),
    # state
    "registers": ("[NAME=VALUE, ...]", "show the registers, or change some"),
    "stack": (
        "",
        "show the call stack: JSRs, interrupts and what else was pushed",
        "Found by replaying the last seconds. A JSR older than that is guessed, and has a",
        "question mark.",
    ),
    "chips": (
        "[cpu | vic | cia1 | cia2 | sid | raw CHIP]",
        "show the state inside a chip; raw: every field",
    ),
    "cycles": ("", "show the cycle since power-on"),
    "drive": (
        "[NUMBER] [VERB ...]",
        "look at, stop and step the CPU of a 1541 (--true-drive): drive 8 step",
        "step [N], next [N], finish: run until its CPU has done so; the 6510 runs with it.",
        "break RANGE [if EXPR]: stop before an instruction of the drive; del, enable, disable and",
        "ignore work as for others. EXPR has its registers, cycle and @ADDRESS.",
        "disassemble [RANGE], mem RANGE, registers [NAME=VALUE ...]: its memory and registers.",
    ),
    # where the time goes
    "profile": (
        "FILE [N]",
        "run N frames (50) and write where the cycles went, by routine with callers",
        "FILE ends in .callgrind (KCachegrind), .speedscope.json, .cpuprofile or .txt.",
    ),
    "heat": (
        "FILE [N]",
        "run N frames (50) and write which memory was read, written and executed",
        "FILE ends in .png (heat map), .npz (arrays) or .cdl (code/data log).",
    ),
    "events": (
        "FILE [N]",
        "run N frames (1) and write their register writes, DMA and interrupts by raster position",
        "FILE ends in .png, .html or .npy; the picture is of the last frame.",
    ),
    # labels
    "add_label": ("ADDRESS NAME", "name an address"),
    "delete_label": ("NAME", "delete a label"),
    "show_labels": ("[PART]", "list labels by address, or those with PART in their name"),
    "labels": ("FILE", "read labels that an assembler or linker wrote"),
    # the monitor
    "radix": ("[H | D | O | B]", "base of numbers without a prefix"),
    "tilde": ("NUMBER", "show a number in decimal, hexadecimal, octal and binary"),
    "width": ("[COLUMNS]", "width of the terminal, for mem"),
    "cd": ("FOLDER", "change the working directory"),
    "pwd": ("", "show the working directory"),
    "version": ("", "show the version"),
    "help": ("[COMMAND]", "this list, or more about one command"),
    "quit": ("", "leave the monitor; from the window: back to it"),
}

TOPICS = {
    "Running": ("goto", "step", "next", "finish", "return", "until", "cycle", "line", "frame",
                "raster", "back", "reset", "keys", "trace"),
    "Breakpoints": ("add_breakpoint", "delete_breakpoint", "enable", "disable", "condition",
                    "ignore", "show_breakpoints"),
    "Memory": ("mem", "disassemble", "assemble", "fill", "hunt", "compare", "move", "load",
               "load_prg", "save", "save_prg", "screen", "screenshot"),
    "State": ("registers", "stack", "chips", "cycles", "drive"),
    "Where time goes": ("profile", "heat", "events"),
    "Labels": ("add_label", "delete_label", "show_labels", "labels"),
    "The monitor": ("radix", "tilde", "width", "cd", "pwd", "version", "help", "quit"),
}  # fmt: skip
