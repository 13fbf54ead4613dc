"""Time.

timeline     single frames, slow motion, warp
vsync        waits for the display, and follows it by display_lock
run_ahead    shows the picture of some frames later
preload      loads what will be wanted, and keeps threads from making frames late
"""
