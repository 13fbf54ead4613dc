"""The machine as a web site.

tables  tables that only numpy can compute, made beforehand
"""
