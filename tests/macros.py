"""The sentences there are, for tests that hold them against what a game says."""

from judge.report.words import environment, macros_in


def macros(kind, folders, own=None):
    """The names of all macros of a kind (`events`, `problems`) in these folders of templates."""
    return {name for folder in folders for name in macros_in(environment(own), kind, folder)}
