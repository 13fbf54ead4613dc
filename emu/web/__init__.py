"""The running machine as a web page for friends: ``go64 --host`` (docs/play/hosting.md).

machine_thread  the machine in a thread of its own, at its own pace whoever is connected
game            what our game's memory says: whose decision is due, which buttons, the seats
permissions     who may press what, and the keys and sticks that are held
simultaneous    who may press what while everybody is asked at once (rules of 1989)
pointer         a tap on the picture as a movement and a click of the 1351
picture         what changed between two pictures, as bytes;  adpcm  sound in four bits a sample
protocol        every message between page and server: the table both are held against
rate_limit      how much a client may send
client          one connection: what it is sent, how much may be under way
session         secrets of the links and the automatic snapshot, kept in the user's data folder
door            who may come in: places for strangers, deadlines
descriptors     how many connections the system has room for;  lines  what the terminal shows
server          the web server: eight files, one WebSocket, headers
links           addresses and QR codes
host            from the options to all of these
page/           the page itself;  common/  what it shares with the page of emu/browser

Not emulated: nothing of the machine is different; a hosted one is the window's, without a window.
"""
