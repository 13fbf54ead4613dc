"""The process that GO 64 is for the system: its signals, and work in several processes."""
