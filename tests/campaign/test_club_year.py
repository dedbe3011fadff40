"""A club through a simulated year: people sign up, resign, fall silent, stand by, take over, play a tournament, are
forgotten; every offer, replacement and rating is held to what was done."""

import html
import json
import random
import re
import xml.etree.ElementTree as ET
from collections import Counter
from datetime import timedelta
from itertools import pairwise

import pytest
from openskill.models import BradleyTerryFull

from judge.campaign import founding, handing_over, reliability, tournaments
from judge.campaign.annals import OVERALL, annals, results
from judge.campaign.archive import club_of, record_of
from judge.campaign.live import load_game
from judge.campaign.seating import player_for
from judge.club.ratings import Rating
from judge.grammar.document import Document
from judge.report.site import write_club, write_site
from judge.store import club, people
from judge.store.games import names_begun
from tests.campaign.conftest import START
from tests.club.bounds import fewest_met_again, met_again

SEATS = ("amber", "blue", "copper")


class Club:
    """The people and games, and what was done with them."""

    def __init__(self, campaign, persons, games):
        self.campaign, self.chance, self.now = campaign, random.Random(f"club {persons} {games}"), START
        self.people = [f"p{number:02}@example.org" for number in range(persons)]
        self.games = [f"game-{number}" for number in range(games)]
        self.resigned: list[tuple[str, str]] = []
        self.resigned_by: list[str] = []
        self.silent: dict[tuple[str, str], str] = {}
        self.taken: list[tuple[str, str, str]] = []

    def stand_by(self):
        for address in self.people[::2]:
            with self.campaign.act(self.now) as act:
                club.stand_by(act.connection, player_for(act.connection, address), "[]", self.now.isoformat())

    def begin(self, name):
        with self.campaign.act(self.now) as act:
            founding.new_game(
                act, name, "lanterns", founding.Wanted(settings=Document({"early": "never"}), seats=SEATS)
            )
        for seat, address in zip(SEATS, self.chance.sample(self.people, len(SEATS)), strict=True):
            self.campaign.assign(name, seat, address, self.now)
        self.campaign.start(name, self.now)

    def resign(self, name):
        seat = self.chance.choice(SEATS)
        self.resigned_by += [one.addresses[0] for one in self.campaign.sittings(name) if one.seat == seat]
        self.campaign.resign(name, seat, self.now)
        self.resigned.append((name, seat))

    def fall_silent(self, name):
        """Two windows in which nothing comes from one seat."""
        seat = self.chance.choice(SEATS)
        holder = next(one.addresses[0] for one in self.campaign.sittings(name) if one.seat == seat)
        for _ in range(2):
            for other in SEATS:
                if other != seat:
                    self.campaign.enter(name, other, "bid 1", self.now)
            self.campaign.release(name, self.now)
        self.silent[name, seat] = holder

    def look(self):
        with self.campaign.act(self.now, "clock") as act:
            for name in dict.fromkeys(str(row["game"]) for row in club.vacant(act.connection)):
                handing_over.look_after(act, name)

    def answer(self):
        """Whoever has an offer takes it, declines, or says nothing."""
        with self.campaign.act(self.now) as act:
            for address in self.people:
                number = people.of_address(act.connection, address)
                for row in club.open_offers_of(act.connection, number) if number is not None else []:
                    answer = self.chance.choice(("take", "take", "decline", "nothing"))
                    if answer == "decline":
                        handing_over.decline(act, [row])
                    elif answer == "take" and row["until"] > self.now.isoformat():
                        handing_over.accept(act, {**row, "address": address})
                        self.taken.append((row["game"], row["seat"], address))
            act.ledger.forget()


def year(campaign, persons, games, rounds=3):
    """The club after a year, with what it did."""
    made = Club(campaign, persons, games)
    for address in made.people:
        with campaign.act(made.now) as act:
            player_for(act.connection, address, name_of(address))
    made.stand_by()
    for name in made.games:
        made.begin(name)
        fate = made.chance.random()
        if fate < 0.5:
            made.resign(name)
        elif fate < 0.8:
            made.fall_silent(name)
    for _ in range(40):
        made.now += timedelta(hours=13)
        made.look()
        made.answer()
    for number, name in enumerate(made.games):
        made.now = START + timedelta(days=30 + number)
        winners = made.chance.sample(SEATS, made.chance.choice((1, 1, 2, 3)))
        campaign.end(name, winners, "agreed", made.now)
    plan = {"name": "cup", "game": "lanterns", "rounds": rounds, "entrants": made.people}
    with campaign.act(made.now) as act:
        tournaments.begin(act, tournaments.read_plan(Document(plan, name="cup")))
    for _ in range(rounds):
        made.now += timedelta(days=60)
        with campaign.act(made.now) as act:
            _, boards, _ = tournaments.next_round(act, "cup")
        for board in boards:
            seats = [one.seat for one in campaign.sittings(board)]
            campaign.end(board, made.chance.sample(seats, made.chance.choice((1, 2))), "agreed", made.now)
    return made


