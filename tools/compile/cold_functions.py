"""Tell the C compiler which of Cython's functions run seldom.

Nearly all of Cython's code is called by Python only: for every method a function that unpacks its
arguments and one with its body, for every field one that reads and one that writes it, and one
for the module level of the whole unit.  While the machine runs, chips call each other through
other functions.  Optimizing those that Python calls took 4/5 of the compile time, without a
measurable effect (docs/measured/machine-speed.md).

An attribute of the function does it, because a unit has one -O for all.  For GCC it turns
optimization off completely, because GCC's ``optimize`` is known to lose options of the command
line (without optimization, -fwrapv and -ffp-contract have no effect).
"""

import re
from pathlib import Path

# Cython's own name for such an attribute, which it puts on what runs once.  Other compilers read
# nothing there, and take their time.
_MEANING = """\
/* tools/compile/cold_functions.py */
#if defined(__clang__)
#define CYTHON_SMALL_CODE __attribute__((cold, noinline, optnone))
#elif defined(__GNUC__)
#define CYTHON_SMALL_CODE __attribute__((cold, optimize("O0")))
#else
#define CYTHON_SMALL_CODE
#endif

"""

# Bodies (pf) and wrappers (pw) of what Python calls, bodies of generators (gb), fields (getprop,
# setprop) and slots of types (tp).  Methods that chips call are __pyx_f_.
_SELDOM = re.compile(
    r"^static (?=(?:PyObject \*|int |void )__pyx_(?:pf|pw|gb|getprop|setprop|tp)_\w+\()",
    re.MULTILINE,
)


def mark_seldom(text: str) -> str:
    """Return the text of a C file by Cython with its seldom functions marked; twice is once."""
    # By the first line Cython recognises its own files, which it may overwrite.
    first, rest = text.split("\n", 1)
    if rest.startswith(_MEANING):
        return text
    return f"{first}\n{_MEANING}{_SELDOM.sub('static CYTHON_SMALL_CODE ', rest)}"


def mark_file(path: Path) -> None:
    """Mark a C file in place; one that is marked keeps its date, or it would compile again."""
    text = path.read_text(encoding="utf-8")
    marked = mark_seldom(text)
    if marked != text:
        path.write_text(marked, encoding="utf-8")
