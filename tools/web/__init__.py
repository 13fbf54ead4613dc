"""The machine as a web site (``make web``): compiled to WebAssembly, with Pyodide around it.

site     what is in the folder, and how it gets there
wasm     the compiled modules, as Pyodide loads them
pyodide  Python for browsers: which version, where it comes from, what of its library is needed
tables   tables that only numpy can compute, made beforehand;  errors  what can be missing
"""
