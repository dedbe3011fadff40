"""Every command that a page shows is run, in one campaign, or is named here with the test that runs it."""

import re
import shutil
from pathlib import Path

import pytest

from judge.cli.main import COMMANDS, judge, run
from tests.cli.calls import calls, parsed
from tools.paste import commands

ROOT = Path(__file__).resolve().parent.parent
# The README and the guide are pasted as a whole by test_readme.py; decisions tell of the past.
PAGES = [
    page
    for page in (
        ROOT / "CHANGELOG.md",
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted((ROOT / "examples").rglob("*.md")),
    )
    if page.name != "gm-guide.md" and "decisions" not in page.parts
]
EXAMPLES = ROOT / "examples"
OPENING = EXAMPLES / "land-barons" / "08-turn-4-build-and-raid"

# What a page shows, and how it is run: the words, the exit status, a word of what is printed. Placeholders are filled
# in. `spring` is a game of Range War in its second window, `fresh` one in its first.
RUN = {
    "judge adjudicate 08-turn-4-build-and-raid/position.yaml 08-turn-4-build-and-raid/orders.txt": (
        f"adjudicate {OPENING}/position.yaml {OPENING}/orders.txt", 0, "Turn 4"),
    "judge adjudicate examples/range-war/01-summer-1870-movement/position.yaml "
    "examples/range-war/01-summer-1870-movement/orders.txt": (
        f"adjudicate {EXAMPLES}/range-war/01-summer-1870-movement/position.yaml "
        f"{EXAMPLES}/range-war/01-summer-1870-movement/orders.txt", 0, "Summer 1870"),
    "judge backup FILE": ("backup spring.tar.gz", 0, "3 games"),
    "judge backup before-upgrade.tar.gz": ("backup before-upgrade.tar.gz", 0, "3 games"),
    "judge batch --compare archive.jsonl": ("batch --compare archive.jsonl", 0, ""),
    "judge batch --edition 1971": ("batch --edition 1971 phases.jsonl", 0, "S1901R"),
    "judge batch --edition 1971 < phases.jsonl": ("batch --edition 1971 phases.jsonl", 0, "S1901R"),
    "judge batch --jobs 8 phases.jsonl": ("batch --jobs 8 phases.jsonl", 0, "S1901R"),
    "judge batch --map board.yaml < phases.jsonl": ("batch --map maps/board.yaml phases.jsonl", 0, "S1901R"),
    "judge batch --set victory=20 --set paradox=all-hold < phases.jsonl": (
        "batch --set victory=20 --set paradox=all-hold phases.jsonl", 0, "S1901R"),
    "judge batch --no-reasons": ("batch --no-reasons phases.jsonl", 0, "S1901R"),
    "judge batch --no-reasons phases.jsonl": ("batch --no-reasons phases.jsonl", 0, "S1901R"),
    "judge batch --schema": ("batch --schema", 0, "S1901M"),
    "judge batch < phases.jsonl > results.jsonl": ("batch phases.jsonl", 0, "S1901R"),
    "judge check FILE…": (f"check {ROOT}/tests/range-war/river.yaml", 0, "0 failed"),
    "judge check tests/GAME/*.yaml": (f"check {ROOT}/tests/land-barons/pay.yaml", 0, "0 failed"),
    "judge docs PAGE": ("docs scaling", 0, "# From one laptop"),
    "judge games range-war": ("games range-war", 0, "Range War"),
    "judge seat asign": ("seat asign", 2, "did you mean"),
    "judge docs print GAME --out DIR": ("docs print range-war --out paper", 0, "range-war-rulings.pdf"),
    "judge docs print range-war --out paper --language fr": (
        "docs print range-war --out paper --language fr", 0, "letters.pdf"),
    "judge docs players/de/gold-rush": ("docs players/de/gold-rush", 0, "Befehle an Beispielen"),
    "judge docs print GAME --out paper": ("docs print range-war --out paper", 0, "letters.pdf"),
    "judge sheet NAME --out sheets": ("sheet fresh --out sheets", 0, "lazy-s.pdf"),
    "judge docs syntax GAME": ("docs syntax range-war", 0, "<move>"),
    "judge export NAME --out game.json": ("export spring --out game.json", 0, ""),
    "judge games show GAME": ("games show gold-rush", 0, "Gold Rush"),
    "judge init DIR": ("init .", 0, "is up to date"),
    "judge import theirs.json --name second-life": ("import theirs.json --name second-life", 0, "is here"),
    "judge export second-life --format diplomacy --out ours.json": (
        "export first-life --format diplomacy --out ours.json", 0, "is in ours.json"),
    "judge orders paste NAME results.txt": ("orders paste first-life results.txt", 0, "WARNINGS"),
    "judge mail read letter.eml --game spring --seat lazy-s": (
        "mail read letter.eml --game spring --seat lazy-s", 0, "WARNINGS"),
    "judge map NAME --out map.png": ("map spring --out map.png", 0, ""),
    "judge map-check FILE": ("map-check maps/dust.yaml", 0, ""),
    "judge new NAME --game diplomacy --map diplomacy-modern": (
        "new elsewhere --game diplomacy --map diplomacy-modern", 0, "forming"),
    "judge map-draw maps/modern.yaml": ("map-draw maps/modern.yaml", 0, ""),
    "judge map-import FILE.map": ("map-import isle.map", 0, "provinces"),
    "judge map-new land-barons --seed dust > maps/dust.yaml": ("map-new land-barons --seed dust", 0, "land-barons"),
    "judge seat list NAME": ("seat list spring", 0, ""),
    "judge seat list NAME --names": ("seat list spring --names", 0, ""),
    "judge map-check maps/dust.yaml": ("map-check maps/dust.yaml", 0, ""),
    "judge map-check maps/modern.yaml": ("map-check maps/modern.yaml", 0, ""),
    "judge map-import modern.map --out maps/modern.yaml --title 'Modern'": (
        "map-import isle.map --out maps/modern.yaml --title Modern", 0, "wrote"),
    "judge new dusty --game land-barons --map dust": ("new dusty --game land-barons --map dust", 0, "forming"),
    "judge new europe --game diplomacy --map modern": ("new europe --game diplomacy --map modern", 0, "forming"),
    "judge simulate --game diplomacy --map maps/modern.yaml --games 3": (
        "simulate --game diplomacy --map maps/board.yaml --games 1 --set last_year=1901", 0, ""),
    "judge new chaos --game diplomacy --map diplomacy-chaos": (
        "new chaos --game diplomacy --map diplomacy-chaos", 0, "forming"),
    "judge new rome --game diplomacy --set start=fleet-rome": (
        "new rome --game diplomacy --set start=fleet-rome", 0, "forming"),
    "judge new night --game diplomacy --set fog=yes": ("new night --game diplomacy --set fog=yes", 0, "forming"),
    "judge new NAME --game diplomacy --map FILE": ("new summer --game diplomacy --map board", 0, "forming"),
    "judge new NAME --game range-war --map range-war-even": (
        "new evening --game range-war --map range-war-even", 0, "forming"),
    "judge new NAME --game range-war --map FILE": ("new autumn --game range-war --map prairie", 0, "forming"),
    "judge new … --set option=value": ("new winter --game range-war --set last_year=1875", 0, "forming"),
    "judge orders paste NAME messages.txt": ("orders paste fresh messages.txt", 0, "G(Lzy)-Mon"),
    "judge player forget ADDRESS": ("player forget nobody@example.org --yes", 2, "nobody here has the address"),
    "judge position NAME": ("position spring", 0, "Winter 1870"),
    "judge position NAME --load FILE": (
        "position spring --load position.yaml --reason checked --dry-run", 0, "nothing would change"),
    'judge position NAME --load FILE --reason "…"': (
        "position spring --load position.yaml --reason checked --dry-run", 0, "nothing would change"),
    "judge post NAME --to club": ("post spring --to club --dry-run", 0, "would be sent"),
    "judge new NAME --game range-war --preset quick": (
        "new even --game range-war --preset quick", 0, "even is forming"),
    "judge post NAME --to club --picture": ("post spring --to club --picture --dry-run", 0, "Map of club/spring"),
    "judge post NAME --to club --dry-run": ("post spring --to club --dry-run", 0, "would be sent"),
    "judge preview NAME": ("preview spring --out look", 0, "hash"),
    "judge release NAME": ("release spring", 0, "is adjudicated"),
    "judge report NAME --format bbcode": ("report spring --format bbcode", 0, "[b]"),
    "judge report NAME --format discord": ("report spring --format discord", 0, "**"),
    "judge report NAME --format markdown": ("report spring --format markdown", 0, "##"),
    "judge restore FILE": ("restore spring.tar.gz --into ../again", 0, "is back"),
    "judge rollback NAME --to STEP": ("rollback spring --to 1", 0, "is at step 1"),
    "judge rules GAME": ("rules land-barons", 0, "LB-Q22"),
    "judge rules GAME [NUMBER]": ("rules gold-rush", 0, "GR-"),
    "judge rules diplomacy": ("rules diplomacy", 0, "D-30"),
    "judge rules hell-on-wheels": ("rules hell-on-wheels", 0, "HW-"),
    "judge rules hell-on-wheels HW-Q18": ("rules hell-on-wheels HW-Q18", 0, "HW-Q18"),
    "judge rules land-barons LB-Q22": ("rules land-barons LB-Q22", 0, "LB-Q22"),
    "judge rules range-war": ("rules range-war", 0, "RW-9"),
    "judge rules range-war RW-Q17": ("rules range-war RW-Q17", 0, "RW-Q17"),
    "judge set NAME setting=value": ("set spring remind=12h", 0, "remind"),
    "judge seat assign NAME SEAT --played-by keen": (
        "seat assign fresh red-river --played-by idle", 0, "is played by the program (idle)"),
    "judge seat replace NAME SEAT --played-by fair": (
        "seat replace fresh red-river --played-by easy", 0, "is played by the program (easy)"),
    "judge seat replace NAME SEAT ADDRESS": ("seat replace fresh red-river ann@example.org", 0, "plays red-river"),
    "judge new summer --game land-barons --preset standard": (
        "new plains --game land-barons --preset standard", 0, "forming"),
    "judge simulate --game GAME --players keen,fair --preset quick": (
        "simulate --game land-barons --games 1 --players fair,easy --preset quick --plots shares.svg", 0,
        "won by player"),
    "judge simulate --game GAME --preset NAME --games 24": (
        "simulate --game land-barons --preset quick --players easy --games 1", 0, "won by seat"),
    "judge simulate --game GAME --games 100": ("simulate --game range-war --games 1 --set last_year=1871", 0, ""),
    "judge store copy SRC DST": ("store copy judge.sqlite copy.sqlite", 0, "rows copied"),
    "judge verify NAME": ("verify spring", 0, "as published"),
}  # fmt: skip
# These need a server or a daemon, and a test of their own.
ELSEWHERE = {
    "judge adjudicate position.yaml orders.txt --language de": "tests/languages/test_files.py",
    "judge seat refuse g1 1234567890": "tests/serve/test_anonymous.py",
    **dict.fromkeys(
        (
            "judge player show ann@example.org",
            "judge deadline --where status=running --by 2d --reason 'a holiday'",
            "judge set spring summer nmr=wait",
            "judge note --where game=diplomacy 'The club meets on Friday.'",
            "judge release spring summer",
            "judge rollback spring --to 3 --reason 'a wrong border' --keep-mails",
            "judge release spring",
            "judge mail let-go spring",
            "judge audit NAME",
            "judge archive spring",
            "judge archive spring --back",
            "judge rename spring spring-1871",
            "judge delete trial",
        ),
        "tests/campaign/test_many_games.py",
    ),
    "judge verify game.json --commitment HASH --word lazy-s=tumbleweed --report a.eml --report b.eml": (
        "tests/campaign/test_held.py"
    ),
    "judge init club --gm ann@example.org --mail club.judge@gmail.com": "tests/mail/test_tryout.py",
    "judge mail test": "tests/mail/test_tryout.py",
    "judge templates check --language de": "tests/languages/test_templates.py",
    "judge map NAME --animate game.webp": "tests/cli/test_animate.py",
    "judge map NAME --goes turn.webp": "tests/cli/test_animate.py",
    "judge report NAME --format png --out page.png": "tests/cli/test_animate.py",
    "judge web link --gm bob@example.org": "tests/web/test_gm.py",
    "judge datc DATC_v3_2.html": "tests/interop/test_datc.py",
    "judge mail key": "tests/serve/test_pgp.py",
    "judge mail resend out-7": "tests/serve/test_talks.py",
    "judge mail show in-12": "tests/serve/test_talks.py",
    "judge player key ann@example.org ann.asc": "tests/serve/test_pgp.py",
    "judge mail fetch": "tests/mail/test_fetch.py",
    "judge post NAME --to club --test": "tests/forum/test_publish.py",
    "judge post NAME --to club --closing": "tests/forum/test_synapse.py",
    "judge serve --embedded": "tests/serve/test_desk.py",
    "judge serve --metrics 9187 --log json": "tests/serve/test_metrics.py",
    "judge serve --once": "tests/serve/test_desk.py",
}
LINE = re.compile(r"^(?:    |\$ )?((?:judge|make|python|pytest) \S.*)$", re.MULTILINE)
INLINE = re.compile(r"`((?:judge|make|python3?|pytest)\s[^`]+)`")


