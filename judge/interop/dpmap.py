"""Maps in the text format of DPjudge and of the `diplomacy` package, as map documents of our own.

A line names a location and its neighbours. Capitals and small letters tell units apart: a neighbour in small letters
can only be walked to; a location in small letters is the land side of a province that has several coasts. Words that
begin a line count in any letters; a map may build on others and amend them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from judge.grammar.document import Complaint, DocumentError
from judge.interop.board import spellings

TERRAINS = {"LAND": "land", "COAST": "coast", "PORT": "coast", "ISLAND": "coast", "WATER": "sea", "SHUT": "shut"}
RULES = {
    "BUILD_ANY": {"build_sites": "owned"},
    "REMOTE_BUILDS": {"build_sites": "any-home"},
    "HOME_BUILDS": {"build_sites": "homes"},
    "IMMOBILE_DUMMIES": {},
    "CD_DUMMIES": {},
}
"""House rules with a counterpart here: the options that a map carries. Dummies never move here anyway."""
_POWER = re.compile(r"^(?P<name>[^\W\d][\w' +.-]*?)\s*\((?P<adjective>[^):]*)(?::[^)]*)?\)\s*(?P<homes>.*)$")
_NAMES = re.compile(r"^(?:(?P<old>[^=]+?)\s*->\s*)?(?P<name>[^=]+?)\s*=\s*(?P<words>\S.*)$")
_UNIT = re.compile(r"^(?P<kind>[AFaf])\s+(?P<place>\S+)$")
_CODE = re.compile(r"\w{3}(/\w\w)?,?")
_DEEPEST = 5


@dataclass(kw_only=True)
class _Power:
    """A power as far as it was read."""

    name: str
    adjective: str
    homes: list[str] = field(default_factory=list)
    owns: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    dummy: bool = False
    bare: bool = False
    """Its heading was only a word, which may have meant something else."""


@dataclass(kw_only=True)
class _Map:
    """The map as read so far."""

    first: str = "Spring 1901"
    solo: int | None = None
    powers: dict[str, _Power] = field(default_factory=dict)
    unowned: list[str] = field(default_factory=list)
    dummies: set[str] = field(default_factory=set)
    names: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    abuts: dict[str, list[str]] = field(default_factory=dict)
    passed_over: list[str] = field(default_factory=list)
    options: dict[str, str] = field(default_factory=dict)
    complaints: list[Complaint] = field(default_factory=list)
    hard: set[tuple[str, str]] = field(default_factory=set)
    """Borders across which a unit alone counts nothing."""


def read_dpmap(
    text: str, name: str, include: Callable[[str], str] | None = None
) -> tuple[dict[str, object], tuple[str, ...]]:
    """The map as the plain value of a map file, and a sentence for every line that has no counterpart here.

    `include` gives the text of a map that this one builds on (`MAP standard.map`, `USE standard.politics`).
    """
    found = _Map()
    _Reader(found, include, 0).read(text)
    found.complaints += _gaps(found)
    if found.complaints:
        raise DocumentError(name, found.complaints)
    value = _value(found, name)
    return value, tuple(dict.fromkeys(found.passed_over))


class _Reader:
    """One file, and those it builds on."""

    def __init__(self, found: _Map, include: Callable[[str], str] | None, depth: int) -> None:
        self.found, self.include, self.depth = found, include, depth
        self.power: _Power | None = None
        self.opened: set[int] = set()
        self.foreign = False

    def read(self, text: str) -> None:
        """Every line of a file."""
        for number, raw in enumerate(text.splitlines(), 1):
            line = raw.split("#", 1)[0].strip()
            if line and not self._line(number, line):
                self.found.passed_over.append(f"line {number}: {line}")

    def _line(self, number: int, line: str) -> bool:
        """Whether a line has a meaning here."""
        words = line.split()
        key = words[0].upper()
        if self.foreign or (len(words) == 2 and words[1].upper() == "DIRECTIVES"):
            # House rules of another game of that judge, up to their END.
            self.foreign = key != "END"
            return key == "END"
        if match := _NAMES.match(line):
            return self._named(match["old"], match["name"].strip(), match["words"].split())
        if "->" in words:
            return self._renamed(line, number)
        if key in ("MAP", "USE") and len(words) == 2:
            return self._other(number, words[1])
        if key in TERRAINS or key == "AMEND":
            return self._terrain(number, line, words)
        if key in _WORDS:
            return _WORDS[key](self, words[1:])
        if (match := _UNIT.match(line)) and (self.power is not None or len(words[1]) > 1):
            return self._unit(number, match["kind"].upper(), match["place"].upper())
        return self._heading(line, words)

    def _other(self, number: int, name: str) -> bool:
        if self.include is None or self.depth >= _DEEPEST:
            self.found.complaints.append(Complaint(number, (), f"the map builds on {name}, which is not at hand"))
        else:
            _Reader(self.found, self.include, self.depth + 1).read(self.include(name))
        return True

    def _begins(self, words: list[str]) -> bool:
        season = words[0].title() if words else ""
        kept = season if season == "Winter" else "Spring"
        if len(words) > 1:
            self.found.first = f"{kept} {words[1]}"
        if words[2:3] and words[2].upper().startswith("B"):
            self.found.first += " BC"
        return season in ("Spring", "Winter")

    def _victory(self, words: list[str]) -> bool:
        if words and re.fullmatch(r"[0-9]{1,4}", words[-1]):
            self.found.solo = int(words[-1])
            return True
        return False

    def _unplayed(self, words: list[str]) -> bool:
        for one in re.split(r"[,\s]+", " ".join(words)):
            self.found.powers.pop(one.upper(), None)
        return True

    def _unowned(self, words: list[str]) -> bool:
        self.power = None
        _change(self.found.unowned, words)
        for one in words:
            for power in self.found.powers.values():
                _change(power.homes, [f"-{one}"])
        return True

    def _centers(self, words: list[str]) -> bool:
        return self._owns(words) if self.power is not None else self._unowned(words)

    def _owns(self, words: list[str]) -> bool:
        if self.power is not None:
            self._open(self.power)
            _change(self.power.owns, words)
        return self.power is not None

    def _inhabits(self, words: list[str]) -> bool:
        if self.power is not None:
            _change(self.power.homes, words)
        return self.power is not None

    def _dummy(self, words: list[str]) -> bool:
        if not words and self.power is not None:
            self.power.dummy = True
        self.found.dummies.update(one.upper() for one in words)
        return True

    def _rule(self, words: list[str]) -> bool:
        known = [one for one in words if one in RULES]
        for one in known:
            self.found.options.update(RULES[one])
        if "!BUILD_ANY" in words:
            self.found.options.pop("build_sites", None)
            known.append("!BUILD_ANY")
        return len(known) == len(words)

    def _drop(self, words: list[str]) -> bool:
        """Take provinces off the board."""
        gone = {_province(one) for one in words}
        found = self.found
        for place in [place for place in found.terrain if _province(place) in gone]:
            del found.terrain[place]
            del found.abuts[place]
        for abutted in found.abuts.values():
            abutted[:] = [other for other in abutted if _province(other) not in gone]
        found.unowned[:] = [one for one in found.unowned if one not in gone]
        for power in found.powers.values():
            for kept in (power.homes, power.owns):
                kept[:] = [one for one in kept if one not in gone]
            power.units[:] = [unit for unit in power.units if _province(unit.split()[1]) not in gone]
        return True

    def _skipped(self, words: list[str]) -> bool:
        """Skip flags and addresses, which are no part of a board."""
        return True

    def _named(self, old: str | None, name: str, words: list[str]) -> bool:
        code = words[0].upper()
        if old:
            self._recode(old.upper(), code)
        self.found.names[code] = (name, tuple(word.replace("+", " ") for word in words[1:]))
        return True

    def _recode(self, old: str, new: str) -> None:
        """Give a province another code from here on."""

        def changed(place: str) -> str:
            mark = "".join(sign for sign in place if sign in "*-~")
            bare = place.strip("*-~")
            if _province(bare) != old:
                return place
            said = new + bare[len(old) :]
            return (mark if place[:1] in "*-" else "") + (said.lower() if bare.islower() else said)

        found = self.found
        found.terrain = {changed(place): kind for place, kind in found.terrain.items()}
        found.abuts = {changed(place): [*map(changed, near)] for place, near in found.abuts.items()}
        found.unowned[:] = map(changed, found.unowned)
        for power in found.powers.values():
            power.homes[:] = map(changed, power.homes)
            power.owns[:] = map(changed, power.owns)
            power.units[:] = [f"{unit[0]} {changed(unit[2:])}" for unit in power.units]

    def _renamed(self, line: str, number: int) -> bool:
        """A power under another name: `Turkey -> Ottoman (Ottoman)`; a leading underscore hides it from players."""
        old, _, new = (part.strip() for part in line.partition("->"))
        power = self.found.powers.pop(_key(old), None)
        match = _POWER.match(new.lstrip("_")) or re.match(r"^(?P<name>[\w+' .-]+?)(?P<adjective>)(?P<homes>)$", new)
        if power is None or match is None:
            return False
        power.name = match["name"].strip()
        power.adjective = match["adjective"] or power.adjective
        if old.upper() in self.found.dummies or new.startswith("_"):
            power.dummy = True
        self.found.powers[_key(power.name)] = power
        self.power = power
        _change(power.homes, match["homes"].split())
        return True

    def _terrain(self, number: int, line: str, words: list[str]) -> bool:
        kind, place = words[0].upper(), words[1] if len(words) > 1 else ""
        if len(words) > 2 and words[2].upper() != "ABUTS":
            self.found.complaints.append(Complaint(number, (), f'"{line}": expected TERRAIN PLACE ABUTS PLACES'))
            return True
        near = words[3:]
        if kind == "AMEND":
            if place not in self.found.abuts:
                same = [one for one in self.found.abuts if one.upper() == place.upper()]
                place = same[0] if same else place
            _change(self.found.abuts.setdefault(place, []), near, fold=True)
            return True
        self.found.terrain[place] = TERRAINS[kind]
        if len(words) > 2:
            self.found.abuts[place] = near
        self.found.abuts.setdefault(place, [])
        return True

    def _unit(self, number: int, kind: str, place: str) -> bool:
        if self.power is None:
            self.found.complaints.append(
                Complaint(number, (), f"{kind} {place} stands under no power whose name is known")
            )
            return True
        self._open(self.power)
        for power in self.found.powers.values():
            for one in [one for one in power.units if _province(one[2:]) == _province(place)]:
                power.units.remove(one)
                if power is not self.power:
                    self.found.passed_over.append(f"{power.name} {one}: {self.power.name} has {kind} {place} there")
        self.power.units.append(f"{kind} {place}")
        return True

    def _open(self, power: _Power) -> None:
        """The first owner's line under a heading of this file replaces only units in the same province."""
        self.opened.add(id(power))

    def _heading(self, line: str, words: list[str]) -> bool:
        """A power's heading: with its adjective and homes, or its bare name when it is known."""
        if (match := _POWER.match(line)) and match["name"].strip():
            name = match["name"].strip()
            if name.upper() == "NEUTRAL":
                return self._unowned(match["homes"].split())
            dummy = name.startswith("_")
            name = name.lstrip("_")
            self.power = self.found.powers.get(_key(name))
            if self.power is None:
                self.power = self.found.powers[_key(name)] = _Power(
                    name=name, adjective=match["adjective"].strip() or name, dummy=dummy
                )
            self._homes(match["homes"].split())
            return True
        known = self.found.powers.get(_key(words[0].lstrip("_")))
        if known is None:
            # A bare name in capitals is the heading of a power, if only places follow it.
            if not re.fullmatch(r"_?[A-Z][A-Z+' -]+", words[0]) or any(not _CODE.fullmatch(one) for one in words[1:]):
                return False
            name = words[0].lstrip("_")
            known = _Power(name=name, adjective=name.replace("+", " ").title(), bare=True)
            self.found.powers[_key(name)] = known
        self.power = known
        self._homes(words[1:])
        return True

    def _homes(self, words: list[str]) -> None:
        assert self.power is not None
        for word in words:
            if re.fullmatch(r"-?[\w/]+,?", word):
                _change(self.power.homes, [word])
            elif match := re.fullmatch(r"[*@~]+(\w{3,})", word):
                _change(self.power.homes, [match[1]])
                self.found.passed_over.append(f"{self.power.name} {word}: a home centre like any other")
            else:
                self.found.passed_over.append(f"{self.power.name} {word}: has no counterpart here")


