"""Every command the README and the guide show is pasted into a shell, in order, in an empty home."""

import os
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.ready import ready
from tools.paste import blocks, commands, pasted

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "gm-guide.md"


@pytest.fixture
def home(tmp_path):
    """An empty home in which `judge` is this checkout, once its environment is activated."""
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    judge = programs / "judge"
    judge.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m judge "$@"\n')
    judge.chmod(0o755)
    (programs / "activate").write_text(f"export PATH={shlex.quote(str(programs))}:$PATH\n")
    return tmp_path


def environment(home, **more):
    kept = {key: value for key, value in os.environ.items() if not key.startswith("JUDGE_")}
    return {**kept, "HOME": str(home), "PYTHONPATH": str(ROOT), **more}


@pytest.mark.long
def test_the_tour_can_be_followed(home):
    programs = home / ".venv" / "bin"
    with ready(programs, environment(home)) as judge:
        (programs / "judge").write_text(judge, encoding="utf-8")
        said = list(pasted(README.read_text(encoding="utf-8"), home, environment(home)))
    for one in said:
        assert not one.wrong, f"{one.block.typed}\n{one.text}\n{one.wrong}"
        assert "Traceback" not in one.text
        assert one.as_shown, f"{one.block.typed}\n{one.text}"
    assert len(list(commands(README.read_text(encoding="utf-8")))) >= 18
    text = "".join(one.text for one in said)
    assert "G(Coo) S G(Lzy)-Mon" in text
    assert "Did you mean Montana Valley" in text
    assert "some lines were refused" in text
    assert "A PAR - BUR" in text
    assert (home / "club" / "map.png").read_bytes().startswith(b"\x89PNG")
    assert (home / "club" / "site" / "spring" / "index.html").is_file()


@pytest.mark.long
def test_the_walk_through_prints_what_it_says(home):
    """At nine in the morning of 1 March 2027."""
    text = GUIDE.read_text(encoding="utf-8")
    programs = home / ".venv" / "bin"
    here = environment(home, JUDGE_NOW="2027-03-01T09:00:00Z", PATH=f"{programs}:{os.environ['PATH']}")
    with ready(programs, here) as judge:
        (programs / "judge").write_text(judge, encoding="utf-8")
        for one in pasted(text, home, here):
            assert not one.wrong, f"{one.block.typed}\n{one.text}\n{one.wrong}"
            shown = "\n".join(one.block.shown or ())
            assert one.as_shown, f"{one.block.typed}\n{one.text}\nexpected:\n{shown}"


def test_the_guide_shows_a_rollback_a_replacement_an_edit_and_a_verify():
    shown = list(commands(GUIDE.read_text(encoding="utf-8")))
    assert len(shown) > 40
    for wanted in (
        "judge rollback",
        "judge seat replace",
        "judge position north --load",
        "judge verify",
        "judge start",
    ):
        assert any(wanted in command for command in shown), wanted


def test_a_block_that_fails_or_prints_something_else_is_seen(tmp_path):
    page = """
```sh
echo one
false
```

```sh
echo two
```

```text
three
```

```sh
cat <<END
four
END
(exit 3)
```

```text exit=3
four
```
"""
    fails, differs, ends = pasted(page, tmp_path, dict(os.environ))
    assert fails.wrong == "failed: 1 false"
    assert not differs.wrong
    assert not differs.as_shown
    assert not ends.wrong
    assert ends.as_shown
    assert [len(one.typed) > 0 for one in blocks(page)] == [True, True, True]
    assert list(commands(page)) == ["echo one", "false", "echo two", "cat <<END", "(exit 3)"]


def test_every_link_leads_somewhere():
    for page in (README, *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        pictures = re.findall(r'<img src="([^"]+)"', text)
        for target, anchor in [*re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", text), *((one, "") for one in pictures)]:
            if not re.match(r"[a-z]+:", target):
                there = page.parent / target if target else page
                assert there.exists(), f"{page.relative_to(ROOT)}: {target}"
                assert not anchor or anchor in anchors(there), f"{page.relative_to(ROOT)}: {target}#{anchor}"


def anchors(page):
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
