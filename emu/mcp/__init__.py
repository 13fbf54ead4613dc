"""``go64 --mcp``: the machine as tools of the Model Context Protocol: docs/program/debugging.md.

server      the tools, offered by the package ``mcp`` on standard input and output
session     what they do: one machine, its breakpoints, symbols and saved states
files       the host's files that a client may load: those of the command line
assembling  a client's source through ca65 and ld65, without any file of the host
"""
