"""`python -m judge` is the same as the console script `judge`."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  who runs this by hand may have any Python
    sys.exit("judge: Python 3.11 or later is needed, and this is " + sys.version.partition(" ")[0])

from judge.cli.bare import not_installed

try:
    from judge.cli.main import run
except ModuleNotFoundError as error:
    sys.exit(not_installed(error))

sys.exit(run())
