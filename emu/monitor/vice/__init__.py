"""VICE's binary monitor protocol, for editors and debuggers that speak it.

server       the socket, and the machine between its requests
commands     the requests     packets  their encoding     resources keys  names and values
text_server text_commands   VICE's text monitor: the socket, and what its lines mean
host         what the emulator around the machine can do     address  where it listens
outbox       what a client has not fetched yet; the debug adapter's, too
"""
