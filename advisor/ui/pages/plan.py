"""The plan: if a player is lost, what then; Penalty 7 to its end, whom to bring, who starts, and all of it on paper."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from advisor.errors import InputError, StoreError
from advisor.match import Match, Player
from advisor.narrate import say_goals
from advisor.plan.clublist import read_club_list
from advisor.plan.pdf import plan_pdf
from advisor.plan.plan import Plan
from advisor.plan.said import Said, Teller, say_plan
from advisor.plan.said_bench import say_bench
from advisor.ui import keeping
from advisor.ui.parts import address, ask
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.chooser import show_chooser
from advisor.ui.parts.controls import stepper
from advisor.ui.parts.frame import show_failure, show_heading, show_page
from advisor.ui.parts.grounds import unchecked
from advisor.ui.parts.language import Words, chosen_language, mark, words
from advisor.ui.parts.markup import listed, literal, text, told_apart, write
from advisor.ui.parts.plancards import facts_of, seven_table, show_bench, show_losses, show_starters
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.printing import file_name, show_download, whole_address
from advisor.ui.parts.showing import find_match, path_of_match
from advisor.ui.planning import bench_of, phone_file, plan_of

_VIEWS: Mapping[str, str] = {
    "losses": mark("If lost"),
    "seven": mark("Penalty 7"),
    "bench": mark("Whom to bring"),
    "starters": mark("Who starts"),
}
_STYLE = Path(__file__).parents[1] / "parts" / "plan.css"
_MOST = 8
"""Substitutes that can be asked for here."""

_SIZE = 4
_LIST = "plan-list"
"""Where the session keeps the club's list."""


def _show() -> None:
    _ = words()
    st.html(_STYLE)
    if not any(address.find(key) for key in ("link", "match", "case", "file", "q")):
        show_heading(_("The plan: every answer in advance"), _("For each player: if he is lost, what then?"), level=1)
        show_chooser(level=2)
        return
    try:
        found = find_match()
    except StoreError as error:
        show_heading(_("The plan"), level=1)
        show_failure(keeping.sentence(error), _("The address stays as it is: with it you can come back."))
        return
    if found is None:
        show_failure(_("This match is no longer here. Open it again."))
        show_chooser()
        return
    match, _public, held = found
    picture = ask.picture(ask.as_text(match), chosen_language())
    own = held.stored.access.team if held is not None else None
    team = address.find("team") if address.find("team") in picture.sides else own or next(iter(picture.sides))
    show_heading(_("The plan"), picture.event or " – ".join(picture.names.values()), level=1)
    with st.container(key="choices"):
        _choose("team", _("Team"), {key: picture.names[key] for key in picture.sides}, team)
        view = address.find("plan") if address.find("plan") in _VIEWS else "losses"
        _choose("plan", _("What to see"), {key: _(name) for key, name in _VIEWS.items()}, view)
    lineup = _planned(picture, team)
    if view == "bench":
        _show_bench(match, team, lineup, _)
        return
    if view == "starters":
        _pick_lineup(picture, team, lineup, _)
    try:
        plan = plan_of(match, team, lineup, chosen_language())
    except InputError as error:
        show_failure(_("There is no plan:"), keeping.sentence(error))
        return
    said = say_plan(match, plan, chosen_language())
    if said.warnings:
        write(f'<div class="warning">{listed([text(one) for one in said.warnings], "rows")}</div>')
    if view == "losses":
        write(facts_of(said))
        show_losses(said)
        _show_downloads(match, plan, said, lineup, path_of_match(held), _)
        write(unchecked(plan.not_checked))
    elif view == "seven":
        _show_seven(match, plan, said, _)
    else:
        show_starters(said, plan)


def _choose(name: str, label: str, names: Mapping[str, str], chosen: str) -> None:
    """One of a few, by a tap, kept in the address."""
    key = f"choose-{'view' if name == 'plan' else name}"
    prefill(key, chosen)
    labels = told_apart(names)

    def put() -> None:
        address.put(**{name: st.session_state[key]})
        if name == "team":
            address.put(starts="", lost="")

    st.segmented_control(
        label,
        list(names),
        format_func=lambda option: literal(labels[option]),
        required=True,
        key=key,
        on_change=put,
        label_visibility="collapsed",
        width="stretch",
        wrap=True,
    )


# -- who starts ------------------------------------------------------------------------------------------------------


def _planned(picture: Picture, team: str) -> tuple[str, ...]:
    """The planned lineup of the address, before the start."""
    if picture.moment != "before_start":
        return ()
    asked = address.find("starts").split("~")
    return tuple(player for player in picture.sides[team].people if player in asked)