_WORDS: Mapping[str, Callable[[_Reader, list[str]], bool]] = {
    "BEGIN": _Reader._begins,
    "VICTORY": _Reader._victory,
    "UNPLAYED": _Reader._unplayed,
    "UNOWNED": _Reader._unowned,
    "NEUTRAL": _Reader._unowned,
    "CENTERS": _Reader._centers,
    "OWNS": _Reader._owns,
    "INHABITS": _Reader._inhabits,
    "DUMMY": _Reader._dummy,
    "DUMMIES": _Reader._dummy,
    "RULE": _Reader._rule,
    "RULES": _Reader._rule,
    "DROP": _Reader._drop,
    "FLAG": _Reader._skipped,
    "FLAGS": _Reader._skipped,
    "NOTIFY": _Reader._skipped,
}
"""The words that begin a line, and the method for each."""


def _change(kept: list[str], words: list[str], fold: bool = False) -> None:
    """Add the named places, remove those named with a minus. `fold`: in capitals or not, it is the same place."""
    for word in words:
        bare = word.removeprefix("-").strip(",")
        said = bare if fold else bare.upper()
        kept[:] = [one for one in kept if (one.upper() if fold else one) != said.upper()]
        if not word.startswith("-") and said:
            kept.append(said)


def _clean(place: str) -> str:
    """A neighbour without the marks of house rules."""
    return place.strip("*~").partition("(")[0]


