"""What a case expects of an answer: only the keys that it names are compared, and a list must be equal.

``broken`` and a breach's ``clauses`` are clause ids. ``has`` wants an option with that lineup and those facts,
``lacks`` none with that lineup, ``removals`` just these players in any order, ``has_breaches`` breaches among others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from advisor.answers import advise, verify
from advisor.audit import audit
from advisor.match import Match
from advisor.play import asks

Ask = Mapping[str, Any]


_LINEUPS: Mapping[str, Callable[[Match, Ask], Any]] = {
    "advise": lambda match, ask: advise(match, ask["team"], limit=None),
    "verify": lambda match, ask: verify(match, ask["team"], ask["lineup"]),
    "audit": lambda match, ask: audit(match),
}


def ask_engine(match: Match, ask: Ask) -> dict[str, Any]:
    """The answer to one question of a case, as JSON values; advice has all its options."""
    if ask["do"] in _LINEUPS:
        answer: dict[str, Any] = _LINEUPS[ask["do"]](match, ask).model_dump(mode="json", by_alias=True)
        return answer
    return asks.ANSWERS[ask["do"]](match, ask)


def find_mismatches(ask: Ask, answer: Mapping[str, Any]) -> list[str]:
    """What of the answer is not as the question expects it, one sentence each; empty where all is."""
    found = _plain(answer)
    problems = list(_differences(ask.get("expect", {}), found, ""))
    options = found.get("options", [])
    for wanted in ask.get("has", []):
        facts = wanted if isinstance(wanted, Mapping) else {"lineup": wanted}
        same = [option for option in options if option["lineup"] == facts["lineup"]]
        if not any(not list(_differences(facts, option, "")) for option in same):
            problems.append(f"no option is {dict(facts)}; those with that lineup: {same}")
    for lineup in ask.get("lacks", []):
        problems += [f"an option is {option}" for option in options if option["lineup"] == lineup]
    if "removals" in ask:
        players = sorted(removal["player"] for removal in found["removals"])
        problems += _differences(sorted(ask["removals"]), players, "removals")
    for wanted in ask.get("has_breaches", []):
        if not any(not list(_differences(wanted, breach, "")) for breach in found["breaches"]):
            problems.append(f"no breach is {wanted}; there are {found['breaches']}")
    return problems


def _plain(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with clause ids in place of the clauses' words."""
    plain = dict(answer)
    if "broken" in plain:
        plain["broken"] = [clause["clause"] for clause in plain["broken"]]
    if "breaches" in plain:
        plain["breaches"] = [
            {**breach, "clauses": [clause["clause"] for clause in breach["clauses"]]} for breach in plain["breaches"]
        ]
    return plain


def _differences(expected: Any, found: Any, where: str) -> Iterator[str]:
    """Differences, keys that are not named left aside in mappings, items of equally long lists one by one."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for key, value in expected.items():
            place = f"{where}.{key}" if where else str(key)
            if key in found:
                yield from _differences(value, found[key], place)
            else:
                yield f"{place} is missing"
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for number, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from _differences(one, other, f"{where}[{number}]")
    elif expected != found or isinstance(expected, bool) != isinstance(found, bool):
        yield f"{where} is {found!r}, expected {expected!r}"
