"""Answers as plain text for people at a terminal: what a captain or an umpire reads at the field."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Literal

from advisor.answer_types import (
    Advice,
    Alternative,
    Audit,
    ByTeam,
    Goals,
    Option,
    Repair,
    State,
    Unusable,
    Verdict,
    Wanted,
)
from advisor.answers import Inquiry
from advisor.compare import Compared, Comparison, NextInjury
from advisor.handicap import to_half
from advisor.narrate import say_decimals, say_goals, say_goals_noun, say_player
from advisor.ranking import Kind, Order
from advisor.situation import Moment, PlayerState, When
from advisor.words import mark, plural_translator, translator
from advisor.workings import ExplainedAdvice, Working

Style = Literal["plain", "title", "good", "soon", "bad", "umpire"]

_COLOURS: Mapping[Style, str] = {"title": "1", "good": "1;32", "soon": "1;33", "bad": "1;31", "umpire": "35"}
_HALVES_THAT_EXIST = (-1, 1, 3)
_MOMENTS: Mapping[Moment, str] = {
    "before_start": mark("before the start"),
    "in_play": mark("in play"),
    "stopped": mark("play is stopped"),
    "between_periods": mark("between periods"),
}
_WHEN: Mapping[When, str] = {
    "now": mark("legal now"),
    "any_time": mark("legal at any time, also while play goes on"),
    "period_end": mark("legal at the end of the period"),
}
_KINDS: Mapping[Kind, str] = {
    "start": mark("to start the match"),
    "short": mark("playing short"),
    "double": mark("a double substitution"),
    "single": mark("a substitution"),
    "fill": mark("fills an open place"),
    "break": mark("a change between periods"),
}
_ORDERS: Mapping[Order, str] = {
    "net": mark("best first"),
    "strongest": mark("the strongest first"),
    "board": mark("those that cost least on the board first"),
    "fewest": mark("those with the fewest changes first"),
}
_VERDICTS: Mapping[str, tuple[str, Style]] = {
    "legal": (mark("LEGAL"), "good"),
    "later": (mark("LATER"), "soon"),
    "illegal": (mark("NOT LEGAL"), "bad"),
}


class Page:
    """Lines of text, wrapped to a width with their indent kept, and coloured where that is wished."""

    def __init__(self, width: int | None = None, colour: bool = False) -> None:
        self._width = max(width, 40) if width else None
        self._colour = colour
        self._lines: list[str] = []

    def line(self, text: str, indent: int = 0, style: Style = "plain", bullet: str = "") -> None:
        """One line, further ones below its beginning where it is too long."""
        first = " " * indent + bullet
        if self._width:
            rest = " " * (len(first) or 2)
            rows = textwrap.wrap(
                text, self._width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False
            ) or [first]
        else:
            rows = [first + text]
        for row in rows:
            code = _COLOURS.get(style) if self._colour else None
            self._lines.append(f"\x1b[{code}m{row}\x1b[0m" if code else row.rstrip())

    def gap(self) -> None:
        """An empty line, never two."""
        if self._lines and self._lines[-1]:
            self._lines.append("")

    def __str__(self) -> str:
        return "\n".join(self._lines).rstrip("\n") + "\n"


def say_advice(inquiry: Inquiry, advice: Advice, page: Page) -> str:
    """The answer of ``advise`` as text, with its workings where it has them."""
    teller = _Teller(inquiry, page)
    teller.state(advice)
    teller.removals(advice)
    teller.options(advice)
    teller.wanted(advice)
    teller.unusable(advice.unusable, advice.team)
    if isinstance(advice, ExplainedAdvice):
        teller.workings(advice)
    teller.notes(advice.warnings, advice.not_checked)
    return str(page)


def say_verdict(inquiry: Inquiry, verdict: Verdict, page: Page) -> str:
    """The answer of ``verify`` as text."""
    teller = _Teller(inquiry, page)
    teller.verdict(verdict)
    teller.notes(verdict.warnings, verdict.not_checked)
    return str(page)


def say_comparison(inquiry: Inquiry, comparison: Comparison, page: Page) -> str:
    """The answer of ``compare`` as text."""
    teller = _Teller(inquiry, page)
    teller.comparison(comparison)
    teller.notes(comparison.warnings, comparison.not_checked)
    return str(page)


def say_audit(inquiry: Inquiry, audit: Audit, page: Page, line_of: Callable[[int], int | None]) -> str:
    """The answer of ``audit`` as text. ``line_of`` tells the line of an entry by its number."""
    teller = _Teller(inquiry, page)
    teller.breaches(audit, line_of)
    for state in audit.final.values():
        page.gap()
        teller.state(state)
    teller.notes(audit.warnings, audit.not_checked)
    return str(page)


class _Teller:
    """Writes one match's answers to a page, in the language of the inquiry."""

    def __init__(self, inquiry: Inquiry, page: Page) -> None:
        self.inquiry = inquiry
        self.page = page
        self.language = inquiry.language
        self.fold = inquiry.fold
        self._ = translator(inquiry.language)
        self.ngettext = plural_translator(inquiry.language)
        self.names = {key: team.name or key for key, team in inquiry.match.teams.items()}

    # -- words ---------------------------------------------------------------------------------------------------

    def players(self, team: str, ids: Iterable[str]) -> str:
        """Players by name and handicap."""
        known: Mapping[str, PlayerState] = self.fold.sides[team].players
        return ", ".join(say_player(known[player]) for player in ids)

    def by_team(self, goals: ByTeam) -> str:
        """A figure of each team."""
        return ", ".join(f"{self.names[team]} {_figure(value)}" for team, value in goals.items())

    def summed(self, team: str, one: Option | Verdict | Compared, *, has_started: bool = True) -> str:
        """A lineup with its sum and, once the match has started, what it counts."""
        _ = self._
        pattern = _("{players}; together {total}")
        if has_started:
            pattern = _("{players}; together {total}, counted {counted}")
        return pattern.format(
            players=self.players(team, one.lineup),
            total=_figure(one.field_handicap),
            counted=_figure(one.counted_handicap),
        )

    def cost(self, change: ByTeam | None) -> str:
        """What a lineup does to the scoreboard, in words."""
        _ = self._
        if change is None:
            return ""
        parts = []
        for team, goals in change.items():
            if goals:
                pattern = _("{team} loses {goals} on the board") if goals < 0 else _("{team} gets {goals} on the board")
                said = say_goals_noun(to_half(abs(goals)), self.language)
                parts.append(pattern.format(team=self.names[team], goals=said))
        return ", ".join(parts) or _("no change on the board")

    def net(self, goals: Goals | None) -> str:
        """Net goals with sign and two decimals; nothing before the start."""
        if goals is None:
            return ""
        number = f"{goals:+.2f}" if goals else "0"
        number = number.replace(".", ",") if self.language == "es" else number
        return self._("net goals {number}").format(number=number)

    def contested(self, contested: Sequence[str], alternatives: Sequence[Alternative], indent: int) -> None:
        """What the umpire decides, each with what the other reading would change."""
        _ = self._
        outcomes = {alternative.reading: self.outcome(alternative) for alternative in alternatives}
        for name in contested:
            reading = self.fold.book.readings[name]
            pattern = _("Umpire decides: {title} ({citation})")
            said = pattern.format(title=reading["title"][self.language], citation=reading["citation"][self.language])
            if outcome := outcomes.get(name):
                said += _("; by the other reading {outcome}").format(outcome=outcome)
            self.page.line(said, indent, "umpire")

    def outcome(self, alternative: Alternative) -> str:
        """What an answer would be by another reading."""
        _ = self._
        if alternative.status == "illegal":
            return _("not legal")
        if alternative.status == "later":
            return _("legal only at the end of the period")
        figures = _("it counts {number}").format(number=_figure(alternative.counted_handicap))
        return ", ".join(part for part in (_("legal"), figures, self.cost(alternative.score_change)) if part)

    def notes(self, warnings: Sequence[str], not_checked: Sequence[str]) -> None:
        """What to mind, and what the product does not check."""
        for title, sentences in ((self._("Mind:"), warnings), (self._("Not checked:"), not_checked)):
            if sentences:
                self.page.gap()
                self.page.line(title, style="title")
                for sentence in sentences:
                    self.page.line(sentence, 2, bullet="- ")

    # -- the state -----------------------------------------------------------------------------------------------

    def state(self, state: State) -> None:
        """A team's situation in a few lines."""
        _, line = self._, self.page.line
        line(f"{self.names[state.team]}: {self.moment(state)}", style="title")
        if state.moment != "before_start":
            there = self.players(state.team, state.field) or _("nobody")
            on_field = self.fold.sides[state.team]
            total = say_goals(sum(on_field.players[player].handicap for player in state.field))
            line(_("On the field: {players}; together {total}").format(players=there, total=total))
            if state.must_leave:
                line(_("Must leave: {players}").format(players=self.players(state.team, state.must_leave)))
        if state.counted_handicap is not None and state.handicap_goals is not None:
            line(_("Counted handicap: {figures}").format(figures=self.by_team(state.counted_handicap)))
            line(_("Goals by handicap: {figures}").format(figures=self.by_team(state.handicap_goals)))
        limits = state.limits
        if limits.lower is None:
            said = _("Upper limit: {upper}").format(upper=_figure(limits.upper))
        else:
            said = _("Limits: {lower} to {upper}").format(lower=_figure(limits.lower), upper=_figure(limits.upper))
        line(said)
        for cap in limits.caps:
            citation = self.fold.book.clauses[cap.clause].citation[self.language]
            pattern = _("After the Penalty 7: at most {value} on the field ({citation})")
            line(pattern.format(value=_figure(cap.value), citation=citation))
        for row in state.comply:
            pattern = _("Kept from starting by the turnout: {player}; periods left to put it right: {count}")
            line(pattern.format(player=self.players(state.team, [row.player]), count=row.periods_left))

    def moment(self, state: State) -> str:
        """When it is asked."""
        _, periods = self._, self.fold.periods
        moment = _(_MOMENTS[state.moment])
        if state.moment == "before_start":
            return moment
        if state.period > periods:
            return _("{moment}, overtime").format(moment=moment)
        pattern = _("{moment}, period {period} of {periods}")
        if state.moment == "between_periods":
            pattern = _("{moment}, after period {period} of {periods}")
        return pattern.format(moment=moment, period=state.period, periods=periods)

    # -- advise --------------------------------------------------------------------------------------------------

    def removals(self, advice: Advice) -> None:
        """Whom the captain may name under the pending Penalty 7."""
        if not advice.removals:
            return
        _ = self._
        other = next(team for team in self.names if team != advice.team)
        self.page.gap()
        self.page.line(_("Penalty 7: whom the captain may name instead of a substitution (best first)"), style="title")
        for row in advice.removals:
            facts = {
                "player": self.players(other, [row.player]),
                "field": self.by_team(row.field),
                "caps": self.by_team(row.caps),
                "reachable": self.by_team(row.best_reachable),
                "net": self.net(row.net_goals),
            }
            pattern = _("{player}: on the field then {field}; at most {caps}; within reach {reachable}; {net}")
            self.page.line(pattern.format(**facts), 2, bullet="- ")

    def options(self, advice: Advice) -> None:
        """The legal lineups, now and at the period's end."""
        _ = self._
        now = [option for option in advice.options if option.when != "period_end"]
        later = [option for option in advice.options if option.when == "period_end"]
        self.page.gap()
        if advice.totals.now:
            pattern = self.ngettext("Now: {count} legal lineup", "Now: {count} legal lineups", advice.totals.now)
            self._list(pattern, now, advice.totals.now, advice, "good")
            self._turns(advice)
        else:
            self.page.line(_("Now: nothing can be changed"), style="bad")
        if advice.conflict is not None and advice.conflict.message:
            self.page.line(advice.conflict.message, 2 if advice.totals.now else 0)
        if advice.totals.period_end:
            self.page.gap()
            pattern = self.ngettext(
                "At the end of the period: {count} legal lineup",
                "At the end of the period: {count} legal lineups",
                advice.totals.period_end,
            )
            self._list(pattern, later, advice.totals.period_end, advice, "soon")
            if advice.period_end_note:
                self.page.line(advice.period_end_note)

    def _list(self, pattern: str, options: Sequence[Option], total: int, advice: Advice, style: Style) -> None:
        _ = self._
        title = pattern.format(count=total)
        if 0 < len(options) < total:
            shown = self.ngettext(", the first of them", ", these {count} of them", len(options))
            title += shown.format(count=len(options))
        if len(options) > 1:
            title += f" ({_(_ORDERS[advice.order])})"
        self.page.line(title, style=style)
        for number, option in enumerate(options, 1):
            self._option(option, number, advice.team)

    def _option(self, option: Option, number: int, team: str) -> None:
        _ = self._
        self.page.line(self._moves(option, team), 1, bullet=f"{number}. ")
        self.page.line(self.summed(team, option, has_started=option.kind != "start"), 4)
        parts = (self.cost(option.score_change), self.net(option.net_goals), _(_WHEN[option.when]))
        self.page.line(", ".join(part for part in parts if part), 4)
        self.contested(option.contested_by, option.alternatives, 4)

    def _moves(self, option: Option, team: str) -> str:
        _ = self._
        kind = _(_KINDS[option.kind])
        if option.kind == "start":
            return kind[:1].upper() + kind[1:]
        moves = []
        if option.in_:
            moves.append(_("In: {players}").format(players=self.players(team, option.in_)))
        else:
            moves.append(_("Nobody comes in"))
        if option.out:
            moves.append(_("Out: {players}").format(players=self.players(team, option.out)))
        return ". ".join(moves) + (f" ({kind})" if option.in_ else "")

    def _turns(self, advice: Advice) -> None:
        _ = self._
        for turn in advice.turns:
            pattern = _("If the change is made only from period {period} on, the best is {players} ({net}).")
            players = self.players(advice.team, turn.lineup)
            self.page.line(pattern.format(period=turn.period, players=players, net=self.net(turn.net_goals)), 2)

    def wanted(self, advice: Advice) -> None:
        """How high somebody not on the list may be, by ranges of handicap."""
        if not advice.wanted:
            return
        _ = self._
        self.page.gap()
        self.page.line(_("How high may a newcomer be who is not on the list?"), style="title")
        real = [row for row in advice.wanted if _exists(row.handicap)]
        for _key, group in groupby(real, _outcome_of):
            rows = list(group)
            low, high = _figure(rows[0].handicap), _figure(rows[-1].handicap)
            span = low if low == high else _("{low} to {high}").format(low=low, high=high)
            self.page.line(f"{span}: {self._outcome(rows[-1], advice.team)}", 2)

    def _outcome(self, row: Wanted, team: str) -> str:
        _ = self._
        if row.lineup is None or row.when is None:
            return _("cannot come in")
        parts = [self.cost(row.score_change), _(_WHEN[row.when])]
        if row.out:
            parts.insert(0, _("for {players}").format(players=self.players(team, row.out)))
        return ", ".join(part for part in parts if part)

    def unusable(self, rows: Sequence[Unusable], team: str) -> None:
        """Who cannot come in, and why."""
        if not rows:
            return
        _ = self._
        self.page.gap()
        self.page.line(_("Who cannot come in now:"), style="title")
        for row in rows:
            players = self.players(team, row.players)
            said = row.message if players in row.message else f"{players}: {row.message}"
            self.page.line(said, 2, bullet="- ")

    def workings(self, advice: ExplainedAdvice) -> None:
        """How the figures of the state were worked out, and those of the best option of each moment."""
        _ = self._
        self.page.gap()
        self.page.line(_("How it was worked out:"), style="title")
        self._workings(advice.workings, 2)
        for at_period_end in (False, True):
            rows = [
                (option, found)
                for option, found in zip(advice.options, advice.workings_of_options, strict=True)
                if (option.when == "period_end") == at_period_end
            ]
            for best, found in rows[:1]:
                players, when = self.players(advice.team, best.lineup), _(_WHEN[best.when])
                self.page.line(_("{players}, {when}:").format(players=players, when=when), 2, "title")
                self._workings(found, 4)

    def _workings(self, rows: Sequence[Working], indent: int) -> None:
        for row in rows:
            value = "" if row.value is None else f": {say_decimals(Fraction(str(row.value)), self.language)}"
            self.page.line(f"{row.title}{value}", indent, bullet="- ")
            for step in row.steps:
                self.page.line(step, indent + 4)

    # -- compare -------------------------------------------------------------------------------------------------

    def comparison(self, comparison: Comparison) -> None:
        """Both lineups with their figures, then the differences, then what each leaves for the next injury."""
        _, line = self._, self.page.line
        for name, one in (("A", comparison.a), ("B", comparison.b)):
            self._compared(name, one, comparison.team)
        self.page.gap()
        line(_("Differences:"), style="title")
        for conclusion in comparison.conclusions:
            line(conclusion, 2, bullet="- ")
        for name, one in (("A", comparison.a), ("B", comparison.b)):
            if one.next_injury:
                self.page.gap()
                line(_("If somebody is hurt next, with {name}:").format(name=name), style="title")
                for row in one.next_injury:
                    self._next_injury(row, comparison.team)

    def _compared(self, name: str, one: Compared, team: str) -> None:
        _ = self._
        self.page.gap()
        word, style = _VERDICTS[one.status]
        self.page.line(f"{name}: {_(word)}", style=style)
        self.page.line(self.summed(team, one), 2)
        parts = [self.cost(one.score_change), self.net(one.net_goals)]
        if one.when is not None:
            parts.append(_(_WHEN[one.when]))
        if said := ", ".join(part for part in parts if part):
            self.page.line(said, 2)
        self.contested(one.contested_by, one.alternatives, 2)
        for clause in one.broken:
            self._clause(clause.citation, clause.clause, clause.message)

    def _next_injury(self, row: NextInjury, team: str) -> None:
        alone = self.ngettext("{count} replacement", "{count} replacements", row.alone).format(count=row.alone)
        lineups = self.ngettext(
            "{count} legal lineup with somebody new", "{count} legal lineups with somebody new", row.lineups
        ).format(count=row.lineups)
        self.page.line(f"{self.players(team, [row.player])}: {alone}, {lineups}", 2, bullet="- ")

    # -- verify --------------------------------------------------------------------------------------------------

    def verdict(self, verdict: Verdict) -> None:
        """The verdict in one word, then every broken rule, then what would do."""
        _, line = self._, self.page.line
        word, style = _VERDICTS[verdict.status]
        line(_(word), style=style)
        line(self.summed(verdict.team, verdict))
        parts = [self.cost(verdict.score_change)]
        if verdict.when is not None:
            parts.append(_(_WHEN[verdict.when]))
        if said := ", ".join(part for part in parts if part):
            line(said)
        if verdict.period_end_note:
            line(verdict.period_end_note)
        self.contested(verdict.contested_by, verdict.alternatives, 0)
        if verdict.broken:
            line(verdict.argument)
            self.page.gap()
            line(_("Broken now:"), style="title")
            for clause in verdict.broken:
                self._clause(clause.citation, clause.clause, clause.message)
        if verdict.repairs:
            self.page.gap()
            line(_("Nearest legal lineups:"), style="title")
            for repair in verdict.repairs:
                self._repair(repair, verdict.team, 2)
        if verdict.flips:
            self.page.gap()
            line(_("What else would make it legal:"), style="title")
            for flip in verdict.flips:
                line(flip.message, 2, bullet="* ")

    def _repair(self, repair: Repair, team: str, indent: int) -> None:
        changes = [f"+ {self.players(team, [player])}" for player in repair.add]
        changes += [f"- {self.players(team, [player])}" for player in repair.drop]
        parts = [", ".join(changes), self.players(team, repair.lineup), self._(_WHEN[repair.when])]
        self.page.line("; ".join(filter(None, parts)), indent, bullet="* ")

    def _clause(self, citation: str, clause: str, message: str) -> None:
        title = self.fold.book.clauses[clause].title[self.language]
        self.page.line(f"{citation} ({title}): {message}", 2, bullet="- ")

    # -- audit ---------------------------------------------------------------------------------------------------

    def breaches(self, audit: Audit, line_of: Callable[[int], int | None]) -> None:
        """Each entry that broke a rule."""
        _ = self._
        if not audit.breaches:
            self.page.line(_("No breach"), style="good")
            return
        count = len(audit.breaches)
        self.page.line(self.ngettext("{count} breach", "{count} breaches", count).format(count=count), style="bad")
        journal = self.inquiry.match.journal
        for breach in audit.breaches:
            entry, line = journal[breach.entry], line_of(breach.entry)
            place = _("Entry {number} ({kind})").format(number=breach.entry, kind=entry.entry)
            if line is not None:
                place += ", " + _("line {line}").format(line=line)
            self.page.gap()
            self.page.line(f"{place}: {self.names[breach.team]}", style="title")
            for clause in breach.clauses:
                self._clause(clause.citation, clause.clause, clause.message)
            self.contested(breach.contested_by, (), 2)
            if breach.forfeit is not None:
                told = any(breach.forfeit.message in clause.message for clause in breach.clauses)
                parts = [] if told else [breach.forfeit.message]
                if breach.forfeit.until is not None:
                    parts.append(_("An official must learn of it by {time}.").format(time=breach.forfeit.until))
                if parts:
                    self.page.line(" ".join(parts), 2, "bad")
            if breach.legal_then:
                self.page.line(_("Legal would have been:"), 2)
                for repair in breach.legal_then:
                    self._repair(repair, breach.team, 4)


def _figure(goals: Goals) -> str:
    return say_goals(to_half(goals))


def _exists(handicap: Goals) -> bool:
    """Whether there are players of this handicap: of half ratings only -½, ½ and 1½."""
    half = to_half(handicap)
    return half % 2 == 0 or half in _HALVES_THAT_EXIST


def _outcome_of(row: Wanted) -> object:
    return row.lineup is None or (row.when, tuple(row.out or ()), tuple((row.score_change or {}).items()))