def _gaps(found: _Map) -> Iterator[Complaint]:
    """Places that are named as neighbours but never described; a map of nothing."""
    for place, abutted in found.abuts.items():
        abutted[:] = map(_mark, [place] * len(abutted), abutted, [found] * len(abutted))
    known = {_province(place) for place in found.terrain}
    for key, power in list(found.powers.items()):
        if power.bare and not (power.units or (set(power.homes) <= known and power.homes)):
            del found.powers[key]
            found.passed_over.append(" ".join((power.name, *power.homes)))
    for place, abutted in found.abuts.items():
        for other in abutted:
            if _province(other) not in known:
                yield Complaint(1, (place,), f"{place} abuts {other}, which the map does not describe")
    if not found.powers:
        yield Complaint(1, (), "no power with its home centres was found")
    if not found.terrain:
        yield Complaint(1, (), "no location (`COAST LON ABUTS …`) was found")


def _mark(place: str, other: str, found: _Map) -> str:
    """The neighbour, after noting the meaning of its mark."""
    if other.endswith("~"):
        one, two = sorted((_province(place), _province(other)))
        found.hard.add((one, two))
    elif other != _clean(other) and other.strip("*~-"):
        found.passed_over.append(f"{place} abuts {other}: the border is open like any other")
    return _clean(other)


