"""The Diplomacy kernel: movement, retreats and adjustments on any map of its kind.

`orders` and `board` are the values it speaks, `editions` the disputed rules, `movement` the way in.
"""
