"""No sentence that anybody reads stands in the code: codes and facts do, and their words in templates/said."""

import ast
import re

import pytest

from judge.report.madeup import facts_taken, sayings
from judge.report.words import SAID, environment, macro_name
from tests.source import Module, modules

WORDS = 4
"""So many words, one of them in small letters, are a sentence."""

LAYERS_EXEMPT = {
    "adjudicator": "asserts what its callers promise; what it says of an order is a code",
    "batch": "answers programs, in lines of JSON",
    "cli": "the command line: its help, its complaints, what it prints for whoever typed the command",
    "drawing": "raises what only a map that cannot be drawn brings about",
    "grammar": "the words that letters are read by, and what is wrong with a file",
    "interop": "what of another program's file was not taken",
    "office": "what mail protocols answer, as they prescribe it",
    "private": "raises what the system says",
    "scenario": "what a scenario expected, for whoever wrote it",
    "shelf": "what is wrong with a file",
    "store": "SQL, and what is wrong with a database",
    "variants": "orders as they are written, the words they are read by, and what fields and options of a file mean",
}
"""Whole layers whose sentences no mail, report or page shows, and why."""

FILES_EXEMPT = {
    "judge.__main__": "what an old Python is told",
    "judge.campaign.config": "the file of a new campaign, with its explanations",
    "judge.campaign.following": "what is wrong with its part of campaign.yaml",
    "judge.campaign.retention": "what is wrong with its part of campaign.yaml",
    "judge.campaign.schema": "a JSON schema",
    "judge.campaign.thread": "what boards write around a post",
    "judge.campaign.web": "what is wrong with its part of campaign.yaml",
    "judge.forum.beacon": "what a beacon's answer lacks, for the log",
    "judge.forum.publish": "what a forum answered; the test post",
    "judge.forum.wire": "what a forum answered",
    "judge.mail.providers": "the mail part of a new campaign's file",
    "judge.mail.send": "what a mail server answered, as it is kept",
    "judge.report.media.facts": "a JSON schema",
    "judge.report.sandbox": "what is wrong with a template",
    "judge.serve.demo": "what scripted players write",
    "judge.serve.door": "what SMTP answers, as the protocol prescribes it",
    "judge.serve.serving": "what is wrong with its part of campaign.yaml",
    "judge.serve.metrics": "what figures mean, for Prometheus",
    "judge.web.asgi": "what whoever begins the server by hand is told",
    "judge.web.door.schema": "a JSON schema",
    "judge.web.guard": "the policy of pages; what is said where no page can be made",
}

KINDS_EXEMPT = {
    "log": "the log of the daemon",
    "complaint": "what is wrong with campaign.yaml or a file beside it",
    "compile": "a pattern",
    "note": "the name of an act on record",
    "on_record": "the name of an act on record",
    "mark_failed": "why a mail failed, as it is kept",
    "_mapping": "what is wrong with campaign.yaml",
    "order_of": "a label of the dice",
    "set_content": "a letter that no person reads",
    "split": "a list of words",
}
"""Calls whose texts are none that a template could word, by name, and why."""

RAISED = {
    "CannotFetch", "CannotSend", "DocumentError", "Hidden", "ImportError", "NoDkim", "NoPgp", "NoSecret", "Overtaken",
    "RuntimeError", "TargetError", "TooMuch", "TypeError", "Undrawn", "UnknownMedium", "ValueError", "WrongPassword",
    "_TooMuch", "NoPdf", "NotUnderstood", "Refused", "error",
}  # fmt: skip
"""What is raised with a sentence: what is wrong with a file, a password, a server or the code itself."""

NAMES_EXEMPT = {
    "KEYS",
    "SHOWN_ACTS",
    "PUBLIC_ACTS",
    "OF_PERSONS",
    "KEY",
    "EXAMPLES",
    "BY_VOTE",
    "SUBJECT",
    "SOURCE",
    "_SAID",
}
"""Constants: keys of files with what they mean, names of acts, commands as they are written, marks in mails."""


