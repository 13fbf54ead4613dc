"""What a client of the binary monitor is attached to.

window       the window            headless  a run without one
terminal     the monitor on the terminal, which has the same machine
"""
