"""Tables with pages."""

import pytest

from tests.campaign.conftest import cluster  # noqa: F401
from tests.serve.conftest import make_table, table  # noqa: F401
from tests.web.visitor import Visitor

BOTH = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.server)], indirect=True
)


@pytest.fixture
def database(request):
    """A file, but where a test asks for both databases."""
    asked = getattr(request, "param", "sqlite")
    return None if asked == "sqlite" else request.getfixturevalue("cluster").database()


@pytest.fixture
def visitor(table):  # noqa: F811
    """Three players at Lanterns, each with a page."""
    made = Visitor(table)
    yield made
    made.close()
