"""The host: what stands between a machine and the person before it.

app          the window's loop     window sound overlay pacing  its parts
             ahead  loads what will be wanted, and keeps threads from making frames late
             chores  files written by a thread, as no frame waits for them
headless     without a window      terminal  the monitor on the terminal
look         the picture's looks: the choices; looks  actions and settings about them;
             look_colours look_paint look_gl  drawing, the last by shaders/
sdl_audio    the queue that sound uses    volume  how loud it is
capture      recording; capture_gif capture_mp4 capture_wav  its files
setup        from options to a machine       disks  write protection and saved games
fliplist     the disks that take turns in a drive
actions      named things to do      feature features  parts of the window, and their list
input        keys; keymap keysets  their tables; pads  gamepads; pointer  mouse and paddles
flip         the window's side of fliplist
tape         the datasette in the window; tape_file  a tape of the host
paste        the clipboard, typed    screen_keys  a keyboard for the mouse
letters      text in the machine's characters
menu         the menu in the window  pages  what it shows; menu_pages files  its own pages;
             menu_view menu_font  how it looks
library      what was started before, with covers    progress  how far a LOAD has come
settings     the file of the user's; settings_table  what may be in it
timeline     single frames, speeds   rewind       the way back while a key is held
sdl          what pygame leaves of SDL: a forgotten OpenGL context
             memory  given back to the system
slots slots_view states sealed  saved states: keys, page, files, and their container
statefile statefacts            a machine started from such a file, and what that takes
recfile      recordings of inputs as files (.go64rec); inputs  to make and replay them in the window
app_remote headless_remote monitor_client    each of them with an editor attached
"""
