"""Tell the C compiler which of the functions that Cython writes run seldom.

Of what Cython writes, nearly all is what Python calls: for every method one function that takes its
arguments apart and one with its body, for every field one that reads and one that writes it, and
one that runs the module level of the whole unit.  While the machine runs, chips call one another
by other functions.  To optimize what Python calls took 4/5 of the compiler's time, for nothing that
could be measured (docs/inside/performance.md).

A function's attribute says so, as a unit has one -O for all.  For GCC it turns optimization off
and nothing between: that leaves no room for what GCC's ``optimize`` is known for, options of the
command line that get lost on the way (without optimization -fwrapv and -ffp-contract say nothing).
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
    # In the first line Cython knows its files, to write them anew.
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
