"""The machine-language monitor, the debugger below it, and VICE's protocol (vice/).

monitor      py65's Monitor on our core      commands  what it can do    help  and says about it
drive_commands time_commands  more commands: the CPU of a 1541; profiles, heat map, events
command_base what the commands share
debugger     the debugger            breakpoint stepping condition  where it ends
reverse      the same backwards      drive_cpu    breakpoints and steps of a 1541's CPU
breakpoint_map  which of thousands are at an address
history      going back in time      deltas       many states in little memory
chips stack trace memory_banks               what it shows    errors  what it refuses
assemble     a statement as bytes
"""
