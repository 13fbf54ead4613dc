"""A debug adapter: go64 for editors that speak the Debug Adapter Protocol (``go64 --dap``).

protocol     messages and their arguments     link         a client's connection
server       for the machine's main loop      session      the requests of one client
launch       which program, which debug file  sources      its lines and addresses
breakpoints  by line, label, address, access  expressions  their conditions and messages
steps        by lines, forwards and back      inspection   what a stopped machine shows
variables    registers, flags, beam, zero page
chip_registers  VIC-II, SID and CIAs by fields  c_variables  those in C
memory       bytes and instructions           drives       the CPUs of 1541s
errors       what it refuses

Source: "Debug Adapter Protocol" 1.68, specification and JSON schema.
"""
