"""Findings as sentences and as arguments, in English and Spanish.

A sentence is that of the clause in ``data/rulebooks``. In an argument the same is a subordinate clause: where it says a
count, or names several players, it has a pattern of its own with plural forms, else it is the sentence's own words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from advisor.rulebook import Finding, Language, Rulebook
from advisor.situation import PlayerState
from advisor.words import PluralTranslator, plural_translator, translator

_GOALS = {"sum", "limit", "excess", "handicap", "lower", "upper", "cap", "received", "counted", "nearest", "half"}
_NOT_GOALS = {("minus-rated", "limit")}


def say_goals(half: int) -> str:
    """Half goals as people write them: 7, -1, ½, 1½, -½."""
    whole, rest = divmod(abs(half), 2)
    sign = "-" if half < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½"


def say_player(player: PlayerState) -> str:
    """A player as "Ana (1)": name, or id where there is none, and handicap."""
    return f"{player.name or player.id} ({say_goals(player.rated)})"


def say_goals_noun(half: int, language: Language) -> str:
    """Half goals with their noun: "½ goal", "1 goal", "-1 goal", "2½ goals"."""
    ngettext = plural_translator(language)
    return ngettext("{goals} goal", "{goals} goals", half / 2).format(goals=say_goals(half))


def say_decimals(number: Fraction, language: Language) -> str:
    """A number to two decimals at most, exact ties to even: 3.38, in Spanish 3,38."""
    text = f"{float(round(number, 2)):g}"
    return text.replace(".", ",") if language == "es" else text


def say_players(ids: Sequence[str], players: Mapping[str, PlayerState]) -> str:
    """Players as "Ana (1), Ben (3)", in the order given."""
    return ", ".join(say_player(players[player]) for player in ids)


def say_finding(finding: Finding, book: Rulebook, players: Mapping[str, PlayerState], language: Language) -> str:
    """The sentence of a finding. ``players``: those of its team, and of the other where an entry names one."""
    pattern = book.clauses[finding.clause].messages[finding.variant][language]
    return pattern.format_map(_facts_in_words(finding, players))


def say_citation(clause: str, book: Rulebook, language: Language) -> str:
    """The citation of a clause, fit to stand in brackets: its edition without brackets of its own."""
    return re.sub(r" \(([^)]*)\)", r", \1", book.clauses[clause].citation[language])


def say_period_end(period: int, periods: int, language: Language) -> str:
    """What the end of this period hangs on where it may never come (Rule 14); empty before the last regulation one."""
    _ = translator(language)
    if period < periods:
        return ""
    if period == periods:
        return _("This is the last regulation period: its end comes only with overtime, if the match is level then.")
    return _("This is overtime: its end comes only if nobody scores; the first goal ends the match.")


def say_argument(
    findings: Sequence[Finding],
    book: Rulebook,
    players: Mapping[str, PlayerState],
    language: Language,
    conclusion: str,
) -> str:
    """Findings (at least one) as one argument: why it is not legal, by which rules, and what follows.

    ``conclusion`` is a clause in the same language, with neither a capital nor a full stop.
    """
    _ = translator(language)
    citations = [say_citation(finding.clause, book, language) for finding in findings]
    reasons = ""
    for finding, citation, following in zip(findings, citations, [*citations[1:], None], strict=True):
        reason = _say_reason(finding, book, players, language)
        if citation != following:
            reason += f" ({citation})"
        reasons = _("{first}, and because {second}").format(first=reasons, second=reason) if reasons else reason
    return _("Not legal now, because {reasons}, so {conclusion}.").format(reasons=reasons, conclusion=conclusion)


def _facts_in_words(finding: Finding, players: Mapping[str, PlayerState]) -> dict[str, str]:
    words: dict[str, str] = {}
    for name, fact in finding.facts.items():
        if isinstance(fact, tuple):
            words[name] = say_players(fact, players)
        elif isinstance(fact, str):
            words[name] = say_player(players[fact])
        elif name in _GOALS and (finding.clause, name) not in _NOT_GOALS:
            words[name] = say_goals(fact)
        else:
            words[name] = str(fact)
    return words


def _say_reason(finding: Finding, book: Rulebook, players: Mapping[str, PlayerState], language: Language) -> str:
    """A finding as a clause that goes after "because"."""
    words = _facts_in_words(finding, players)
    pattern = _pattern_with_plural(finding, plural_translator(language))
    if pattern is not None:
        return pattern.format_map(words)
    _ = translator(language)
    pattern = book.clauses[finding.clause].messages[finding.variant][language].removesuffix(".")
    if not pattern.startswith("{"):
        pattern = pattern[0].lower() + pattern[1:]
    first, semicolon, second = pattern.partition("; ")
    if semicolon:
        pattern = _("{first} and {second}").replace("{first}", first).replace("{second}", second)
    reason = pattern.format_map(words)
    others = finding.facts.get("players", ())
    if "player" in finding.facts and isinstance(others, tuple) and len(others) > 1:
        also = say_players([player for player in others if player != finding.facts["player"]], players)
        reason = _("{reason} (the same rule bars {players})").format(reason=reason, players=also)
    return reason


def _pattern_with_plural(finding: Finding, ngettext: PluralTranslator) -> str | None:
    """The pattern of a finding that says a count or names any number of players, else ``None``."""

    def number(name: str) -> int:
        fact = finding.facts[name]
        return fact if isinstance(fact, int) else len(fact)

    match finding.clause, finding.variant:
        case "available", _:
            return ngettext("{players} is not here", "{players} are not here", number("players"))
        case "disqualified", _:
            return ngettext(
                "{players} has a red card and is out for the match",
                "{players} have red cards and are out for the match",
                number("players"),
            )
        case "unable-player", _:
            return ngettext("{players} is unable to play", "{players} are unable to play", number("players"))
        case "sit-out", "player":
            return ngettext(
                "{players} is still sitting out two minutes of play",
                "{players} are still sitting out two minutes of play",
                number("players"),
            )
        case "minus-rated", "default":
            return ngettext(
                "the lineup has {count} minus-rated players and this event allows {limit} player",
                "the lineup has {count} minus-rated players and this event allows {limit} players",
                number("limit"),
            )
        case "team-size", "too-many":
            return ngettext(
                "{count} players are too many for {places} place",
                "{count} players are too many for {places} places",
                number("places"),
            )
        case "team-size", "unreplaced":
            return ngettext(
                "{out} able player would go out and {in} would come in",
                "{out} able players would go out and {in} would come in",
                number("out"),
            )
        case "able-player-stays", _:
            return ngettext(
                "{players} is able to go on and is replaced only at the end of the period",
                "{players} are able to go on and are replaced only at the end of the period",
                number("players"),
            )
        case "double-substitution", "two-in":
            return ngettext(
                "in a double substitution at least two come in and here {in} comes in",
                "in a double substitution at least two come in and here {in} come in",
                number("in"),
            )
    return None
