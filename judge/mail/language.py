"""What a letter asks for: orders, commands, press, order forms, orders for later phases, conditions.

Commands stand on lines of their own, in any case; the spellings of older judges are aliases. Everything else is an
order line: which game it is for, and whether the game understands it, is not known here.

A conditional order is an order with the conditions it stands under:

    IF Russian F IN BAL        IF NOT French A IN BUR
    A BER - PRU                A BER H
    ELSE                       ENDIF
    A BER H
    ENDIF

ELSE IF asks again under one ENDIF; `IF BAL IS EMPTY THEN A BER - PRU ELSE A BER H` is a whole block on one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from judge.adjudicator.protocol import BLANK
from judge.grammar.text import plain, without_number
from judge.mail.quotes import TextLine

MOST_COMMANDS = 60
MOST_PRESS = 20
DEEPEST_IF = 4


@dataclass(frozen=True, slots=True)
class Condition:
    """What must (or must not) be so for an order to stand."""

    text: str
    holds: bool = True


@dataclass(frozen=True, slots=True)
class OrderLine:
    """A line that may be an order. `soft`: passed over unless the game understands it."""

    number: int
    text: str
    soft: bool = False
    when: tuple[Condition, ...] = ()

    def __reduce__(self) -> tuple[type[OrderLine], tuple[int, str, bool, tuple[Condition, ...]]]:
        # A letter has many; it comes out of another process.
        return OrderLine, (self.number, self.text, self.soft, self.when)


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its verb, what stood behind it, and the lines of its block if it has one."""

    number: int
    verb: str
    rest: str = ""
    body: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A filled order form. `stems`: only lines that begin like one of the form's own are orders (a quoted form)."""

    game: str
    seat: str
    key: str
    lines: tuple[OrderLine, ...]
    quoted: bool


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a letter for one seat of one game (None: as the envelope says)."""

    game: str | None = None
    seat: str | None = None
    token: str | None = None
    window: str | None = None
    later: str | None = None
    lines: tuple[OrderLine, ...] = ()
    commands: tuple[Command, ...] = ()
    form: bool = False

    @property
    def says_something(self) -> bool:
        """Whether there is anything to act upon."""
        return bool(self.lines or self.commands)


@dataclass(frozen=True, slots=True)
class Reading:
    """A letter as read: its sections, what is wrong with its structure, and whether it said anything at all."""

    sections: tuple[Section, ...]
    faults: tuple[tuple[str, str], ...] = ()
    """(the line, a code) for what could not be made sense of as structure: an ENDIF without IF."""
    ended: bool = False

    @property
    def commands(self) -> tuple[Command, ...]:
        """Every command of every section."""
        return tuple(command for section in self.sections for command in section.commands)

    @property
    def lines(self) -> tuple[OrderLine, ...]:
        """Every order line of every section."""
        return tuple(line for section in self.sections for line in section.lines)


# verb -> what may stand behind it, as a pattern for the rest of the line. A line that does not fit is no command.
_ALONE = r"\W*"
_NAME = r"[\w.-]{1,40}"
_ANY = r".{0,200}"
VERBS: dict[str, str] = {
    "help": rf"(?:{_NAME})?\W*",
    "status": rf"(?:{_NAME})?\W*",
    "orders": _ALONE,
    "clear": _ALONE,
    "report": r"(?:\d{1,5}|last)?\W*",
    "map": r"(?:\d{1,5})?\W*",
    "rules": rf"(?:{_NAME}){{0,1}}(?: {_NAME})?\W*",
    "games": _ALONE,
    "join": _ANY,
    "resign": rf"(?:{_NAME})?\W*",
    "wait": _ALONE,
    "ready": _ALONE,
    "standing": r"[^:]{1,40}:.{0,300}|.{0,40}",
    "vote": r"(?:draw|concede|no|none|yes|cancel|rerun).{0,120}",
    "absent": r"(?:from )?.{4,60}",
    "observe": rf"{_NAME}\W*",
    "takeover": _ANY,
    "password": _ANY,
    "diary": _ANY,
    "set": r"(?:zone|timezone|text|map|digest|pgp|name|reports|mail|press|address).{0,160}",
    "players": _ALONE,
    "history": r".{0,80}",
    "confirm": r"\S{4,80}",
    "stop": _ALONE,
}
# Lines that mean the same as another. The first that fits is taken.
_ALIASES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.I), meaning)
    for pattern, meaning in (
        (r"^set wait\W*$", "wait"),
        (r"^(?:set )?no ?wait\W*$|^set ready\W*$", "ready"),
        (r"^set draw\b\s*(.{0,80})$", r"vote draw \1"),
        (r"^(?:set )?no ?draw\W*$", "vote no"),
        (r"^set (?:concede|concession)\b\s*(?:to )?(.{0,80})$", r"vote concede \1"),
        (r"^(?:set )?no ?concede\W*$", "vote no"),
        (r"^draw\W*$|^i (?:vote|propose) (?:for )?a draw\W*$", "vote draw"),
        (r"^concede(?: to)? (.{1,80})$", r"vote concede \1"),
        (r"^set abs(?:ence|ent)? (.{4,60})$|^absence (.{4,60})$", r"absent \1\2"),
        (
            r"^(?:list|summary|whogame|status of)\b\s*(?:of )?(?!games\b|orders\b)(\S{0,40})\s*(?:brief|full)?$",
            r"status \1",
        ),
        (r"^history\b.{0,80}$", r"report"),
        (r"^get (?:help|info|index|guide)\W*$|^info\W*$|^\?$|^commands?\W*$", "help"),
        (r"^get (?:rules|house\.?rules)\W*(\S{0,40})$", r"rules \1"),
        (r"^get map\W*$|^send (?:me )?(?:the )?map\W*$", "map"),
        (r"^get report\W*$|^(?:re-?send|send) (?:me )?(?:the )?(?:last )?report\W*$|^results?\W*$", "report"),
        (r"^(?:withdraw|i resign|quit(?: game)?)\W*$", "resign"),
        (r"^(?:my orders\??|show orders|list orders|what do i have in\??)\W*$", "orders"),
        (r"^(?:clear|cancel|delete|forget|remove) (?:all |my )?(?:all )?orders\W*$|^reset\W*$", "clear"),
        (r"^list(?: games)?\W*$|^open games\W*$", "games"),
        (r"^who(?:is)?\W*$", "players"),
        (r"^set (?:time ?zone|tz) (\S{2,40})\W*$", r"set zone \1"),
        (r"^set absence(?:s)?\W*$", "status"),
        (r"^sign ?up (.{1,120})$|^register (.{1,120})$", r"join \1\2"),
    )
)
_SIGN_ON = re.compile(r"(?i)^sign ?on\s+(\S{1,40})(?:\s+(\S{1,60}))?\s*$")
_END = re.compile(r"(?i)^(?:end|sign ?off|end of orders|end orders)\W*$")
_PRESS = re.compile(
    r"(?i)^(?:(?:postal |grey |fake |white )?press|message)\s+to\s+(.{1,160}?)\s*:?\s*$|^(broadcast)\b\s*(?:fake)?\W*$"
)
_END_PRESS = re.compile(r"(?i)^end ?(?:press|broadcast|of press|message)\W*$")
_FORECAST = re.compile(r"(?i)^(?:forecast|what ?if|preview)\W*$")
_DIARY = re.compile(r"(?i)^diary\W*$")
_END_DIARY = re.compile(r"(?i)^end ?diary\W*$")
_STATEMENT = re.compile(r"(?i)^(?:closing |eog |end[- ]of[- ]game )?statement\W*$")
_END_STATEMENT = re.compile(r"(?i)^end ?(?:of )?statement\W*$")
_END_ANY = re.compile(r"(?i)^end(?: ?(?:forecast|what ?if|preview))?\W*$")
_BLOCKS = (
    (_PRESS, _END_PRESS, "press"), (_FORECAST, _END_ANY, "forecast"), (_DIARY, _END_DIARY, "diary"),
    (_STATEMENT, _END_STATEMENT, "statement"),
)  # fmt: skip
_IF = re.compile(r"(?i)^if\s+(.{2,160}?)\s*(?::|then)?\s*$")
_IF_THEN = re.compile(r"(?i)^if\s+(.{2,160}?)\s+then:?\s+(\S.*)$")
# An `else` behind a comma belongs to the order before it, in games whose orders have one.
_THEN_ELSE = re.compile(r"(?i)(?<![,;])\s+else:?\s+|(?-i:[,;]?\s+ELSE:?\s+)")
_ELSE = re.compile(r"(?i)^else\W*$")
_ELSE_IF = re.compile(r"(?i)^(?:else ?if|elif|elsif)\s+(.{2,160}?)\s*(?::|then)?\s*$")
_ENDIF = re.compile(r"(?i)^end ?if\W*$")
_PHASE = re.compile(r"(?i)^(?:phase|for)\s+(.{2,60}?)\s*:?\s*$")
_END_PHASE = re.compile(r"(?i)^end ?phase\W*$")
_GAME = re.compile(r"(?i)^(?:game|in game)\s*[: ]\s*([a-z0-9][a-z0-9-]{0,31})\W*$")
_SEAT = re.compile(r"(?i)^(?:seat|power|as)\s*[: ]\s*(.{1,40}?)\W*$")
_TOKEN = re.compile(r"(?i)^(?:token|password|key)\s*[: ]\s*(\S{4,80})\s*$")
_FORM = re.compile(r"(?i)^orders\s+([a-z0-9][a-z0-9-]{0,31})\s+([a-z0-9][a-z0-9-]{0,31})\s+([a-z0-9-]{2,120})\s*$")
_END_FORM = re.compile(r"(?i)^end ?orders\W*$")
_FILLING = re.compile(re.escape(BLANK) + "|_{3,}")


def command_of(line: str, number: int) -> Command | None:
    """The command this line is, or None."""
    line = line.strip()
    for pattern, meaning in _ALIASES:
        found = pattern.match(line)
        if found:
            line = found.expand(meaning).strip()
            break
    verb, _, rest = line.partition(" ")
    verb, rest = verb.lower().rstrip(".!:,?"), rest.strip()
    pattern_of = VERBS.get(verb)
    if pattern_of is None or not re.fullmatch(pattern_of, rest, re.I):
        return None
    if verb in ("join", "takeover", "password", "diary") and not rest:
        return None
    return Command(number, verb, re.sub(r"\s+", " ", rest).rstrip(" ."))


@dataclass
class _Reader:
    """The state of reading: which section, which block, which conditions."""

    sections: list[Section] = field(default_factory=list)
    now: Section = field(default_factory=Section)
    when: list[tuple[Condition, ...]] = field(default_factory=list)
    """A block each: its condition, and before it those that an ELSE IF has left behind."""
    faults: list[tuple[str, str]] = field(default_factory=list)
    count: int = 0
    outside: int = 0
    """How many conditions were open before the PHASE block at hand."""

    def turn(self, **change: object) -> None:
        """Begin a new section that keeps what is not changed."""
        if self.now.says_something:
            self.sections.append(self.now)
        # A condition of one game means nothing in another; what begins in a PHASE block ends with it.
        depth = 0 if {"game", "seat"} & set(change) else self.outside if change.get("later", "") is None else None
        if depth is not None and len(self.when) > depth:
            self.faults.append(("IF", "if-not-ended"))
            del self.when[depth:]
        if change.get("later"):
            self.outside = len(self.when)
        self.now = replace(self.now, lines=(), commands=(), form=False, **change)  # type: ignore[arg-type]

    def order(self, number: int, text: str, soft: bool) -> None:
        self.now = replace(self.now, lines=(*self.now.lines, OrderLine(number, text, soft, self.conditions)))

    @property
    def conditions(self) -> tuple[Condition, ...]:
        """All that must be so for the lines at hand."""
        return tuple(condition for block in self.when for condition in block)

    def otherwise(self) -> None:
        """The block at hand goes on with what counts when its condition does not hold."""
        *before, last = self.when.pop()
        self.when.append((*before, Condition(last.text, not last.holds)))

    def command(self, command: Command) -> None:
        if self.when:
            # A command is carried out at once, whatever any seat sees: it must not look as if it waited.
            self.faults.append((f"{command.verb.upper()} {command.rest}".strip(), "command-under-an-if"))
            return
        self.count += 1
        if self.count <= MOST_COMMANDS:
            self.now = replace(self.now, commands=(*self.now.commands, command))
        elif self.count == MOST_COMMANDS + 1:
            self.faults.append((command.verb, "too-many-commands"))


def read(lines: Sequence[TextLine], subject: str = "") -> Reading:
    """A letter's lines as sections. A quoted order form counts only when nothing else in the letter is an order."""
    own = [(number, line) for number, line in enumerate(lines, 1) if not line.quoted]
    reader = _Reader()
    ended = _read_own(own, reader)
    reader.turn()
    sections = tuple(reader.sections)
    hard = any(not line.soft for section in sections for line in section.lines)
    if not hard:
        quoted = forms([(number, line.text) for number, line in enumerate(lines, 1) if line.quoted])
        if quoted:
            sections = (
                *(replace(section, lines=()) for section in sections if section.commands),
                *(
                    Section(form.game, form.seat, window=form.key, lines=form.lines, form=True)
                    for form in quoted
                    if form.lines
                ),
            )
    return Reading(sections, tuple(reader.faults), ended)


