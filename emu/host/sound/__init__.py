"""Sound.

output       samples to the sound card     sdl_audio  SDL's queue for them
volume       how loud
"""
