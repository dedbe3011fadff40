"""Words are in templates: a sandboxed Jinja environment in which a game's facts become marked text.

A campaign's own templates folder comes first, file by file. Every value a template prints is escaped, so that names and
player text can never become markup; text that templates write themselves is markup.
"""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from judge import shelf
from judge.adjudicator.protocol import AnyGame, Event, Problem, Seat
from judge.grammar.text import folded, plain
from judge.report.gazette import Issue, flowing
from judge.report.languages import (
    ENGLISH,
    after,
    as_told,
    book,
    called,
    commanded,
    counting,
    day_in,
    day_said,
    hinted,
    hour_in,
    language_now,
    listing,
    moment_here,
    moment_in,
    span_said,
    spelling,
    titled,
    weekday,
)
from judge.report.news import FEW
from judge.report.sandbox import Compiled, Sandbox, SparingSandbox, TemplateTrouble, allowance, trouble

SAID = "said"
"""The folder of the words of sayings."""

_SPECIAL = re.compile(r"[&<>\"'*_`#|\[\]\\~!]|^[-+=:\s]+|^\d+[.)](?=\s)")


def entities(value: object) -> Markup:
    """A value as text that can contain no markup; line breaks become spaces."""
    if hasattr(value, "__html__"):
        return Markup(value)
    text = " ".join(str(value).splitlines()) if value is not None else ""
    if not text.strip():
        return Markup("")
    return Markup(_SPECIAL.sub(lambda found: "".join(f"&#{ord(sign)};" for sign in found[0]), text))


def verbatim(value: object) -> Markup:
    """Several lines for a fenced block: escaped, their spaces and line ends kept."""
    return Markup(re.sub(r"[&<>`]", lambda found: f"&#{ord(found[0])};", str(value)))


def count(number: int, one: str, many: str | None = None) -> str:
    """`2|count("gang")` is `2 gangs`."""
    return f"{number} {one if number == 1 else many or one + 's'}"


