"""Events: limits, readings, elections, teams and suspensions, once for all of an event's matches."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import streamlit as st

from advisor.editions import edition_ids
from advisor.errors import InputError, StoreError
from advisor.joining import total_of
from advisor.lines import Scan, TeamLines, new_id, read_team, write_team
from advisor.match import Match, Team
from advisor.narrate import say_goals
from advisor.rulebook import find_rulebook
from advisor.store import Actor, open_link
from advisor.store.events import (
    EventTeam,
    StoredEvent,
    create_event,
    lift_suspension,
    load_event,
    set_conditions,
    set_eliminated,
    set_team,
    suspend,
)
from advisor.store.overview import EventMatch, list_event_matches, list_events, recover_organiser
from advisor.store.roles import recover_keeper
from advisor.ui import keeping
from advisor.ui.parts import address, say
from advisor.ui.parts.conditions import ask_conditions, read_conditions
from advisor.ui.parts.connecting import show_code, show_notices
from advisor.ui.parts.dayprint import show_day
from advisor.ui.parts.entering import HOW, ask_lines, read_at_once
from advisor.ui.parts.frame import show_heading, show_page
from advisor.ui.parts.language import Words, chosen_language, plural_words, words
from advisor.ui.parts.markup import listed, literal, text, write

_NEW = "-new-team-"


def _show() -> None:
    _ = words()
    try:
        store = keeping.the_store()
    except StoreError as error:
        show_heading(_("Events"), level=1)
        keeping.show_errors(error)
        st.button(_("Try again"), key="again", icon=":material/refresh:", type="primary")
        return
    secret = address.find("event")
    event = None
    if secret:
        try:
            access = open_link(store, Actor(secret))
            event = load_event(store, access.event_id or "", Actor(secret))
        except (InputError, StoreError) as error:
            show_heading(_("Events"), level=1)
            keeping.show_errors(error)
            st.button(_("Another event"), key="other-event", on_click=address.put, kwargs={"event": ""})
            return
    if event is None:
        show_heading(_("Events"), _("Enter once what holds for all of an event's matches."), level=1)
        new, others = st.columns(2, gap="large")
        with new:
            show_heading(_("A new event"))
            _show_new(_)
        with others:
            _show_others(_)
        return
    show_heading(event.conditions.name or _("An event"), find_rulebook(event.rules).name[chosen_language()], level=1)
    keeping.show_notice()
    teams, terms = st.columns(2, gap="large")
    with teams:
        _show_teams(event, _)
        _show_matches(event, _)
        read_at_once()
    with terms:
        _show_conditions(event, _)
        _show_suspensions(event, _)
        _show_own_link(secret, _)
        _show_others(_, secret)


def _organiser() -> Actor:
    return Actor(address.find("event"), address.find("by"))


def _show_new(_: Words) -> None:
    books = {edition: find_rulebook(edition).name[chosen_language()] for edition in edition_ids()}
    rules = st.pills(
        _("Rules"),
        list(books),
        default=next(iter(books)),
        format_func=lambda edition: literal(books[edition]),
        required=True,
        key="event-rules",
        width="stretch",
        wrap=True,
    )
    data = ask_conditions("new-event", str(rules))
    if not st.button(_("Make the event"), key="make-event", type="primary", width="stretch"):
        return
    try:
        __, link = create_event(keeping.the_store(), str(rules), read_conditions(data))
    except (InputError, StoreError) as error:
        keeping.show_errors(error)
        return
    address.put(event=link.secret)
    st.rerun()


# -- several events, and the matches of one ----------------------------------------------------------------------------


def _show_others(_: Words, secret: str = "") -> None:
    """The events of this machine, for whoever sits at it; how else one is found."""
    if secret:
        st.button(
            _("Another event, or a new one"),
            key="other-event",
            icon=":material/folder_open:",
            on_click=address.put,
            kwargs={"event": ""},
            width="stretch",
        )
        return
    if not keeping.is_own_machine():
        note = _("An event that is there already is opened by its organiser's link, or by a short code of it.")
        write(f'<p class="lead">{text(note)}</p>')
        keeping.show_link("matches", _("Open with a link or a short code"), do="open")
        return
    show_heading(_("Events on this machine"), _("Shown only here, to whoever sits at this machine."))
    try:
        found = list_events(keeping.the_store())
    except StoreError as error:
        keeping.show_errors(error)
        return
    if not found:
        write(f'<p class="lead">{text(_("None yet. A single match needs no event."))}</p>')
    ngettext = plural_words()
    for item in found:
        facts = [
            find_rulebook(item.rules).name[chosen_language()],
            say.goals_of(item.upper_limit, _),
            ngettext("{count} team", "{count} teams", item.teams).format(count=item.teams),
            ngettext("{count} match", "{count} matches", item.matches).format(count=item.matches),
        ]
        label = f"**{literal(item.name or _('An event'))}** :small[{literal(say.joined(facts))}]"
        with st.container(key=f"listed-{item.event_id}"):
            if st.button(label, key=f"event-{item.event_id}", width="stretch"):
                _recover(item.event_id)


def _recover(event_id: str) -> None:
    try:
        link = recover_organiser(keeping.the_store(), event_id)
    except StoreError as error:
        keeping.show_errors(error)
        return
    address.put(event=link.secret)
    st.rerun()


def _show_matches(event: StoredEvent, _: Words) -> None:
    show_heading(_("Matches"))
    if len(event.teams) < 2:
        write(f'<p class="lead">{text(_("A match is made of two teams: enter two first."))}</p>')
        return
    keeping.show_link("matches", _("New match of two of its teams"), do="new")
    try:
        found = list_event_matches(keeping.the_store(), event.event_id, _organiser())
    except StoreError as error:
        keeping.show_errors(error)
        return
    if not found:
        write(f'<p class="lead">{text(_("None has been played yet."))}</p>')
    ngettext = plural_words()
    for item in found:
        entries = ngettext("{count} entry", "{count} entries", item.count).format(count=item.count)
        facts = say.joined([item.created_at[:10], entries])
        label = f"**{literal(' – '.join(item.teams))}** :small[{literal(facts)}]"
        with st.container(key=f"listed-{item.match_id}"):
            if st.button(label, key=f"match-{item.match_id}", disabled=item.public is None, width="stretch"):
                _look_on(item)
    if found:
        show_day(_organiser())


def _look_on(item: EventMatch) -> None:
    """Open a match of the event: at the machine itself as its keeper, elsewhere as one who looks on."""
    secret = item.public or ""
    if keeping.is_own_machine():
        secret = recover_keeper(keeping.the_store(), item.match_id).secret
    keeping.go_to("kept", link=secret, view="", team="")


# -- conditions --------------------------------------------------------------------------------------------------------


def _show_conditions(event: StoredEvent, _: Words) -> None:
    show_heading(_("Conditions"), _("A match that has begun keeps what it was made with."))
    data = ask_conditions(f"terms-{event.revision}", event.rules, event.conditions)
    if st.button(_("Save the conditions"), key="save-terms", width="stretch"):
        _save(
            lambda: set_conditions(
                keeping.the_store(), event.event_id, event.revision, read_conditions(data), _organiser()
            ),
            _("The conditions are saved."),
        )


def _save(do: object, done: str) -> None:
    """Save, and show the event as it is then; what is refused is said here."""
    if keeping.act(do, done):  # type: ignore[arg-type]
        st.rerun()
    keeping.show_notice()


# -- teams -----------------------------------------------------------------------------------------------------------


def _show_teams(event: StoredEvent, _: Words) -> None:
    show_heading(_("Teams"), _(HOW))
    if not event.teams:
        write(f'<p class="lead">{text(_("None yet. One is a name and a line for each player."))}</p>')
    for key, team in event.teams.items():
        name = team.team.name or key
        label = f"{name} ({len(team.team.players)})"
        with st.expander(literal(label), key=f"team-{key}", icon=":material/group:"):
            _show_team(event, key, team, _)
    with st.expander(_("A new team"), key="team-new", icon=":material/group_add:", expanded=len(event.teams) < 2):
        _show_team(event, "", None, _)


def _show_team(event: StoredEvent, key: str, team: EventTeam | None, _: Words) -> None:
    # With each revision the boxes are new ones, so that they show what is saved.
    box = f"{key or _NEW}-{event.revision}"
    name = st.text_input(_("Name of the team"), (team.team.name or "") if team else "", key=f"name-{box}")
    before = write_team(team.team.players, team.guests, team.team.captain) if team else ""

    def save_all(found: Mapping[str, TeamLines]) -> bool:
        _save_all(event, found)
        return True

    scan = ask_lines(f"lines-{box}", before, game=event.rules, take_all=None if team else save_all)
    _show_found(event, scan)
    if st.button(_("Save the team"), key=f"save-{box}", type="primary", width="stretch"):
        _save_team(event, key, team, name.strip() or scan.team.name or "", str(st.session_state[f"lines-{box}"]), _)
    if team is None:
        return
    label = _("Still in the event") if team.eliminated else _("Out of the event")
    if st.button(label, key=f"out-{box}", width="stretch"):
        _save(
            lambda: set_eliminated(
                keeping.the_store(), event.event_id, event.revision, key, not team.eliminated, _organiser()
            ),
            _("Saved."),
        )


def _show_found(event: StoredEvent, scan: Scan) -> None:
    """Who was read, and what the first of them, as many as play, have together."""
    if not scan.team.players:
        return
    _ = words()
    rows = [
        f'<span class="who">{text(p.name or p.id)}</span> <b class="hcp">{text(say.figure(p.handicap))}</b>'
        for p in scan.team.players
    ]
    places = find_rulebook(event.rules).figures.places
    match = Match(
        rules=event.rules,
        event=event.conditions,
        teams={"a": Team(players=scan.team.players), "b": Team(players=())},
    )
    total = say_goals(total_of(match, [player.id for player in scan.team.players[:places]], "a"))
    said = _("The first {places}: {total} of {limit} goals")
    said = said.format(places=places, total=total, limit=say.figure(event.conditions.upper_limit))
    write(f'{listed(rows, "lineup")}<p class="note" role="status">{text(said)}</p>')


def _save_team(event: StoredEvent, key: str, team: EventTeam | None, name: str, lines: str, _: Words) -> None:
    def save() -> None:
        if not name:
            raise InputError((), "a team needs a name")
        found = read_team(lines)
        kept = {player.id: player for player in team.team.players} if team else {}
        players = []
        for player in found.players:
            old = kept.get(player.id)
            # What no line says stays as it was.
            changes = {field: getattr(player, field) for field in player.model_fields_set}
            players.append(old.model_copy(update=changes) if old is not None else player)
        captain = found.captain
        data = {"name": name, "players": [player.model_dump(mode="json", exclude_unset=True) for player in players]}
        if captain is not None:
            data["captain"] = captain
        set_team(
            keeping.the_store(),
            event.event_id,
            event.revision,
            key or new_id(name, event.teams),
            Team.model_validate(data),
            _organiser(),
            guests=found.guests,
            eliminated=team.eliminated if team else False,
        )

    _save(save, _("{team} is saved.").format(team=name))


def _save_all(event: StoredEvent, found: Mapping[str, TeamLines]) -> None:
    """Save the teams of a spreadsheet, each in place of the one of its name, until one is refused."""
    _ = words()
    saved: list[str] = []
    names = {(team.team.name or key).casefold(): key for key, team in event.teams.items()}

    def save() -> None:
        for name, lines in found.items():
            key = names.get(name.casefold()) or new_id(name, {*event.teams, *saved})
            team = Team(name=name, captain=lines.captain, players=lines.players)
            revision = event.revision + len(saved)
            is_out = key in event.teams and event.teams[key].eliminated
            set_team(
                keeping.the_store(),
                event.event_id,
                revision,
                key,
                team,
                _organiser(),
                guests=lines.guests,
                eliminated=is_out,
            )
            saved.append(key)

    keeping.act(save, _("Saved: {teams}.").format(teams=", ".join(found)))


# -- suspensions -----------------------------------------------------------------------------------------------------


def _show_suspensions(event: StoredEvent, _: Words) -> None:
    show_heading(_("Suspensions"))
    players = {
        f"{key}/{player.id}": (team, player) for key, team in event.teams.items() for player in team.team.players
    }

    def name(option: str) -> str:
        team, player = players[option]
        return f"{player.name or player.id}, {team.team.name or option.partition('/')[0]}"

    for suspension in event.suspensions:
        option = next((o for o in players if suspension.person in _persons(o, players[o][1].person)), None)
        until = _("until {day}").format(day=suspension.until.isoformat()) if suspension.until else _("until lifted")
        who = name(option) if option else suspension.person.partition(":")[2]
        write(f"<p><b>{text(who)}</b> · {text(until)} · {text(suspension.reason)}</p>")
        if option and st.button(_("Lift: {player}").format(player=literal(who)), key=f"lift-{option}", width="stretch"):
            team, __, player_id = option.partition("/")
            _save(
                lambda team=team, player_id=player_id: lift_suspension(
                    keeping.the_store(), event.event_id, event.revision, team, player_id, _organiser()
                ),
                _("Saved."),
            )
    if not players:
        return
    with st.expander(_("Suspend somebody"), key="suspend-box", icon=":material/block:"):
        box = f"suspend-{event.revision}"
        chosen = st.pills(
            _("Who?"),
            list(players),
            format_func=lambda option: literal(name(option)),
            key=f"{box}-who",
            width="stretch",
            wrap=True,
        )
        reason = st.text_input(_("Reason"), key=f"{box}-why")
        day = st.date_input(_("Up to and with this day; empty: until it is lifted"), None, key=f"{box}-day")
        if st.button(_("Suspend"), key=f"{box}-save", disabled=not chosen, width="stretch") and chosen:
            team, __, player_id = chosen.partition("/")
            last = day if isinstance(day, date) else None
            _save(
                lambda: suspend(
                    keeping.the_store(),
                    event.event_id,
                    event.revision,
                    team,
                    player_id,
                    reason,
                    _organiser(),
                    until=last,
                ),
                _("Saved."),
            )


def _persons(option: str, person: str | None) -> set[str]:
    """How the store may name this player."""
    return {f"id:{option}", f"person:{person}"}


def _show_own_link(secret: str, _: Words) -> None:
    with st.expander(_("The organiser's link"), key="own-link", icon=":material/key:", on_change="rerun") as opened:
        if opened.open:
            note = _("Keep it: the event is found by it alone, and whoever has it may change the event.")
            write(f'<p class="warning">{text(note)}</p>')
            show_notices()
            show_code(secret, _("Organiser"), page="events", key="event-code")


show_page("events", _show)
