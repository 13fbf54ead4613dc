"""The process that GO 64 is for the system.

signals  SIGTERM, SIGHUP and CTRL+C end a run in order
several  work in several processes at once
"""
