"""A worked example on the page of a match: what happened, by which rule, and the ruling that is expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from advisor.match import Match
from advisor.play import asks
from advisor.ui.parts import address, say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.bars import moment
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import chip, listed, text, write
from advisor.ui.parts.verdict import WORDS
from advisor.ui.sources import Case

_BASES: Mapping[str, str] = {
    "document": mark("stated in the rulebook"),
    "public": mark("a public report"),
    "worked by hand": mark("worked out by hand"),
}


def show_case(case: Case, picture: Picture) -> None:
    """A worked example: its story, its rule and where it stands, and what is expected."""
    _ = words()
    language = chosen_language()
    basis = _(_BASES.get(case.basis, case.basis))
    facts = [
        _("Rule {rule}").format(rule=case.rule),
        _("Source: {source}").format(source=case.source),
        _("Basis: {basis}").format(basis=basis),
    ]
    expected = listed([_expected(ask_of, case.match, picture, _) for ask_of in case.asks], "rows")
    write(
        f'<div class="case"><p class="story">{text(case.story[language])}</p>'
        f'<p class="note">{text(case.id)} · {text(say.joined(facts))}</p>'
        f"<h2>{text(_('Expected ruling'))}</h2>{expected}{_field_link(case, _)}</div>"
    )


def _field_link(case: Case, _: Words) -> str:
    """A link that opens the example on the field, where it is about one."""
    if not any(ask_of["do"] in asks.ANSWERS for ask_of in case.asks):
        return ""
    where = "field?" + urlencode({"case": address.find("case"), "lang": chosen_language()})
    return f'<a class="go" href="{text(where)}">{text(_("Open on the field"))}</a>'


def _expected(asked: Mapping[str, Any], match: Match, picture: Picture, _: Words) -> str:
    """What a worked example expects of one question, in words."""
    language, book = chosen_language(), picture.book
    expect = asked.get("expect", {})

    def titles(clauses: list[str]) -> str:
        return ", ".join(f"{book.clauses[c].title[language]} ({book.clauses[c].citation[language]})" for c in clauses)

    if asked["do"] in asks.ANSWERS:
        return " ".join(map(text, asks.say_answer(match, asked, picture.names, language)))
    if asked["do"] == "audit":
        broken = [*expect.get("breaches", []), *asked.get("has_breaches", [])]
        said = _("So far nothing broke a rule.") if not broken else _("What broke a rule so far:")
        rows = [f"{entry_of(item['entry'])}: {titles(_clause_ids(item))}" for item in broken]
        return text(" ".join([said, "; ".join(rows)]).strip())
    side = picture.sides[asked["team"]]

    def lineup(players: list[str]) -> str:
        return ", ".join(side.label(player) for player in players)

    if asked["do"] == "verify":
        parts = [f"{text(side.name)}: {text(lineup(asked['lineup']))}"]
        if "status" in expect:
            word, shape = WORDS[expect["status"]]
            parts.append(chip(f"is-{expect['status']}", _(word), shape))
        if expect.get("broken"):
            parts.append(text(titles(expect["broken"])))
        change = expect.get("score_change")
        if change:
            parts.append("· " + text(say.joined(say.cost(change, side.key, picture.names, _))))
        return " ".join(parts)
    facts = []
    if expect.get("handicap_goals"):
        board = ", ".join(
            f"{picture.names[key]} {say.figure(goals)}" for key, goals in expect["handicap_goals"].items()
        )
        facts.append(_("goals by handicap: {board}").format(board=board))
    if "totals" in expect:
        facts.append(_("{count} legal lineups now").format(count=expect["totals"]["now"]))
    if "removals" in asked:
        other = picture.other(side.key)
        names = ", ".join(other.label(player) for player in asked["removals"])
        facts.append(_("the captain may name: {players}").format(players=names))
    for key, pattern in (("has", _("legal: {players}")), ("lacks", _("not legal now: {players}"))):
        for item in asked.get(key, []):
            facts.append(pattern.format(players=lineup(item["lineup"] if isinstance(item, dict) else item)))
    return f"{text(side.name)}: {text('; '.join(facts) or moment(picture, _))}"


def _clause_ids(breach: Mapping[str, Any]) -> list[str]:
    return [item["clause"] if isinstance(item, dict) else item for item in breach.get("clauses", [])]


def entry_of(number: int) -> str:
    """An entry of the journal by its number, counted from 0."""
    _ = words()
    return _("entry {number}").format(number=number)
