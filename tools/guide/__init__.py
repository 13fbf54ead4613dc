"""The User's Guide as a PDF: ``make guide`` sets the documents as a book (dist/go64-guide.pdf).

parts.toml   which documents are chapters, in which order, under which titles
typst_text   Markdown of the documents -> Typst
guide.typ    how a page looks: title page, contents, headings, code, tables, index
__main__     all of it, and the index, whose words are those of docs/glossary.md

The book has no text of its own but titles, so its commands are those that the documents' tests run.
"""
