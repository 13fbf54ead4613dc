"""The datasette."""
