"""What people move and press.

keyboard    the 8 x 8 matrix between CIA 1's ports, and RESTORE
joystick    joysticks and paddles      mouse  the 1351      controls  the two control ports
devices     what is plugged in beside these: line_mouse, mice over the joystick lines (NEOS,
            Amiga, Atari ST); light_pen, light pens and guns; player_adapter, joysticks 3 and 4
typist      turns text into keys held for some frames
Not emulated: contact bounce; the 1351's joystick mode.
"""
