"""The Judge: collects orders by mail, adjudicates them, and reports to every seat."""

__version__ = "0.1.0"
