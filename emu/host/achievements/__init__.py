"""Achievements: what a player of a program has achieved, by conditions on its memory.

operands   the values of a condition: memory now and before, constants, and what combines them
trigger    when an achievement is earned, in the notation of RetroAchievements
sets       files that define achievements      game_set   those of the property game
feature    watches the program, says what was earned, brings the page
"""
