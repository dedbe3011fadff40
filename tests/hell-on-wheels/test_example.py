"""A second referee is told what happened in the example game and keeps its own books, which must fit every position."""

import re
from pathlib import Path

from examples.make import EXAMPLES
from judge import report, shelf
from judge.adjudicator.protocol import Verdict
from judge.grammar.document import load

FOLDER = Path(__file__).resolve().parent.parent.parent / "examples" / "hell-on-wheels"
SPONTANEOUS = {"Julesberg", "Benton", "Laramie", "Sidney"}
EXISTING = {"Corinne", "North Platte", "Omaha"}
HOUSES = {"Saloon", "Gambling House", "Brothel"}
CIVILIZED = {"Church", "School", "Jail", "Post Office", "Town Hall"}
CUSTOMERS = set(
    "Tracklayers,Irish,Construction Crews,Workers,Scots,Mexicans,Civil War Vets,Blacks,Scandinavians,Railroaders,"
    "Miners,Traders,Migrants,Young Men,Townsfolk".split(",")
)
BASE = {"Past": 10, "Present": 20, "Future": 10}
SEAT = "Red|Blue|Green"
PLACE = "Past|Present|Future"


def steps():
    return sorted(path for path in FOLDER.iterdir() if path.name[0].isdigit())


def position(folder):
    return load((folder / "position.yaml").read_text(encoding="utf-8")).value


def account(turn):
    """What everybody was told of a step, in the order in which it happened."""
    words = report.Words(shelf.game("hell-on-wheels"), turn.state)
    return [
        " ".join(words.sentence(event).split())
        for event in report.told_to(turn.events, None)
        if not isinstance(event, Verdict)
    ]


def cards(text):
    """`Jail, 3 × Brothel and Church`, card by card."""
    found = [re.fullmatch(r"(?:(\d+) × )?(.+)", one) for one in re.split(r", | and ", text)] if text else []
    return [one[2] for one in found for _ in range(int(one[1] or 1))]


