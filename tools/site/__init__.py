"""The documents as a web site: ``make site`` writes build/site/, with search, the game in front.

stage     copies the documents to build/site-docs/, and what they link to
__main__  stages, lets MkDocs set it (packaging/site/mkdocs.yml), puts the browser's build in
"""