SHORT = {
    "the name of an act or a fact on record": {
        "any anonymous", "send ahead", "sent ahead", "round fixed", "beacon changed", "without player",
        "put off", "awaits the beacon", "seat replaced", "seat removed",
        "mails let go", "mails dropped", "signed up", "press copies", "deadline extended", "put away", "orders in",
        "put back", "mail out", "open files", "mail secret", "all by mail", "letter {} received {}",
        "letter {} received {}, {}", "saved game", "map's shape", "numbers of steps", "game master",
        "game master {} {}", "what if: {}/{}", "a preview of {}, {}", "{} an hour", "{} a day", "do {} release",
        "do {} orders", "do {} set",
    },
    "a part of what is wrong with campaign.yaml, a template or a file": {
        'did you mean "{}"?', ': did you mean "{}"?', "known are {}", "there are {}", "there are: {}",
        "settings of {}", "press_kinds are of {}, not {}",
        ": write it as Europe/Berlin", "{} does not answer: {}", "templates/{} is not there",
        "templates/{}/events.j2 has no macro {}", "templates/{}/{}.j2 has no macro {}", "pip install '{}[{}]'",
    },
    "a title as it is stored; words.yaml has it in other languages": {
        "The whole game", "The game begins", "Start",
    },
    "what players write": {
        "if not", "if so", "in that case", "or else", "it comes to ",
        "i do", "i am", "it is", "that's me",
        "that is me", "it was me", "that was me", "i confirm", "c'est moi", "je confirme", "das bin ich",
        "das war ich", "bin ich", "my neighbours", "my neighbors", "FIX {} of {}", "ABSENT from {} to {}",
        "SITTER {} from {} to {}", "grey postal", "{}, make that {}", "only if", "with herd",
        " so let's ", " but let's ",
    },
    "no words: styles, selectors, a pattern for dates, what a browser is told": {
        "head title", "only screen", "light dark", "MMMEd", "public, max-age=31536000, immutable",
        "const said = {};\n",
    },
    "what stands between posts that a game master pastes": {"\n----- next post -----\n\n"},
}  # fmt: skip
"""Texts that no reader gets, shorter than a sentence, and why."""


def words_in(text: str) -> list[str]:
    """The words of a text, as a reader would count them."""
    return [one for one in text.split() if re.fullmatch(r"[\"'(“]*[A-Za-z][A-Za-z'’-]*[.,:;!?)\"'”]*", one)]


def is_sentence(text: str) -> bool:
    found = words_in(text)
    return len(found) >= WORDS and any(one[0].islower() for one in found)


def is_phrase(text: str, parent: ast.AST | None) -> bool:
    """Two or three words; or one with a capital that is chosen where something else is missing: `alt or "Map"`."""
    found = words_in(text)
    if len(found) == 1:
        return isinstance(parent, ast.BoolOp | ast.IfExp) and found[0][:1].isupper() and not found[0].isupper()
    return 1 < len(found) < WORDS and any(one[0].islower() for one in found)


def text_of(node: ast.AST) -> str | None:
    """A text in the code; what is put into it counts as no word."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return None


def name_of(node: ast.AST) -> str:
    return getattr(node, "attr", "") or getattr(node, "id", "")


def is_exempt(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a text is one of the kinds that stay."""
    if isinstance(parents.get(node), ast.Expr):
        return True  # a docstring
    while node in parents and not isinstance(node, ast.stmt):
        node = parents[node]
        if isinstance(node, ast.Call):
            base = getattr(node.func, "value", None)
            if {name_of(node.func), name_of(base)} & (set(KINDS_EXEMPT) | RAISED):
                return True
        if isinstance(node, ast.JoinedStr):
            return True  # counted as a whole
    if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
        return name_of(node.exc.func) in RAISED
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    return isinstance(node, ast.Assert) or any(name_of(one) in NAMES_EXEMPT for one in targets if one)


