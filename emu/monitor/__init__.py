"""The machine-language monitor and the debugger below it.

monitor      py65's Monitor on our core      commands  what it can do    help  and says about it
run          the debugger: breakpoints, steps, goals condition  its ends
history      the way back            deltas       many states in little memory
chips stack trace memory_banks               what it shows
"""
