"""A right guess of another seat's orders cannot be confirmed by anything that anybody is shown while the game goes on.

The guesser here knows the very lines and tries them with every number that is shown as salt, as link or as key. With
the record as it is opened at the end they succeed at once: so they guess well.
"""

import hashlib
import json
import re

import pytest

from judge import report
from judge.adjudicator.dice import (
    draw,
    orders_digest,
    salt_of,
    sealed_hash,
    sets_digest,
    sha256,
    step_key,
    words_digest,
)
from judge.campaign.archive import record_of as site_record
from judge.campaign.live import NotNow
from judge.campaign.looking import check_publishing
from judge.campaign.record import record_of
from judge.cli.main import run
from judge.grammar.document import Document
from judge.report.site import write_site
from judge.store import tables
from tests.campaign.conftest import after, entropy, make_folder
from tests.master import Master

HIDING = {
    "gold-rush": ("traders", {"hidden": "both"}, ("traders", "diggers-1"), 3),
    "hell-on-wheels": ("red", {"hidden_money": True}, ("red", "blue"), 3),
    "land-barons": ("graham", {"hidden_cash": True}, ("graham", "johnson"), 3),
}
_HEX = re.compile(r"\b[0-9a-f]{12,64}\b")


def hashes_of(seat, lines, salts):
    """What hashes a set of orders might have been given: with each salt or none, in each way of writing them."""
    kept = sorted(set(lines))
    for text in ("\n".join(lines), json.dumps(list(lines)), "\n".join((seat, *lines)), "\n".join((seat, *kept))):
        yield hashlib.sha256(text.encode()).hexdigest()
        yield sha256(text.encode()).hex()
        yield from (hashlib.sha256(f"{salt}\n{text}".encode()).hexdigest() for salt in salts)


def open_rolls(step):
    return [one for one in step["draws"] if not one["sealed"] and one["kind"] == "roll"]


def is_shown(guess, numbers):
    """Whether a hash is among the numbers that are shown, whole or cut."""
    return any(guess[:size] in numbers for size in (12, 16, 24, 32, 64))


def confirmed(shown, victim, step):
    """Whether somebody finds that their guess is right, who knows the orders of all others besides: a hash of the set
    is shown, or the dice of the step come out of a key that they make."""
    numbers = set(_HEX.findall(" ".join(shown)))
    sources = [bytes.fromhex(one) for one in sorted(numbers) if len(one) == 64]
    texts = {seat: one["text"] for seat, one in step["orders"].items()}
    salts = [*(salt_of(one, victim) for one in sources), *numbers]
    if any(is_shown(one, numbers) for one in hashes_of(victim, texts[victim], salts)):
        return True
    words, link = words_digest({}), bytes.fromhex(step["dice"]["open"])
    digests = [sha256(*("\n".join((seat, *texts[seat])).encode() for seat in sorted(texts)))]
    for source in (b"", *sources):
        said = {seat: sealed_hash(salt_of(source, seat) if source else "", seat, texts[seat]) for seat in texts}
        digests += [orders_digest(said), sets_digest(source, texts)]
    if any(one.hex() in numbers for one in digests[2::2]):
        return True
    keys, drawn = [step_key(link, words, digest) for digest in digests], open_rolls(step)
    return bool(drawn) and any(
        all(draw(key, one["label"], one["sides"]) + 1 == one["result"][0] for one in drawn) for key in keys
    )


def shown_to_others(campaign, victim, folder):
    """All that others are shown: the record, the site, the reports of every other seat and of everybody."""
    with campaign.look() as look:
        record = record_of(look.connection, "g")
        write_site([site_record(look, "g")], folder, "The club", "https://club.example")
    found = [json.dumps(record)]
    found += [
        path.read_text("utf-8") for path in folder.rglob("*") if path.suffix in (".html", ".json", ".xml", ".txt")
    ]
    for seat in (None, *(one for one in record["game"]["seats"] if one != victim)):
        for step in record["steps"]:
            found.append(report.render(campaign.report("g", step["number"], seat=seat), "text"))
    return record, found


