"""A game's options as a GM sets them: known keys, allowed values, the rest by default."""

from __future__ import annotations

from collections.abc import Mapping

from judge.adjudicator.protocol import AnyGame, Option, Preset
from judge.grammar.lexicon import nearest


class OptionError(ValueError):
    """An option that does not exist, or a value it does not take; the sentence says what would."""


def complete_options(game: AnyGame, given: Mapping[str, object]) -> dict[str, str | int | bool]:
    """Every option of the game with its value: the given one, read from text where it is text, else the default."""
    known = {option.key: option for option in game.options}
    for key in given:
        if key not in known:
            near = nearest(key, known)
            hint = f'did you mean "{near}"?' if near else f"the options are: {', '.join(sorted(known)) or 'none'}"
            raise OptionError(f'{game.title} has no option "{key}": {hint}')
    return {key: option_value(option, given[key]) if key in given else option.default for key, option in known.items()}


def preset_named(game: AnyGame, name: str) -> Preset:
    """A preset of the game."""
    known = {preset.key: preset for preset in game.presets}
    if name not in known:
        there = f"there are {', '.join(known)}" if known else "it has none"
        raise OptionError(f'{game.title} has no preset "{name}": {there}')
    return known[name]


def option_value(option: Option, given: object) -> str | int | bool:
    """One value, of the kind the option's default has."""
    if isinstance(option.default, bool):
        text = str(given).lower()
        if text not in ("true", "false", "yes", "no", "on", "off"):
            raise OptionError(f'the option {option.key} is true or false, not "{given}"')
        return text in ("true", "yes", "on")
    if isinstance(option.default, int):
        try:
            number = int(str(given))
        except ValueError:
            raise OptionError(f'the option {option.key} is a whole number, not "{given}"') from None
        if number != option.default and not option.low <= number <= option.high:
            besides = "" if option.low <= option.default <= option.high else f", or is {option.default}"
            raise OptionError(f"the option {option.key} goes from {option.low} to {option.high}{besides}, not {number}")
        return number
    # YAML takes a plain true for a truth value; where yes and no are two choices among others, it means them.
    text = ("yes" if given else "no") if isinstance(given, bool) else str(given)
    if option.values and text not in option.values:
        near = nearest(text, option.values)
        hint = f'did you mean "{near}"?' if near else f"it may be: {', '.join(option.values)}"
        raise OptionError(f'the option {option.key} cannot be "{text}": {hint}')
    return text


def house_rules(game: AnyGame, options: Mapping[str, object]) -> tuple[tuple[str, str, str], ...]:
    """The options that are not the game's default: each with its value, and what it is about."""
    return tuple(
        (option.key, option_said(options[option.key]), option.summary)
        for option in game.options
        if option.key in options and options[option.key] != option.default
    )


def option_said(value: object) -> str:
    """A value as it is written behind the option's name."""
    return str(value).lower() if isinstance(value, bool) else str(value)
