"""Joining a match late: period, score, who is on, what has counted and who is out, in one step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from advisor.errors import InputError
from advisor.joining import (
    MOST_GOALS,
    SITTING,
    Joined,
    JoinedMoment,
    JoinedRemoval,
    JoinedTeam,
    Why,
    counted_of,
    goals_on_board,
    join,
    step_of,
)
from advisor.match import Match
from advisor.narrate import say_goals
from advisor.rulebook import find_rulebook
from advisor.ui import keeping
from advisor.ui.parts import ask, draft
from advisor.ui.parts.breaches import show_breaches
from advisor.ui.parts.clock import read_clock
from advisor.ui.parts.controls import choose, stepper
from advisor.ui.parts.entries import journal_list
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import details, literal, text, told_apart, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.starting import label_of, name_of

_MOMENTS: Mapping[JoinedMoment, str] = {
    "in_play": mark("In play"),
    "stopped": mark("Play stopped"),
    "between_periods": mark("Between periods"),
}
_OUT: Mapping[Why, str] = {
    "injury": mark("Injured"),
    "illness": mark("Ill or exhausted"),
    "card": mark("Sent off for the match"),
    "red_now": mark("Red card, the two minutes still running"),
    "second_yellow_now": mark("Second yellow card, the two minutes still running"),
    "left": mark("Left, or not here"),
}


def ask_when(match: Match) -> tuple[int, JoinedMoment, int | None]:
    """Where the match is: the period, whether play is on, and the clock in seconds, where it is known."""
    _ = words()
    show_heading(_("Where the match is"))
    periods = match.event.periods
    numbers = list(range(1, periods + 2))
    period = draft.find_number("period", 1, 1, periods + 1)
    between = draft.find_choice("moment", list(_MOMENTS), "stopped") == "between_periods"

    def name(number: int) -> str:
        return _("OT") if number > periods else str(number)

    label = _("Period that was played last") if between else _("Period being played")
    choose(label, numbers, period, name, "period", lambda value: draft.put(period=value))
    moment = draft.find_choice("moment", list(_MOMENTS), "stopped")
    choose(
        _("Moment"),
        list(_MOMENTS),
        moment,
        lambda found: _(_MOMENTS[found]),
        "late-moment",
        lambda value: draft.put(moment=value),
    )
    if moment == "between_periods":
        return period, "between_periods", None
    clock = _ask_clock(_)
    return period, "in_play" if moment == "in_play" else "stopped", clock


def _ask_clock(_: Words) -> int | None:
    key = "late-clock"
    if key not in st.session_state:
        st.session_state[key] = draft.find_text("clock")
    written = st.text_input(
        _("Clock of the period, if you know it"),
        key=key,
        max_chars=8,
        placeholder="4:20",
        on_change=lambda: draft.put(clock=st.session_state[key] or None),
    )
    clock = read_clock(written or "")
    if written and clock is None:
        write(f'<p class="note">{text(_("A clock is minutes and seconds, as in 4:20."))}</p>')
    return clock


def ask_standing(match: Match, key: str, lineup: Sequence[str]) -> JoinedTeam:
    """How a team stands: its goals, the highest handicap that has counted, and who is out."""
    _ = words()
    field = f"goals-{key}"
    if field not in st.session_state:
        st.session_state[field] = draft.find_number(field, 0, 0, MOST_GOALS)
    st.number_input(
        _("Goals scored in play, without those by handicap"),
        min_value=0,
        max_value=MOST_GOALS,
        step=1,
        key=field,
        on_change=lambda: draft.put(**{field: int(st.session_state[field] or 0)}),
    )
    goals = draft.find_number(field, 0, 0, MOST_GOALS)
    # Who went under a Penalty 7, or sits out two minutes, was on until then, and counted.
    gone = _gone(match, key, lineup)
    played = [*lineup, gone] if gone else [*lineup]
    held = draft.find_pairs(f"out-{key}")
    sitting = [p.id for p in match.teams[key].players if held.get(p.id) in SITTING and p.id not in played]
    counted = _ask_counted(match, key, [*played, *sitting], _)
    return JoinedTeam(tuple(lineup), goals, counted, _ask_out(match, key, played, _))


def _gone(match: Match, key: str, lineup: Sequence[str]) -> str:
    """Who went for a team under a Penalty 7; empty where nobody did, or it is not said yet."""
    if not draft.find_choice("p7-fouled", list(match.teams), ""):
        return ""
    return draft.find_choice(f"p7-{key}", [p.id for p in match.teams[key].players if p.id not in lineup], "")


def ask_removal(match: Match, lineups: Mapping[str, Sequence[str]]) -> tuple[JoinedRemoval | None, str]:
    """The Penalty 7 that removed somebody earlier, and what is still to be said of it."""
    _ = words()
    fouled = draft.find_choice("p7-fouled", list(match.teams), "")
    with st.expander(_("An earlier Penalty 7 with a removal"), key="p7-box", icon=":material/group_remove:"):
        teams = {key: literal(name_of(match, key)) for key in match.teams}
        _choose_one("p7-fouled", _("Whose player was disabled?"), teams, fouled)
        if not fouled:
            return None, ""
        # The fouled team's first: who is disabled says who may be named.
        for key in sorted(match.teams, key=lambda team: team != fouled):
            label = _("{team}: who was disabled") if key == fouled else _("{team}: who was named and went")
            players = {p.id: label_of(p) for p in match.teams[key].players if p.id not in lineups[key]}
            if players:
                options = {player: literal(found) for player, found in told_apart(players).items()}
                _choose_one(f"p7-{key}", label.format(team=teams[key]), options, _gone(match, key, lineups[key]))
            else:
                said = _("{team}: everybody on the list is on; take out above who went.")
                write(f'<p class="note">{text(said.format(team=name_of(match, key)))}</p>')
        said = _("The caps are worked out as if those on now were on right after it; later changes are recorded after.")
        write(f'<p class="note">{text(said)}</p>')
    gone = {key: _gone(match, key, lineups[key]) for key in match.teams}
    if not all(gone.values()):
        return None, _("Penalty 7: tap who was disabled and who was named.")
    named = next(player for key, player in gone.items() if key != fouled)
    return JoinedRemoval(fouled, gone[fouled], named), ""


def _choose_one(field: str, label: str, options: Mapping[str, str], chosen: str) -> None:
    """One of some, or none of them."""
    prefill(field, chosen if chosen in options else None)
    with st.container(key=f"names-{field}"):
        st.pills(
            label,
            list(options),
            format_func=options.__getitem__,
            key=field,
            on_change=lambda: draft.put(**{field: st.session_state[field]}),
            width="stretch",
            wrap=True,
        )


def _ask_counted(match: Match, key: str, lineup: Sequence[str], _: Words) -> int | None:
    least = counted_of(match, lineup, key)
    highest = round(2 * match.event.upper_limit)
    step, places = step_of(match), find_rulebook(match.rules).figures.places
    field = f"counted-{key}"
    # Only who plays short may have more on the field than ever counted.
    lowest = 0 if len(lineup) < places else least
    most = max(highest, least)

    def find() -> int | None:
        found = draft.find_values().get(field)
        return found if isinstance(found, int) and found % step == 0 and found != least else None

    def change(direction: int) -> None:
        now = find()
        value = max(lowest, min(most, (least if now is None else now) + direction * step))
        draft.put(**{field: None if value == least else value})

    counted = find()
    shown = least if counted is None else counted

    stepper(
        _("Highest handicap on the field so far"),
        say_goals(shown),
        field,
        change,
        note=_("as now") if counted is None else _("earlier"),
        can_lower=shown > lowest,
        can_raise=shown < most,
    )
    return counted


def _ask_out(match: Match, key: str, lineup: Sequence[str], _: Words) -> dict[str, Why]:
    players = [player for player in match.teams[key].players if player.id not in lineup]
    labels = told_apart({player.id: label_of(player) for player in players})
    held = draft.find_pairs(f"out-{key}")
    out: dict[str, Why] = {}
    if not players:
        return out
    with st.expander(_("Who is out: hurt, sent off, left"), key=f"out-box-{key}", icon=":material/healing:"):
        for why, title in _OUT.items():
            field = f"out-{key}-{why}"
            here = [player.id for player in players if held.get(player.id) == why]
            out |= dict.fromkeys(here, why)
            prefill(field, here)
            with st.container(key=f"names-{field}"):
                st.pills(
                    _(title),
                    list(labels),
                    selection_mode="multi",
                    format_func=lambda player: literal(labels[player]),
                    key=field,
                    on_change=_take_out,
                    args=(key, why),
                    width="stretch",
                    wrap=True,
                )
    return out


def _take_out(key: str, why: Why) -> None:
    """Each is out for one reason: the last one tapped."""
    chosen = st.session_state[f"out-{key}-{why}"]
    held = {player: other for player, other in draft.find_pairs(f"out-{key}").items() if other != why}
    draft.put(**{f"out-{key}": held | dict.fromkeys(chosen, why) or None})


@st.cache_data(max_entries=200, show_spinner=False)
def _joined(match: str, joined: Joined, language: str) -> str:
    made = join(Match.model_validate_json(match), joined, "es" if language == "es" else "en")
    return ask.as_text(made)


def show_way(match: Match, joined: Joined) -> tuple[Match | None, bool]:
    """The match with the entries that lead to where it is, shown before they are recorded; None where none do.

    And whether none of them breaks a rule.
    """
    _ = words()
    try:
        with st.spinner(_("Working out the entries …")):
            made = Match.model_validate_json(_joined(ask.as_text(match), joined, chosen_language()))
    except InputError as error:
        keeping.show_errors(error)
        return None, False
    text_of = ask.as_text(made)
    picture = ask.picture(text_of, chosen_language())
    counted = {key: round(2 * goals) for key, goals in ask.counted(text_of).items()}
    board = goals_on_board(made, counted)
    show_heading(_("On the scoreboard"))
    rows = []
    for key, team in joined.teams.items():
        facts = _("{goals} scored, {handicap} by handicap").format(goals=team.goals, handicap=say_goals(board[key]))
        score = say_goals(2 * team.goals + board[key])
        rows.append(f'<p class="board"><b>{text(name_of(match, key))} {text(score)}</b> {text(facts)}</p>')
    write("".join(rows))
    found = ask.breaches(text_of, chosen_language())
    show_breaches(found, made, picture)
    count = _("What will be recorded: {count} entries").format(count=len(made.journal))
    note = _("Entries that lead to where the match is. They do not claim when each thing happened.")
    if any(entry.entry == "player" for entry in made.journal):
        more = _("Whoever had the higher handicap earlier is not known: players “not known” stand for them.")
        note = f"{note} {more}"
    listed = journal_list(made.journal, (), picture, newest_first=False)
    write(details(text(count), f'<p class="note">{text(note)}</p>{listed}'))
    return made, not found.breaches