def _read_own(own: Sequence[tuple[int, TextLine]], reader: _Reader) -> bool:
    place = 0
    outside: tuple[str | None, str | None, str | None] | None = None
    while place < len(own):
        number, line = own[place]
        raw = line.text
        text = without_number(plain(raw))
        place += 1
        if not text:
            continue
        form = _FORM.match(text)
        if form:
            outside = (reader.now.game, reader.now.seat, reader.now.window)
            reader.turn(game=form[1].lower(), seat=form[2].lower(), window=form[3].lower())
            reader.now = replace(reader.now, form=True)
            continue
        if outside is not None and _END_FORM.match(text):
            reader.turn(game=outside[0], seat=outside[1], window=outside[2])
            outside = None
            continue
        if _END.match(text):
            return True
        for opens, closes, verb in _BLOCKS:
            found = opens.match(text)
            if found:
                body: list[str] = []
                while place < len(own) and not closes.match(plain(own[place][1].text)):
                    body.append(own[place][1].text)
                    place += 1
                place += 1
                to = next((group for group in found.groups() if group), "") if found.groups() else ""
                rest = "all" if to.lower() == "broadcast" else to
                reader.command(Command(number, verb, rest, tuple(body)))
                break
        else:
            _one_line(number, text, line, reader)
    if reader.when:
        reader.faults.append(("IF", "if-not-ended"))
    return False


