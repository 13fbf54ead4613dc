"""Files that older versions wrote, and what they must still lead to.

A folder per version: save states, a recording, a disk with saved games, and ``kept.json``, which
says of each what whoever opens it must find.  ``python -m tests.kept`` writes the folder of this
version (write.py); it never changes another.
"""