@pytest.mark.parametrize(
    ("persons", "games"), [(16, 5), pytest.param(60, 40, marks=pytest.mark.proof)], ids=["small", "whole"]
)
def test_a_club_through_a_year(campaign, persons, games, tmp_path):
    made = year(campaign, persons, games)
    offers_are_in_turn(made)
    ratings_are_those_of_the_games(made)
    the_tournament_keeps_people_apart(made)
    reliability_is_what_was_given_up(made)
    the_pages_hold(made, tmp_path / "before")
    forgotten, shy = made.people[0], made.people[1]
    campaign.forget(forgotten, made.now)
    with campaign.act(made.now) as act:
        people.put(act.connection, people.of_address(act.connection, shy), settings=json.dumps({"pages": False}))
    with campaign.look() as look:
        told = json.dumps(club_of(look))
    for address in (forgotten, shy):
        assert name_of(address) not in told, address
    the_pages_hold(made, tmp_path / "after", gone=(forgotten,))


def name_of(address):
    """What a person of the club is called."""
    return f"Player-{address.partition('@')[0].title()}"


def offers_are_in_turn(made):
    """Every seat that was resigned and taken has the player who took it; nobody was offered one twice."""
    assert made.resigned
    assert made.silent
    assert made.taken
    vacant = {*made.resigned, *made.silent}
    assert {(game, seat) for game, seat, _ in made.taken} <= vacant
    last = {(game, seat): address for game, seat, address in made.taken}
    assert len(last) == len(made.taken)
    for (game, seat), address in last.items():
        assert [one.addresses[0] for one in made.campaign.sittings(game) if one.seat == seat] == [address], game
    with made.campaign.look() as look:
        for game, seat in sorted(vacant):
            rows = club.offers(look.connection, load_game(look.connection, game).id, seat, "")
            asked = Counter(row["player_id"] for row in rows)
            assert set(asked.values()) <= {1}, (game, seat)
            spans = sorted((row["at"], row["until"], row["state"]) for row in rows)
            for before, after in pairwise(spans):
                assert before[2] in ("declined", "lapsed"), (game, seat)
                assert before[2] == "declined" or after[0] >= before[1], (game, seat)


def ratings_are_those_of_the_games(made):
    """Rated once more by another program, game after game."""
    model = BradleyTerryFull(tau=0.0)
    known = {}
    with made.campaign.look() as look:
        found, told = results(look), annals(look)
    for one in found:
        seats = sorted(seat for seat in one.board if seat in one.players)
        teams = [[known.setdefault(one.players[seat], model.rating())] for seat in seats]
        for seat, team in zip(seats, model.rate(teams, ranks=[one.ranks[seat] for seat in seats]), strict=True):
            known[one.players[seat]] = team[0]
    for row in told["ratings"][OVERALL]:
        theirs = known[row["number"]]
        assert row["mu"] == pytest.approx(theirs.mu, abs=1e-3), row["number"]
        assert row["rating"] == Rating(theirs.mu, theirs.sigma).shown, row["number"]


def the_tournament_keeps_people_apart(made):
    with made.campaign.look() as look:
        found = tournaments.standings(look, "cup")
    rounds = []
    for number in range(1, found["drawn"] + 1):
        boards = {}
        for row in sorted((row for row in found["boards"] if row["round"] == number), key=lambda row: row["seat"]):
            if row["game"]:
                boards.setdefault(row["game"], []).append(row["number"])
        rounds.append(list(boards.values()))
    size = len(rounds[0][0])
    assert met_again(rounds) == fewest_met_again(len(made.people), size, len(rounds)) == 0
    assert found["drawn"] == 3


def reliability_is_what_was_given_up(made):
    """A seat given up stands with whoever resigned, or was silent till somebody took it over; the windows they missed
    stand with the silent."""
    with made.campaign.look() as look:
        taken = {(game, seat) for game, seat, _ in made.taken}
        gave_up = Counter([*made.resigned_by, *(one for place, one in made.silent.items() if place in taken)])
        missed = Counter(made.silent.values())
        for address in made.people:
            counts = reliability.counts_of(look, people.of_address(look.connection, address))
            assert (counts.given_up, counts.missed) == (gave_up[address], 2 * missed[address]), address


def the_pages_hold(made, out, gone=()):
    """Every page is there, each link leads to one, the ratings stand there, and nobody who is gone is named."""
    with made.campaign.look() as look:
        told = club_of(look)
        records = [record_of(look, name) for name in names_begun(look.connection)]
    write_club(out, ("The club", "club"), told, "https://club.example")
    write_site(records, out, "The club", "https://club.example")
    assert {row["name"] for row in told["games"]} == {record.name for record in records}
    club_page = html.unescape((out / "club.html").read_text())
    assert f"{len(records)} finished games" in club_page
    assert "Tournament cup" in club_page
    for row in told["ratings"][OVERALL]:
        assert f'<td class="right">{row["rating"]}</td>' in club_page, row
        assert (out / "players" / f"{row['number']}.html").is_file() == row["page"], row
    pages = {path: path.read_text() for path in out.rglob("*.html")}
    for path, page in pages.items():
        for link in re.findall(r'href="([^"#:]+)(?:#[^"]*)?"', page):
            assert (path.parent / link).exists(), (path, link)
        for address in gone:
            assert address not in page, path
            assert name_of(address) not in page, path
    for row in told["players"]:
        page = pages[out / "players" / f"{row['number']}.html"]
        for game in row["games"]:
            assert f"../{game['game']}/index.html" in page, (row["name"], game["game"])
    feed = ET.parse(out / "club.atom").getroot()
    assert all(
        one.get("href").startswith("https://club.example/") for one in feed.iter("{http://www.w3.org/2005/Atom}link")
    )