def _province(place: str) -> str:
    return place.strip("*~-").upper().partition("/")[0]


def _key(name: str) -> str:
    """A power by its name: `U+S+A` and `USA` are one."""
    return name.upper().replace("+", "")


def _title(name: str) -> str:
    """`U+S+A` as USA, `EAST+FRANKS` as East Franks."""
    words = name.replace("_", " ").replace("+", " ").split()
    if len(words) > 1 and all(len(word) == 1 for word in words):
        return "".join(words).upper()
    title = " ".join(words)
    return title.title() if title.isupper() else title


def _value(found: _Map, name: str) -> dict[str, object]:
    """The plain value of a map file."""
    shut = {_province(place) for place, kind in found.terrain.items() if kind == "shut"}
    provinces = _provinces(found, shut)
    powers: dict[str, object] = {}
    for power in found.powers.values():
        title = _title(power.name)
        dummy = power.dummy or power.name.upper() in found.dummies
        powers[re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")] = {
            "name": title,
            "adjective": power.adjective.replace("+", " ").title(),
            "homes": power.homes,
            **({"owns": power.owns} if power.owns and set(power.owns) != set(power.homes) else {}),
            "units": power.units,
            **({"played": False} if dummy else {}),
        }
    centres = sum(1 for sheet in provinces.values() if sheet.get("centre"))
    shared, lost = spellings(provinces)
    found.passed_over += lost
    return {
        "game": "diplomacy",
        "title": re.sub(r"[_-]+", " ", name).title(),
        "first": found.first,
        "solo": found.solo or centres // 2 + 1,
        **({"options": found.options} if found.options else {}),
        "powers": powers,
        **shared,
        "provinces": provinces,
        **({"borders": [{"between": list(two), "hard": True} for two in sorted(found.hard)]} if found.hard else {}),
    }


