"""What would make it legal: the single changes that turn a verdict, each found by answering again.

Nothing here reasons about rules. An entry is put at the end of the journal, or a reading changed, and the lineup is
judged again.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.answer_types import Flip, FlipKind
from advisor.handicap import to_goals
from advisor.match import Arrived, CorrectEvent, EndPeriod, Entry, EventPatch, Recovered
from advisor.narrate import say_goals, say_goals_noun, say_player
from advisor.ranking import find_kind, find_when
from advisor.situation import When
from advisor.view import Question, View
from advisor.words import translator

MOST_ABOVE = 40
"""How far above the event's upper limit a limit is sought that would do (half goals)."""

_HIGHEST_LIMIT = 200
_LIMITS = {"player-limit", "upper-limit", "rostered-limits"}
_MAY_GO_WITH_THE_LIMIT = _LIMITS | {"minus-rated", "p7-cap", "p7-fouling-cap", "play-short", "arena-short"}


def find_flips(inquiry: Question, team: str, ids: frozenset[str]) -> list[Flip]:
    """The single changes under each of which the lineup is legal at once; none where it is legal as it is.

    In this order: the period's end, an arrival, a recovery, one more withdrawal, a higher limit, another reading.
    """
    view = inquiry.view(team)
    if view.is_legal(view.situation.lineup(ids)):
        return []
    return [
        *_by_period_end(inquiry, team, ids),
        *_by_arrival(inquiry, team, ids),
        *_by_recovery(inquiry, team, ids),
        *_by_withdrawal(inquiry, team, ids),
        *_by_limit(inquiry, team, ids),
        *_by_reading(inquiry, team, ids),
    ]


def _legal_when(inquiry: Question, team: str, ids: frozenset[str], *entries: Entry) -> When | None:
    """When the lineup may come on if these entries were added to the journal; ``None`` where it is not legal."""
    view = View(inquiry.fold.and_then(*entries), team, clock=inquiry.clock)
    lineup = view.situation.lineup(ids)
    return find_when(view.situation, lineup, at_period_end=False) if view.is_legal(lineup) else None


def _by_period_end(inquiry: Question, team: str, ids: frozenset[str]) -> Iterator[Flip]:
    if not inquiry.view(team).situation.within_period:
        return
    end = EndPeriod(entry="end_period")
    if inquiry.clock is not None:
        fold = inquiry.fold
        end = EndPeriod(
            entry="end_period", clock=max(fold.book.figures.seconds(fold.periods), fold.clock, inquiry.clock)
        )
    if _legal_when(inquiry, team, ids, end):
        _ = translator(inquiry.language)
        message = _("At the end of the period it is legal.")
        yield Flip(kind="period_end", lineup=sorted(ids), when="period_end", message=message)


def _by_arrival(inquiry: Question, team: str, ids: frozenset[str]) -> Iterator[Flip]:
    _ = translator(inquiry.language)
    for player in sorted(ids):
        if not inquiry.view(team).situation.players[player].present:
            entry = Arrived(entry="arrived", team=team, player=player)
            yield from _by_entry(inquiry, team, ids, "arrival", entry, _("Once {player} is here it is legal."))


def _by_recovery(inquiry: Question, team: str, ids: frozenset[str]) -> Iterator[Flip]:
    _ = translator(inquiry.language)
    for player in sorted(ids):
        if inquiry.view(team).situation.players[player].unable is not None:
            entry = Recovered(entry="recovered", team=team, player=player)
            yield from _by_entry(inquiry, team, ids, "recovery", entry, _("If {player} recovers it is legal."))


def _by_entry(
    inquiry: Question, team: str, ids: frozenset[str], kind: FlipKind, entry: Arrived | Recovered, pattern: str
) -> Iterator[Flip]:
    """The flip that this entry about one player would be, if any."""
    when = _legal_when(inquiry, team, ids, entry)
    if when:
        message = pattern.format(player=say_player(inquiry.view(team).situation.players[entry.player]))
        yield Flip(kind=kind, player=entry.player, lineup=sorted(ids), when=when, message=message)


def _by_withdrawal(inquiry: Question, team: str, ids: frozenset[str]) -> Iterator[Flip]:
    _ = translator(inquiry.language)
    view = inquiry.view(team)
    for player in sorted(ids & view.situation.able):
        lineup = view.situation.lineup(ids - {player})
        if find_kind(view.situation, lineup) == "double" and view.is_legal(lineup):
            message = _("If {player} is withdrawn too it is legal, as a double substitution.")
            yield Flip(
                kind="withdrawal",
                player=player,
                lineup=sorted(lineup.ids),
                when=find_when(view.situation, lineup, at_period_end=False),
                message=message.format(player=say_player(view.situation.players[player])),
            )


def _by_limit(inquiry: Question, team: str, ids: frozenset[str]) -> Iterator[Flip]:
    """The lowest upper limit that would do, where a limit is broken and nothing else that no limit could mend."""
    _ = translator(inquiry.language)
    view = inquiry.view(team)
    broken = {finding.clause for finding in view.findings(view.situation.lineup(ids))}
    if broken.isdisjoint(_LIMITS) or not broken <= _MAY_GO_WITH_THE_LIMIT:
        return
    upper = view.situation.upper
    for limit in range(upper + 1, min(upper + MOST_ABOVE, _HIGHEST_LIMIT) + 1):
        entry = CorrectEvent(entry="event", set=EventPatch(upper_limit=to_goals(limit)))
        when = _legal_when(inquiry, team, ids, entry)
        if when:
            more = say_goals_noun(limit - upper, inquiry.language)
            message = _("With an upper limit of {limit}, higher by {more}, it is legal.")
            yield Flip(
                kind="limit",
                value=to_goals(limit),
                lineup=sorted(ids),
                when=when,
                message=message.format(limit=say_goals(limit), more=more),
            )
            return


def _by_reading(inquiry: Question, team: str, ids: frozenset[str]) -> Iterator[Flip]:
    _ = translator(inquiry.language)
    for reading in inquiry.readings_that_matter(inquiry.view(team).judge(ids).asked):
        view = inquiry.view(team, reading=reading)
        lineup = view.situation.lineup(ids)
        if view.is_legal(lineup):
            value = view.fold.readings[reading]
            words = view.fold.book.readings[reading]
            message = _('If "{title}" is read as follows it is legal: {text}')
            yield Flip(
                kind="reading",
                reading=reading,
                value=value,
                lineup=sorted(ids),
                when=find_when(view.situation, lineup, at_period_end=False),
                message=message.format(
                    title=words["title"][inquiry.language], text=words["values"][value][inquiry.language]
                ),
            )