def sentences(tree: ast.AST):
    """Every sentence in a module that is none of the kinds that stay: its line, its words."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        text = text_of(node)
        if text is not None and is_sentence(text) and not is_exempt(node, parents):
            yield node.lineno, text


def phrases(tree: ast.AST):
    """Every text in a module that is shorter than a sentence and none of the kinds that stay: its line, its words."""
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        text = text_of(node)
        if text is not None and ";" not in text.strip(";\n") and is_phrase(text, parents.get(node)):
            if not is_exempt(node, parents):
                yield node.lineno, text


def looked_at():
    return [one for one in modules() if one.layer not in LAYERS_EXEMPT and one.name not in FILES_EXEMPT]


def test_no_sentence_stands_in_the_code():
    found = [f"{one.where}:{line}: {text}" for one in looked_at() for line, text in sentences(one.tree)]
    assert not found, "put the words into templates/said and pass facts:\n" + "\n".join(found)


def test_no_shorter_text_stands_in_the_code_that_a_reader_gets():
    known = {text for texts in SHORT.values() for text in texts}
    found = [(one, line, text) for one in looked_at() for line, text in phrases(one.tree)]
    new = [f"{one.where}:{line}: {text}" for one, line, text in found if text not in known]
    assert not new, "put the words into a template, or say in SHORT why nobody reads them:\n" + "\n".join(new)
    assert known <= {text for _, _, text in found}, "what is gone from the code goes from SHORT"


def test_a_shorter_text_is_found():
    said = """def f(alt, name):
        show(alt or "The map", alt or "Map", name or "a mail", "Cc", "NOT READ", Notice("nobody", by="mail/map"))
    """
    assert [text for _, text in phrases(ast.parse(said))] == ["The map", "Map", "a mail"]


def test_every_exemption_is_needed():
    names = {one.name for one in modules()} | {one.layer for one in modules()}
    assert sorted((set(LAYERS_EXEMPT) | set(FILES_EXEMPT)) - names) == []


def test_a_sentence_is_found():
    said = """def f(name):
        'A line of help that is a docstring.'
        tell(f"{name} has resigned from the game.")
        log.info("a letter was read: %s", name)
        raise ValueError("this is not so here")
    """
    assert [line for line, _ in sentences(ast.parse(said))] == [3]


# --- what is said has words -------------------------------------------------------------------------------------------

RAISES = {"refusals": ("NotNow", "NoGame", "RuleError", "BadAddress", "NoRecord", "NoCampaign", "OrdersChanged",
                       "NoHeadings", "Failed"), "unread": ("NotRead",)}  # fmt: skip
KIND_OF = {name: kind for kind, names in RAISES.items() for name in names}


def said_in(module: Module):
    """Every saying whose code stands in a module: the code, the facts where they stand there too, the line."""
    for node in ast.walk(module.tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name, texts = name_of(node.func), [one.value for one in node.args if isinstance(one, ast.Constant)]
        facts = None if any(one.arg is None for one in node.keywords) else {one.arg for one in node.keywords}
        if name == "Saying" and texts:
            given = node.args[1] if len(node.args) > 1 else None
            keys = given.keys if isinstance(given, ast.Dict) else [] if given is None else [None]
            plain = all(isinstance(one, ast.Constant) for one in keys)
            yield texts[0], {one.value for one in keys} if plain else None, node.lineno
        elif name in KIND_OF and texts:
            yield f"{KIND_OF[name]}/{texts[-1]}", facts, node.lineno
        elif (
            name == "say"
            and texts
            and module.layer == "serve"
            and name_of(getattr(node.func, "value", None)) == "answer"
        ):
            yield f"answers/{texts[0]}", facts, node.lineno


def test_every_code_has_words_that_take_its_facts():
    env, wrong, known = environment(), [], {}
    for module in modules():
        for code, facts, line in said_in(module):
            kind, _, name = code.partition("/")
            if kind not in known:
                known[kind] = facts_taken(env, kind)
            taken = known[kind].get(macro_name(name))
            if taken is None:
                wrong.append(f"{module.where}:{line}: templates/{SAID}/{kind}.j2 has no macro {macro_name(name)}")
            elif facts is not None and taken - facts:
                wrong.append(f"{module.where}:{line}: {code} is not given {', '.join(sorted(taken - facts))}")
    assert not wrong, "\n".join(wrong)


def test_all_words_are_shown_with_made_up_facts():
    shown = dict(sayings(None))
    assert shown["said/refusals.j2, no_such_game"].startswith('there is no game "⟨text⟩": did you mean "⟨near⟩"?')
    assert "⟨seat⟩ has resigned." in shown["said/notices.j2, resigned"]
    assert len(shown) > 300


@pytest.mark.parametrize(
    ("own", "trouble"),
    [
        ("{% macro resigned(p) %}{{ p.seat }} went to {{ p.place }}{% endmacro %}", "place"),
        ("{% macro resigned(p) %}{{ p.seat {% endmacro %}", "notices.j2"),
    ],
)
def test_a_wrong_word_of_a_game_masters_own_is_named(tmp_path, own, trouble):
    from judge.report.trial import check

    (tmp_path / SAID).mkdir()
    (tmp_path / SAID / "notices.j2").write_text(own)
    assert any(trouble in one for one in check(tmp_path, ()))


def test_a_game_masters_own_word_is_said_and_the_others_stay(tmp_path):
    from judge.report.saying import Saying, worded

    (tmp_path / SAID).mkdir()
    (tmp_path / SAID / "notices.j2").write_text("{% macro resigned(p) %}{{ p.seat }} rides off.{% endmacro %}")
    assert worded(Saying("notices/resigned", {"seat": "Lazy S"}), tmp_path) == "Lazy S rides off."
    assert worded(Saying("notices/no-player", {"seat": "Lazy S"}), tmp_path) == "Lazy S has no player now."
