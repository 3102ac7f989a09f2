"""The rules: every clause in the project's own words, with its readings, its worked examples and where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

import streamlit as st

from advisor.editions import edition_ids
from advisor.rulebook import Rulebook, find_rulebook
from advisor.ui import sources
from advisor.ui.parts import address
from advisor.ui.parts.frame import page_file, show_heading, show_page
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, listed, literal, text, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.passages import Passage, find_passages, list_passages

PARTS: Mapping[str, str] = {
    "clauses": mark("Clauses"),
    "readings": mark("Readings"),
    "minutes": mark("Minutes"),
    "play": mark("Clock, throw-in, penalties"),
    "turnout": mark("Turnout"),
    "membership": mark("Who may play"),
}
_GAMES: Mapping[str, str] = {"uspa-outdoor-2026": mark("Outdoor"), "uspa-arena-2026": mark("Arena")}
_OPENS: Mapping[str, str] = {"on": "show", "link": "kept", "match": "match", "case": "match", "file": "match"}
"""The keys of the address by which something is open, with its page; the first of them is come back to."""


def _show() -> None:
    _ = words()
    book = find_rulebook(_rules())
    with st.container(key="rules-title", horizontal=True, vertical_alignment="center"):
        show_heading(_("Rules"), book.name[chosen_language()], level=1)
        if page := next((page for key, page in _OPENS.items() if address.find(key)), ""):
            kept = address.everything() | {"lang": chosen_language(), "clause": "", "passage": ""}
            kept = {name: value for name, value in kept.items() if value}
            back = _("Back to the match")
            with st.container(key="back", width="content"):
                st.page_link(page_file(page), label=back, icon=":material/arrow_back:", query_params=kept)
    _show_source(book, _)
    _choose("rules", _("Game"), list(edition_ids()), book.id, lambda rules: _game(rules, _))
    searched = st.text_input(
        _("Search the rules"), key="find-rule", placeholder=_("a word or a number"), icon=":material/search:"
    )
    asked = address.find("clause")
    if asked in book.clauses and not searched:
        _show_asked(asked, book, _)
    if (passages := find_passages(book.id, address.find("passage"))) and not searched:
        blocks = [_framed(_passage(passage, _)) for passage in passages]
        write(f'<section class="asked" id="answer">{_section("play", blocks)}</section>')
    part = address.find("part") if address.find("part") in PARTS else "clauses"
    if searched:
        _show_found(searched, book, _)
        return
    _choose("part", _("What to read"), list(PARTS), part, lambda name: _(PARTS[name]))
    write(_play_by_rule(book, _) if part == "play" else _section(part, _blocks(part, book, _)))
    if part == "turnout":
        how = _("In a match file a player is entered as not in order (equipment), and as eligible again when in order.")
        write(f'<p class="lead">{text(how)}</p>')


def _rules() -> str:
    """The rulebook of the address, else that of the match that is open, else the first."""
    asked = address.find("rules")
    if asked in edition_ids():
        return asked
    if demo := sources.list_demos().get(address.find("match")):
        return demo.match.rules
    if case := sources.list_cases().get(address.find("case")):
        return case.match.rules
    return edition_ids()[0]


def _game(rules: str, _: Words) -> str:
    return _(_GAMES[rules]) if rules in _GAMES else find_rulebook(rules).name[chosen_language()]


def _choose(name: str, label: str, options: list[str], chosen: str, say_option: Callable[[str], str]) -> None:
    """One of a few, by a tap, kept in the address."""
    key = f"choose-{name}"
    prefill(key, chosen)
    st.segmented_control(
        label,
        options,
        format_func=lambda option: literal(say_option(option)),
        required=True,
        key=key,
        on_change=lambda: address.put(**{name: st.session_state[key]}),
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )


def _show_source(book: Rulebook, _: Words) -> None:
    prevails = _("In our own words; the English rulebook prevails.")
    dagger = _("Stands in an earlier edition, which is named with it, or in the rules of the other game.")
    write(f'<p class="lead">{text(prevails)} <span class="dagger">†</span> {text(dagger)}</p>')


# -- one block of each part ------------------------------------------------------------------------------------------


def _is_elsewhere(citation: Mapping[str, str]) -> bool:
    """Whether a citation is of another edition than the book's, or of the other game's rules."""
    return "edition)" in citation["en"] or ", applied " in citation["en"]


def _cited(citation: Mapping[str, str], edition: str) -> str:
    """A citation with its edition; one from elsewhere has a dagger."""
    cited = citation[chosen_language()]
    if _is_elsewhere(citation):
        return f'<cite>{text(cited)}</cite> <span class="dagger">†</span>'
    return f"<cite>{text(cited)} ({text(edition)})</cite>"


def _clause(clause: str, book: Rulebook, _: Words) -> str:
    """What is known of a clause: text, readings, worked examples."""
    language, words_of = chosen_language(), book.clauses[clause]
    parts = [f"<p>{text(words_of.text[language])}</p>"]
    readings = [name for name in words_of.readings if book.readings[name]["applies"]]
    if readings:
        parts.append(f"<h3>{text(_('Where it can be read in two ways'))}</h3>")
        parts += [_reading(name, book, _) for name in readings]
    cases = sources.list_cases()
    found = sources.cases_of(cases, book.id, clause, words_of.citation["en"])
    if found:
        parts.append(f"<h3>{text(_('Worked examples'))}</h3>{_case_links(found)}")
    return "".join(parts)


def _case_links(names: Iterable[str]) -> str:
    cases = sources.list_cases()
    return listed([_case_link(name, cases[name].title[chosen_language()]) for name in names], "examples")


def _case_link(name: str, title: str) -> str:
    """A link that opens a worked example on the page of a match."""
    kept = {key: value for key, value in address.everything().items() if key in ("q",)}
    where = "match?" + urlencode(kept | {"case": name, "lang": chosen_language()})
    return f'<a class="go" href="{text(where)}">{text(title)}</a>'


def _reading(name: str, book: Rulebook, _: Words) -> str:
    """A reading with both its values; the one that is taken unless the event chooses otherwise comes first."""
    language, reading = chosen_language(), book.readings[name]
    usual = reading["default"]
    values = sorted(reading["values"], key=lambda value: value != usual)
    rows = []
    for value in values:
        label = _("Unless the event chooses otherwise") if value == usual else _("The other reading")
        if len(values) == 1:
            label = _("The umpire decides")
        rows.append(f"<b>{text(label)}:</b> {text(reading['values'][value][language])}")
    title = f"<p><b>{text(reading['title'][language])}</b> {_cited(reading['citation'], book.edition)}</p>"
    return f'<div class="reading">{title}{listed(rows, "rows")}</div>'


def _minutes(condition: Mapping[str, Any], book: Rulebook, _: Words) -> str:
    if "minutes" in condition:
        figure = _("{number} minutes").format(number=condition["minutes"])
    elif "periods" in condition:
        figure = _("{number} periods").format(number=condition["periods"])
    else:
        figure = _("Half the game")
    said = text(condition["text"][chosen_language()])
    return f'<p class="minutes">{text(figure)}</p><p>{said}</p><p>{_cited(condition["citation"], book.edition)}</p>'


def _consequence(entry: Mapping[str, Mapping[str, str]], book: Rulebook, _: Words) -> str:
    language = chosen_language()
    return (
        f"<p>{text(entry['text'][language])}</p><p><b>{text(_('Consequence'))}:</b> "
        f"{text(entry['consequence'][language])}</p><p>{_cited(entry['citation'], book.edition)}</p>"
    )


def _blocks(part: str, book: Rulebook, _: Words) -> list[str]:
    """The blocks of a part as HTML."""
    if part == "clauses":
        return [_folded(clause, book, _) for clause in book.clauses]
    if part == "readings":
        readings = [name for name, reading in book.readings.items() if reading["applies"]]
        return [_framed(_reading(name, book, _)) for name in readings]
    if part == "minutes":
        return [_framed(_minutes(condition, book, _)) for condition in book.conditions.values()]
    if part == "play":
        return [_framed(_passage(passage, _)) for passage in list_passages(book.id)]
    rows = book.turnout if part == "turnout" else book.membership
    return [_framed(_consequence(entry, book, _)) for entry in rows.values()]


def _passage(passage: Passage, _: Words) -> str:
    language = chosen_language()
    title = f"<b>{text(passage.title[language])}</b> " if passage.title[language] else ""
    return f"<p>{title}{_cited(passage.citation, passage.edition)}</p><p>{text(passage.text[language])}</p>"


def _play_by_rule(book: Rulebook, _: Words) -> str:
    """The passages of each rule under its number, and the examples of the rule that open."""
    cases = sources.list_cases()
    parts = []
    for rule, passages in groupby(list_passages(book.id), key=lambda passage: passage.rule):
        found = [name for name, case in cases.items() if case.match.rules == book.id and case.rule == rule]
        blocks = [_framed(_passage(passage, _)) for passage in passages]
        parts.append(f"<h2>{text(_('Rule {number}').format(number=rule))}</h2>{_section('play', blocks)}")
        if found:
            title = _("Worked examples of Rule {number}: {count}").format(number=rule, count=len(found))
            parts.append(details(text(title), _case_links(found)))
    return "".join(parts)


def _framed(block: str) -> str:
    return f'<div class="rule">{block}</div>'


def _folded(clause: str, book: Rulebook, _: Words) -> str:
    words_of = book.clauses[clause]
    summary = f"{_cited(words_of.citation, book.edition)} {text(words_of.title[chosen_language()])}"
    return details(summary, _clause(clause, book, _))


def _section(name: str, blocks: Iterable[str]) -> str:
    return f'<div class="rules {name}">{"".join(blocks)}</div>'


# -- what is asked for -----------------------------------------------------------------------------------------------


def _show_asked(clause: str, book: Rulebook, _: Words) -> None:
    """The clause that the address names, in full, above everything else."""
    words_of = book.clauses[clause]
    write(
        f'<section class="asked" id="answer"><h2>{text(words_of.title[chosen_language()])}</h2>'
        f"<p>{_cited(words_of.citation, book.edition)}</p>{_clause(clause, book, _)}</section>"
    )


def _show_found(searched: str, book: Rulebook, _: Words) -> None:
    """Whatever of any part has all the words."""
    language, count, found = chosen_language(), 0, []
    for part, title in PARTS.items():
        entries = _texts(part, book)
        fitting = [
            block
            for block, said in zip(_blocks(part, book, _), entries, strict=True)
            if sources.has_words(searched, said)
        ]
        count += len(fitting)
        if fitting:
            found.append(f"<h2>{text(_(title))}</h2>{_section(part, fitting)}")
    cases = sources.find_cases(sources.list_cases(), searched, book.id)
    count += len(cases)
    if cases:
        found.append(f"<h2>{text(_('Worked examples'))}</h2>{_case_links(cases)}")
    said = _("{count} found").format(count=count)
    write(f'<p class="lead" role="status" lang="{language}">{text(said)}</p>{"".join(found)}')


def _texts(part: str, book: Rulebook) -> list[str]:
    """What can be found of each block of a part: its words in both languages, its id and its citation."""

    def said(value: Any) -> str:
        return " ".join(map(said, value.values())) if isinstance(value, Mapping) else str(value)

    if part == "clauses":
        return [
            " ".join([clause, said(c.citation), said(c.title), said(c.text), *c.readings])
            for clause, c in book.clauses.items()
        ]
    if part == "play":
        return [" ".join([said(p.citation), said(p.title), said(p.text)]) for p in list_passages(book.id)]
    rows: Mapping[str, Any] = {
        "readings": {name: reading for name, reading in book.readings.items() if reading["applies"]},
        "minutes": book.conditions,
        "turnout": book.turnout,
        "membership": book.membership,
    }[part]
    return [f"{name} {said(entry)}" for name, entry in rows.items()]


show_page("rules", _show)
