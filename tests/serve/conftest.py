"""Tables to write to."""

import pytest

from judge import variants
from tests.mail.conftest import dovecot, office, server  # noqa: F401
from tests.serve.table import Table


@pytest.fixture
def table(tmp_path):
    """Three players at Lanterns, the first window open."""
    yield Table(tmp_path / "club").start()
    variants.GAMES.pop("lanterns", None)
