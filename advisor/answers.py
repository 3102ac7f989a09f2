"""The answers of the product on one team's lineups: advise and verify.

Each is worked out from a :class:`Inquiry`: a match asked about at one moment. Clocks are seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import NamedTuple

from advisor.answer_types import (
    Advice,
    Alternative,
    BrokenClause,
    ByTeam,
    CapLimit,
    Compliance,
    Conflict,
    Limits,
    Option,
    Removal,
    Repair,
    State,
    Status,
    Totals,
    Turn,
    Unusable,
    Verdict,
    Wanted,
)
from advisor.errors import InputError, quoted, shortened
from advisor.flips import find_flips
from advisor.fold import Fold
from advisor.handicap import to_goals
from advisor.match import READINGS, Designate, Match
from advisor.narrate import say_argument, say_finding, say_period_end, say_player, say_players
from advisor.ranking import Order, find_kind, find_when, periods_left, to_two_decimals
from advisor.rulebook import Finding, Language, broken_clauses, is_legal
from advisor.rulebook.penalty7 import NearestAbove
from advisor.rulebook.short import ArenaShort
from advisor.situation import Lineup, PlayerState, Situation, When
from advisor.view import Figures, Judged, View
from advisor.witness import find_witnesses
from advisor.words import translator


def _by_team(halves: Mapping[str, int]) -> ByTeam:
    return {team: to_goals(half) for team, half in halves.items()}


def _alternative(
    other: View,
    reading: str,
    status: Status,
    clauses: Sequence[str],
    counted: int,
    change: Mapping[str, int] | None,
) -> Alternative:
    return Alternative(
        reading=reading,
        value=other.fold.readings[reading],
        status=status,
        clauses=list(clauses),
        counted_handicap=to_goals(counted),
        score_change=None if change is None else _by_team(change),
    )


class _Standing(NamedTuple):
    """What of a verdict a reading may change; the figures are those of the moment at which the lineup may come on.

    ``asked``: the readings that it hung on, those of the journal aside.
    """

    status: Status
    when: When | None
    lineup: Lineup
    figures: Figures
    asked: set[str]


class Inquiry:
    """A match asked about at one moment, under its own readings and each other value of them.

    ``fold``: the match folded, where it is at hand; the inquiry keeps it.
    """

    def __init__(
        self, match: Match, clock: int | None = None, language: Language = "en", fold: Fold | None = None
    ) -> None:
        self.match = match
        self.clock = clock
        self.language: Language = language
        self.fold = Fold(match).run() if fold is None else fold
        self._others: dict[str, Fold] = {}
        self._views: dict[tuple[str, str, bool], View] = {}

    def side_of(self, team: str) -> str:
        """The team's key. Raises :class:`~advisor.errors.InputError` where there is no such team."""
        if team not in self.fold.sides:
            facts = {"team": shortened(team), "teams": ", ".join(self.fold.sides)}
            raise InputError(("team",), "no team {team}; the teams are {teams}", facts)
        return team

    def view(self, team: str, *, at_period_end: bool = False, reading: str = "") -> View:
        """The team's view now or at the period's end; ``reading``: under the other value of that reading."""
        key = (team, reading, at_period_end)
        view = self._views.get(key)
        if view is None:
            fold = self._other_fold(reading) if reading else self.fold
            view = self._views.get((team, "", at_period_end))
            if view is None or reading in self.fold.asked or reading in view.asked:
                view = View(fold, team, at_period_end, self.clock)
            else:
                view = view.under(fold)
            self._views[key] = view
        return view

    def _other_fold(self, reading: str) -> Fold:
        if reading not in self._others:
            self._others[reading] = self.fold.under(reading)
        return self._others[reading]

    def readings_that_matter(self, asked: Collection[str]) -> list[str]:
        """Readings under whose other value an answer could differ, for which these were asked, in their order.

        Whatever nobody asked, neither for the answer nor in the journal, cannot have changed anything.
        """
        matter = self.fold.asked.union(asked)
        return [name for name in READINGS if name in matter] if matter else []

    def with_penalty_7(self, contested: list[str]) -> list[str]:
        """The same with ``p7-again`` where that contests every answer."""
        return with_penalty_7(contested) if self.fold.is_contested_by_penalty_7 else contested

    # -- advise --------------------------------------------------------------------------------------------------

    def state(self, team: str) -> State:
        """What is so for a team now."""
        fold, situation = self.fold, self.view(team).situation
        started = fold.moment != "before_start"
        ranking = self.view(team).ranking
        return State(
            team=team,
            moment=fold.moment,
            period=fold.period,
            places=situation.places,
            field=sorted(situation.field),
            must_leave=sorted(situation.must_leave),
            limits=Limits(
                upper=to_goals(situation.upper),
                lower=None if situation.lower is None else to_goals(situation.lower),
                caps=[CapLimit(clause=cap.clause, value=to_goals(cap.value)) for cap in situation.caps],
            ),
            counted_handicap=_by_team(ranking.counted) if started else None,
            handicap_goals=_by_team(ranking.goals) if started else None,
            comply=[
                Compliance(player=player, periods_left=left)
                for player, left in fold.periods_to_comply(fold.sides[team]).items()
            ],
        )

    def advise(self, team: str, limit: int | None = 20, order: Order = "net") -> Advice:
        """All that a captain asks. Raises ``InputError``, ``EngineDisagreement``, ``SolverFailure``."""
        team = self.side_of(team)
        now = self.view(team)
        views = [now]
        if now.situation.within_period:
            views.append(self.view(team, at_period_end=True))
        options = [option for view in views for option in self.options(view, limit, order)]
        return Advice(
            **dict(self.state(team)),
            totals=Totals(now=len(now.legal), period_end=len(views[1].legal) if len(views) > 1 else 0),
            order=order,
            options=options,
            turns=[
                Turn(period=period, lineup=sorted(lineup.ids), net_goals=to_two_decimals(net))
                for period, lineup, net in now.find_turns()
            ],
            conflict=self.conflict(now),
            unusable=self.unusable(views),
            removals=self._removals(team),
            wanted=self.wanted(now),
            period_end_note=self.period_end_note(team),
            warnings=self.warnings(),
            not_checked=self.not_checked(),
        )

    def options(self, view: View, limit: int | None, order: Order = "net") -> list[Option]:
        """The best lineups of one view of this inquiry."""
        return [self._option(view, lineup) for lineup in view.legal.best(partial(view.order_by, order), limit)]

    def period_end_note(self, team: str) -> str:
        """What the next end of a period hangs on: the last regulation period's comes only with overtime (Rule 14)."""
        if not self.view(team).situation.within_period:
            return ""
        return say_period_end(self.fold.period, self.fold.periods, self.language)

    def warnings(self) -> list[str]:
        """What no entry breaks a rule by, and yet needs a look.

        Odd dates, a team short for longer than it may be, and who turned out ineligible having played already.
        """
        return [*self._odd_dates(), *self._short_for_too_long(), *self._found_ineligible()]

    def _odd_dates(self) -> list[str]:
        """Entries outside the edition's year."""
        edition = self.fold.book.edition
        odd = [
            n for n, entry in enumerate(self.match.journal) if entry.at is not None and is_outside(entry.at, edition)
        ]
        if not odd:
            return []
        pattern = translator(self.language)(
            "Entry {number} is dated {at}, outside the year of the rulebook, {edition}."
        )
        return [pattern.format(number=n, at=self.match.journal[n].at, edition=edition) for n in odd]

    def _found_ineligible(self) -> list[str]:
        """Who turned out ineligible having played, and what that may cost: no entry that fielded him says it."""
        words = self.fold.book.clauses["eligible"].messages
        said = []
        for team, side in self.fold.sides.items():
            for player in sorted(side.found_ineligible):
                finding = Finding("eligible", side.players[player].ineligible or "at-start", {"player": player})
                sentence = say_finding(finding, self.fold.book, side.players, self.language)
                said.append(f"{self._team_name(team)}: {sentence} {words['forfeit'][self.language]}")
        return said

    def _team_name(self, team: str) -> str:
        return self.match.teams[team].name or team

    def _short_for_too_long(self) -> list[str]:
        """Teams that still play short when their time for it is up: the lineup on the field is not judged by that."""
        said: list[str] = []
        if self.fold.book.figures.short_share is None or self.fold.moment == "before_start":
            return said
        for team, side in self.fold.sides.items():
            if side.holders == side.places:
                continue
            situation = self.view(team).situation
            if situation.short_too_long:
                sentence = say_finding(ArenaShort.time_is_up(situation), self.fold.book, side.players, self.language)
                said.append(f"{self._team_name(team)}: {sentence}")
        return said

    def not_checked(self) -> list[str]:
        """What the product does not check, said with every answer."""
        return [sentence[self.language] for sentence in self.fold.book.not_checked]

    def _option(self, view: View, lineup: Lineup) -> Option:
        situation = view.situation
        judged = view.judge(lineup.ids)
        counted, goals, change = judged.figures
        net = view.net_goals(lineup)
        alternatives = self._alternatives_of_option(view, judged)
        return Option(
            when=find_when(situation, lineup, at_period_end=view.at_period_end),
            kind=find_kind(situation, lineup),
            lineup=sorted(lineup.ids),
            out=sorted(situation.on_field - lineup.ids),
            in_=sorted(lineup.ids - situation.on_field),
            field_handicap=to_goals(lineup.total),
            counted_handicap=to_goals(counted),
            handicap_goals=None if goals is None else _by_team(goals),
            score_change=None if change is None else _by_team(change),
            net_goals=None if net is None else to_two_decimals(net),
            contested_by=self.with_penalty_7([alternative.reading for alternative in alternatives]),
            alternatives=alternatives,
        )

    def _alternatives_of_option(self, view: View, option: Judged) -> list[Alternative]:
        alternatives = []
        for reading in self.readings_that_matter(option.asked):
            other = self.view(view.situation.team, at_period_end=view.at_period_end, reading=reading)
            again = other.situation.lineup(option.lineup.ids)
            counted, _, change = other.figures(again)
            broken = broken_clauses(other.situation, again)
            if broken or (counted, change) != option.figures[::2]:
                status: Status = "illegal" if broken else "legal"
                alternatives.append(_alternative(other, reading, status, broken, counted, change))
        return alternatives

    def conflict(self, view: View) -> Conflict | None:
        """Why nobody can come in; ``None`` where somebody can."""
        situation = view.situation
        if any(pattern.lineup.ids - situation.on_field for pattern in view.legal.patterns):
            return None
        from advisor.solver.conflict import Conflicts
        from advisor.solver.model import find_kinds

        kinds = find_kinds(situation, situation.players)
        clauses = Conflicts(situation, kinds).find_for_anybody()
        outside = [kind.ids[0] for kind in kinds if kind.ids[0] not in situation.on_field]
        _ = translator(self.language)
        message = self._why_not(situation, outside, clauses, _("nobody can come in")) if clauses else ""
        return Conflict(clauses=list(clauses), message=message)

    def unusable(self, views: Sequence[View]) -> list[Unusable]:
        """Who can come in in none of the options of the first view, and why; the second is that of the period's end."""
        from advisor.solver.conflict import Conflicts
        from advisor.solver.model import find_kinds

        now = views[0]
        situation = now.situation
        kinds = find_kinds(situation, situation.players)
        conflicts = Conflicts(situation, kinds)
        rows = []
        for number, kind in enumerate(kinds):
            if kind.ids[0] in situation.on_field or now.legal.has_player(kind.ids[0]):
                continue
            clauses = conflicts.find(number)
            waiting = [player for player in kind.ids if len(views) > 1 and views[1].legal.has_player(player)]
            barred = [player for player in kind.ids if player not in waiting]
            # Alike now, and yet not always at the period's end: of two sit-outs one may be over by then.
            for players, later in ((waiting, True), (barred, False)):
                if players:
                    conclusion = self._stays_out(situation.players[players[0]], later)
                    message = self._why_not(situation, players[:1], clauses, conclusion)
                    row = Unusable(
                        player=players[0], players=players, clauses=list(clauses), message=message, later=later
                    )
                    rows.append(row)
        rows.sort(key=lambda row: row.player)
        return rows

    def _why_not(self, situation: Situation, players: Sequence[str], clauses: Sequence[str], conclusion: str) -> str:
        """A conflict about these players as an argument, each clause on the nearest lineup that breaks it."""
        book = self.fold.book
        findings = find_witnesses(book, situation, players, clauses)
        return say_argument(findings, book, situation.players, self.language, conclusion)

    def _stays_out(self, player: PlayerState, later: bool) -> str:
        """What follows for a player in no option of the moment; ``later``: he is in one at the period's end."""
        _ = translator(self.language)
        pattern = _("{player} has to wait for the end of the period") if later else _("{player} cannot come in")
        return pattern.format(player=say_player(player))

    def _removals(self, team: str) -> list[Removal]:
        fold, pending = self.fold, self.fold.pending
        if pending is None or pending.fouled != team:
            return []
        fouling, disabled = fold.sides[pending.against], fold.sides[team].players[pending.disabled]
        on_field = [fouling.players[player] for player in fouling.field]
        left = periods_left(fold, clock=self.clock)
        full = fold.book.figures.full(fold.periods)
        rows = []
        for player in NearestAbove.candidates(disabled, on_field):
            named = fouling.players[player]
            after = fold.and_then(Designate(entry="designate", player=player))
            fields = {key: side.total() for key, side in after.sides.items()}
            bounds = {key: [cap.value for cap in side.caps] for key, side in after.sides.items()}
            caps = {key: min(values, default=after.upper) for key, values in bounds.items()}
            best = {}
            for key in after.sides:
                legal = View(after, key, True, self.clock).legal
                best[key] = max((p.lineup.total for p in legal.patterns), default=fields[key])
                best[key] = max(best[key], fields[key])
            net = Fraction(named.handicap - disabled.handicap, 2) * left / full
            row = Removal(
                player=player,
                handicap=to_goals(named.handicap),
                field=_by_team(fields),
                caps=_by_team(caps),
                best_reachable=_by_team(best),
                net_goals=to_two_decimals(net),
            )
            rows.append((-net, player, row))
        return [row for _, _, row in sorted(rows, key=lambda ranked: ranked[:2])]

    def wanted(self, view: View) -> list[Wanted]:
        """For each handicap the best option with a newcomer of it who is not on the list."""
        if self.fold.moment == "before_start":
            return []
        rows = [self._wanted_row(view, half) for half in range(-4, 21)]
        return rows if any(row.lineup is not None for row in rows) else []

    def _wanted_row(self, view: View, rated: int) -> Wanted:
        team = view.situation.team
        newcomer = PlayerState("", None, rated, self.fold.counts_as(rated), True, None, False, False)
        guest_view = view.with_guest(newcomer)
        found = []
        if guest_view is not None:
            view = guest_view
            known = sorted(view.situation.field)
            for size in range(len(known) + 1):
                for ids in combinations(known, size):
                    lineup = view.situation.lineup((*ids, newcomer.id))
                    if is_legal(view.situation, lineup):
                        found.append((view.order(lineup), ids, lineup))
        situation = view.situation
        if not found:
            return Wanted(
                handicap=to_goals(rated),
                lineup=None,
                out=None,
                when=None,
                field_handicap=None,
                counted_handicap=None,
                score_change=None,
                net_goals=None,
            )
        _, ids, lineup = min(found, key=lambda option: option[:2])
        board = view.ranking.board(lineup)
        return Wanted(
            handicap=to_goals(rated),
            lineup=list(ids),
            out=sorted(situation.on_field.difference(ids)),
            when=find_when(situation, lineup, at_period_end=False),
            field_handicap=to_goals(lineup.total),
            counted_handicap=to_goals(board.counted[team]),
            score_change=_by_team(board.change),
            net_goals=to_two_decimals(view.ranking.net_goals(lineup)),
        )

    # -- verify --------------------------------------------------------------------------------------------------

    def verify(self, team: str, lineup: Sequence[str], repairs: int = 3) -> Verdict:
        """The verdict on a lineup. Raises ``InputError`` for an empty lineup, an unknown id or a doubled one."""
        team = self.side_of(team)
        ids = self._checked_ids(team, lineup)
        standing = self._standing(team, ids)
        status, when, members = standing.status, standing.when, standing.lineup
        counted, goals, change = standing.figures
        now = self.view(team)
        alternatives = self._alternatives_of_verdict(team, ids, standing)
        findings = now.findings(now.situation.lineup(ids)) if status != "legal" else ()
        nearest = self.repairs_of(team, ids, repairs) if status != "legal" and repairs else []
        return Verdict(
            team=team,
            lineup=sorted(ids),
            status=status,
            when=when,
            argument=self._argument(now.situation, findings, status, nearest) if findings else "",
            broken=[self._broken(finding, team) for finding in findings],
            contested_by=self.with_penalty_7([alternative.reading for alternative in alternatives]),
            alternatives=alternatives,
            field_handicap=to_goals(members.total),
            counted_handicap=to_goals(counted),
            handicap_goals=None if goals is None else _by_team(goals),
            score_change=None if change is None else _by_team(change),
            repairs=nearest,
            flips=find_flips(self, team, ids) if status != "legal" and repairs else [],
            period_end_note=self.period_end_note(team) if status == "later" else "",
            warnings=self.warnings(),
            not_checked=self.not_checked(),
        )

    def _checked_ids(self, team: str, lineup: Sequence[str]) -> frozenset[str]:
        if not lineup:
            raise InputError(("lineup",), "no player found; name at least one, as in r1,r2,r3,r4")
        known = self.fold.sides[team].players
        for player in lineup:
            if player not in known:
                facts = {"player": quoted(player), "team": team, "players": shortened(", ".join(known), 200)}
                raise InputError(("lineup",), "{player} is not a player of {team}; they are {players}", facts)
        if len(set(lineup)) < len(lineup):
            twice = next(player for player in lineup if lineup.count(player) > 1)
            raise InputError(("lineup",), "{player} is named twice; name each player once", {"player": quoted(twice)})
        return frozenset(lineup)

    def _standing(self, team: str, ids: frozenset[str]) -> _Standing:
        """Where a lineup stands."""
        now = self.view(team)
        judged = now.judge(ids)
        if judged.is_legal:
            when = find_when(now.situation, judged.lineup, at_period_end=False)
            return _Standing("legal", when, judged.lineup, judged.figures, judged.asked)
        if now.situation.within_period:
            later = self.view(team, at_period_end=True).judge(ids)
            if later.is_legal:
                return _Standing("later", "period_end", later.lineup, later.figures, judged.asked | later.asked)
            judged.asked.update(later.asked)
        return _Standing("illegal", None, judged.lineup, judged.figures, judged.asked)

    def _alternatives_of_verdict(self, team: str, ids: frozenset[str], standing: _Standing) -> list[Alternative]:
        alternatives = []
        for reading in self.readings_that_matter(standing.asked):
            now = self.view(team, reading=reading)
            lineup = now.situation.lineup(ids)
            broken = now.broken(lineup)
            status: Status = "illegal" if broken else "legal"
            figures = now.figures(lineup)
            if broken and now.situation.within_period:
                end = self.view(team, at_period_end=True, reading=reading)
                later = end.situation.lineup(ids)
                if end.is_legal(later):
                    status, figures = "later", end.figures(later)
            if (status, figures) != (standing.status, standing.figures):
                counted, _, change = figures
                alternatives.append(_alternative(now, reading, status, broken, counted, change))
        return alternatives

    def _argument(
        self, situation: Situation, findings: Sequence[Finding], status: Status, nearest: Sequence[Repair]
    ) -> str:
        """Why a lineup is not legal now, and the way out: the period's end, or the nearest legal lineup."""
        _ = translator(self.language)
        if status == "later":
            conclusion = _("this lineup has to wait for the end of the period")
        elif nearest:
            conclusion = _("the nearest legal lineup is {players}")
            if nearest[0].when == "period_end":
                conclusion = _("at the end of the period the nearest legal lineup is {players}")
            conclusion = conclusion.format(players=say_players(nearest[0].lineup, situation.players))
        else:
            conclusion = _("this lineup may not play")
        return say_argument(findings, self.fold.book, situation.players, self.language, conclusion)

    def repairs_of(self, team: str, ids: frozenset[str], most: int) -> list[Repair]:
        """The nearest legal lineups: now, or where there is none at the period's end."""
        from advisor.solver.repair import find_repairs

        for at_period_end in (False, True) if self.view(team).situation.within_period else (False,):
            view = self.view(team, at_period_end=at_period_end)
            found = find_repairs(view.situation, ids, most, view.order)
            if found:
                return [
                    Repair(
                        lineup=sorted(lineup.ids),
                        add=sorted(lineup.ids - ids),
                        drop=sorted(ids - lineup.ids),
                        when=find_when(view.situation, lineup, at_period_end=at_period_end),
                    )
                    for lineup in found
                ]
        return []

    def _broken(self, finding: Finding, team: str) -> BrokenClause:
        return broken_clause(self.fold, finding, team, self.language)


