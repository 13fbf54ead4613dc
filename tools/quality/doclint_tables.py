"""The tables of doclint.py: phrases to avoid, and names that are not ours."""

#: {regular expression: better}: turns of phrase that no native writes.
HABITS = {
    r"\b(disk|machine|picture|file|content|table|state|those|that|it) of (then|before)\b": (
        "the earlier ..., the previous ..."
    ),
    r"\b(as|than) (it|they) (was|were) before\b": "as before",
    r"\b(is|are|was|were|be) told\b": "the program says, the page explains",
    r"\btold apart\b": "distinguished",
    r"\ba line (says|tells|names|that says)\b": "the emulator says so, prints a message",
    r"\b(with|nothing but) (a|one) line\b": "with a one-line message",
    r"\b(is|are) looked at\b": "the subject that looks",
    r"\b(is|are) asked for(?! a\b)": "the subject that asks",
    r"\bcome are\b": "added",
    r"\bbe it only\b": "even just",
    r"(?:^|[.;:] )Who (has|is|lacks|wants|changes|cannot|pays|owns|needs)\b(?!.*\?)": (
        "a player who, if you, anyone who"
    ),
    r"\bwhoever [^.,;]*,? he\b": "anyone who ... (no second subject)",
    r"\bto be had\b": "available",
    r"\ba (link|page|file|row|line|task|process|picture|sum|key|town|test) a \w+": (
        "one ... per ..., each ... has its own"
    ),
    r"\bfor ever\b": "forever",
    r"\banew\b": "again",
    r"\b(joystick|disk|lock|pad|drive|mouse|tape)'s (key|file|button|start button)\b": (
        "a compound noun: joystick key, disk file"
    ),
    r"\b(is|are) none of\b": "not due to, none is",
    r"\bhas them by itself\b": "contains them",
    r"\bin one's (own )?turn\b": "in your turn",
    r"\bthe same words\b": "the same values",
    r"\bgoes? by the (name|clock)\b": "is named, follows the clock",
    r"\bthat what\b": "the noun",
    r"\bis (as|so) it (was|stands)\b": "is unchanged",
    r"\bof old\b": "old",
    r"\bthereby\b|\bwherefrom\b|\bwhereof\b|\bthereof\b": "a plain word",
}

#: Names of files, modules and tests that documents and comments mention and others own.
FOREIGN = frozenset(
    {
        "doc/pinned-behaviour.md",  # the Badline emulator's
        "vice/manifest.json",  # the corpus's
        "manifest.json",
        "settings.toml",  # the user's
        "c64.h",  # VICE's
        "c64._core",  # the compiled machine
        # what documents and docstrings make up as examples
        "asm/game/pages/about.s",
        "asm/game/presets/levy.s",
        "asm/game/presets/levy.toml",
        "c64.room.x",
        "energy.s",  # of the tutorial, as the next two
        "test_energy.py",
        "test_speed.py",
        "c64/cartridge/night_owl.pxd",
        "c64/cartridge/night_owl.py",
        "c64/x/y.py",
        "intel_hex.py",
        "levy.s",
        "math.s",
        "name.toml",
        "pages/about.s",
        "test_name",
        "test_the_score_is_added",
        "tests/asm/game/test_my_rent.py",
        "tests/c64/cartridge/test_night_owl.py",
        "tests/c64/test_my_timer.py",
        "tune.toml",
        "words_about.inc",
        "words_xx.toml",
        "y.pxd",
    }
)

#: Files that a command makes, by pattern.
MADE = (
    "dist/*", "gen/*", "*/gen/*", "build/*", "*_tables.inc", "emu/arena/rules.json", "play.png",
    "_core.pxd", "target/_core.py", "OUT/*", "golden.png", "*.actual.png", "*.diff.png",
)  # fmt: skip
