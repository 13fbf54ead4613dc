"""Hardware types that are known by their names only, so that they are refused by them.

Source: VICE's manual, "The CRT cartridge image format".
"""

from c64.cartridge.crt_type import CartridgeType

NOT_EMULATED = (
    CartridgeType(2, "KCS Power Cartridge"),
    CartridgeType(6, "Expert Cartridge"),
    CartridgeType(14, "Magic Formel"),
    CartridgeType(29, "Final Cartridge Plus"),
    CartridgeType(33, "EasyFlash Xbank"),
    CartridgeType(34, "Capture"),
    CartridgeType(37, "MMC64"),
    CartridgeType(38, "MMC Replay"),
    CartridgeType(39, "IDE64"),
    CartridgeType(40, "Super Snapshot 4"),
    CartridgeType(41, "IEEE-488"),
    CartridgeType(42, "Game Killer"),
    CartridgeType(45, "Freeze Frame"),
    CartridgeType(46, "Freeze Machine"),
    CartridgeType(47, "Snapshot64"),
    CartridgeType(48, "Super Explode V5.0"),
    CartridgeType(49, "Magic Voice"),
    CartridgeType(50, "Action Replay 2"),
    CartridgeType(56, "Formel 64"),
    CartridgeType(58, "RR-Net MK3"),
    CartridgeType(61, "MAX Basic"),
    CartridgeType(67, "REX RAM-Floppy"),
    CartridgeType(68, "BIS-Plus"),
    CartridgeType(69, "SD-BOX"),
    CartridgeType(70, "MultiMAX"),
    CartridgeType(71, "Blackbox V9"),
    CartridgeType(72, "Lt. Kernal Host Adaptor"),
    CartridgeType(73, "RAMLink"),
    CartridgeType(74, "H.E.R.O."),
    CartridgeType(75, "IEEE Flash! 64"),
    CartridgeType(77, "Freeze Frame MK2"),
    CartridgeType(78, "Partner 64"),
    CartridgeType(79, "Hyper-BASIC"),
    CartridgeType(80, "Universal Cartridge 1"),
    CartridgeType(81, "Universal Cartridge 1.5"),
    CartridgeType(82, "Universal Cartridge 2"),
    CartridgeType(84, "Profi-DOS"),
    CartridgeType(86, "Megabyter"),
)
