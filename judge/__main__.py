"""`python -m judge` is the same as the console script `judge`."""

import sys

from judge.cli.main import run

sys.exit(run())