def _pick_lineup(picture: Picture, team: str, lineup: tuple[str, ...], _: Words) -> None:
    """Tap who is planned to start."""
    if picture.moment != "before_start":
        return
    side = picture.sides[team]
    key = f"starts-{team}"
    prefill(key, list(lineup))
    labels = told_apart({player: person.label for player, person in side.people.items()})

    def put() -> None:
        address.put(starts="~".join(st.session_state[key]))

    with st.container(key="names"):
        st.pills(
            _("Who is planned to start; nobody: the strongest legal lineup"),
            list(side.people),
            selection_mode="multi",
            format_func=lambda player: literal(labels[player]),
            key=key,
            on_change=put,
            width="stretch",
            wrap=True,
        )


# -- Penalty 7 -------------------------------------------------------------------------------------------------------


def _show_seven(match: Match, plan: Plan, said: Said, _: Words) -> None:
    cards = {card.player: card for card in said.cards}
    lost = address.find("lost") if address.find("lost") in cards else next(iter(cards))
    key = "lost"
    prefill(key, lost)
    labels = told_apart({player: card.title for player, card in cards.items()})
    st.segmented_control(
        _("Who is disabled by a foul?"),
        list(cards),
        format_func=lambda player: literal(labels[player]),
        required=True,
        key=key,
        on_change=lambda: address.put(lost=st.session_state[key]),
        width="stretch",
        wrap=True,
    )
    loss = next(loss for loss in plan.losses if loss.player == lost and loss.penalty_7 is not None)
    assert loss.penalty_7 is not None
    teller = Teller(match, plan.team, plan.lineups[plan.team], chosen_language())
    block = next(block for block in cards[lost].blocks if block.kind == "penalty_7")
    left = _("Best first: each choice if both sides then do their best, with {count} periods left.")
    write(f'<p class="lead">{text(left.format(count=say_goals(round(2 * loss.penalty_7.periods))))}</p>')
    write(seven_table(teller, loss.penalty_7))
    write("".join(f'<p class="note">{text(one)}</p>' for one in block.remarks))
    write(f'<p class="note">{text(said.words["legend"])}</p>')


# -- the bench -------------------------------------------------------------------------------------------------------


def _size() -> int:
    """How many to bring at most."""
    found = address.find("size")
    return int(found) if found in map(str, range(1, _MOST + 1)) else _SIZE


def _change_size(direction: int) -> None:
    address.put(size=str(max(1, min(_MOST, _size() + direction))))


def _show_bench(match: Match, team: str, lineup: tuple[str, ...], _: Words) -> None:
    show_heading(_("Whom to bring"), _("From the club's list those who cover most losses."))
    with st.container(key=f"upload-list-{chosen_language()}"):
        uploaded = st.file_uploader(
            _("The club's list: YAML, CSV or XLSX"), type=["yaml", "yml", "json", "csv", "xlsx", "txt"], key="club-file"
        )
    typed = st.text_area(
        _("Or a line for each player: name and handicap"), key="club-lines", height=160, placeholder="Ana 2\nBruno 0"
    )
    size = _size()
    stepper(
        _("How many at most"),
        str(size),
        "bench-size",
        _change_size,
        can_lower=size > 1,
        can_raise=size < _MOST,
    )
    if st.button(_("Choose them"), key="choose-bench", type="primary", icon=":material/groups:", width="stretch"):
        content, name = (uploaded.getvalue(), uploaded.name) if uploaded else (typed.encode(), "list.txt")
        game = "arena" if "arena" in match.rules else "outdoor"
        try:
            st.session_state[_LIST] = read_club_list(content, name, game=game)
        except InputError as error:
            st.session_state.pop(_LIST, None)
            show_failure(_("This list cannot be read"), " ".join(keeping.sentences(error)))
    players: tuple[Player, ...] = st.session_state.get(_LIST, ())
    if not players:
        return
    try:
        bench = bench_of(match, team, lineup, players, size, chosen_language())
    except InputError as error:
        show_failure(_("Nobody can be chosen:"), keeping.sentence(error))
        return
    show_bench(say_bench(match, bench, chosen_language()))


# -- paper and phone -------------------------------------------------------------------------------------------------


def _show_downloads(match: Match, plan: Plan, said: Said, lineup: tuple[str, ...], path: str | None, _: Words) -> None:
    name = f"{file_name(match)}-{plan.team}"
    language = chosen_language()
    link = whole_address(path)
    with st.container(key="plan-downloads"):
        show_download(
            _("For a phone without a network (HTML)"),
            f"{name}.html",
            "text/html",
            "plan-html",
            lambda: phone_file(match, plan, lineup, language),
            icon=":material/phone_iphone:",
        )
        show_download(
            _("One page to print (PDF)"), f"{name}.pdf", "application/pdf", "plan-pdf", lambda: plan_pdf(said, link)
        )


show_page("plan", _show)
