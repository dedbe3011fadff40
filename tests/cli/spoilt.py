"""Spoils files: as text, by line and by byte, and as documents, by key and value. The same seed spoils the same way."""

from __future__ import annotations

import copy
import json
from random import Random

import yaml

DEEP = "[" * 20_000
ALIASES = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{two}: &{two} [{', '.join([f'*{one}'] * 9)}]\n" for one, two in zip("abcdefgh", "bcdefghi", strict=True)
)
WHOLE = {
    "nothing": b"",
    "null": b"null\n",
    "an empty mapping": b"{}\n",
    "an empty list": b"[]\n",
    "a word": b"word\n",
    "no text": b"\xff\xfe\x00\x01\x80",
    "only zeros": bytes(5000),
    "aliases of aliases": ALIASES.encode(),
    "nesting": DEEP.encode(),
    "nesting of mappings": b'{"a":' * 20_000,
    "a number of 200,000 digits": b"game: " + b"9" * 200_000 + b"\n",
    "a number of 200,000 digits in a list": b"[" + b"9" * 200_000 + b"]\n",
    "one long line": b"A PAR - BUR " * 20_000,
    "control characters": b'game: "a\\x00b"\nname: \x1b[31m\n',
    "marks of order": "game: \u202ediplomacy\u202c\n".encode(),
    "a key twice": b"game: diplomacy\ngame: diplomacy\n",
    "itself": b"&a [*a]\n",
    "built on itself": b"uses: map.yaml\n",
    "a tag": b"!!python/object/apply:os.system [ls]\n",
    "a key that is a list": b"? [a, b]\n: c\n",
}
"""Whole files that fit nowhere."""
VALUES = (
    None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63), 10**30, 1.5, 1e308, "", " ", "x", "0", "-1", "\u0000",
    "a\u0007b", "\u202e", "x" * 2000, "9" * 2000, "../../evil", "/etc/passwd", "Paris", "Spring 1901, movement",
    "Turn 3, bid", [], {}, [[]], [None], {"": None}, [1, "a", []], {"a": {"b": {"c": []}}}, "{{ 7 * 7 }}", "<script>",
    "A PAR", "12.5, 30", "0412", "*", ",", ":", "é" * 50, "\U0001f600", "١٢", "²",
)  # fmt: skip
"""What may stand where something else belongs."""
LINES = (
    "", "END", "ORDERS", "FORM", "IF", "IF a THEN", "ENDIF", "PRESS TO all", "END PRESS", "#", "> > >", "- - -",
    "(((((", "A PAR - BUR", "bid 3 on", "\u0000", "\ud7ff", "x" * 5000, "1" * 5000, "a, " * 3000, "GAME x", "SEAT",
    "France:", "*:", "STANDING movement:", "FIX 99999999999999999999", "²", "١٢", "-1", "1/2/3/4/5/6/7",
    "12.5, 30 12.5, 30",
)  # fmt: skip


def spoil(data: bytes, chance: Random) -> bytes:
    """A file that is not what it was: in one to four places, as an editor or a bad disk would spoil it."""
    for _ in range(chance.choice((1, 1, 1, 2, 4))):
        way = chance.choice((_a_value, _a_value, _a_value, _a_line, _a_line, _a_byte))
        data = way(data, chance)
    return data


def _a_byte(data: bytes, chance: Random) -> bytes:
    if not data:
        return bytes([chance.randrange(256)])
    at, to = sorted((chance.randrange(len(data)), chance.randrange(len(data))))
    match chance.randrange(5):
        case 0:
            return data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        case 1:
            return data[:at] + data[to:]
        case 2:
            return data[:to] + data[at : min(to, at + 2000)] + data[to:]
        case 3:
            return data[:to]
        case _:
            return (
                data[:at]
                + chance.choice((b"\n", b"\x00", b"\xff", b"'", b'"', b":", b"{", b"]", b"-", b"9" * 400))
                + data[at:]
            )


def _a_line(data: bytes, chance: Random) -> bytes:
    lines = data.split(b"\n")
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            lines[at] = chance.choice(LINES).encode()
        case 1:
            lines.insert(at, chance.choice(LINES).encode())
        case 2:
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            words = lines[at].split(b" ")
            words[chance.randrange(len(words))] = chance.choice(LINES).encode()
            lines[at] = b" ".join(words)
    return b"\n".join(lines)


def _a_value(data: bytes, chance: Random) -> bytes:
    """One value, key or item of a document; where it is none, a line."""
    try:
        text = data.decode()
        is_json = text.lstrip().startswith("{")
        value = json.loads(text) if is_json else yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (ValueError, yaml.YAMLError, RecursionError):
        return _a_line(data, chance)
    if not isinstance(value, dict | list) or not value:
        return _a_line(data, chance)
    value = copy.deepcopy(value)
    where: dict | list = value
    while True:
        key = chance.choice(list(where) if isinstance(where, dict) else range(len(where)))
        inner = where[key]
        if not isinstance(inner, dict | list) or not inner or chance.random() < 0.25:
            break
        where = inner
    _change(where, key, chance)
    try:
        return (json.dumps(value) if is_json else yaml.safe_dump(value, sort_keys=False, allow_unicode=True)).encode()
    except (ValueError, yaml.YAMLError, RecursionError):
        return _a_line(data, chance)


def _change(where: dict | list, key: object, chance: Random) -> None:
    """Another value, none at all, another place for it, another key, or a neighbour's value."""
    match chance.randrange(8):
        case 0:
            del where[key]
        case 1 if isinstance(where, dict):
            where[chance.choice([one for one in VALUES if isinstance(one, str | int)])] = where.pop(key)
        case 1 | 2 if isinstance(where, list):
            where.append(copy.deepcopy(where[key]))
        case 2:
            where[key] = where[chance.choice(list(where))]
        case 3 if isinstance(where[key], int):
            where[key] = where[key] + chance.choice((-1, 1, 2, 1000, -(10**6)))
        case 3:
            where[key] = [where[key]]
        case _:
            where[key] = copy.deepcopy(chance.choice(VALUES))
