"""The ROMs: their characters (chargen), their places (romlayout), the 1541's checksum (dosrom)."""