class Books:
    """The referee's own account of one step."""

    def __init__(self, given):
        self.cash = dict(given["cash"])
        self.seats = given["seats"]
        self.supervisor = given.get("supervisor")
        self.hands = {seat: len(cards) for seat, cards in given["hands"].items()}
        self.discards = len(given["discards"])
        self.towns = dict.fromkeys(BASE)
        for place, row in given["towns"].items():
            self.towns[place.capitalize()] = {
                "town": row["town"],
                "marks": [tuple(card.split(" of ")) for card in row.get("cards", [])],
                "customers": list(row.get("customers", [])),
                "mayhem": list(row.get("mayhem", [])),
            }
        self.bids = {}
        self.tied = {}

    def level(self, town):
        shift = (town["town"] in SPONTANEOUS) - (town["town"] in EXISTING)
        return max(0, len(town["mayhem"]) + shift)

    def out_of_hand(self, seat):
        self.hands[seat] -= 1

    def used(self, seat):
        """A card for a window goes from the hand to the discards."""
        self.hands[seat] -= 1
        self.discards += 1

    def read(self, line):
        for pattern, rule in RULES:
            found = re.fullmatch(pattern, line)
            if found:
                rule(self, *found.groups())
                return
        raise AssertionError(f"the referee does not know what to make of: {line}")

    def opened(self, text):
        for seat, bid, worth in re.findall(rf"({SEAT}) (\d+)K(?: \+ 7K of Blackmail = (\d+)K)?", text):
            self.bids[seat] = (int(bid), int(worth or bid))
            assert not worth or int(worth) == int(bid) + 7
            assert int(bid) <= self.cash[seat]

    def rolled(self, text):
        self.tied = {seat: int(roll) for seat, roll in re.findall(rf"({SEAT}) (\d)", text)}
        best = max(worth for _, worth in self.bids.values())
        assert all(self.bids[seat][1] == best for seat in self.tied)

    def chosen(self, seat, paid, blackmail):
        best = max(worth for _, worth in self.bids.values())
        assert self.bids[seat][1] == best
        if sum(worth == best for _, worth in self.bids.values()) > 1:
            assert self.tied[seat] == max(self.tied.values())
        assert int(paid) == self.bids[seat][0]
        self.cash[seat] -= int(paid)
        self.supervisor = seat
        if blackmail:
            self.used(seat)

    def drawn(self, count):
        for seat in self.hands:
            self.hands[seat] += int(count)

    def drawn_apart(self, text):
        for seat, count in re.findall(rf"({SEAT}) (\d+)", text):
            self.hands[seat] += int(count)

    def bought(self, seat, count, paid):
        assert int(paid) == {1: 2, 2: 6, 3: 12}[int(count)]
        self.cash[seat] -= int(paid)
        self.hands[seat] += int(count)

    def shuffled(self, count):
        assert int(count) == self.discards
        self.discards = 0

    def placed(self, seat, card, place, town, paid):
        here = self.towns[place]
        assert here["town"] == town
        self.out_of_hand(seat)
        if card in HOUSES | CIVILIZED:
            assert paid == "1"
            self.cash[seat] -= 1
            if card in CIVILIZED:
                assert card not in [name for name, _ in here["marks"]]
                assert place == "Past" or town in EXISTING or (place == "Future" and town not in SPONTANEOUS)
            here["marks"].append((card, seat))
        else:
            assert paid is None
            here["customers" if card in CUSTOMERS else "mayhem"].append(card)

    def taxed(self, place, town, text):
        here = self.towns[place]
        assert here["town"] == town
        start = self.seats.index(self.supervisor)
        order = self.seats[start:] + self.seats[:start]
        civilized = {seat: sum(name in CIVILIZED and of == seat for name, of in here["marks"]) for seat in order}
        mayor = max(order, key=lambda seat: (civilized[seat], -order.index(seat)))
        owed = {}
        for seat, to, houses, due, paid in re.findall(
            rf"({SEAT}) owes Mayor ({SEAT}) 5K × (\d+) = (\d+)K(?: and pays (\d+)K)?", text
        ):
            assert to == mayor
            assert int(due) == 5 * int(houses)
            owed[seat] = int(houses)
            sum_ = min(int(due), self.cash[seat])
            assert int(paid or due) == sum_
            self.cash[seat] -= sum_
            self.cash[to] += sum_
        counted = {seat: sum(name in HOUSES and of == seat for name, of in here["marks"]) for seat in order}
        assert owed == {seat: count for seat, count in counted.items() if count and seat != mayor}

    def earned(self, place, town, card, base, customers, mayhem, total, houses, _, share, text):
        here = self.towns[place]
        assert here["town"] == town
        assert int(base) == BASE[place]
        assert int(customers) == len(here["customers"])
        assert int(mayhem) == self.level(here)
        assert int(total) == int(base) + 5 * int(customers) + 5 * int(mayhem)
        owners = [of for name, of in here["marks"] if name == card]
        assert int(houses) == len(owners)
        assert int(share) == int(total) // len(owners)
        said = {seat: int(sum_) for seat, sum_ in re.findall(rf"({SEAT}) (\d+)K", text)}
        assert said == {seat: int(share) * owners.count(seat) for seat in owners}
        for seat, sum_ in said.items():
            self.cash[seat] += sum_

    def gone(self, place, card, owner):
        here = self.towns[place]
        if owner:
            here["marks"].remove((card, owner))
        else:
            here["customers" if card in CUSTOMERS else "mayhem"].remove(card)
        self.discards += 1

    def raided(self, seat, _, owner, card, place):
        if owner:
            assert self.level(self.towns[place]) >= len(self.seats) + 1
        self.gone(place, card, owner)
        self.used(seat)

    def attacked(self, seat, card, place):
        assert card in CUSTOMERS
        self.gone(place, card, None)
        self.used(seat)

    def burnt(self, seat, owner, card, place):
        self.gone(place, card, owner)
        self.used(seat)

    def moved(self, seat, _, text, to):
        for card, place in re.findall(rf"([^,:()]+?) \(({PLACE})\)", text):
            row = "customers" if card.strip() in CUSTOMERS else "mayhem"
            self.towns[place][row].remove(card.strip())
            self.towns[to][row].append(card.strip())
        self.used(seat)

    def robbed(self, seat, from_, amount):
        assert int(amount) == min(5, self.cash[from_])
        self.cash[from_] -= int(amount)
        self.used(seat)

    def gambled(self, seat, amount, from_):
        assert int(amount) == min(3, self.cash[from_])
        self.cash[from_] -= int(amount)
        self.cash[seat] += int(amount)
        self.used(seat)

    def gained(self, seat):
        self.cash[seat] += 5
        self.used(seat)

    def conned(self, seat, count, from_):
        assert int(count) == min(2, self.hands[from_])
        self.used(seat)
        self.hands[seat] += int(count)
        self.hands[from_] -= int(count)

    def vile(self, seat, from_, text):
        count = len(cards(text))
        assert count == min(2, self.hands[from_])
        self.hands[from_] -= count
        self.discards += count
        self.used(seat)

    def scoundrels(self, seat, count):
        self.hands[seat] += int(count)
        self.used(seat)

    def jumped(self, seat, owner, card, place, to):
        assert to == seat
        marks = self.towns[place]["marks"]
        marks[marks.index((card, owner))] = (card, seat)
        self.used(seat)

    def followed(self, seat, text):
        for owner, card, here, there in re.findall(rf"({SEAT})'s ([A-Za-z ]+) goes from ({PLACE}) to ({PLACE})", text):
            assert (here, there) in (("Past", "Present"), ("Present", "Future"))
            self.towns[here]["marks"].remove((card, owner))
            self.towns[there]["marks"].append((card, owner))
        self.used(seat)

    def left(self, town, text):
        past = self.towns["Past"]
        assert past["town"] == town
        lying = [name for name, _ in past["marks"]] + past["customers"] + past["mayhem"]
        assert sorted(cards(text)) == sorted(lying)
        self.discards += len(lying)

    def now(self, town, place):
        came_from = {"Past": "Present", "Present": "Future"}[place]
        assert self.towns[came_from]["town"] == town
        self.towns[place] = self.towns[came_from]
        self.towns[came_from] = None

    def arrived(self, town, kind):
        assert (town in SPONTANEOUS, town in EXISTING) == (kind == "Spontaneous", kind == "Existing")
        self.towns["Future"] = {"town": town, "marks": [], "customers": [], "mayhem": []}

    def trimmed(self, seat, text):
        count = len(cards(text))
        assert self.hands[seat] - count == 3
        self.hands[seat] = 3
        self.discards += count

    def nothing(self, *_):
        """A line that changes nothing on the table."""

    def settled(self, given):
        assert given["cash"] == self.cash
        assert {seat: len(cards) for seat, cards in given["hands"].items()} == self.hands
        assert len(given["discards"]) == self.discards
        assert given.get("supervisor") == self.supervisor
        there = Books(given).towns
        for place, town in self.towns.items():
            other = there[place]
            assert (town is None) == (other is None)
            if town is not None:
                for key in ("marks", "customers", "mayhem"):
                    assert sorted(town[key]) == sorted(other[key]), (place, key)
                assert town["town"] == other["town"]


