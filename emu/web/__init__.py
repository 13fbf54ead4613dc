"""The running machine as a web page for friends: ``go64 --host`` (docs/play/hosting.md).

machine_thread  the machine in its own thread, which waits for no client
game            reads our game's memory: whose decision is due, which buttons, the seats
permissions     who may press what, and the keys and sticks that are held
simultaneous    who may press what while everybody is asked at once (rules of 1989)
pointer         a tap on the picture as a movement and a click of the 1351
picture         what changed between two pictures, as bytes;  adpcm  sound in four bits a sample
protocol        every message between page and server, in the table that both must follow
rate_limit      how much a client may send
client          one connection: what it receives, how much may be unacknowledged
session         secrets of the links and the automatic snapshot, kept in the user's data folder
door            who may come in: places for strangers, deadlines
descriptors     how many connections the system allows;  lines  what the terminal shows
server          the web server: eight files, one WebSocket, headers
links           addresses and QR codes
host            from the options to all of these
page/           the page itself;  common/  what it shares with the page of emu/browser

The hosted machine is the same as that of the window; only the window is missing.
"""
