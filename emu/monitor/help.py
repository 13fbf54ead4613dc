"""Usage of every command of the monitor: {name: (arguments, one line, further lines ...)}."""

CONDITION = (
    "EXPR: || && | ^ & == != < <= > >= + - * ! ~ ( ) over a x y sp pc p, rl (raster line),",
    "cy (cycle in it), cycle, numbers, labels and @ADDRESS, the byte there.",
)

HELP = {
    # running
    "goto": ("[ADDRESS]", "run on, or from ADDRESS; a breakpoint or CTRL+C stops"),
    "step": ("[N]", "run N instructions; an interrupt sequence counts as one"),
    "next": ("[N]", "like step, a subroutine counts as one"),
    "finish": ("", "run until this subroutine or interrupt handler has returned"),
    "return": ("", "run to the next RTS or RTI, and stop before it"),
    "until": ("ADDRESS", "run until an instruction is about to start there"),
    "cycle": ("[N]", "run on for N cycles, to the end of the instruction then under way"),
    "line": ("[N]", "run to the beginning of the Nth raster line from here"),
    "frame": ("[N]", "run N frames on, to the same place in the picture"),
    "raster": ("LINE [CYCLE]", "run to a raster line (decimal), and a cycle in it"),
    "back": (
        "[N] [UNIT]",
        "go back by N instructions, cycles, lines, frames or seconds",
        "The last 15 seconds are kept, as snapshots and what was pressed; what the monitor",
        "changed stays changed. Running on from there forgets what came after.",
    ),
    "reset": ("[hard]", "press the reset button; hard: switch off and on"),
    "keys": ("TEXT", "type on the keyboard while it runs on: keys list{RETURN}{joy2 fire}"),
    "trace": (
        "FILE [N] | off",
        "write every instruction that runs from now on to FILE, as VICE shows them",
        "With N: run N instructions and end the trace.",
    ),
    # breakpoints
    "add_breakpoint": (
        "[exec | read | write | access] RANGE | irq | nmi | raster LINE [CYCLE] [if EXPR]",
        "stop there: before the instruction, after the access, at the handler's first one",
        "RANGE: ADDRESS, LABEL or FIRST:LAST; LINE and CYCLE are decimal. Every cycle of the CPU",
        "is an access, opcode fetches and dummy ones too; EXPR may use addr and value of it.",
        *CONDITION,
    ),
    "delete_breakpoint": ("NUMBER | all", "take a breakpoint away"),
    "enable": ("NUMBER", "switch a breakpoint on"),
    "disable": ("NUMBER", "switch a breakpoint off"),
    "condition": ("NUMBER [EXPR]", "give a breakpoint a condition, or none", *CONDITION),
    "ignore": ("NUMBER N", "pass a breakpoint N times before it stops"),
    "show_breakpoints": ("", "list breakpoints, how often each was met, conditions"),
    # memory
    "mem": (
        "RANGE",
        "show memory as the CPU sees it, without side effects, and as PETSCII text",
        "RANGE: FIRST:LAST, or an address or label for some lines from there.",
    ),
    "disassemble": ("[RANGE]", "show instructions with labels; without RANGE go on"),
    "assemble": ("[ADDRESS [STATEMENT]]", "assemble a statement, or lines until an empty one"),
    "fill": ("RANGE BYTE ...", "write bytes, again and again up to the end of RANGE"),
    "hunt": ('RANGE BYTE ... | "TEXT"', "search; xx as BYTE matches any"),
    "compare": ("RANGE ADDRESS", "show where memory differs from that at ADDRESS"),
    "move": ("RANGE ADDRESS", "copy memory, also to where it overlaps"),
    "load": (
        "FILE [ADDRESS | top]",
        "put a file's bytes into memory; without ADDRESS at the program counter",
    ),
    "load_prg": ("FILE [ADDRESS]", "load a .prg to its own address, or elsewhere"),
    "save": ("FILE FIRST LAST", "write memory to a file"),
    "save_prg": ("FILE FIRST LAST", "write memory to a .prg: the load address first"),
    "screen": ("", "show the text screen"),
    "screenshot": ("FILE.png", "write the picture to a file"),
    # state
    "registers": ("[NAME=VALUE, ...]", "show the registers, or change some"),
    "stack": (
        "",
        "show the call stack: JSRs, interrupts and what else was pushed",
        "It is told by replaying the last seconds, not guessed; a JSR older than the way back",
        "is, and has a question mark.",
    ),
    "chips": (
        "[cpu | vic | cia1 | cia2 | sid | raw CHIP]",
        "show a chip's inside in its own terms; raw: every field it has",
    ),
    "cycles": ("", "show the cycle since power-on"),
    # labels
    "add_label": ("ADDRESS NAME", "give an address a name"),
    "delete_label": ("NAME", "forget a label"),
    "show_labels": ("[PART]", "list labels by address, or those with PART in their name"),
    "labels": ("FILE", "read labels that ld65 -Ln wrote"),
    # the monitor
    "radix": ("[H | D | O | B]", "base of numbers without a sign"),
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
    "State": ("registers", "stack", "chips", "cycles"),
    "Labels": ("add_label", "delete_label", "show_labels", "labels"),
    "The monitor": ("radix", "tilde", "width", "cd", "pwd", "version", "help", "quit"),
}  # fmt: skip
