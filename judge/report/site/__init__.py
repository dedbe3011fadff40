"""The archive anyone can put on any web space: static pages, one permanent address per campaign, game and phase."""

from judge.report.site.book import book, book_pdf
from judge.report.site.club import write_club
from judge.report.site.pages import write_site
from judge.report.site.record import Phase, Record

__all__ = ["Phase", "Record", "book", "book_pdf", "write_club", "write_site"]
