"""Tables with pages."""

import pytest

from tests.campaign.conftest import cluster, database  # noqa: F401
from tests.serve.conftest import make_table, table  # noqa: F401
from tests.web.visitor import Visitor


@pytest.fixture
def visitor(table):  # noqa: F811
    """Three players at Lanterns, each with a page."""
    made = Visitor(table)
    yield made
    made.close()
