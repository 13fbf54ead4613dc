"""Recordings.

capture      pictures and sound: start and stop      gif mp4 wav  their files
recording_file  inputs as a file (.go64rec)          record_inputs  made and replayed in the window
"""
