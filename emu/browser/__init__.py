"""GO 64 in a browser, without a server: the page that ``make web`` builds (docs/use/browser.md).

session  the machine as the page's worker drives it: frames, keys, files, states, rewind
page/    the page itself, the worker, the element <go64-machine>, the page of Python

Python runs in WebAssembly there, without numpy.
"""
