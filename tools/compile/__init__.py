"""How the machine is compiled.

extensions       which Cython units there are, and their flags
amalgamate       all modules as one unit     inline_constants  their constants as numbers
cold_functions   functions that need no optimization
"""