def _one_line(number: int, text: str, line: TextLine, reader: _Reader) -> None:
    """A line that stands for itself."""
    sign_on = _SIGN_ON.match(text)
    if sign_on:
        # The older judges write the power's letter before the game's name; both readings are tried by the envelope.
        reader.turn(game=sign_on[1].lower(), token=sign_on[2])
        return
    for pattern, what in ((_GAME, "game"), (_SEAT, "seat"), (_TOKEN, "token")):
        found = pattern.match(text)
        if found:
            reader.turn(**{what: found[1].strip() if what == "token" else found[1].strip().lower()})
            return
    phase = _PHASE.match(text)
    if phase and (
        text.lower().startswith("phase") or re.search(r"\d{3,4}|retreat|build|adjust|movement|bid|brand", text)
    ):
        reader.turn(later=phase[1])
        return
    if _END_PHASE.match(text):
        reader.turn(later=None)
        return
    whole = _IF_THEN.match(text)
    if whole:
        reader.when.append((_condition(whole[1]),))
        branches = _THEN_ELSE.split(re.sub(r"(?i)\s+end ?if\W*$", "", whole[2]), maxsplit=1)
        for branch in branches:
            _one_line(number, branch.strip(), replace(line, text=branch.strip()), reader)
            reader.otherwise()
        reader.when.pop()
        return
    condition = _IF.match(text)
    if condition:
        if len(reader.when) >= DEEPEST_IF:
            reader.faults.append((text, "if-too-deep"))
        reader.when.append((_condition(condition[1]),))
        return
    again = _ELSE_IF.match(text)
    if again or _ELSE.match(text):
        if not reader.when:
            reader.faults.append((text, "else-without-if"))
            if again:
                reader.when.append((_condition(again[1]),))
            return
        reader.otherwise()
        if again:
            reader.when.append((*reader.when.pop(), _condition(again[1])))
        return
    if _ENDIF.match(text):
        if reader.when:
            reader.when.pop()
        else:
            reader.faults.append((text, "endif-without-if"))
        return
    if _FILLING.search(text):
        return
    command = command_of(text, number)
    if command is not None:
        reader.command(command)
        return
    reader.order(number, line.text, line.soft)