def shown(page):
    """Every command on a page, in blocks and in running text, each with its continuation lines."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    for found in (*LINE.findall(text), *INLINE.findall(prose), *commands(text)):
        yield " ".join(re.sub(r"\s#.*$", "", found).split())


ALL = sorted({(command, page) for page in PAGES for command in shown(page)})


def bare(command):
    """Only a mention: `judge serve`, `judge orders paste`, or one with an option of its own, `judge init --mail`."""
    _, first, *rest = command.split()
    found = judge.get_command(None, first) if first in COMMANDS else None
    if rest and not rest[0].startswith("-"):
        found = getattr(found, "commands", {}).get(rest.pop(0))
    if found is None or not all(word.startswith("--") for word in rest):
        return False
    return not rest or set(rest) <= {name for one in found.params for name in one.opts}


def test_every_command_of_judge_on_a_page_is_run():
    for command, page in ALL:
        if command.startswith("judge ") and not bare(command):
            where = page.relative_to(ROOT)
            assert command in RUN or command in ELSEWHERE, f"{where} shows `{command}`: say here how it is run"


def test_nothing_is_listed_that_no_page_shows():
    listed = {command for command, _ in ALL}
    assert not (set(RUN) | set(ELSEWHERE)) - listed


def test_every_other_command_on_a_page_exists():
    targets = set(re.findall(r"^([\w./-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for command, page in ALL:
        first, *rest = command.split()
        if first == "make":
            for target in rest:
                assert "=" in target or target in targets, f"{page.relative_to(ROOT)}: {command}"
        elif first.startswith("python") and rest[0] == "-m":
            module = rest[1]
            known = (ROOT / f"{module.replace('.', '/')}.py").is_file() or (ROOT / module).is_dir()
            assert known or module in ("pip", "venv"), f"{page.relative_to(ROOT)}: {command}"
        elif first in ("python", "python3", "pytest"):
            assert (ROOT / rest[0]).exists(), f"{page.relative_to(ROOT)}: {command}"


@pytest.mark.parametrize("command", sorted(ELSEWHERE))
def test_what_is_run_elsewhere_is_a_call_and_its_test_is_there(command):
    (call,) = calls(command)
    parsed(call)
    text = (ROOT / ELSEWHERE[command]).read_text(encoding="utf-8")
    assert "def test_" in text


def test_every_page_is_on_a_list():
    for folder in (ROOT / "docs", ROOT / "docs" / "decisions"):
        listed = (folder / "README.md").read_text(encoding="utf-8")
        pages = {one.name for one in folder.glob("*.md")} - {"README.md"}
        missing = sorted(one for one in pages if f"({one})" not in listed)
        assert not missing, f"{folder.name}/README.md does not list {missing}"


PHASE = (
    '{"game": "g1", "phase": "S1901M", "units": {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]},'
    ' "orders": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]}%s}\n'
)
ISLE = """REDS (RED) AAA
A AAA
BLUES (BLUE:B) CCC
A CCC
UNOWNED BBB
Alphaville = aaa
Betaville = bbb
Gammaville = ccc
LAND AAA ABUTS BBB
LAND BBB ABUTS AAA CCC
LAND CCC ABUTS BBB
"""


@pytest.fixture
def campaign(tmp_path, monkeypatch, capsys):
    """A campaign with a running game, its files as the pages name them."""
    home = tmp_path / "club"
    monkeypatch.delenv("JUDGE_CAMPAIGN", raising=False)
    assert run(["init", str(home)]) == 0
    monkeypatch.chdir(home)
    (home / "campaign.yaml").write_text(
        (home / "campaign.yaml").read_text(encoding="utf-8")
        + "targets:\n  club: {kind: discourse, url: 'https://forum.example.org', topic: 12, user: judge, "
        "secret_file: forum-key}\n",
        encoding="utf-8",
    )
    (home / "forum-key").write_text("not a real key\n", encoding="utf-8")
    (home / "forum-key").chmod(0o600)
    (home / "phases.jsonl").write_text(PHASE % "", encoding="utf-8")
    (home / "archive.jsonl").write_text(PHASE % ', "next_phase": "S1901R"', encoding="utf-8")
    (home / "results.txt").write_text(
        "Movement results for Spring of 1901.\n\nFrance: Army Paris -> Burgundy.\n", encoding="utf-8"
    )
    (home / "letter.eml").write_text("From: ann@example.org\n\nHello!\nSTATUS\n", encoding="utf-8")
    (home / "isle.map").write_text(ISLE, encoding="utf-8")
    (home / "maps").mkdir()
    shutil.copy(ROOT / "maps" / "range-war.yaml", home / "maps" / "prairie.yaml")
    shutil.copy(ROOT / "maps" / "diplomacy.yaml", home / "maps" / "board.yaml")
    page = (ROOT / "docs" / "forum-guide.md").read_text(encoding="utf-8")
    messages = page.partition("judge orders paste NAME messages.txt")[2]
    (home / "messages.txt").write_text(re.search(r"```\n(.*?)```", messages, re.DOTALL)[1], encoding="utf-8")
    for call in (
        "map-import isle.map --no-picture --out maps/modern.yaml",
        "new first-life --game diplomacy",
        "start first-life",
        "export first-life --format diplomacy --out theirs.json",
        "new fresh --game range-war",
        "start fresh",
        "new spring --game range-war --set last_year=1871",
        "start spring",
        "orders paste spring messages.txt",
        "release spring",
        "position spring --out position.yaml",
        "export spring --out game.json",
        "backup spring.tar.gz",
    ):
        assert run(call.split()) == 0, call
    capsys.readouterr()
    assert run(["map-new", "land-barons", "--seed", "dust"]) == 0
    (home / "maps" / "dust.yaml").write_text(capsys.readouterr().out, encoding="utf-8")
    return home


def test_every_command_does_what_its_page_says(campaign, capsys):
    for command in sorted(RUN):
        call, status, word = RUN[command]
        ended = run(call.split())
        said = capsys.readouterr()
        assert ended == status, f"judge {call}\n{said.out}\n{said.err}"
        assert word in said.out + said.err, f"judge {call}\n{said.out}\n{said.err}"
        if call.startswith("map-new"):
            assert said.out == (campaign / "maps" / "dust.yaml").read_text(encoding="utf-8")
