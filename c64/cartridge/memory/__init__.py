"""Memory chips that cartridges carry and programs can write to.

flash      Am29F040 (EasyFlash, GMOD2)       spi_flash  W25Q family (GMOD3)
eeprom     M93C86 (GMOD2)
Not emulated: protection of sectors; that times vary with age and temperature.
"""
