"""Tables with pages."""

import pytest

from tests.campaign.conftest import a_database, cluster  # noqa: F401
from tests.serve.conftest import make_table, table  # noqa: F401
from tests.web.visitor import Visitor

BOTH = pytest.mark.parametrize(
    "database", ["sqlite", pytest.param("postgresql", marks=pytest.mark.server)], indirect=True
)


@pytest.fixture
def database(request):
    """A file, but where a test asks for both databases."""
    yield from a_database(request, getattr(request, "param", "sqlite"))


@pytest.fixture
def visitor(table):  # noqa: F811
    """Three players at Lanterns, each with a page."""
    made = Visitor(table)
    yield made
    made.close()
