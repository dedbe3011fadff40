"""Tables to write to."""

import pytest

from judge import variants
from judge.campaign.filling import unseat
from tests.campaign.conftest import cluster, database  # noqa: F401
from tests.mail.conftest import dovecot, office, postfix, server  # noqa: F401
from tests.serve.table import Table, begun


@pytest.fixture
def make_table(tmp_path, database):  # noqa: F811
    """Makes a table on either database; what else it is made with are Table's own words."""
    made = []

    def make(**words):
        made.append(Table(tmp_path / "club", store=database, **words))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def table(make_table, database):  # noqa: F811
    """Three players at Lanterns, the first window open."""
    yield make_table(begun=begun()) if database is None else make_table().start()
    variants.GAMES.pop("lanterns", None)


@pytest.fixture
def form(make_table):
    """A game that has not begun, with its seats free, for everybody."""

    def made(**words):
        settings = {"sign_up": "open", **words.pop("settings", {})}
        table = make_table(settings=settings, **words)
        for seat in table.seats:
            with table.campaign.act(table.now) as act:
                unseat(act, "g1", seat)
        return table

    yield made
    variants.GAMES.pop("lanterns", None)
