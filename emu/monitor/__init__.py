"""The machine-language monitor, the debugger below it, and VICE's protocol (vice/).

monitor      py65's Monitor on our core      commands  its commands       help  their usage
debugger     breakpoints and runs            stepping condition  where a run stops
history      rewind                          deltas    many states in little memory
chips stack trace memory_banks               views of the machine
"""
