"""Build and asset tools; the one entry is ``tools/build.py``.

compile rom game art music   the parts it calls
quality                      lint, tests, mutation
usage                        --help of the tools that take no options
play selfplay tune tuneplot manual    tools of their own
"""
