"""The User's Guide as a PDF: ``make guide`` sets the documents as books in dist/.

parts.toml     which documents are chapters, in which order, under which titles: go64-guide.pdf
parts_de.toml  the same for the game's part in German: go64-handbuch.pdf
typst_text     Markdown of the documents -> Typst
guide.typ      how a page looks: title page, contents, headings, code, tables, index
__main__       all of it, and the index, whose words are those of docs/glossary.md or a book's own

A book has no text of its own but titles, so its commands are those that the documents' tests run.
"""
