"""Scenario files: read, run, explain."""
