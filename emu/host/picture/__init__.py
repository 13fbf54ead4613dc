"""The picture: from the VIC's colours to the window, and text over it.

window       the window            sdl  what pygame leaves of SDL: a forgotten OpenGL context
geometry     the choices, and where the picture lies     feature  actions and settings about them
colours      palettes              software opengl  drawing, the latter by shaders/
foot_lines   what lines below the picture share        status_line  drives, tape, port, speed
overlay      text over the picture       charset_text  it in the machine's characters
large_text   twice as large                          system_font   letters the machine lacks
"""
