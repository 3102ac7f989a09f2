"""Starting a match: who starts, checked before the start with each broken rule, and recorded by one tap."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from advisor.answer_types import Verdict
from advisor.errors import StoreError
from advisor.fold import Fold
from advisor.handicap import to_half
from advisor.joining import total_of
from advisor.lines import Scan
from advisor.match import Match, Player
from advisor.narrate import say_goals
from advisor.rulebook import find_rulebook
from advisor.store import Actor, NewMatch
from advisor.store.journal import append
from advisor.ui import keeping
from advisor.ui.parts import address, ask, draft, say
from advisor.ui.parts.connecting import remember
from advisor.ui.parts.entering import team_name
from advisor.ui.parts.grounds import clause_details
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.parts.markup import chip, icon, listed, literal, text, told_apart, write
from advisor.ui.parts.prefill import prefill
from advisor.ui.parts.shared import find_doubled
from advisor.ui.parts.verdict import WORDS

_MADE = "made-drafts"


def name_of(match: Match, key: str) -> str:
    """What a team is called."""
    return match.teams[key].name or team_name(key)


def label_of(player: Player) -> str:
    """A player as "Ana (2)"; without a name by the id."""
    return f"{player.name or player.id} ({say_goals(to_half(player.handicap))})"


# -- who starts, or is on --------------------------------------------------------------------------------------------


def ask_lineup(match: Match, key: str, label: str) -> list[str]:
    """Who starts: the first on the list who may, unless others are tapped."""
    team = match.teams[key]
    places = find_rulebook(match.rules).figures.places
    ids = [player.id for player in team.players]
    tapped = draft.find_list(f"starts-{key}")
    if tapped is None:
        chosen = [p.id for p in team.players if p.present and p.ineligible is None and not p.eliminated_from_event][
            :places
        ]
    else:
        chosen = [player for player in ids if player in tapped]
    if not ids:
        return []
    labels = told_apart({player.id: label_of(player) for player in team.players})
    field = f"starts-{key}"
    prefill(field, chosen)
    with st.container(key=f"names-{field}"):
        st.pills(
            label,
            ids,
            selection_mode="multi",
            format_func=lambda player: literal(labels[player]),
            key=field,
            on_change=lambda: draft.put(**{field: list(st.session_state[field])}),
            width="stretch",
            wrap=True,
        )
    return chosen


def show_sum(match: Match, key: str, lineup: Sequence[str], verdict: Verdict | None = None) -> None:
    """The handicap of a lineup against the limits, as words and as a bar, and the verdict where there is one."""
    _ = words()
    upper = to_half(match.event.upper_limit)
    total = total_of(match, lineup, key)
    said = _("{number} of {limit} goals").format(number=say_goals(total), limit=say_goals(upper))
    if match.event.lower_limit is not None:
        said = say.joined([said, _("at least {limit}").format(limit=say.figure(match.event.lower_limit))])
    share = max(0, min(100, round(100 * total / upper))) if upper > 0 else 0
    over = " over" if total > upper else ""
    word = ""
    if verdict is not None:
        name, shape = WORDS[verdict.status]
        word = chip(f"is-{verdict.status}", _(name), shape)
    write(
        f'<div class="sum"><p role="status">{word}<b>{text(said)}</b></p>'
        f'<div class="track" aria-hidden="true"><div class="fill{over}" style="width:{share}%"></div></div></div>'
    )


def check_lineup(match: Match, key: str, lineup: Sequence[str]) -> Verdict | None:
    """The verdict on a lineup before the start, said with each broken rule and the nearest legal lineup."""
    _ = words()
    if not lineup:
        return None
    verdict = ask.verdict(ask.as_text(match), key, tuple(sorted(lineup)), chosen_language())
    show_sum(match, key, lineup, verdict)
    if verdict.status == "legal":
        return verdict
    book = find_rulebook(match.rules)
    rows = [
        f'<div class="row"><p><b>{text(found.message)}</b></p>{clause_details(found.clause, book)}</div>'
        for found in verdict.broken
    ]
    write(listed(rows, "plain"))
    names = {player.id: label_of(player) for player in match.teams[key].players}
    for repair in verdict.repairs[:1]:
        moves = [_("without {players}").format(players=", ".join(names[p] for p in repair.drop))] if repair.drop else []
        moves += [_("with {players}").format(players=", ".join(names[p] for p in repair.add))] if repair.add else []
        st.button(
            literal(_("Nearest legal lineup: {moves}").format(moves=", ".join(moves))),
            key=f"repair-{key}",
            icon=":material/swap_horiz:",
            on_click=_take_lineup,
            args=(key, repair.lineup),
            width="stretch",
        )
    return verdict


def _take_lineup(key: str, lineup: Sequence[str]) -> None:
    draft.put(**{f"starts-{key}": list(lineup)})


# -- making the match --------------------------------------------------------------------------------------------------


def find_gaps(match: Match, lineups: Mapping[str, Sequence[str]], scans: Mapping[str, Scan]) -> list[str]:
    """What must be put right before the match can be made, a sentence for each."""
    _ = words()
    places = find_rulebook(match.rules).figures.places
    gaps = []
    for key, lineup in lineups.items():
        name = name_of(match, key)
        if key in scans and scans[key].errors:
            gaps.append(f"{name}: {keeping.sentence(scans[key].errors[0])}")
        elif not match.teams[key].players:
            gaps.append(_("{team}: nobody is on the list yet.").format(team=name))
        elif not 1 <= len(lineup) <= places:
            said = _("{team}: {count} are chosen; 1 to {places} can play.")
            gaps.append(said.format(team=name, count=len(lineup), places=places))
    said = _("{player} is in both lineups: take one out, or tell two people apart by a last name.")
    return gaps + [said.format(player=player) for player in find_doubled(match, lineups)]


def show_bar(summary: str, label: str, *, is_good: bool | None) -> bool:
    """The bar at the bottom of the screen, which says how it stands and makes the match; True once it is tapped.

    ``is_good``: None where nothing is there yet to be judged.
    """
    tones = {True: ("check", "is-legal"), False: ("cross", "is-illegal"), None: ("short", "")}
    shape, tone = tones[is_good]
    with st.bottom, st.container(key="start-bar"):
        write(f'<p class="ready {tone}" role="status">{icon(shape)}{text(summary)}</p>')
        return st.button(label, key="start-match", type="primary", icon=":material/flag:", width="stretch")


def is_empty(match: Match, scans: Mapping[str, Scan]) -> bool:
    """Whether a team has nobody, and nothing was typed that could not be read."""
    return any(not team.players for team in match.teams.values()) and not any(scan.errors for scan in scans.values())


def say_start(match: Match, verdicts: Mapping[str, Verdict | None]) -> str:
    """In one line how both lineups stand."""
    _ = words()
    parts = []
    for key, verdict in verdicts.items():
        if verdict is not None:
            word, __ = WORDS[verdict.status]
            parts.append(f"{name_of(match, key)} {say.figure(verdict.field_handicap)}: {_(word)}")
    return say.joined(parts)


def make(create: Callable[[], NewMatch], match: Match, entries: Sequence[Mapping[str, Any]]) -> None:
    """Keep the match, record the first entries, and go to it. ``create`` makes it with its journal still empty.

    Raises InputError where the entries cannot be, before anything is saved.
    """
    Fold(Match.model_validate({**match.as_data(), "journal": [dict(entry) for entry in entries]})).run()
    made: dict[str, str] = st.session_state.setdefault(_MADE, {})
    name = draft.find_id()
    if name not in made:
        try:
            new = create()
        except StoreError as error:
            keeping.show_errors(error)
            return
        # Before anything is shown: a second tap in between finds the match made, and makes no other.
        made[name] = new.keeper.secret
        for team, link in new.captains.items():
            remember(new.match_id, "captain", team, link.secret)
        actor = Actor(new.keeper.secret, address.find("by"))
        keeping.act(lambda: append(keeping.the_store(), new.match_id, 0, list(entries), actor))
    leave_to("kept", made[name])


def leave_to(page: str, secret: str) -> None:
    """Go to the match that was made or opened; nothing of the draft goes along."""
    keeping.go_to(page, link=secret, **dict.fromkeys(("view", "team", "do", draft.KEY), ""))
