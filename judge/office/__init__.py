"""A post office of one's own: SMTP in, IMAP out, mail kept in one SQLite file. For newcomers, demos and tests."""

from judge.office.house import Office

__all__ = ["Office"]