def _condition(said: str) -> Condition:
    """A condition without the NOT before it; among several the NOT is the first one's alone."""
    negated = re.match(r"(?i)^not\s+(.*)$", said)
    if negated and not re.search(r"(?i)\s(?:and|or)\s", said):
        return Condition(negated[1], False)
    return Condition(said)


def forms(lines: Sequence[tuple[int, str]]) -> tuple[Form, ...]:
    """The order forms in quoted lines, with the lines that were filled in."""
    found: list[Form] = []
    head: re.Match[str] | None = None
    rows: list[OrderLine] = []
    for number, raw in lines:
        text = re.sub(r"^[>|\s]+", "", plain(raw))
        opens = _FORM.match(text)
        if opens:
            head, rows = opens, []
            continue
        if head is None:
            continue
        if _END_FORM.match(text):
            found.append(Form(head[1].lower(), head[2].lower(), head[3].lower(), tuple(rows), True))
            head = None
            continue
        if text and not _FILLING.search(text):
            rows.append(OrderLine(number, text))
    return tuple(found)


def filled(lines: Sequence[OrderLine], form_lines: Sequence[str]) -> tuple[OrderLine, ...]:
    """Of a quoted form's lines, those that begin like a line of the form itself: only they were filled in.

    A mail program that wraps what it quotes leaves halves of lines behind; they are nobody's order.
    """
    stems = [plain(line.split(BLANK, 1)[0]).lower() for line in form_lines]
    kept = []
    for line in lines:
        text = plain(line.text).lower()
        if any(text.startswith(stem) and text != stem for stem in stems):
            kept.append(line)
    return tuple(kept)
