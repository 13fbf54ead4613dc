"""What a release consists of: ``make release`` writes it to ``dist/``, twice to the same bytes.

build     one build of everything, in a copy of the commit
notes     which file is for what, and the changelog's part about the version
archives  archives without dates and owners, so that they come out the same each time
__main__  builds twice, compares, writes notes and checksums
"""
