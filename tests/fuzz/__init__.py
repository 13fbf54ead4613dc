"""Fuzzers that know the formats: ``make fuzz SECONDS=60 BUILD=sanitizer``.

targets   the table: what is fuzzed.  A new target is a row there
runner    runs a target in a process of its own and tells what came of it
dice      values that somebody would try: borders, neighbours, the absurd
states    machines' states with right checksums
media     disks, tapes and cartridges
drives    commands to a drive's DOS
"""