_SPELLED = tuple("Nothing One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split())


def spelled(said: object) -> str:
    """`2 gangs` as a headline begins: `Two gangs`."""
    number, _, rest = str(said).partition(" ")
    word = _SPELLED[int(number)] if number.isdigit() and int(number) < len(_SPELLED) else number
    return f"{word} {rest}" if rest else word


def listed(items: Iterable[object], last: str = "and") -> str:
    """`a, b and c`."""
    said = [str(item) for item in items]
    if len(said) < 2:
        return "".join(said)
    return f"{', '.join(said[:-1])} {last} {said[-1]}"


def tally(items: Iterable[object], join: Callable[[Iterable[str]], str] = listed) -> str:
    """`2 × a, b and c`: each once, in order, with how many there are."""
    counts = Counter(sorted(str(item) for item in items))
    return join(f"{many} × {item}" if many > 1 else item for item, many in counts.items())


def environment(own: Path | None = None, language: str | None = None) -> Sandbox:
    """The environment for a campaign with its own templates folder, or for none, in a language (the reader's)."""
    return _environment(own, language or language_now())


def _loader(folders: Sequence[Path], language: str) -> jinja2.BaseLoader:
    """A template in its language, else in English; `en/NAME` is the English one whatever the language."""
    english = jinja2.FileSystemLoader([str(folder) for folder in folders])
    if language == ENGLISH:
        return english
    own = jinja2.FileSystemLoader([str(folder / language) for folder in folders])
    return jinja2.ChoiceLoader([own, english, jinja2.PrefixLoader({ENGLISH: english})])


@cache
def _compiled(sandbox: type[Sandbox], language: str) -> Compiled:
    """The templates compiled for this language: filters may already be in the code."""
    return Compiled()


@cache
def _environment(own: Path | None, language: str) -> Sandbox:
    folders = [folder for folder in (own, shelf.shipped("templates")) if folder is not None and folder.is_dir()]
    # Shipped templates are known to end, and pay for nothing.
    sandbox = SparingSandbox if len(folders) > 1 else Sandbox
    env = sandbox(
        loader=_loader(folders, language),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=entities,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled(sandbox, language),
    )
    # Shared, so that a template is compiled once; a context variable says whose words are used. Without a game (a
    # template looked at alone) things keep their ids.
    env.filters["name"] = lambda key: _asked("name", key)
    env.filters["seat_name"] = lambda seat: _asked("seat_name", seat)
    env.filters["with_player"] = lambda seat: _asked("with_player", seat)
    env.filters["order"] = lambda order, seat: _asked("order", order, seat)
    env.globals["say"] = lambda event: _speaking.get().say(event)
    env.globals["headline"] = lambda code, group: _speaking.get().headline(code, group)
    env.globals["story"] = lambda code, group: _speaking.get().story(code, group)
    env.globals["headline_in"] = lambda issue: _speaking.get().headline_in(issue)
    env.globals["item"] = lambda code, group: _speaking.get().item(code, group)
    env.globals["game"] = _Named()
    env.globals["language"] = language
    env.filters["titled"] = titled
    env.filters["after"] = after
    env.filters["hinted"] = hinted
    env.filters["command"] = commanded
    env.filters["dated"] = dated
    env.filters["moment"] = _of_stored(moment_in)
    env.filters["moment_here"] = _of_stored(moment_here)
    env.filters["hour"] = _of_stored(hour_in)
    env.filters["day_of"] = _of_stored(day_in)
    env.filters["day"] = _of_stored(day_said)
    env.filters["span"] = _of_stored(span_said)
    env.filters["weekdays"] = lambda days: [_of_stored(weekday)(day) for day in days]
    env.filters["count"] = count
    env.filters["listed"] = listed
    env.filters["spelled"] = spelled
    env.filters["tally"] = tally
    if language != ENGLISH:
        join = listing(language)
        env.filters["count"] = counting(language)
        env.filters["listed"] = join
        env.filters["spelled"] = spelling(language)
        env.filters["tally"] = lambda items: tally(items, join)
    env.filters["verbatim"] = verbatim
    env.filters["flowing"] = flowing
    env.filters["said"] = in_words
    env.filters["ending"] = ending
    env.filters["once"] = once
    if isinstance(env, SparingSandbox):
        env.tighten()
    return env


@jinja2.pass_environment
def in_words(env: jinja2.Environment, said: Any) -> str:
    """A saying, or one as it comes from JSON, in words. A sentence missing in a game master's own file comes from ours;
    one missing in the reader's language is English."""
    if isinstance(said, str):
        return said
    code, facts = (said["code"], said["facts"]) if isinstance(said, Mapping) else (said.code, said.facts)
    kind, _, name = str(code).partition("/")
    for file, place in _files(env, f"{SAID}/{kind}.j2"):
        try:
            with allowance():
                macro = getattr(place.get_template(file).module, macro_name(name), None)
                if callable(macro):
                    return html.unescape(str(macro(facts))).strip()
        except jinja2.TemplateNotFound as missing:
            if missing.name != file or file == f"{SAID}/{kind}.j2":
                raise trouble(missing, file) from missing
        except Exception as error:
            raise trouble(error, f"{file}, macro {macro_name(name)}") from error
    raise TemplateTrouble(f"templates/{SAID}/{kind}.j2 has no macro {macro_name(name)}")


def once(sentence: str, line: str, this: str) -> str:
    """A sentence that begins with the line it is about, where that line is quoted beside it: `This was not …`."""
    for opens, ends in _QUOTES:
        said, found, rest = sentence.removeprefix(opens).partition(ends)
        if sentence.startswith(opens) and found and said.strip(_SIGNS) == plain(line).strip(_SIGNS):
            return this + rest
    return sentence


_QUOTES = (('"', '"'), ("„", "“"), ("«\u00a0", "\u00a0»"), ("« ", " »"), ("“", "”"))
_SIGNS = " .,;:!?-*()"


def _of_stored(filter_: Callable[..., str]) -> Callable[..., str]:
    """A filter for stored figures; anything else (a made-up fact) stays."""

    def said(value: Any, *more: str) -> str:
        try:
            return filter_(value, *more)
        except (TypeError, ValueError):
            return str(value)

    return said


@jinja2.pass_environment
def dated(env: jinja2.Environment, said: Any) -> str:
    """A moment in words: a saying, or what an older version stored in English."""
    return as_told(said) if isinstance(said, str) else in_words(env, said)


def _files(env: jinja2.Environment, name: str) -> list[tuple[str, jinja2.Environment]]:
    """The possible files for some words, the reader's language first: in each, a game master's own before ours."""
    language, ours = language_now(), environment(None, ENGLISH)
    if language == ENGLISH:
        return [(name, env), (name, ours)]
    local = f"{language}/{name}"
    return [(local, env), (local, environment()), (f"{ENGLISH}/{name}", env), (name, ours)]


def macro_name(code: str) -> str:
    """A code as the name of its macro: `unknown-space` is `unknown_space`."""
    return code.replace("-", "_")


@jinja2.pass_environment
def ending(env: jinja2.Environment, reason: str) -> str:
    """Why a game ended, in words; a game master's own words stay."""
    code = macro_name(reason)
    if any(code in macros_in(place, "endings", file.rpartition("/")[0]) for file, place in _files(env, _ENDINGS)):
        return in_words(env, {"code": f"endings/{reason}", "facts": {}})
    # A code that has no words yet is one word.
    return reason if " " in reason else reason.replace("-", " ")


_ENDINGS = f"{SAID}/endings.j2"
_speaking: ContextVar[Words] = ContextVar("speaking")


def _asked(what: str, *values: object) -> str:
    """A filter's answer from the game whose words are used."""
    speaking = _speaking.get(None)
    return called(values[0]) if speaking is None else str(getattr(speaking, what)(*values))


class _Named:
    """The game whose words are used, as templates know it."""

    @property
    def key(self) -> str:
        """The game's id."""
        return _speaking.get().game.key

    @property
    def title(self) -> str:
        """The game's name."""
        return _speaking.get().game.title


class Words:
    """A game's words: events, problems and whole reports, in marked text.

    `players`: display names by seat. `state`: the state for which orders were written (before the step).
    """

    def __init__(
        self,
        game: AnyGame,
        state: Any = None,
        players: Mapping[Seat, str] | None = None,
        own: Path | None = None,
    ) -> None:
        self.game = game
        self.state = state
        self.players = dict(players or {})
        self.language = language_now()
        self.env = environment(own)
        self._english = environment(own, ENGLISH)
        self._seat_names = {seat.id: seat.name for seat in game.seats}

    def name(self, key: object) -> str:
        """The name in prose of a space, card or kind."""
        return self._local(self.game.names.get(str(key), self._seat_names.get(Seat(str(key)), str(key))))

    def _local(self, name: str) -> str:
        """A name as the reader's language has it."""
        spoken = book(self.language)
        return spoken.name_of(self.game.key, name) if spoken else name

    def seat_name(self, seat: object) -> str:
        """A seat's name in prose. Its player's name comes once in a report, not in every sentence."""
        return self._local(self._seat_names.get(Seat(str(seat)), self.game.names.get(str(seat), str(seat))))

    def with_player(self, seat: object) -> str:
        """A seat's name with its player's: `Lazy S (Ann)`."""
        name, player = self.seat_name(seat), self.players.get(Seat(str(seat)), "")
        return f"{name} ({player})" if player and folded(player) != folded(name) else name

    def order(self, order: object, seat: object) -> str:
        """An order's canonical text."""
        if isinstance(order, str):
            return order
        return self.game.write(self.state, Seat(str(seat)), order)

    def say(self, event: Event) -> Markup:
        """An event in its game's words."""
        return self._macro("events", event.code, event)

    def headline(self, code: str, group: Sequence[Event]) -> Markup:
        """The headline for the weightiest kind of event; empty if the game has none."""
        if not self._tells_news(f"head-{code}"):
            return Markup("")
        return self._macro("news", f"head-{code}", group)

    @property
    def has_paper(self) -> bool:
        """Whether the game has a paper of its own."""
        return self._module(self.game.key, "gazette", self._english) is not None

    def headline_in(self, issue: Issue) -> Markup:
        """The headline of a paper, in other words than the last issue's."""
        code = f"head-{issue.code}-{issue.headline}"
        if issue.headline and self._tells_news(code, "gazette"):
            return self._macro("gazette", code, issue.lead)
        if issue.headline and self._tells_news("plain", "gazette"):
            return self._macro("gazette", "plain", issue.plain)
        return self.headline(issue.code, issue.lead) or self.say(issue.lead[0])

    def story(self, code: str, group: Sequence[Event]) -> Markup:
        """The same as a paper tells it, where it has words of its own."""
        own = f"story-{code}"
        return self._macro("gazette", own, group) if self._tells_news(own, "gazette") else self.item(code, group)

    def item(self, code: str, group: Sequence[Event]) -> Markup:
        """A few events one after the other; for more, or for kinds that are always told briefly, one sentence."""
        brief = self._brief(code, group)
        return self._macro("news", brief, group) if brief else Markup(" ").join(self.say(event) for event in group)

    def tells_all(self, code: str, group: Sequence[Event]) -> bool:
        """Whether the item for these events says each of them in full."""
        brief = self._brief(code, group)
        if not brief:
            return len(group) <= FEW
        return code in getattr(self._teller(brief), "whole", ())

    def _brief(self, code: str, group: Sequence[Event]) -> str:
        kinds = ("brief", "many") if len(group) > FEW else ("brief",)
        return next((f"{kind}-{code}" for kind in kinds if self._tells_news(f"{kind}-{code}")), "")

    def _tells_news(self, code: str, kind: str = "news") -> bool:
        return self._teller(code, kind) is not None

    def _teller(self, code: str, kind: str = "news") -> object:
        """The file that has words for it, or None. Its `whole`: the kinds for which one sentence for many tells all."""
        modules = (self._module(folder, kind, env) for folder, env in self._files(self.game.key))
        return next((one for one in modules if callable(getattr(one, macro_name(code), None))), None)

    def problem(self, problem: Problem) -> str:
        """A problem as a plain sentence."""
        return _plainly(self._macro("problems", problem.code, dict(problem.detail)))

    def sentence(self, event: Event) -> str:
        """An event as a plain sentence, without marks."""
        return _plainly(self.say(event))

    def marked(self, template: str, **values: object) -> str:
        """A whole template as marked text."""
        mark = _speaking.set(self)
        try:
            return self.env.get_template(template).render(**values)
        finally:
            _speaking.reset(mark)

    def has(self, kind: str, code: str) -> bool:
        """Whether there is a macro for a code."""
        return any(macro_name(code) in macros_in(env, kind, folder) for folder, env in self._where())

    def _where(self) -> Sequence[tuple[str, Sandbox]]:
        """The places of a sentence: the game's own files before the common ones, each in the reader's language and then
        in English."""
        return [one for folder in (self.game.key, "common") for one in self._files(folder)]

    def _files(self, folder: str) -> Sequence[tuple[str, Sandbox]]:
        local = ((f"{self.language}/{folder}", self.env),) if self.env is not self._english else ()
        return (*local, (folder, self._english))

    def _module(self, folder: str, kind: str, env: Sandbox) -> object:
        """The macros of one file, made within the templates' budget; None if there is no such file."""
        try:
            with allowance():
                return env.get_template(f"{folder}/{kind}.j2").module
        except jinja2.TemplateNotFound:
            return None
        except Exception as error:
            raise trouble(error, f"{folder}/{kind}.j2") from error

    def _macro(self, kind: str, code: str, value: object) -> Markup:
        """The macro for a code: the game's own file first, then the one common to all games."""
        for folder, env in self._where():
            macro = getattr(self._module(folder, kind, env), macro_name(code), None)
            if callable(macro):
                mark = _speaking.set(self)
                try:
                    with allowance():
                        return Markup(str(macro(value)).strip())
                except Exception as error:
                    raise trouble(error, f"{folder}/{kind}.j2, macro {macro_name(code)}") from error
                finally:
                    _speaking.reset(mark)
        raise TemplateTrouble(f"templates/{self.game.key}/{kind}.j2 has no macro {macro_name(code)}")


def _plainly(marked: str) -> str:
    """A marked sentence without its marks."""
    from judge.report.blocks import Paragraph, parse
    from judge.report.blocks import words as plain_words

    return " ".join(plain_words(block.spans) for block in parse(marked) if isinstance(block, Paragraph))


def macros_in(env: jinja2.Environment, kind: str, folder: str) -> set[str]:
    """The names of the macros in one file; none where there is no such file."""
    try:
        with allowance():
            module = env.get_template(f"{folder}/{kind}.j2").make_module({})
    except jinja2.TemplateNotFound:
        return set()
    except Exception as error:
        raise trouble(error, f"{folder}/{kind}.j2") from error
    return {name for name, value in vars(module).items() if callable(value) and not name.startswith("_")}