RULES = (
    (r"The palms open: (.+)\.", Books.opened),
    (r"A tie(?: again)?, rolled off: (.+)\.", Books.rolled),
    (
        rf"\**({SEAT}) is (?:the Supervisor|Supervisor again)\** and pays (\d+)K(; Blackmail is discarded)?\.",
        Books.chosen,
    ),
    (r"Everybody draws (\d+) cards\.", Books.drawn),
    (r"Cards drawn: (.+)\.", Books.drawn_apart),
    (rf"({SEAT}) buys (\d) additional cards? for (\d+)K\.", Books.bought),
    (rf"({SEAT}) gets no additional card.*", Books.nothing),
    (r"The deck was empty: (\d+) discarded cards? shuffled into a new one\.", Books.shuffled),
    (r"Neither the deck .*", Books.nothing),
    (rf"({SEAT}) plays Hangers On: (.+)\.", Books.followed),
    (rf"({SEAT}) plays Indian Attack: (.+) in ({PLACE}) is discarded\.", Books.attacked),
    (rf"({SEAT}) plays Entrepreneur and gains 5K\.", Books.gained),
    (rf"({SEAT}) plays Scoundrels and draws (\d) cards?\.", Books.scoundrels),
    (
        rf"({SEAT}) plays Claim Jumpers: ({SEAT})'s (.+) in ({PLACE}) is now ({SEAT})'s\.",
        Books.jumped,
    ),
    (rf"({SEAT}) plays (Desperados|Ladies of the Evening): (.+) to ({PLACE})\.", Books.moved),
    (rf"({SEAT}) raids with (.+?): (?:({SEAT})'s )?(.+) in ({PLACE}) is discarded\.", Books.raided),
    (rf"({SEAT}) sends Outlaws: ({SEAT}) loses (\d)K\.", Books.robbed),
    (rf"({SEAT}) sends Gamblers: (\d)K of ({SEAT})'s\.", Books.gambled),
    (rf"({SEAT}) sends Con Men: (\d) cards? of ({SEAT})'s hand stolen\.", Books.conned),
    (rf"({SEAT}) sends Vile Men: ({SEAT}) discards (.+)\.", Books.vile),
    (rf"({SEAT}) sends an Arsonist: ({SEAT})'s (.+) in ({PLACE}) burns down\.", Books.burnt),
    (rf"({SEAT}) plays (.+) on ({PLACE}) \((.+?)\)(?: for (\d)K)?\.", Books.placed),
    (rf"Taxes in ({PLACE}) \((.+?)\): (.+)\.", Books.taxed),
    (
        rf"({PLACE}) \((.+?)\), (.+?): (\d+)K \+ 5K×(\d+) \+ 5K×(\d+) = (\d+)K, "
        r"(\d+) ([a-z ]+): (\d+)K each \((.+)\)\.",
        Books.earned,
    ),
    (r"The railroad leaves (.+?) behind(?:; discarded with it: (.+))?\.", Books.left),
    (rf"(.+) is now the ({PLACE}) town\.", Books.now),
    (r"(.+) \((Spontaneous|Planned|Existing)\) comes to the Future position\.", Books.arrived),
    (rf"({SEAT}) discards down to three: (.+)\.", Books.trimmed),
    (r"No town card is left.*", Books.nothing),
    (r"The railroad is through\. .*", Books.nothing),
)


def test_the_example_is_made_again_byte_for_byte():
    example = EXAMPLES["hell-on-wheels"]
    there = example.there()
    assert there
    assert dict(example.files()) == there


def test_the_second_referee_comes_to_every_position():
    folders = steps()
    assert len(folders) == 28
    lines = 0
    turns = list(EXAMPLES["hell-on-wheels"].played())
    assert [turn.folder for turn in turns] == [folder.name for folder in folders]
    for number, folder in enumerate(folders[1:], 1):
        books = Books(position(folder))
        for line in account(turns[number]):
            books.read(line)
            lines += 1
        after = position(folders[number + 1]) if number + 1 < len(folders) else None
        if after is None:
            after = load((FOLDER / "end.yaml").read_text(encoding="utf-8")).value
        books.settled(after)
    assert lines > 300


def test_the_winner_has_most_money():
    end = load((FOLDER / "end.yaml").read_text(encoding="utf-8")).value
    best = max(end["cash"].values())
    assert end["over"] == {
        "winners": [seat for seat, sum_ in end["cash"].items() if sum_ == best],
        "reason": "most-money",
    }
