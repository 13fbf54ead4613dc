"""Every option of VICE's x64sc, and what becomes of it here.

Names and arguments are those of ``x64sc -help`` and of the windows' own options, VICE 3.10.  Some
older names are among them that launch scripts still have (``-truedrive``, ``-loadsnapshot``).

In a table a word means one or several options: ``±x`` for ``-x`` and ``+x``, ``{8-11}`` for
each number, ``:1`` at the end for an argument.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Becomes = tuple[str, ...] | Mapping[str, tuple[str, ...]] | str

NAMES_MOST = 20  # in a line of the document
DONE, IGNORED, REFUSED = "done", "ignored", "refused"


@dataclass(frozen=True)
class Option:
    """One option of x64sc.

    arguments  how many words follow it: 0 or 1
    kind       DONE, IGNORED or REFUSED
    becomes    of DONE: our words, where {} is the argument; {argument: our words}; or the name
               of a rule in emu.vice.command_line
    note       what it does here, why it changes nothing, or why it is refused
    """

    name: str
    arguments: int
    kind: str
    becomes: Becomes
    note: str


_NTSC_NEW = ("--model", "ntsc", "--cia", "8521", "--sid", "8580")
MODELS = {
    "c64": ("--model", "c64"), "pal": ("--model", "c64"), "breadbox": ("--model", "c64"),
    "c64c": ("--model", "c64c"), "newpal": ("--model", "c64c"), "c64new": ("--model", "c64c"),
    "ntsc": ("--model", "ntsc"), "c64ntsc": ("--model", "ntsc"),
    "newntsc": _NTSC_NEW, "c64cntsc": _NTSC_NEW, "c64newntsc": _NTSC_NEW,
    "oldntsc": ("--model", "oldntsc"), "c64oldntsc": ("--model", "oldntsc"),
    "drean": ("--model", "drean"), "paln": ("--model", "drean"),
}  # fmt: skip
VICS = {
    **dict.fromkeys(("6569", "pal", "0"), ("--vic", "6569")),
    **dict.fromkeys(("8565", "newpal", "1"), ("--vic", "8565")),
    **dict.fromkeys(("6567", "ntsc", "3"), ("--vic", "6567")),
    **dict.fromkeys(("6567r56a", "oldntsc", "5"), ("--vic", "6567R56A")),
    **dict.fromkeys(("6572", "paln", "drean", "6"), ("--vic", "6572")),
}
_DIGIBOOST = ("--sid", "8580", "--digiboost")
_SID_ENGINES = {
    **dict.fromkeys(("256", "2048", "6581"), ("--sid", "6581")),
    **dict.fromkeys(("257", "2049", "8580"), ("--sid", "8580")),
    **dict.fromkeys(("258", "2050", "8580d"), _DIGIBOOST),
}
_MOUSE = ("--mouse", "--mouse-port")
_PADDLES = ("--paddles", "--mouse-port")


# JOYPORT_ID_* of VICE 3.10, src/joyport/joyport.h
_POINTERS = {"4": "NEOS", "5": "Amiga", "7": "Atari-ST", "10": "KoalaPad"}
_PENS = {
    "11": "pen-up", "12": "pen-left", "13": "Datel-pen", "14": "Magnum-gun", "15": "Stack-gun",
    "16": "Inkwell-pen",
}  # fmt: skip


def _port_devices(port: str) -> dict[str, tuple[str, ...]]:
    more = _POINTERS | (_PENS if port == "1" else {})
    return {
        "0": (), "1": (), "2": (*_PADDLES, port), "3": (*_MOUSE, port),
        **{number: ("--mouse-as", kind, "--mouse-port", port) for number, kind in more.items()},
    }  # fmt: skip


#: (words, becomes, note)
DONE_ROWS: tuple[tuple[str, Becomes, str], ...] = (
    ("-help -? -h", ("--help",), "lists the options of go64"),
    ("-version -features", ("--version",), "the version of go64"),
    ("-default", ("--default",), "no settings file"),
    ("-chdir:1", "chdir", "another current folder"),
    ("-console", "headless", "no window; runs until something ends it"),
    ("-limitcycles:1", "limit", "no window; exit status 1 at that cycle"),
    ("-debugcart", "debugcart", "no window; $D7FF is the exit status"),
    ("+debugcart", "nodebugcart", "no debug cartridge"),
    ("-jamaction:1", {
        "0": ("--jam-action", "continue"), "1": ("--jam-action", "continue"),
        "2": ("--jam-action", "monitor"), "3": ("--jam-action", "reset"),
        "4": ("--jam-action", "power-cycle"), "5": ("--jam-action", "quit"),
    }, "what a jammed CPU leads to; 0 continues, 2 needs the window"),
    ("-exitscreenshot:1 -exitscreenshotvicii:1", "screenshot", "the last picture; .png if without"),
    ("-seed:1", ("--seed", "{}"), "the random part of the power-on RAM"),
    ("-warp", ("--warp",), "as fast as possible"),
    ("+warp", ("--no-warp",), "at the machine's own speed"),
    ("-speed:1", {"100": (), "0": ("--warp",)}, "100 and 0 (no limit) only"),
    ("-sound", ("--no-mute",), "sound"),
    ("+sound", ("--mute",), "no sound"),
    ("-sounddev:1", "sounddev", "dummy is no sound, wav records; of others ours plays"),
    ("-soundarg:1", "soundarg", "the .wav of -sounddev wav"),
    ("-soundrecdev:1", {"wav": (), "": ()}, "wav only; -soundrecarg names the file"),
    ("-soundrecarg:1", ("--capture", "{}"), "records the sound to that .wav"),
    ("-autostart:1", "file", "starts FILE"),
    ("-autoload:1", "load", "loads FILE and does not run it"),
    ("-1:1", ("--tape", "{}"), "the tape in the datasette, PLAY pressed"),
    ("-8:1 -fs8:1", ("--drive8", "{}"), "the disk or folder in drive 8"),
    ("-9:1 -fs9:1", ("--drive9", "{}"), "the disk or folder in drive 9"),
    ("-attach8ro -attach9ro", ("--read-only",), "images are never written to"),
    ("-attach8rw -attach9rw", ("--no-read-only",), "images are written to"),
    ("-truedrive -drive8truedrive", ("--drive8-type", "1541"), "a 1541 with its own processor"),
    ("+truedrive +drive8truedrive", ("--drive8-type", "quick"), "a virtual drive"),
    ("-drive9truedrive", ("--drive9-type", "1541"), "a 1541 with its own processor"),
    ("+drive9truedrive", ("--drive9-type", "quick"), "a virtual drive"),
    ("-drive8type:1", {"1541": ("--drive8-type", "1541"), "1542": ("--drive8-type", "1541")},
     "1541, and 1542 as a 1541"),
    ("-drive9type:1", {"0": (), "1541": ("--drive9-type", "1541"),
                       "1542": ("--drive9-type", "1541")}, "0, 1541, and 1542 as a 1541"),
    ("-keybuf:1", "keybuf", "types the text"),
    ("-pal", ("--model", "c64"), "a PAL machine"),
    ("-ntsc", ("--model", "ntsc"), "an NTSC machine"),
    ("-ntscold", ("--model", "oldntsc"), "an old NTSC machine"),
    ("-paln", ("--model", "drean"), "a PAL-N machine"),
    ("-model:1", MODELS, "c64, c64c, ntsc, newntsc, oldntsc and drean"),
    ("-VICIImodel:1", VICS, "6569, 8565, 6567, 6567r56a and 6572"),
    ("-ciamodel:1", {"0": ("--cia", "6526"), "1": ("--cia", "8521")}, "both CIAs"),
    ("-cia1model:1 -cia2model:1", "one_cia", "both CIAs must be of one kind"),
    ("-sidmodel:1", {"0": ("--sid", "6581"), "1": ("--sid", "8580"), "2": _DIGIBOOST,
                     "6581": ("--sid", "6581"), "8580": ("--sid", "8580"), "8580d": _DIGIBOOST},
     "6581, 8580, and 8580 with a digiboost"),
    ("-drivesound", ("--drive-sounds",), "1541s and datasette are heard"),
    ("+drivesound", ("--no-drive-sounds",), "they are silent"),
    ("-sidenginemodel:1", _SID_ENGINES, "6581, 8580, and 8580 with a digiboost"),
    ("-sidextra:1", "sid_extra", "so many more SIDs, up to 7"),
    ("-sid{2-8}address:1", "sid_address", "where these SIDs are"),
    ("-kernal:1", ("--kernal", "{}"), "an original ROM that you own"),
    ("-basic:1", ("--basic", "{}"), "an original ROM that you own"),
    ("-chargen:1", ("--chargen", "{}"), "an original ROM that you own"),
    ("-dos1541:1", ("--dos", "{}"), "an original ROM that you own"),
    ("-cartcrt:1", "image cart", "a cartridge"),
    ("-easyflashcrtwrite -gmod2flashwrite -gmod3flashwrite", "save cart",
     "saves the cartridge to its file"),
    ("-reuimagerw", "save reu", "saves the REU to its file"),
    ("-reu", "memory on", "a REU of 512 KiB, or of -reusize"),
    ("+reu", "memory off", "no REU"),
    ("-reusize:1", "memory size", "the size of the REU"),
    ("-reuimage:1", "image reu", "what the REU holds"),
    ("-georam", "memory on", "a GeoRAM of 512 KiB, or of -georamsize"),
    ("+georam", "memory off", "no GeoRAM"),
    ("-georamsize:1", "memory size", "the size of the GeoRAM"),
    ("-ramcart", "memory on", "a RamCart of 128 KiB, or of -ramcartsize"),
    ("+ramcart", "memory off", "no RamCart"),
    ("-ramcartsize:1", "memory size", "the size of the RamCart"),
    ("-ramcartro", ("--ramcart-ro",), "its switch is at read-only"),
    ("-dqbb", ("--dqbb",), "a Double Quick Brown Box of 16 KiB"),
    ("-dqbbsize:1", {"16": ()}, "16 KiB only"),
    ("-isepic", ("--isepic",), "an ISEPIC"),
    ("-memoryexphack:1", {"0": (), "2": ("--plus60k",), "3": ("--plus256k",)},
     "2 and 3: +60K and +256K"),
    ("-plus60kbase:1", {"0xd100": ("--plus60k-base", "d100"), "0xd040":
                        ("--plus60k-base", "d040")}, "where its register is"),
    ("-controlport1device:1", _port_devices("1"),
     "joystick, paddles, KoalaPad, mice, light pens and guns"),
    ("-controlport2device:1", _port_devices("2"), "joystick, paddles, KoalaPad, mice"),
    ("-userportdevice:1", {"0": (), "3": ("--joy-adapter", "protovision")},
     "3: the adapter for joysticks 3 and 4"),
    ("-joydev1:1", "joydev", "1: keys of the number pad; pads and joysticks join by themselves"),
    ("-joydev2:1", "joydev", "1: keys of the number pad; pads and joysticks join by themselves"),
    ("-swapjoysticks", ("--joy-port", "1"), "the first joystick is in port 1"),
    ("+swapjoysticks", ("--joy-port", "2"), "the first joystick is in port 2"),
    ("-keymap:1", {"0": ("--no-keys-positional",), "1": ("--keys-positional",)},
     "0: by symbol, 1: by position"),
    ("-VICIIfull", ("--fullscreen",), "full screen"),
    ("+VICIIfull", ("--no-fullscreen",), "a window"),
    ("-VICIIborders:1", {"0": ("--borders", "normal"), "1": ("--borders", "full"),
                         "2": ("--borders", "full"), "3": ("--borders", "none")},
     "what of the border is shown"),
    ("-VICIIfilter:1", {"0": ("--look", "plain"), "1": ("--look", "crt")}, "0 and 1: plain, CRT"),
    ("-VICIIvsync", ("--vsync", "on"), "the window waits for the display"),
    ("+VICIIvsync", ("--vsync", "off"), "it does not"),
    ("-VICIIpalette:1", "palette", "a palette file (.vpl)"),
    ("-remotemonitor", "monitor on", "VICE's text monitor, port 6510"),
    ("+remotemonitor", "monitor off", "no text monitor"),
    ("-remotemonitoraddress:1", "monitor address", "where the text monitor listens"),
    ("-binarymonitor", "monitor on", "VICE's binary monitor, port 6502"),
    ("+binarymonitor", "monitor off", "no binary monitor"),
    ("-binarymonitoraddress:1", "monitor address", "where the binary monitor listens"),
    ("-moncommands:1", ("--monitor-commands", "{}"), "runs the monitor's commands of a file"),
)  # fmt: skip

#: (words, why nothing changes)
IGNORED_ROWS: tuple[tuple[str, str], ...] = (
    ("-logfile:1 -loglimit:1 -silent -verbose -debug ±logtofile ±logtostdout ±logtomonitor"
     " ±logcolorize -monlogname:1 ±monlog -tapecartloglevel:1 -aneloglevel:1 -lxaloglevel:1",
     "go64 writes no log"),
    ("±core -no-redirect-streams -keepenv", "about VICE's process"),
    ("±saveres ±confirmonexit ±pauseonsettings ±autostart-on-doubleclick -settings-node:1"
     " -quicksaveformat:1 -hotkeyfile:1", "about VICE's own windows and settings"),
    ("-directory:1", "go64 brings its ROMs"),
    ("±minimized ±maximized ±fullscreen-decorations ±dualwindow -windowheight:1 -windowwidth:1"
     " -windowxpos:1 -windowypos:1 -windowheight1:1 -windowwidth1:1 -windowxpos1:1"
     " -windowypos1:1 -sdlbitdepth:1 -sdlinitialh:1 -sdlinitialw:1 -sdllimitmode:1"
     " -sdl2backend:1 ±kbdstatusbar ±VICIIshowstatusbar", "about VICE's window; see --scale"),
    ("-monitorbg:1 -monitorfg:1 -monitorfont:1 -monitorheight:1 -monitorwidth:1 -monitorxpos:1"
     " -monitorypos:1 ±nativemonitor ±keepmonopen ±refreshonbreak -monscrollbacklines:1"
     " -monchislines:1", "the monitor is in the terminal"),
    ("-menukey:1 -menukeycancel:1 -menukeydown:1 -menukeyend:1 -menukeyexit:1 -menukeyhome:1"
     " -menukeyleft:1 -menukeymap:1 -menukeypagedown:1 -menukeypageup:1 -menukeyright:1"
     " -menukeyselect:1 -menukeyup:1 ±joymenucontrol", "the menu has keys of its own"),
    ("-soundrate:1 -soundbufsize:1 -soundfragsize:1 -soundoutput:1", "the sound adapts itself"),
    ("-soundvolume:1 -soundwarpmode:1 -drivesoundvolume:1 ±datasettesound -dssoundvolume:1",
     "settings: volume, warp_sound, drive_volume; -drivesound is for the datasette, too"),
    ("-sidengine:1 -residsamp:1 -residpass:1 -residgain:1 -residfilterbias:1 -resid8580pass:1"
     " -resid8580gain:1 -resid8580filterbias:1 ±resid6581oldcaps -resid6581filtercurve:1"
     " -resid6581filterrange:1 -resid8580filtercurve:1 -residcombinedwaveformstrength:1"
     " -sidfilters +residrawoutput", "about VICE's engines for the SID"),
    ("±VICIIvcache ±VICIIdsize ±VICIIdscan -VICIIintpal -VICIIextpal -VICIItint:1"
     " -VICIIcrtscanlineshade:1 -VICIIoddlinesphase:1 -VICIIoddlinesoffset:1"
     " -VICIIcrtdelaylinetype:1 -VICIIfullmode:1 -VICIIfullwidth:1 -VICIIfullheight:1"
     " -VICIIaspectmode:1 -VICIIaspect:1 -VICIIglfilter:1 ±VICIIflipx ±VICIIflipy ±VICIIrotate"
     " +VICIIaudioleak", "see --look, --palette, --scaling"),
    ("-VICIIsaturation:1 -VICIIcontrast:1 -VICIIbrightness:1 -VICIIgamma:1 -VICIIcrtblur:1",
     "settings, and the menu's page Picture: saturation, contrast, brightness, gamma, blur"),
    ("-VICIIchecksb -VICIIcheckss ±VICIIvspbug", "as on the real VIC"),
    ("±trapdevice{1-11} -busdevice{8-9} -devicebackend{8-9}:1 -device{8-9}:1"
     " ±iecdevice{8-9} ±virtualdev ±virtualdev{8-9} +iecdevice{10-11} +virtualdev{10-11}",
     "a virtual drive serves LOAD and SAVE by itself"),
    ("-autostartprgmode:1 -autostartprgdiskimage:1 ±autostart-warp ±autostart-handle-tde"
     " ±autostartwithcolon -autostart-delay:1 +autostart-delay-random -autostart-drop-mode:1"
     " +basicload +tapebasicload -keybuf-delay:1 -autostarttapoffset:1",
     "the start is as quick as it can be; see --start-delay, --no-fastload"),
    ("-drive{8-11}extend:1 -drive{8-11}idle:1 -drive{8-11}rpm:1 -drive{8-11}wobblefrequency:1"
     " -drive{8-11}wobbleamplitude:1 ±drive{8-11}rtcsave -drive{8-11}fixedsize:1",
     "the 1541 turns at its own speed"),
    ("±dsresetwithcpu -dszerogapdelay:1 -dsspeedtuning:1 -dstapewobblefreq:1 -dstapewobbleamp:1"
     " -dstapeerror:1 ±tapecartupdatetcrt ±tapecartoptimizetcrt", "the datasette runs evenly"),
    ("±fs{8-11}convertp00 ±fs{8-11}savep00 ±fs{8-11}hidecbm ±fslongnames ±fsoverwrite",
     "folders have rules of their own, docs/use/files.md"),
    ("-power50 -power60 -burstmod:1 -iecreset:1 -gluelogictype:1 -iocollision:1",
     "a matter of the board that the model decides"),
    ("±cartreset +cart -flipname:1 -ocpoversize:1 -ffmpegaudiobitrate:1 -ffmpegvideobitrate:1"
     " -koalaoversize:1 -koalaundersize:1 -minipaintoversize:1 -minipaintundersize:1"
     " -ocpundersize:1 -ocpmc:1 -hvsc-root:1 -tune:1", "nothing of it is needed here"),
    ("±joyopposite ±keyset ±mouse -joyfuzz:1 -joymap:1 -joythreshold:1 -paddles1inputmouse"
     " -paddles1inputjoyaxis -paddles2inputmouse -paddles2inputjoyaxis +joystick{1-2}autofire"
     " -joystick{1-2}autofiremode:1 -joystick{1-2}autofirespeed:1 +extrajoystick{1-9}autofire"
     " -extrajoystick{1-9}autofiremode:1 -extrajoystick{1-9}autofirespeed:1 -keyboardmapping:1"
     " -keyboardtype:1 -symkeymap:1 -poskeymap:1", "keys and joysticks: docs/use/emulator.md"),
    ("±bbrtcsave ±smartmousertcsave ±userportrtc58321asave ±userportrtcds1307save"
     " ±ds12c887rtcsave ±IDE64rtcsave ±ramlinkrtcsave ±cpclockf83save",
     "no clock whose time could be saved"),
    ("-rsdev{1-4}:1 ±rsdev{1-4}ip232 -rsdev{1-4}baud:1 -rsuserbaud:1 -rsuserdev:1"
     " ±rsuserrtsinv ±rsuserctsinv ±rsuserdsrinv ±rsuserdcdinv ±rsuserdtrinv ±rsuserriinv"
     " +rsuserup9600 +acia1 -acia1base:1 -acia1irq:1 -acia1mode:1 -myaciadev:1",
     "there is no RS232 interface it could set"),
    ("-prusertxtdev:1 -prtxtdev{1-3}:1 -pr{4-6}txtdev:1 -pr{4-6}output:1 -pr{4-6}drv:1"
     " -pruserdrv:1 -pruseroutput:1 +busdevice{4-7} +busdevice{8-11}",
     "there is no printer it could set"),
    ("-samplename:1 -samplerdev:1 -samplergain:1 -mididrv:1 -midiin:1 -midiinname:1 -midiname:1"
     " -midiout:1 -midioutname:1 -miditype:1 +midi -ethernetiodriver:1 -ethernetioif:1"
     " +ethernetcart -ethernetcartbase:1 -ethernetcartmode:1 +rrnetmk3bioswrite"
     " +rrnetmk3flash -wic64server:1 -wic64timezone:1 -wic64ipaddress:1 -wic64macaddress:1"
     " -wic64token:1 -wic64dhcp +wic64DHCP ±wic64trace -wic64tracelevel:1 -wic64reset"
     " -wic64hexdumplines:1 -wic64remotetimeout:1", "there is no such device it could set"),
    ("-netplaybind:1 -netplayport:1 -netplayctrl:1", "sets a netplay that is not there"),
    ("-eventsnapshotdir:1 -eventstartsnapshot:1 -eventendsnapshot:1 -eventstartmode:1"
     " ±eventimageinc -eventsnapshot:1 -eventimage:1 -autoplaybackframes:1",
     "sets VICE's event recorder; see --record"),
    ("+reuimagerw +georamimagerw +ramcartimagerw -ramcartrw +dqbb +dqbbimagerw -dqbbmode:1"
     " +isepic +isepicimagerw ±isepicswitch", "so it is here anyway"),
    ("+mmc64 -mmc64bios:1 -mmc64image:1 -mmc64readonly -mmc64readwrite -mmc64bioswrite"
     " -mmc64biosreadonly ±mmc64flash -mmc64rev:1 -mmc64sdtype:1 -mmc64clockportdevice:1"
     " ±mmcrrescue ±mmcrimagerw -mmcrcardimage:1 ±mmcrcardrw -mmcreepromimage:1 ±mmcreepromrw"
     " -mmcrsdtype:1 -mmcrclockportdevice:1 +magicvoice -magicvoiceimage:1 +ieee488"
     " -ieee488image:1 +ramlink -ramlinkbios:1 -ramlinkmode:1 -ramlinksize:1 -ramlinkimage:1"
     " ±ramlinkimagerw +expert -expertimagename:1 ±expertimagerw -expertmode:1 +digimax"
     " -digimaxbase:1 +ds12c887rtc -ds12c887rtchalted -ds12c887rtcrunning -ds12c887rtcbase:1"
     " +sfxse -sfxsetype:1 +sfxss ±sfxseioswap ±sfxssioswap ±georamioswap -comal80rev:1"
     " +easyflashjumper ±easyflashcrtoptimize +easyflashcrtwrite +gmod2eepromrw"
     " +gmod2flashwrite +gmod3flashwrite +sbdigimax -sbdigimaxbase:1 -IDE64image{1-4}:1"
     " -IDE64cyl{1-4}:1 -IDE64hds{1-4}:1 -IDE64sec{1-4}:1 ±IDE64autosize{1-4} -IDE64version:1"
     " +IDE64USB -IDE64USBAddress:1 -ide64clockportdevice:1 +ieeeflash64 ±ieeeflash64dev8"
     " ±ieeeflash64dev910 ±ieeeflash64dev4 -ieeeflash64image:1 -ltkimage{0-6}:1 -ltkserial:1"
     " -ltkport:1 -ltkio:1 ±megabytercrtwrite ±megabytercrtoptimize +rrbioswrite"
     " ±rrbankjumper ±rrflashjumper -rrrev:1 -rrclockportdevice:1 -rexramfloppyimage:1"
     " ±rexramfloppyimagerw -rgcdrev:1 ±ssramexpansion +cpmcart +sbetfe -sbetfebase:1"
     " -plus60kimage:1 -plus256kimage:1 -256kimage:1 -256kbase:1 +tm -tmrom1image:1"
     " -tmrom2image:1 -tmswitch1mhz -tmswitch4mhz -tmswitchrom1 -tmswitchrom2"
     " -tmswitchspeedmanual -tmswitchspeedsoft",
     "it sets a cartridge, and switches none on"),
    ("+drive{8-11}ram2000 +drive{8-11}ram4000 +drive{8-11}ram6000 +drive{8-11}ram8000"
     " +drive{8-11}rama000 +drive{8-11}profdos +drive{8-11}supercard +drive{8-11}stardos"
     " +drive{8-11}dd3 +drive{10-11}truedrive -attach{10-11}ro -attach{10-11}rw"
     " -dos1540:1 -dos1541II:1 -dos1570:1 -dos1571:1 -dos1581:1 -dos2000:1 -dos4000:1"
     " -dosCMDHD:1 -dos2031:1 -dos2040:1 -dos3040:1 -dos4040:1 -dos1001:1 -dos9000:1"
     " -profdos1571:1 -supercard:1 -stardos:1", "it sets a drive that is not there"),
)  # fmt: skip

#: (words, why they are refused, and what would be right)
REFUSED_ROWS: tuple[tuple[str, str], ...] = (
    ("-config:1 -addconfig:1 -dumpconfig:1 -romsetfile:1 -romsetarchive:1"
     " -romsetarchiveselect:1", "go64 does not read VICE's settings; use options instead"),
    ("-initbreak:1", "write 'break ADDRESS' into a file for -moncommands"),
    ("-loadsnapshot:1 -playback -eventstart", "VICE's snapshots (.vsf) and recordings hold VICE's"
     " own state; go64 saves and replays its own: .go64, .go64rec"),
    ("-kernalrev:1", "give a KERNAL of that revision with -kernal"),
    ("+VICIIchecksb +VICIIcheckss", "collisions cannot be switched off"),
    ("-VICIIaudioleak", "the VIC's noise in the sound is not emulated"),
    ("+sidfilters -residrawoutput", "the SID's filter cannot be switched off or taken apart"),
    ("-sid{9-10}address:1", "there are eight SIDs at most"),
    ("-acia1 -rsuserup9600 -ethernetcart -rrnet -tfe -rrnetmk3bioswrite -rrnetmk3flash -midi",
     "RS232, MIDI and network interfaces are not emulated"),
    ("-busdevice{4-7} -busdevice{10-11} -devicebackend{4-7}:1 -devicebackend{10-11}:1"
     " ±iecdevice{4-7} ±virtualdev{4-7} -iecdevice{10-11} -virtualdev{10-11} -device{4-7}:1"
     " -device{10-11}:1", "there are no printers and no drives 10 and 11"),
    ("-10:1 -11:1 -10d1:1 -11d1:1 -8d1:1 -9d1:1 -fs{10-11}:1 -attach{8-11}d1ro"
     " -attach{8-11}d1rw -drive{10-11}type:1 -drive{10-11}truedrive",
     "there are drives 8 and 9, each a single one: -8, -9"),
    ("-drive{8-11}ram2000 -drive{8-11}ram4000 -drive{8-11}ram6000 -drive{8-11}ram8000"
     " -drive{8-11}rama000 -drive{8-11}profdos -drive{8-11}supercard -drive{8-11}stardos"
     " -drive{8-11}dd3 -parallel{8-11}:1", "drives have no such extension"),
    ("-controlport{3-11}device:1 -extrajoydev{1-9}:1",
      "see -userportdevice 3, --joy-keys-3 and --joy-keys-4"),
    ("-joystick{1-2}autofire -extrajoystick{1-9}autofire", "autofire has its rate on the menu's"
     " page Input and in the settings file (autofire), for both ports"),
    ("-tapeport1device:1 -tcrt:1 -2:1", "the tape port has one datasette, and no tapecart"),
    ("-netplayserver:1", "see --host: players join with their browsers"),
    ("-basicload -tapebasicload -autostart-delay-random",
     "a program is loaded to its own address; see --start-delay"),
    ("-georamimage:1 -georamimagerw -ramcartimage:1 -ramcartimagerw -dqbbimage:1 -dqbbimagerw"
     " -isepicimagename:1 -isepicimagerw", "this memory begins empty and is not saved"),
    ("-easyflashjumper -gmod2eepromimage:1 -gmod2eepromrw -rrbioswrite",
     "a cartridge is saved with --cart-save FILE, its EEPROM with it"),
    ("-mmc64 -magicvoice -ieee488 -ramlink -expert -digimax -ds12c887rtc -sfxse -sfxss -sbdigimax"
     " -IDE64USB -ieeeflash64 -cpmcart -sbetfe -tm -cartrrnet:1", "GO 64 has no such cartridge"),
    ("-cart8:1 -cart16:1 -cartultimax:1 -cartap:1 -cartar2:1 -cartar3:1 -cartar4:1 -cartar5:1"
     " -cartbb3:1 -cartbb4:1 -cartbb8:1 -cartbb9:1 -cartbdt:1 -cartbis:1 -cartcap:1 -cartcomal:1"
     " -cartdep256:1 -cartdep64:1 -cartdep7x8:1 -cartdin:1 -cartdsm:1 -cartdqbb:1 -cartdrean:1"
     " -carteasy:1 -carteasycalc:1 -cartepyx:1 -cartexos:1 -cartexpert:1 -cartf64:1 -cartfc1:1"
     " -cartfc3:1 -cartfcplus:1 -cartff:1 -cartff2:1 -cartfm:1 -cartfp:1 -cartgmod2:1"
     " -cartgmod3:1 -cartgk:1 -cartgeoram:1 -cartgs:1 -carthyper:1 -cartide64:1 -cartieee:1"
     " -cartieeeflash64:1 -cartisepic:1 -cartkcs:1 -cartks:1 -cartltk:1 -cartmach5:1 -cartmd:1"
     " -cartmd16:1 -cartmb:1 -cartmf:1 -cartmax:1 -cartmikro:1 -cartmmc64:1 -cartmmcr:1"
     " -cartmv:1 -cartmm:1 -cartocean:1 -cartpf:1 -cartp64:1 -cartpartner64:1 -cartpd:1"
     " -cartramcart:1 -cartramlink:1 -cartreu:1 -cartrep256:1 -cartrrf:1 -cartrgcd:1 -cartuc1:1"
     " -cartuc15:1 -cartuc2:1 -cartross:1 -cartrr:1 -cartru:1 -cartsdbox:1 -carts64:1 -cartsb:1"
     " -cartse5:1 -cartsg:1 -cartsilver:1 -cartsimon:1 -cartss4:1 -cartss5:1 -cartstar:1"
     " -cartturtle:1 -cartwl:1 -cartws:1 -cartzaxxon:1 -cartzipp:1",
     "a raw image does not say what it is: convert it with cartconv, then -cartcrt FILE.crt"),
    ("-raminitvalueoffset:1 -raminitstartvalue:1 -raminitvalueinvert:1 -raminitpatterninvert:1"
     " -raminitpatterninvertvalue:1 -raminitstartrandom:1 -raminitrepeatrandom:1"
     " -raminitrandomchance:1", "choose a pattern with --ram-pattern"),
)  # fmt: skip

_FAMILY = re.compile(r"\{(\d+)-(\d+)\}")


def names_of(words: str) -> Iterator[tuple[str, int]]:
    """Yield (name, arguments) of each option that the words of a row mean."""
    for word in words.split():
        name, _, count = word.partition(":")
        signs = "-+" if name.startswith("±") else name[0]
        family = _FAMILY.search(name)
        numbers = range(int(family[1]), int(family[2]) + 1) if family else (None,)
        for number in numbers:
            filled = name if number is None else _FAMILY.sub(str(number), name)
            for sign in signs:
                yield sign + filled[1:], int(count or 0)


def _options() -> dict[str, Option]:
    rows: list[tuple[str, str, Becomes, str]] = [
        *((words, DONE, becomes, note) for words, becomes, note in DONE_ROWS),
        *((words, IGNORED, (), note) for words, note in IGNORED_ROWS),
        *((words, REFUSED, (), note) for words, note in REFUSED_ROWS),
    ]
    found: dict[str, Option] = {}
    for words, kind, becomes, note in rows:
        for name, arguments in names_of(words):
            found[name] = Option(name, arguments, kind, becomes, note)
    return found


#: {name: Option}
OPTIONS = _options()


def table() -> str:
    """Return the options as tables of docs/use/command-line.md."""
    lines = []
    for title, rows in (
        ("Done", [(words, note) for words, _, note in DONE_ROWS]),
        ("Ignored, with a word on stderr", IGNORED_ROWS),
        ("Refused", REFUSED_ROWS),
    ):
        lines += [f"**{title}**", "", "| x64sc | here |", "|--|--|"]
        for words, note in rows:
            names = [f"`{word.replace(':1', '')}`" for word in words.split()]
            for at in range(0, len(names), NAMES_MOST):
                lines.append(f"| {' '.join(names[at : at + NAMES_MOST])} | {note} |")
        lines.append("")
    return "\n".join(lines)
