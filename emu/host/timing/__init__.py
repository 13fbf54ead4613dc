"""Time.

timeline     single frames, slow motion, warp
preload      loads what will be wanted, and keeps threads from making frames late
"""
