"""JSON lines in, JSON lines out, in constant memory; and comparison with an archive's own next phases."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.batch.lines import Batch
from judge.batch.shape import BadLine

EXPECTED = {"next_units": "units", "next_dislodged": "dislodged", "next_centers": "centers", "next_phase": "next_phase"}


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number of JSON")


_decode = json.JSONDecoder(parse_constant=_no_number).raw_decode
_encode = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(", ", ": ")).encode


def answers(batch: Batch, lines: Iterable[str], *, first: int = 1, reasons: bool = True) -> Iterator[tuple[str, bool]]:
    """One answer for each line, the first of them with this number, and whether the line was good."""
    for number, text in enumerate(lines, first):
        try:
            yield batch.text(_object(text), reasons=reasons), True
        except BadLine as error:
            yield _encode({"error": str(error), "line": number}), False
        except Exception as error:
            # The run goes on after any faulty line.
            yield _encode({"error": f"this line cannot be adjudicated ({error!r})", "line": number}), False


def _object(text: str) -> Mapping[str, Any]:
    try:
        value, end = _decode(text if text[:1] == "{" else text.strip())
        if end + 1 < len(text) and text[end:].strip():
            raise ValueError("something follows the object")
    except (ValueError, RecursionError) as error:
        reason = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
        raise BadLine(f"this line is no JSON: {reason}" if text.strip() else "this line is empty") from None
    if not isinstance(value, dict):
        raise BadLine("a line must be one JSON object")
    return value


class Comparison:
    """Lines of an archive against our own results."""

    def __init__(self, batch: Batch, others: Mapping[str, Batch] | None = None) -> None:
        self.batch = batch
        # By other editions, to say which of them an archive follows where it differs.
        self.others = others or {}
        self.classes: Counter[str] = Counter()
        self.compared = 0
        self.differ = 0
        self.bad = 0

    def differences(self, lines: Iterable[str]) -> Iterator[str]:
        """One line for each difference; lines without anything to compare are only adjudicated."""
        for number, text in enumerate(lines, 1):
            try:
                line = _object(text)
                expected = {key: line[key] for key in EXPECTED if line.get(key)}
                found = self.batch.result(
                    {key: value for key, value in line.items() if key not in EXPECTED}, reasons=False
                )
                wanted = {key: _shape(key, value) for key, value in expected.items()}
            except BadLine as error:
                self.bad += 1
                yield _encode({"error": str(error), "line": number})
                continue
            except Exception as error:
                self.bad += 1
                yield _encode({"error": f"this line cannot be compared ({error!r})", "line": number})
                continue
            self.compared += 1
            said = False
            follows = ""
            for key, value in wanted.items():
                ours = _shape(key, found[EXPECTED[key]])
                if ours != value:
                    if not said:
                        follows = self._edition(line, wanted)
                        self.classes[follows] += 1
                    said = True
                    yield _encode(
                        {
                            "line": number,
                            "game": line.get("game"),
                            "phase": line["phase"],
                            "differs": key,
                            "expected": value,
                            "found": ours,
                            "edition": follows,
                        }
                    )
            self.differ += said

    def _edition(self, line: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
        """Another edition whose result agrees with the archive; "none"."""
        phase = {key: value for key, value in line.items() if key not in EXPECTED}
        for name, batch in self.others.items():
            told = batch.result(phase, reasons=False)
            if all(_shape(key, told[EXPECTED[key]]) == value for key, value in wanted.items()):
                return name
        return "none"

    @property
    def by_edition(self) -> str:
        """How many of the differences each other edition explains."""
        return ", ".join(f"{count} as edition {name} has it" for name, count in sorted(self.classes.items()))

    @property
    def summary(self) -> str:
        """`compared N phases, M differ`."""
        return f"compared {self.compared} phases, {self.differ} differ"


def _shape(key: str, value: Any) -> Any:
    """Units and centres without regard to order, without powers that have none, dislodged units left out of units."""
    if key == "next_phase":
        return value
    if not isinstance(value, Mapping) or not all(isinstance(texts, list) for texts in value.values()):
        raise BadLine(f'"{key}" must be an object with a list for each power')
    if not all(isinstance(text, str) for texts in value.values() for text in texts):
        raise BadLine(f'"{key}" must hold texts such as {_encode("PAR" if key == "next_centers" else "A PAR")}')
    keep = {
        str(power).upper(): sorted({str(text).lstrip("*") for text in texts if key != "next_units" or text[:1] != "*"})
        for power, texts in value.items()
    }
    return {power: texts for power, texts in sorted(keep.items()) if texts}
