"""The daemon: collect, read, answer, adjudicate, send; loops over the campaign."""
