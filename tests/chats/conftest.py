"""The homeserver of these tests."""

import os

import pytest

from tests.campaign.conftest import cluster  # noqa: F401
from tests.forum.synapse import Synapse, python_with_synapse


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    python = python_with_synapse()
    if python is None:
        reason = "no Matrix homeserver here: `make synapse` puts Synapse into an environment of its own"
        if os.environ.get("JUDGE_REQUIRE_SERVERS") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    running = Synapse(python, tmp_path_factory.mktemp("synapse"))
    yield running
    running.stop()
