"""VICE's binary monitor protocol, for editors and debuggers that speak it.

server       the socket, and the machine between its requests
commands     what is asked for     packets  how it is written     resources keys  names of things
"""
