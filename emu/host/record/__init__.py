"""Recordings.

capture      pictures and sound: start and stop      gif mp4 wav  their files
record_inputs  inputs: recordings made and replayed
"""
