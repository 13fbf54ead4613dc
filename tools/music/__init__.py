"""Music: compile scores to data (music), import songs of GoatTracker 2 (goattracker)."""
