"""The words of a line before it is cut into clauses: `there`, herds between commas, helpers, pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.grammar.clauses import Word
from judge.grammar.finding import Name
from judge.variants.range_war.choosing import ranked, without_taken
from judge.variants.range_war.kinds import ENDING, KINDS, NAMES, PARTING


def settled(words: Sequence[Word]) -> Sequence[Word]:
    """The words of a line, each where it is read."""
    kinds = {word.kind for word in words}
    for needed, step in STEPS:
        if not needed.isdisjoint(kinds):
            words = step(words)
            kinds = {word.kind for word in words}
    return words


def with_last_words(line: str, words: Sequence[Word], called: Mapping[str, tuple[str, ...]]) -> Sequence[Word]:
    """`The Flats gang`, `the Mesa`: a name by its last word, where nothing else has it."""
    if not any(word.kind == "WORD" and word.text in called for word in words):
        return words
    return [
        replace(word, kind="PLACE", name=Name("@", line[word.start : word.end], called[word.text]))
        if word.kind == "WORD" and word.text in called and line[: word.start].lower().endswith("the ")
        else word
        for word in words
    ]


def with_there(words: Sequence[Word]) -> Sequence[Word]:
    """`If nobody is in Coogan's Bluff, my home gang goes there`: to the space named last before who goes.
    `The gang there` is the one in it."""
    words = _gone_in(words)
    if not any(word.text == "there" for word in words):
        return words
    found = list(words)
    for at, word in enumerate(found):
        if word.text != "there" or word.kind != "PROSE" or not at or found[at - 1].kind not in ("_TO", "G", "H"):
            continue
        if found[at - 1].kind == "H" and not any(one.kind in ("OR", "ELSE", "CHOICE") for one in found[:at]):
            continue
        who = at - 1
        while who and found[who - 1].kind in _WHO:
            who -= 1
        last = next((one for one in reversed(found[:who]) if one.kind in ("PLACE", "HOME")), None)
        if (who < at - 1 or found[at - 1].kind != "_TO") and last is not None:
            found[at] = replace(word, kind=last.kind, name=last.name)
    return found


def _gone_in(words: Sequence[Word]) -> Sequence[Word]:
    """`Big push on Tombstone. Mesquite rides in`: to the space named last before who goes."""
    if not any(word.kind in _GOING and word.text.endswith(" in") for word in words):
        return words
    found: list[Word] = []
    for at, word in enumerate(words):
        found.append(word)
        if word.kind not in _GOING or not word.text.endswith(" in"):
            continue
        if not (_ends(words, at + 1) or words[at + 1].kind in ("WITH", "WITHOUT")):
            continue
        who = at
        while who and words[who - 1].kind in _WHO:
            who -= 1
        named = next((place for place in range(who - 1, -1, -1) if words[place].kind == "PLACE"), None)
        if named is not None and who < at and not _is_goal(words, named):
            last = words[named]
            way = [replace(word, kind="_TO", text="to")] if word.kind == "DRIVE" else []
            found += [*way, replace(word, kind="PLACE", name=last.name)]
    return found


def _is_goal(words: Sequence[Word], at: int) -> bool:
    """Whether a gang named before it goes to a place."""
    return at > 1 and words[at - 1].kind == "_TO" and words[at - 2].kind in NAMES | KINDS | {"RPAR"}


_GOING = ("_TO", "DRIVE")
_WHO = KINDS | NAMES | {"_IN", "BOTH", "AND", "IT", "_VIA"}


def _moves_to(words: Sequence[Word]) -> Sequence[Word]:
    """`Mes moves: to Tombstone`: one way."""
    kinds = [word.kind for word in words]
    twice = (at for at in range(len(kinds) - 2) if kinds[at] == kinds[at + 2] == "_TO" and kinds[at + 1] in _SIGNS)
    at = next(twice, None)
    return words if at is None else _moves_to([*words[:at], *words[at + 2 :]])


_SIGNS = ("COLON", "COMMA")


def _left_out(words: Sequence[Word]) -> Sequence[Word]:
    """`Everyone but Mes and Rio stands`: whom that leaves out stands behind what all others do."""
    found = list(words)
    for at in range(1, len(found)):
        if (
            found[at].kind != "_BUT_FOR"
            or found[at - 1].kind not in ("ALL", "REST", "G")
            or not _begins_with_all(found, at)
        ):
            continue
        does = at + 1
        while does < len(found) and found[does].kind in NAMES | {"AND", "COMMA", "G"}:
            does += 1
        if at + 1 < does < len(found) and found[does].kind == "HOLD" and _ends(found, does + 1):
            return _left_out([*found[:at], found[does], *found[at:does], *found[does + 1 :]])
    return words


def _not_this(words: Sequence[Word]) -> Sequence[Word]:
    """`Not Chisholm, Red Dog Ridge`, `not Coo but Mes`, `Mes, not Coo`: of two places alone the one that is meant."""
    kinds = [word.kind for word in words]
    while kinds and kinds[-1] in ("STOP", "COMMA"):
        kinds.pop()
    is_two = kinds.count("PLACE") == _TWO and kinds.count("INSTEAD") == 1 and _OF_TWO.issuperset(kinds)
    if not is_two or words[kinds.index("INSTEAD")].text != "not":
        return words
    if kinds[:2] == ["INSTEAD", "PLACE"] and kinds[-1] == "PLACE" and len(kinds) > _TWO + 1:
        return words[len(kinds) - 1 :]
    return words[:1] if kinds[0] == "PLACE" and kinds[-2:] == ["INSTEAD", "PLACE"] else words


_TWO = 2
_OF_TWO = frozenset({"PLACE", "INSTEAD", "COMMA", "BUT", "_BUT_FOR"})


def _correction_first(words: Sequence[Word]) -> Sequence[Word]:
    """`CHM had better stay, on reflection`: the word that takes back, before what it takes back."""
    words = [word for at, word in enumerate(words) if not _is_afterthought(words, at)]
    ends = len(words) - (bool(words) and words[-1].kind == "STOP")
    if ends < 3 or words[ends - 1].kind != "CORRECT" or not words[ends - 1].text.endswith(_THOUGHTS):
        return words
    begins = next((at + 1 for at in range(ends - 2, -1, -1) if words[at].kind in ENDING), 0)
    rest = words[begins : ends - 1]
    rest = rest[:-1] if rest and rest[-1].kind == "COMMA" else rest
    return [*words[:begins], words[ends - 1], *rest, *words[ends:]]


def _is_afterthought(words: Sequence[Word], at: int) -> bool:
    """`Coo to Com, actually. Lzy stays`: it takes back nothing that is behind it."""
    is_one = words[at].kind == "CORRECT" and words[at].text.endswith(_THOUGHTS) and at > 0 and at + 2 < len(words)
    return is_one and words[at + 1].kind in ENDING and words[at - 1].kind not in ENDING


_THOUGHTS = ("reflection", "thought", "thoughts", "actually")


def _in_pairs(words: Sequence[Word]) -> Sequence[Word]:
    """`Mon, Coo and Lzy to Com, Mes and Coo`: the first to the first, the second to the second."""
    kinds = [word.kind for word in words]
    way = next((at for at, kind in enumerate(kinds) if kind in ("_TO", "DRIVE", "COLON")), 0)
    ends = next((at for at in range(way + 1, len(kinds)) if kinds[at] in ENDING), len(kinds))
    begins = next((at + 1 for at in range(way - 1, -1, -1) if kinds[at] in ENDING), 0)
    to = way + 1 if kinds[way : way + 2] != ["DRIVE", "_TO"] else way + 2
    gangs, goals = words[begins:way], words[to:ends]
    if len(gangs) < 3 or len(gangs) != len(goals) or not (_is_list(gangs) and _is_list(goals)):
        return words
    found = list(words[:begins])
    for gang, goal in zip(gangs, goals, strict=True):
        if gang.kind == "PLACE":
            verb = words[way:to] if kinds[way] != "COLON" else [replace(words[way], kind="_TO", text="to")]
            found += [gang, *verb, goal]
        else:
            found.append(replace(gang, kind="COMMA"))
    return [*found, *words[ends:]]


def _is_list(words: Sequence[Word]) -> bool:
    """`Mon, Coo and Lzy`: places, and what joins them."""
    kinds = [word.kind for word in words]
    return set(kinds[::2]) == {"PLACE"} and {*kinds[1::2]} <= {"AND", "COMMA"}


_LEFT = ("alone", "be", "move", "go", "leave", "budge")


def _kept_home(words: Sequence[Word]) -> Sequence[Word]:
    """`Keep Box and Dev home`, `leave Dev alone`, `don't let Dev move`: they stand, and go nowhere."""
    found: list[Word] = []
    keeps = False
    for at, word in enumerate(words):
        keeps = word.kind == "_KEEP" or (keeps and word.kind not in ENDING)
        behind = [one.kind for one in found[-2:]]
        is_home = keeps and (word.kind == "HOME" or word.text in _LEFT) and _ends(words, at + 1) and "PLACE" in behind
        if is_home and behind[-1] == "_IN":
            found.pop()
        found.append(replace(word, kind="HOLD") if is_home else word)
    return found


def _begins_with_all(words: Sequence[Word], at: int) -> bool:
    start = at - 1 - (words[at - 1].kind == "G")
    return start >= 0 and words[start].kind in ("ALL", "REST") and _begins(words, start)


def _with_ways(words: Sequence[Word]) -> Sequence[Word]:
    """`Coo: Mes`, `Lzy: Mon with the herd`: the colon between two places, and nothing else, is the way there."""
    kinds = [word.kind for word in words]
    ways = {
        at
        for at in range(1, len(words) - 1)
        if kinds[at - 1 : at + 2] == ["PLACE", "COLON", "PLACE"]
        and (at + 2 == len(kinds) or kinds[at + 2] in _BEHIND_A_WAY)
        and (at == 1 or kinds[at - 2] in PARTING)
    }
    return [replace(word, kind="_TO") if at in ways else word for at, word in enumerate(words)] if ways else words


_BEHIND_A_WAY = ENDING | {"WITH", "WITHOUT", "DRIVE", "COMMA", "AND"}


def _begins(words: Sequence[Word], at: int) -> bool:
    """Whether a clause begins here."""
    return not at or words[at - 1].kind in PARTING or words[at - 1].kind == "_BUT_FOR"


def _ends(words: Sequence[Word], at: int) -> bool:
    """Whether a clause ends before this."""
    return at >= len(words) or words[at].kind in PARTING


def _out_of_brackets(words: Sequence[Word]) -> Sequence[Word]:
    """`Mes (to Coy), Rio (supports it)`: what a gang does, without its brackets. `holds (URG supports)`: who helps, in
    a clause of its own. `The gang at CHM, stay`: one clause."""
    found: list[Word] = []
    number = 0
    while number < len(words):
        word = words[number]
        kind = word.kind
        if kind == "LPAR" and found and number + 2 < len(words):
            close = next((at for at in range(number + 1, len(words)) if words[at].kind in ("LPAR", "RPAR")), 0)
            inside = words[number + 1 : close]
            if close and [one.kind for one in inside] in (["WITH"], ["WITHOUT"]) and words[close].kind == "RPAR":
                found += inside  # "my gang in Mes (without the herd) to Tom"
                number = close + 1
                continue
            if close and words[close].kind == "RPAR" and inside and _ends(words, close + 1):
                place = len(found) - 1
                if inside[0].kind in ("OR", "ELSE"):
                    found += inside  # "Com - Mon (alternative: Los)"
                    number = close + 1
                    continue
                if inside[0].kind in _DOING and found[-1].kind in NAMES and _begins(found, place):
                    found += inside
                    number = close + 1
                    continue
                kinds = [one.kind for one in inside]
                if (kinds[:2] == ["PLACE", "_SUPPORT"] and len(inside) <= 3) or kinds in (
                    ["_SUPPORTED", "PLACE"],
                    ["_SUPPORTED", "HOME"],
                ):
                    found += [replace(word, kind="COMMA"), *inside]
                    number = close + 1
                    continue
        is_alone = kind == "COMMA" and number + 1 < len(words) and words[number + 1].kind == "HOLD"
        if is_alone and found and _ends(words, number + 2):
            lone = 3 if [one.kind for one in found[-3:]] == ["G", "_IN", "PLACE"] else 1
            if found[-1].kind == "PLACE" and _begins(found, len(found) - lone):
                number += 1
                continue
        found.append(word)
        number += 1
    return found


_DOING = frozenset({"_TO", "DRIVE", "_SUPPORT", "_RETREAT"})


def _one_of(words: Sequence[Word]) -> Sequence[Word]:
    """`One of Mon and Com to Los`: one or the other."""
    found = list(words)
    for at in range(len(found) - 3):
        if found[at].kind == "NUMBER" and found[at].text == "one" and found[at + 1].text == "of" and _begins(found, at):
            place = at + 2
            while place < len(found) and found[place].kind in NAMES | {"AND", "COMMA", "G"}:
                found[place] = replace(found[place], kind="OR") if found[place].kind == "AND" else found[place]
                place += 1
            return [*found[:at], *found[at + 2 :]]
    return words


def _kinds_first(words: Sequence[Word]) -> Sequence[Word]:
    """`Home: a gang and a herd. Fir: a gang`: each kind before its place."""
    found: list[Word] = []
    place: Word | None = None
    for at, word in enumerate(words):
        behind = at + 1 + (at + 1 < len(words) and words[at + 1].kind == "NUMBER")
        if place is not None and _is_kind_alone(words, at):
            found += [word, replace(place, start=word.start, end=word.end)]
        elif place is not None and word.kind == "NUMBER" and _is_kind_alone(words, at + 1):
            continue
        elif place is not None and word.kind in ("COMMA", "AND") and _is_kind_alone(words, behind):
            found.append(word)
        elif (
            word.kind == "COLON"
            and found
            and found[-1].kind in ("PLACE", "HOME")
            and _begins(found, len(found) - 1)
            and _is_kind_alone(words, behind)
            and words[behind].text != "h"
        ):
            place = found.pop()
        else:
            place = None
            found.append(word)
    return found


def _is_kind_alone(words: Sequence[Word], at: int) -> bool:
    return at < len(words) and words[at].kind in ("G", "H", "GH") and _ends(words, at + 1)


def _dashes(words: Sequence[Word]) -> Sequence[Word]:
    """`Box Canyon - or no, it stays`: a dash before a word that joins or turns is no way anywhere. `… to Rio. No. They
    hold`: a sentence of a mere `no` takes back, unless it is an answer."""
    if not any(word.text in ("-", "no") for word in words):
        return words
    found: list[Word] = []
    for at, word in enumerate(words):
        before, after = words[at - 1] if at else None, words[at + 1] if at + 1 < len(words) else None
        if word.text == "-" and _tells_on(words, at):
            word = replace(word, kind="SEMI")
        if word.text == "-" and after is not None and after.kind == "_SUPPORT":
            continue  # "Wol - supports Med"
        is_aside = before is not None and before.kind in _HERDING and after is not None and after.kind == "_TO"
        if word.text == "-" and after is not None and (after.kind in _JOINING or is_aside):
            word = replace(word, kind="COMMA")
        elif word.text == "no" and before is not None and after is not None and {before.kind, after.kind} <= ENDING:
            if "?" in before.text:
                continue
            word = replace(word, kind="CORRECT")
        found.append(word)
    return found


def _tells_on(words: Sequence[Word], at: int) -> bool:
    """`Rio goes to Arr - Rancho Grande swears it is empty`: a dash behind a goal, and a reason."""
    before, tail = [word.kind for word in words[at - 2 : at]], words[at + 1 :]
    ends = next((place for place, word in enumerate(tail) if word.kind in ENDING), len(tail))
    kinds = [word.kind for word in tail[:ends]]
    if before != ["_TO", "PLACE"] or words[at - 2].text == "-" or len(kinds) < 3 or kinds[0] not in NAMES:
        return False
    return kinds[1] in ("WORD", "PROSE", "HYPO", "NEG") and kinds[-1] != "HYPO"


_JOINING = ("AND", "OR", "ELSE", "THEN", "BUT", "CORRECT", "NEG", "WITH", "WITHOUT")


def _reached_from(words: Sequence[Word]) -> Sequence[Word]:
    """`Mon from home`, `Mon <- Lzy`: where from, and where to."""
    if not any(word.text == "from" or word.text == "<" for word in words):
        return words
    found = list(words)
    for at in range(1, len(found) - 1):
        back = 2 if found[at].text == "<" and found[at + 1].kind == "_TO" else 1
        if not (back == 2 or (found[at].kind == "_IN" and found[at].text == "from")) or at + back >= len(found):
            continue
        goal, source = found[at - 1], found[at + back]
        is_way = goal.kind == "PLACE" and source.kind in ("PLACE", "HOME") and _begins(found, at - 1)
        if is_way and (_ends(found, at + back + 1) or found[at + back + 1].kind in ("WITH", "WITHOUT")):
            way = replace(found[at], kind="_TO", text="to")
            found[at - 1 : at + back + 1] = [source, *([way] * back), goal] if back == 1 else [source, way, goal]
            return _reached_from(found)
    return found


def _herds_inside(words: Sequence[Word]) -> Sequence[Word]:
    """`Cripple Creek, with the herd, to Cactus Creek`, `takes its herd and goes to Cripple Creek`: one clause."""
    kinds = [word.kind for word in words]
    if (_HERDING | KINDS).isdisjoint(kinds):
        return words
    parting = {
        at
        for at in range(1, len(kinds) - 1)
        if kinds[at] in ("AND", "COMMA")
        and (
            (kinds[at - 1] in _HERDING and kinds[at + 1] == "_TO" and kinds[at - 2 : at - 1] != ["PLACE", "PLACE"])
            or (kinds[at - 1] in KINDS and kinds[at + 1] == "_IN" and kinds[at] == "COMMA")
            or (
                kinds[at - 1] == "PLACE"
                and kinds[at + 1 : at + 4] in (["WITH", "COMMA", "_TO"], ["WITHOUT", "COMMA", "_TO"])
            )
        )
    }
    return [word for at, word in enumerate(words) if at not in parting]


_AMID = (["WITH", "COMMA", "_TO"], ["WITHOUT", "COMMA", "_TO"])
_HERDING = frozenset({"WITH", "WITHOUT", "DRIVE"})


def _told_where(words: Sequence[Word]) -> Sequence[Word]:
    """`Build a gang at the Lazy S and a herd there`: in the place named last. A gang with the herd is built where that
    is."""
    if not any(word.kind == "_BUILD" for word in words):
        return words
    found: list[Word] = []
    for word in words:
        if word.kind == "GH" and word.text.endswith((" with the herd", " with its herd", " with my herd")):
            word = replace(word, kind="G")  # "Put the new gang with the herd in Cactus Gulch"
        if word.text == "there" and word.kind == "PROSE" and found and found[-1].kind in KINDS:
            last = next((one for one in reversed(found) if one.kind == "PLACE"), None)
            word = replace(word, kind="PLACE", name=last.name) if last is not None else word
        found.append(word)
    return found


def _helpers_apart(words: Sequence[Word]) -> list[Word]:
    """`CCS to Cri with both Med and Wol supporting`, `supported by Med and Wol`: each of them supports it, in a clause
    of its own."""
    found: list[Word] = []
    number = 0
    while number < len(words):
        helpers, after = _helpers(words, number)
        if not helpers or not found:
            found.append(words[number])
            number += 1
            continue
        for place, helper in enumerate(helpers):
            comma = Word("COMMA", ",", words[number].start, words[number].end)
            end = words[after - 1].end if place == len(helpers) - 1 else helper.end
            found += [comma, helper, Word("_SUPPORT", "supports", helper.end, end)]
        number = after
    return found


def _helpers_behind(words: Sequence[Word]) -> Sequence[Word]:
    """`With Rio's help Mes moves into Tombstone`: who helps, behind what is helped."""
    if not words or words[0].kind not in ("_WITH", "_SUPPORTED"):
        return words
    after = 1
    while after < len(words) and words[after].kind in ("BOTH", "PLACE", "AND", "G"):
        after += 1
    after += words[0].kind == "_WITH" and after < len(words) and words[after].kind == "_SUPPORT"
    begins = after + 1 if after < len(words) and words[after].kind == "COMMA" else after
    ends = next((at for at in range(begins, len(words)) if words[at].kind in PARTING), len(words))
    if ends - begins < 3 or (begins == after and words[0].kind == "_SUPPORTED"):
        return words
    if words[begins].kind not in KINDS | NAMES:
        return words
    return (*words[begins:ends], *words[:after], *words[ends:])


_HELPERS = ("BOTH", "PLACE", "AND", "COMMA", "G")


def _helpers(words: Sequence[Word], number: int) -> tuple[tuple[Word, ...], int]:
    """The gangs named from here on as helpers, and the number of the word behind them; none where none are."""
    first = words[number].kind
    if first not in ("_WITH", "_SUPPORTED"):
        return (), number
    found: list[Word] = []
    number += 1
    while number < len(words) and (words[number].kind in _HELPERS or words[number].text in ("by", "from")):
        if words[number].kind == "PLACE":
            found.append(words[number])
        number += 1
    after = words[number].kind if number < len(words) else "STOP"
    if first == "_SUPPORTED":
        return (tuple(found), number) if len(found) > 1 and after in ENDING else ((), number)
    if after != "_SUPPORT":
        return (), number
    behind = number + 1
    return tuple(found), behind + 1 if behind < len(words) and words[behind].kind == "IT" else behind


STEPS: tuple[tuple[frozenset[str], Callable[[Sequence[Word]], Sequence[Word]]], ...] = (
    (frozenset({"CORRECT"}), _correction_first),
    (frozenset({"AND", "COMMA"}), _in_pairs),
    (frozenset({"_KEEP"}), _kept_home),
    (frozenset({"COLON", "COMMA"}), _moves_to),
    (frozenset({"INSTEAD"}), _not_this),
    (frozenset({"_BUT_FOR"}), _left_out),
    (frozenset({"CHOICE", "NUMBER"}), ranked),
    (frozenset({"_TO", "HOLD", "NEG", "CORRECT", "WORD", "PROSE"}), _dashes),
    (frozenset({"_WITH", "_SUPPORTED"}), _helpers_behind),
    (frozenset({"LPAR", "COMMA"}), _out_of_brackets),
    (frozenset({"NUMBER"}), _one_of),
    (frozenset({"COLON"}), _kinds_first),
    (frozenset({"_IN", "_TO"}), _reached_from),
    (frozenset({"_BUILD"}), _told_where),
    (frozenset({"TAKEN"}), without_taken),
    (frozenset({"AND", "COMMA"}), _herds_inside),
    (frozenset({"COLON"}), _with_ways),
    (frozenset({"_WITH", "_SUPPORTED"}), _helpers_apart),
)
"""The steps one after the other, each with the kinds of words without which it has nothing to do."""