@pytest.mark.parametrize("key", sorted(HIDING))
def test_a_right_guess_of_hidden_orders_is_confirmed_by_nothing_that_is_shown(key, tmp_path):
    victim, options, seats, windows = HIDING[key]
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    campaign.new_game("g", key, after(), seats=seats, options=options)
    live = campaign.start("g", after())
    for _ in range(windows):
        for seat in sorted(live.window.asks):
            campaign.enter("g", seat, live.game.letter(live.state, seat, "guess"), after())
        live = campaign.release("g", after())
    # Taken back twice: once everything is said again, once another seat says something else.
    for others in (True, False):
        live = campaign.roll_back("g", live.head - 2, after())
        while live.head < windows:
            for seat in sorted(live.window.asks):
                word = "guess" if others or seat == victim else "else"
                campaign.enter("g", seat, live.game.letter(live.state, seat, word), after(), clear=True)
            live = campaign.release("g", after())
    record, shown = shown_to_others(campaign, victim, tmp_path / "site")
    assert len(record["undone"]) >= 1
    with campaign.look() as look:
        opened = record_of(look.connection, "g", full=True)
    steps = [*opened["steps"], *(step for back in opened["undone"] for step in back["steps"])]
    # What a report tells everybody is no secret; only sets with a line of their own are.
    public = " ".join(shown)
    guesses = [
        one for one in steps if victim in one["orders"] and any(x not in public for x in one["orders"][victim]["text"])
    ]
    assert guesses, "nothing was hidden: the test says nothing"
    for step in guesses:
        assert not confirmed(shown, victim, step), step["title"]
        # With the one number that opens at the end, by the hash and by the dice.
        sealed = step["dice"]["sealed"]
        assert confirmed([sealed, step["orders"][victim]["hash"]], victim, step), step["title"]
        assert confirmed([sealed], victim, step) is bool(open_rolls(step)), step["title"]
    with pytest.raises(NotNow):
        campaign.closing("g")
    campaign.close()


def test_how_much_silence_filled_in_is_told_to_nobody_while_the_game_goes_on(tmp_path):
    """In a fog it would tell how many units out of sight had no order."""
    shown = []
    for letter, filled in (("A PAR H\nA MAR H\nF BRE H", 0), ("A PAR H", 2)):
        campaign = Master.open(make_folder(tmp_path / f"club {filled}"), entropy())
        campaign.new_game("g", "diplomacy", after(), options={"fog": True})
        campaign.start("g", after())
        campaign.enter("g", "france", letter, after())
        campaign.release("g", after(hours=1))
        with campaign.look() as look:
            step = record_of(look.connection, "g")["steps"][1]
            whole = record_of(look.connection, "g", full=True)["steps"][1]
        assert whole["orders"]["france"]["filled"] == filled
        shown.append({key: part for key, part in step.items() if key not in ("record", "acts")})
        campaign.close()
    assert shown[0] == shown[1]


def test_who_plays_in_the_game_they_run_reads_no_hash_of_others_orders_in_the_audit(tmp_path):
    """Nor what another game master corrected, or wrote to one seat; when the game is over it is all there."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    settings = Document({"gm_plays": True})
    campaign.new_game("g", "land-barons", after(), settings, {"hidden_cash": True}, ("graham", "johnson", "lazy-b"))
    live = campaign.start("g", after())
    letter = live.game.letter(live.state, "graham", "audit")
    done, _ = campaign.enter_as_said("g", "graham", letter, after())
    campaign.note("g", "your cash is 90", after(), ["graham"])
    campaign.release("g", after(hours=1))
    told = campaign.audit("g")
    assert {"orders on behalf", "official note", "release"} <= {one["act"] for one in told}
    said = json.dumps([one["detail"] for one in told])
    assert done.hash not in said
    assert "your cash" not in said
    assert all("hash" not in one["detail"] for one in told)
    campaign.end("g", [], "agreed", after(hours=2))
    assert done.hash in json.dumps([one["detail"] for one in campaign.audit("g")])
    campaign.close()


@pytest.mark.parametrize("game", ["hell-on-wheels", "diplomacy"])
def test_the_record_of_a_game_of_the_first_scheme_is_not_given_out_while_it_hides_anything(tmp_path, capsys, game):
    """Its hash of all orders has no salt. Where everything is open, as in Diplomacy, there is nothing to guess at."""
    campaign = Master.open(make_folder(tmp_path / "club"), entropy())
    try:
        campaign.new_game("g", game, after(), seats=() if game == "diplomacy" else ("red", "blue"))
        campaign.start("g", after())
        with campaign.store.begin() as connection:
            connection.execute(tables.games.update().values(dice=1))
        with campaign.look() as look:
            if game == "diplomacy":
                check_publishing(look, "g")
                return
        assert run(["export", "g", "--campaign", str(campaign.config.folder)]) == 2
        assert "anybody could find out hidden orders by trying" in capsys.readouterr().err
    finally:
        campaign.close()