def with_penalty_7(contested: Iterable[str]) -> list[str]:
    """These readings and ``p7-again``, in the order of the table of readings."""
    names = {*contested, "p7-again"}
    return [name for name in READINGS if name in names]


def broken_clause(fold: Fold, finding: Finding, team: str, language: Language) -> BrokenClause:
    """A finding with its citation and sentence, as the answers give it."""
    players: dict[str, PlayerState] = {}
    for key in (*(key for key in fold.sides if key != team), team):
        players.update(fold.sides[key].players)
    if finding.clause == "p7-nearest-above":
        players.update(next(side.players for key, side in fold.sides.items() if key != team))
    return BrokenClause(
        clause=finding.clause,
        citation=fold.book.clauses[finding.clause].citation[language],
        message=say_finding(finding, fold.book, players, language),
    )


def is_outside(at: str, edition: str) -> bool:
    """Whether a time, where it has a date, is outside the year of an edition."""
    year = at.lstrip()[:4]
    return year.isdigit() and at[4:5] != ":" and year != edition


def advise(
    match: Match,
    team: str,
    *,
    limit: int | None = 20,
    order: Order = "net",
    clock: int | None = None,
    language: Language = "en",
) -> Advice:
    """Which lineups are legal for the team, ranked, and why the others are not."""
    return Inquiry(match, clock, language).advise(team, limit, order)


def verify(
    match: Match,
    team: str,
    lineup: Sequence[str],
    *,
    repairs: int = 3,
    clock: int | None = None,
    language: Language = "en",
) -> Verdict:
    """Whether a lineup is legal, with every clause that it breaks and the nearest legal lineups."""
    return Inquiry(match, clock, language).verify(team, lineup, repairs)
