"""Show it: a verdict on the whole screen, to be read at arm's length, and as a QR code for the opponent's phone."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from advisor.answer_types import Verdict
from advisor.errors import InputError, StoreError
from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.ui import keeping
from advisor.ui.parts import ask, say
from advisor.ui.parts.ask import Picture, Side
from advisor.ui.parts.connecting import find_places, only_here, pick_place, picked_place, qr_picture
from advisor.ui.parts.entries import say_entry
from advisor.ui.parts.frame import page_file, show_failure, show_heading, show_language, show_page
from advisor.ui.parts.grounds import clause_address, clause_details, contested_block, notes, unchecked, working_list
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, icon, listed, text, write, write_if
from advisor.ui.parts.printing import show_ruling
from advisor.ui.parts.showing import Question, back_address, find_question
from advisor.workings import Working

_STYLE = Path(__file__).parents[1] / "parts" / "showing.css"
_WORDS = {
    "legal": (mark("Legal"), "check"),
    "later": (mark("Later"), "clock"),
    "illegal": (mark("Not legal"), "cross"),
}
"""The word of each status, as short as can be, and its icon."""

_WHEN = {"now": mark("now"), "any_time": mark("at any time"), "period_end": mark("at the end of the period")}


def _show() -> None:
    _ = words()
    st.html(_STYLE)
    _show_way_back(_)
    try:
        question = find_question()
        if question is None:
            show_heading(_("Nothing to be shown is here"), level=1)
            write(f'<p class="lead">{text(_("Open a lineup or a verdict and tap “Show it”."))}</p>')
            return
        _show_question(question, _)
    except InputError as error:
        show_failure(_("As the match is now this is not possible:"), keeping.sentence(error))
    except StoreError as error:
        show_failure(keeping.sentence(error), _("The address stays as it is: with it you can come back."))
        st.button(_("Try again"), key="again", icon=":material/refresh:", type="primary")


def _show_way_back(_: Words) -> None:
    page, kept = back_address()
    with st.container(key="show-top", horizontal=True):
        st.page_link(page_file(page), label=_("Close"), icon=":material/close:", query_params=kept)
        show_language()


def _show_question(question: Question, _: Words) -> None:
    language = chosen_language()
    match = ask.as_text(question.match)
    picture = ask.picture(match, language)
    verdict = ask.verdict(match, question.team, tuple(sorted(question.lineup)), language)
    (worked,) = ask.workings(match, question.team, (tuple(verdict.lineup),), verdict.status == "later", language)
    with st.container(key="show-screen"):
        write(_screen(question, verdict, picture, _))
        _show_code(question, _)
    if question.held is not None:
        keeping.show_live(question.held, "")
    _show_grounds(question, verdict, picture, worked, _)


# -- the screen ------------------------------------------------------------------------------------------------------


def _screen(question: Question, verdict: Verdict, picture: Picture, _: Words) -> str:
    """One word, one rule, one figure, and whom it is about."""
    side = picture.sides[verdict.team]
    word, shape = _WORDS[verdict.status]
    said = _(word)
    # The longest word tells the style how large the letters can be.
    signs = max(map(len, said.split()))
    figure, unit = _figure(verdict, picture, _)
    when = f'<p class="show-when">{text(_(_WHEN[verdict.when]))}</p>' if verdict.when else ""
    contested = ""
    if verdict.contested_by:
        contested = f'<p class="show-umpire">{icon("gavel")}{text(_("Umpire decides"))}</p>'
    return (
        f'<section class="show is-{verdict.status}" id="answer" role="status" style="--signs:{signs}">'
        f'<h1 class="show-word">{icon(shape)}<span>{text(said)}</span></h1>{when}{contested}'
        f'<p class="show-figure"><b>{text(figure)}</b> <span>{text(unit)}</span></p>'
        f'<p class="show-rule">{_rule(verdict, picture)}</p>'
        f'<p class="show-who">{text(_who(side, verdict, picture, _))}</p></section>'
    )


def _rule(verdict: Verdict, picture: Picture) -> str:
    """The rule that it breaks first, of a legal lineup the one that bounds it; a link to its text."""
    book, language = picture.book, chosen_language()
    state = picture.sides[verdict.team].state
    clause = verdict.broken[0].clause if verdict.broken else ""
    if not clause:
        caps = sorted(state.limits.caps, key=lambda cap: cap.value)
        clause = caps[0].clause if caps and caps[0].value <= state.limits.upper else "upper-limit"
    said = book.clauses[clause]
    label = f"{say.joined([said.citation[language], book.edition])}: {said.title[language]}"
    return f'<a href="{text(clause_address(clause, book.id))}">{text(label)}</a>'


def _figure(verdict: Verdict, picture: Picture, _: Words) -> tuple[str, str]:
    """What it costs on the board; where it is not legal, or nothing is on the board yet, the handicap on the field."""
    side = picture.sides[verdict.team]
    limit = _("limit {number}").format(number=say.figure(side.most))
    if verdict.status == "illegal" or verdict.score_change is None:
        return say.figure(verdict.field_handicap), _("on the field, {limit}").format(limit=limit)
    for key, goals in sorted(verdict.score_change.items(), key=lambda change: change[0] != side.key):
        if goals:
            sign = "+" if goals > 0 else "−"
            board = _("on the board of {team}").format(team=picture.names[key])
            return f"{sign}{say_goals(abs(to_half(goals)))}", board
    return "0", _("no change on the board")


def _who(side: Side, verdict: Verdict, picture: Picture, _: Words) -> str:
    """Who comes in and goes, or who plays where nobody does."""
    on_field = {*side.state.field, *side.state.must_leave}
    come = [player for player in verdict.lineup if player not in on_field]
    go = [player for player in side.people if player in on_field and player not in verdict.lineup]
    parts = [side.name]
    if picture.moment == "before_start" or not (come or go):
        parts.append(", ".join(map(side.label, verdict.lineup)))
    else:
        if come:
            parts.append(_("in: {players}").format(players=", ".join(map(side.label, come))))
        if go:
            parts.append(_("out: {players}").format(players=", ".join(map(side.label, go))))
    return say.joined(parts)


def _show_code(question: Question, _: Words) -> None:
    """The address of the same question for another phone, or why there is none."""
    if question.path is None:
        said = _("No code: the public link of this match was withdrawn, and one's own is never shown.")
        write(f'<div class="show-code"><p>{text(said)}</p></div>')
        return
    places = find_places()
    place = picked_place(places)
    url = f"{place}/{question.path}"
    label = _("QR code: the same question, answered afresh")
    said = _("The same question, answered afresh on your phone")
    below = ""
    if "file" in (question.public or {}):
        below = (
            f'<p class="note">{text(_("The file is kept on this machine for a while, not on the other phone."))}</p>'
        )
    write(
        f'<div class="show-code">{only_here(places[place])}{qr_picture(url, label)}'
        f'<p><b>{text(said)}</b></p>{below}<a class="go" href="{text(url)}">{text(_("Its address"))}</a></div>'
    )


# -- below it --------------------------------------------------------------------------------------------------------


def _show_grounds(question: Question, verdict: Verdict, picture: Picture, worked: list[Working], _: Words) -> None:
    """What is supposed, every rule, how the figures are worked out; the address for phones; the sheet."""
    side = picture.sides[verdict.team]
    if question.supposed:
        rows = [text(say_entry(entry, picture)) for entry in question.match.journal[-question.supposed :]]
        write(f"<h2>{text(_('It is supposed'))}</h2>{listed(rows, 'rows')}")
    write_if(notes(verdict.warnings, side.state, picture))
    broken = [found.clause for found in verdict.broken]
    answer = (verdict.status, broken, verdict.counted_handicap, verdict.score_change)
    write_if(contested_block(verdict.alternatives, verdict.contested_by, picture, verdict.team, answer))
    rows = [
        f'<div class="row"><p><b>{text(found.message)}</b></p>{clause_details(found.clause, picture.book)}</div>'
        for found in verdict.broken
    ]
    write_if(listed(rows, "plain") if rows else "")
    write(details(text(_("How it is worked out")), working_list(worked)) + unchecked(verdict.not_checked))
    show_ruling(question)
    if question.path is not None and len(find_places()) > 1:
        with st.expander(_("Another address for the code"), icon=":material/lan:", key="show-places"):
            pick_place(find_places(), "show")


show_page("show", _show, links=False)
