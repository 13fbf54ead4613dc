"""VICE's binary monitor protocol, for editors and debuggers that speak it.

server       the socket, and the machine between its requests
commands     the requests     packets  their encoding     resources keys  names and values
host         what the emulator around the machine can do
"""
