"""The machine-language monitor and the debugger below it.

monitor      py65's Monitor on our core      commands  what it can do    help  and says about it
run          the debugger: breakpoints, steps, the way back (history)    goals condition  its ends
chips stack trace memory_banks               what it shows
"""
