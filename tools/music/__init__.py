"""Music: from written voices to data (music), and from GoatTracker 2 (goattracker)."""
