"""Sound.

output       samples to the sound card     sdl_audio  SDL's queue for them
volume       how loud                      drive_sounds  drives and datasette are heard
devices      which sound card              meter         levels of output and voices
mechanics    the noises of their motors, heads and keys    sid_registers  in words
"""
