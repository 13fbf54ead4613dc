"""The languages of menu, messages and --help: a .po file for each besides English.

translation  finds the texts of a language, also those with values in them
"""
