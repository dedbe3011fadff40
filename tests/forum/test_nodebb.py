"""Posting to a real NodeBB, where one is at hand: JUDGE_TEST_NODEBB_URL, _TOKEN and _TOPIC in the environment."""

import json
import os
import urllib.request

import pytest

from judge.forum import Target, publish
from judge.report.blocks import parse

URL, TOKEN, TOPIC = (os.environ.get(f"JUDGE_TEST_NODEBB_{name}", "") for name in ("URL", "TOKEN", "TOPIC"))
pytestmark = [
    pytest.mark.server,
    # No package brings a NodeBB, so it is asked for by its address alone, wherever servers are required.
    pytest.mark.skipif(
        not (URL and TOKEN and TOPIC), reason="no NodeBB is named in JUDGE_TEST_NODEBB_URL, _TOKEN, _TOPIC"
    ),
]


def test_a_report_is_posted_and_edited_in_place():
    place = Target("board", "nodebb", TOKEN, url=URL.rstrip("/"), topic=TOPIC)
    (first,) = publish(place, "judge-test", parse("# Spring 1901\n\nA PAR - BUR **succeeds**, says @admin.\n"), {})
    (again,) = publish(
        place, "judge-test", parse("# Spring 1901\n\nA PAR - BUR **fails**.\n"), {1: (first.remote, first.digest)}
    )
    assert (again.edited, again.remote) == (True, first.remote)
    request = urllib.request.Request(
        f"{place.url}/api/v3/posts/{first.remote}", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        seen = json.loads(answer.read())["response"]
    assert "<strong>fails</strong>" in seen["content"]
    assert "succeeds" not in seen["content"]