def _provinces(found: _Map, shut: set[str]) -> dict[str, dict[str, object]]:
    provinces: dict[str, dict[str, object]] = {}
    held = {place for power in found.powers.values() for place in (*power.homes, *power.owns)}
    army, fleet = _army(found, shut), _fleet(found, shut)
    for code in sorted({_province(place) for place in found.terrain} - shut):
        title, also = found.names.get(code, (code.title(), ()))
        kinds = {found.terrain[place] for place in found.terrain if _province(place) == code}
        kind = "sea" if kinds == {"sea"} else "coast" if "coast" in kinds else "land"
        sheet: dict[str, object] = {"name": re.sub(r"\s*\([^)]*\)$", "", title), "kind": kind}
        if code in held or code in found.unowned:
            sheet["centre"] = True
        words = [word.rstrip("?") for word in also if "(" not in word and "/" not in word]
        if words:
            sheet["also"] = words
        if army.get(code):
            sheet["army"] = sorted(army[code])
        if fleet.get(code):
            sheet["fleet"] = sorted(fleet[code])
        coasts = {place: fleet[place] for place in sorted(fleet) if place.startswith(f"{code}/")}
        if coasts:
            sheet["coasts"] = {place.partition("/")[2]: sorted(abutted) for place, abutted in coasts.items()}
        provinces[code] = sheet
    return provinces


def _army(found: _Map, shut: set[str]) -> dict[str, set[str]]:
    """Army borders: land and coast to land and coast, whichever way it was written."""
    walks: dict[str, set[str]] = {}
    dry = {_province(place) for place, kind in found.terrain.items() if kind != "sea"} - shut
    several = {_province(place) for place in found.terrain if place.islower()}
    for place, abutted in found.abuts.items():
        code = _province(place)
        if code not in dry or ("/" in place and code in several):
            continue
        for other in abutted:
            there = _province(other)
            if there in dry and there != code:
                walks.setdefault(code, set()).add(there)
                walks.setdefault(there, set()).add(code)
    return walks


def _fleet(found: _Map, shut: set[str]) -> dict[str, set[str]]:
    """Fleet borders: in capitals on both sides, by coast where a province has several."""
    afloat = {place for place, kind in found.terrain.items() if kind != "land" and not place.islower()}
    sails: dict[str, set[str]] = {}
    for place in afloat:
        for other in found.abuts[place]:
            if other.islower() or other not in afloat or {_province(other), _province(place)} & shut:
                continue
            if place in found.abuts[other]:
                sails.setdefault(place, set()).add(other)
                sails.setdefault(other, set()).add(place)
    return sails
