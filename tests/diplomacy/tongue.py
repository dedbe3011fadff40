"""The standard board's tongue, for tests of reading alone."""

from pathlib import Path

from judge.grammar.document import load
from judge.grammar.lexicon import Lexicon
from judge.grammar.orders import Named, Phrase, Tongue, Unclear

FILE = Path(__file__).resolve().parents[2] / "maps" / "diplomacy.yaml"
MAP = load(FILE.read_text(encoding="utf-8"), FILE.name).value


def tongue() -> Tongue:
    places = Lexicon(
        "space",
        {code: (province["name"], *province["also"]) for code, province in MAP["provinces"].items()},
        {spelling: tuple(codes) for spelling, codes in MAP["ambiguous"].items()},
    )
    powers = {key: (power["name"], power["adjective"], *power["also"], key[:3]) for key, power in MAP["powers"].items()}
    return Tongue(places, Lexicon("seat", powers))


def short(phrase: Phrase | Unclear) -> str:
    """A phrase on one line: `move A PAR > BUR`, `?` for a place not known."""
    if isinstance(phrase, Unclear):
        return "unclear"
    pieces = [
        " ".join(filter(None, (piece.owner, piece.kind[:1].upper(), _named(piece.place)))) for piece in phrase.pieces
    ]
    said = [phrase.verb, ", ".join(pieces)]
    if phrase.places:
        said.append("> " + " ".join(map(_named, phrase.places)))
    return " ".join((*filter(None, said), *phrase.words))


def _named(named: Named) -> str:
    return ("|".join(named.choices) or "?") + ("/" + named.coast if named.coast else "")
