"""Build and asset tools; the one entry is ``tools/build.py``."""
