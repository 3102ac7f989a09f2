"""All of a day: every match of an event with its sheet, its QR code and the plans of its teams."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlencode

from advisor.errors import InputError, StoreError
from advisor.match import Match
from advisor.plan.losses import Progress, no_progress
from advisor.plan.pdf import PlannedMatch, day_pdf
from advisor.plan.plan import make_plan
from advisor.plan.said import say_plan
from advisor.rulebook import Language
from advisor.store.engine import Store
from advisor.store.journal import load
from advisor.store.overview import list_event_matches
from advisor.store.roles import Actor, open_link
from advisor.words import translator


class DayMatch(NamedTuple):
    """A match of a day, and its public address from the server's name on; empty where it has none."""

    match: Match
    path: str


class Day(NamedTuple):
    """The matches of an event that its organiser may print, the oldest first; ``withheld``: those without a link."""

    matches: tuple[DayMatch, ...]
    withheld: int


def load_day(store: Store, actor: Actor) -> Day:
    """The matches of the organiser's event, each read by its public link. Raises StoreError."""
    event_id = open_link(store, actor).event_id
    if event_id is None:
        raise StoreError("this is no organiser's link")
    listed = list_event_matches(store, event_id, actor)
    matches = [
        DayMatch(load(store, item.match_id, Actor(item.public)).match, "kept?" + urlencode({"link": item.public}))
        for item in reversed(listed)
        if item.public is not None
    ]
    return Day(tuple(matches), len(listed) - len(matches))


def print_day(day: Day, language: Language, server: str = "", progress: Progress = no_progress) -> bytes:
    """One print of all: a cover, then each match's sheet and plans. ``server``: where the app is, for the QR codes.

    What is missing is named on the cover: a team that there is no plan for, and matches without a public link. Raises
    EngineDisagreement, SolverFailure.
    """
    _ = translator(language, "plan")
    planned = []
    steps = sum(len(one.match.teams) for one in day.matches)
    done = 0
    for one in day.matches:
        plans, missing = [], []
        for key, team in one.match.teams.items():
            progress(done, steps)
            try:
                plans.append(say_plan(one.match, make_plan(one.match, key, language=language), language))
            except InputError as error:
                reason = "; ".join(each.translated(translator(language)) for each in error.errors)
                missing.append(_("No plan of {team}: {reason}").format(team=team.name or key, reason=reason))
            done += 1
        link = f"{server.rstrip('/')}/{one.path}" if server and one.path else ""
        planned.append(PlannedMatch(one.match, tuple(plans), link, tuple(missing)))
    progress(steps, steps)
    left_out = _("Matches left out, their public link being withdrawn: {count}").format(count=day.withheld)
    return day_pdf(planned, language, left_out if day.withheld else "")
