"""The short way of plain orders: nothing is read otherwise than by all the readers of words around orders."""

from random import Random

from judge.grammar.asides import Clauses
from judge.variants.diplomacy.chart import Chart
from judge.variants.diplomacy.letters import Letter
from tests.letters.corpora import corpus

CORPUS = corpus("diplomacy")
TEXTS = [(entry.at, entry.seat, entry.text) for entry in CORPUS.entries if entry.kind in ("lines", "letters")]
WORDS = sorted({word for _, _, text in TEXTS for word in text.split()})


def mutated(text: str, random: Random) -> str:
    """A text with a word more or less, another word, or another order of its words or lines."""
    lines = [line.split() for line in text.splitlines() if line.strip()] or [[]]
    for _ in range(random.randint(1, 3)):
        words = random.choice(lines)
        place = random.randint(0, len(words))
        match random.choice(("more", "less", "other", "swap", "lines", "again")):
            case "more":
                words.insert(place, random.choice(WORDS))
            case "less":
                del words[place : place + 1]
            case "other":
                words[place : place + 1] = [random.choice(WORDS)]
            case "swap":
                words[place : place + 2] = words[place : place + 2][::-1]
            case "lines":
                random.shuffle(lines)
            case "again":
                lines.append(list(random.choice(lines)))
    return "\n".join(map(" ".join, lines))


def texts(most: int) -> list[tuple[str, str, str]]:
    random = Random(1871)
    every = [one for one in TEXTS if one[1] in CORPUS.game.window(CORPUS.states[one[0]]).asks]
    return every + [(at, seat, mutated(text, random)) for at, seat, text in random.choices(every, k=most)]


def test_a_plain_order_is_what_all_the_readers_of_orders_make_of_it(monkeypatch):
    found = [_read(*one) for one in texts(1500)]
    monkeypatch.setattr(Letter, "_is_taken_plainly", lambda letter, number, phrase: False)
    for one, read in zip(texts(1500), found, strict=True):
        assert read == _read(*one), one


def _read(at: str, seat: str, text: str) -> object:
    state = CORPUS.states[at]
    ask = CORPUS.game.window(state).asks[seat]
    return CORPUS.game.read(state, seat, ask.form, text)


def test_a_plain_sentence_is_one_clause_by_all_the_readers_of_clauses(monkeypatch):
    lines = sorted({line for _, _, text in texts(700) for line in text.splitlines()})
    tongue = Chart(CORPUS.game.chart.document).tongue
    found = [tongue.read(line) for line in lines]
    monkeypatch.setattr(Clauses, "_is_plain", lambda clauses, sentence, end: False)
    other = Chart(CORPUS.game.chart.document).tongue
    for line, read in zip(lines, found, strict=True):
        assert read == other.read(line), line
