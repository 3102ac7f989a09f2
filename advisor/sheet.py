"""The printed sheet: a ruling on one lineup on one page, or a whole match, as PDF in the reader's language.

The same input gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest

from advisor.answer_types import ByTeam, Goals, Verdict
from advisor.answers import Inquiry
from advisor.audit import audit
from advisor.fieldsheet import add_due
from advisor.handicap import to_half
from advisor.match import Match
from advisor.narrate import say_citation, say_goals, say_goals_noun
from advisor.pdf import QR_SIDE, Paper, Tone
from advisor.play.following import follow
from advisor.play.saying import say_notes
from advisor.rulebook import Language
from advisor.situation import PlayerState
from advisor.state import Side
from advisor.story import Step, Story, read_story
from advisor.telling import Names, names_of, say_by
from advisor.words import mark, translator
from advisor.workings import Working, workings, workings_of_option

VERDICTS: Mapping[str, tuple[str, Tone]] = {
    "legal": (mark("Legal"), "good"),
    "later": (mark("Legal at the end of the period"), "soon"),
    "illegal": (mark("Not legal"), "bad"),
}
"""The words of each status, and their tone."""

_WHEN: Mapping[str, str] = {
    "now": mark("now"),
    "any_time": mark("at any time"),
    "period_end": mark("at the end of the period"),
}
_MOMENTS: Mapping[str, str] = {
    "before_start": mark("before the start"),
    "in_play": mark("in play"),
    "stopped": mark("play is stopped"),
    "between_periods": mark("between periods"),
}
_STANDINGS: Mapping[str, str] = {
    "injury": mark("injured"),
    "illness": mark("ill"),
    "exhaustion": mark("exhausted"),
    "quit": mark("left the game"),
    "suspended": mark("suspended"),
    "not-registered": mark("not registered"),
    "fee-unpaid": mark("fee not paid"),
    "other-team": mark("on another team"),
    "equipment": mark("turnout not in order"),
}
_SIZES = (9.0, 8.0, 7.0, 6.5)
"""Sizes of the text in points: the largest that keeps a sheet on one page is taken."""

_MOST_PAGES_TO_SHRINK = 2
"""What takes more pages than this does not come down to one."""


def ruling_sheet(
    match: Match,
    team: str,
    lineup: Sequence[str],
    *,
    language: Language = "en",
    clock: int | None = None,
    link: str = "",
) -> bytes:
    """The ruling on one lineup: situation, verdict, rules, figures with their workings, readings in force.

    ``clock``: seconds of the period played at the moment of asking; ``link``: the address of the same question, as a
    QR code. Raises ``InputError``, ``EngineDisagreement``, ``SolverFailure``.
    """
    inquiry = Inquiry(match, clock, language)
    verdict = inquiry.verify(team, lineup)
    return _in_largest_fit(lambda size: _Ruling(inquiry, verdict, link, size), _SIZES)


def match_sheet(match: Match, *, language: Language = "en", clock: int | None = None, link: str = "") -> bytes:
    """A whole match: teams, figures with their workings, breaches, journal with its last hash, a penalty that is due.

    ``link``: the public address of the match, as a QR code. Raises ``InputError`` at an impossible entry.
    """
    inquiry = Inquiry(match, clock, language)
    return _in_largest_fit(lambda size: _Whole(inquiry, link, size), _SIZES[1:3])


def add_match_sheet(paper: Paper, match: Match, *, language: Language = "en", link: str = "") -> None:
    """The same as a further part of a document. Raises ``InputError`` at an impossible entry."""
    sheet = _Whole(Inquiry(match, language=language), link, paper.size, paper)
    sheet.write()
    sheet.draw()


def _in_largest_fit(make: Callable[[float], _Ruling | _Whole], sizes: Sequence[float]) -> bytes:
    """The sheet in the largest size that keeps it on one page; where none does, in the first and on several.

    What is drawn comes last, and may take a page of its own.
    """
    sheets: list[_Ruling | _Whole] = []
    chosen = None
    for size in sizes:
        sheets.append(make(size))
        sheets[-1].write()
        if sheets[-1].paper.pages == 1:
            chosen = sheets[-1]
        if chosen is not None or sheets[-1].paper.pages > _MOST_PAGES_TO_SHRINK:
            break
    chosen = chosen or sheets[0]
    chosen.draw()
    return chosen.paper.to_bytes()


class _Sheet:
    """What both sheets share."""

    def __init__(
        self, inquiry: Inquiry, link: str, size: float, title: str, caption: str, paper: Paper | None = None
    ) -> None:
        self.inquiry = inquiry
        self.language = inquiry.language
        self._ = translator(inquiry.language)
        self.fold = inquiry.fold
        self.names: Names = names_of(inquiry.fold, inquiry.language)
        self.link, self.caption = link, caption
        self.title = title
        event = self.fold.match.event.name or " – ".join(self.names.teams.values())
        foot = f"{self.fold.book.name[self.language]}. {self._hash()}"
        if paper is None:
            paper = Paper(f"{title}: {event}", language=self.language, foot=foot, size=size)
        else:
            paper.begin(f"{title}: {event}", foot)
        self.paper = paper

    def draw(self) -> None:
        """What is drawn on it after everything else: nothing, unless the sheet says so."""

    def _hash(self) -> str:
        match = self.inquiry.match
        last = match.journal[-1].hash if match.journal else match.chain and match.chain.hash
        if not last:
            return self._("No last hash: the journal was not kept in the app.")
        return self._("Last hash of the journal: {hash}").format(hash=last)

    def _top(self, facts: Iterable[tuple[str, str]]) -> None:
        """Title and facts, with the QR code beside them."""
        paper, width = self.paper, None
        if self.link:
            paper.qr(self.link, self.caption)
            width = paper.width - QR_SIDE - 4
        paper.text(self.title, bold=True, size=paper.size * 1.9, width=width)
        event = self.inquiry.match.event.name
        if event:
            paper.text(event, bold=True, size=paper.size * 1.2, width=width)
        paper.gap(1)
        paper.facts(facts, width=width, label_width=36)
        paper.go_below_qr()

    def _game(self) -> list[tuple[str, str]]:
        """Rules, limits and length of the match."""
        _, fold = self._, self.fold
        rules = _("{name}, edition {edition}").format(name=fold.book.name[self.language], edition=fold.book.edition)
        limits = _("upper {upper}").format(upper=say_goals(fold.upper))
        if fold.lower is not None:
            limits = _("{lower} to {upper}").format(lower=say_goals(fold.lower), upper=say_goals(fold.upper))
        game = _("handicap game") if fold.handicap_game else _("on the flat")
        periods = _("{count} periods").format(count=fold.periods)
        return [(_("Rules"), rules), (_("Event"), f"{_('limits')}: {limits}; {game}; {periods}")]

    def _moment(self) -> str:
        """Where the match is, and after which entry that is so."""
        _, fold = self._, self.fold
        parts = [_(_MOMENTS[fold.moment])]
        if fold.moment != "before_start":
            pattern = _("overtime, period {number}") if fold.period > fold.periods else _("period {number} of {count}")
            if fold.moment == "between_periods":
                pattern = _("after period {number} of {count}")
            parts.append(pattern.format(number=fold.period, count=fold.periods))
        clock = fold.clock if self.inquiry.clock is None else max(self.inquiry.clock, fold.clock)
        if clock and fold.moment in ("in_play", "stopped"):
            parts.append(_("clock {time}").format(time=say_clock(clock)))
        if journal := self.inquiry.match.journal:
            last = _("after entry {number}").format(number=len(journal) - 1)
            parts.append(f"{last}, {journal[-1].at}" if journal[-1].at else last)
        return "; ".join(parts)

    def _score(self) -> str:
        """What stands on the board."""
        received = self._received()
        return ", ".join(
            f"{self.names.team(key)} {say_goals(2 * self.fold.goals[key] + received.get(key, 0))}"
            for key in self.fold.sides
        )

    def _received(self) -> dict[str, int]:
        """Goals by handicap of each team, in half goals; nothing before the start."""
        goals = self.inquiry.state(next(iter(self.fold.sides))).handicap_goals or {}
        return {key: to_half(value) for key, value in goals.items()}

    def _workings(self, worked: Sequence[Working]) -> None:
        for working in worked:
            value = "–" if working.value is None else say_goals(to_half(working.value))
            if working.figure == "net_goals" and working.value is not None:
                value = self._net(working.value)
            self.paper.text(f"{working.title}: {value}", bold=True)
            self.paper.bullets(working.steps, size=self.paper.size * 0.95, indent=3)

    def _state_workings(self, team: str) -> list[Working]:
        """How a team's counted handicap, its goals by handicap and its caps came about."""
        wanted = {"counted_handicap", "handicap_goals", *(cap.clause for cap in self.fold.sides[team].caps)}
        found = workings(self.inquiry, team)
        return [working for working in found if working.figure in wanted and working.team == team]

    def _net(self, goals: Goals) -> str:
        number = f"{goals:+.2f}" if goals else "0"
        return number.replace(".", ",") if self.language == "es" else number

    def _readings(self) -> None:
        """Every reading in force; those that the event has chosen otherwise first."""
        _, book = self._, self.fold.book
        chosen, usual = [], []
        for name, reading in book.readings.items():
            if not reading["applies"]:
                continue
            value = self.fold.readings[name]
            said = f"{reading['title'][self.language]}: {reading['values'][value][self.language]}"
            if value != reading["default"]:
                chosen.append(_("{reading} (chosen for this event)").format(reading=said))
            else:
                usual.append(said)
        self.paper.heading(_("Readings in force"))
        self.paper.bullets([*chosen, *usual], size=self.paper.size * 0.85)

    def _notes(self, warnings: Sequence[str], not_checked: Sequence[str]) -> None:
        _ = self._
        if warnings:
            self.paper.heading(_("Mind"), level=3)
            self.paper.bullets(warnings, size=self.paper.size * 0.9)
        self.paper.heading(_("Not checked"), level=3)
        self.paper.bullets(not_checked, size=self.paper.size * 0.85)
        prevails = _("Said in the program's own words; the English rulebook prevails, and the umpire rules.")
        self.paper.text(prevails, size=self.paper.size * 0.85, muted=True)

    def _citation(self, citation: str) -> str:
        """A citation with the edition, where it does not name an earlier one itself."""
        edition = self.fold.book.edition
        if " (" in citation:
            return citation
        return self._("{citation}, edition {edition}").format(citation=citation, edition=edition)


# -- a ruling --------------------------------------------------------------------------------------------------------


class _Ruling(_Sheet):
    def __init__(self, inquiry: Inquiry, verdict: Verdict, link: str, size: float) -> None:
        _ = translator(inquiry.language)
        super().__init__(inquiry, link, size, _("Ruling on a lineup"), _("The same question, answered afresh"))
        self.verdict = verdict
        self.team = verdict.team

    def write(self) -> None:
        """The whole sheet."""
        _, paper, verdict = self._, self.paper, self.verdict
        self._top([*self._game(), *self._situation()])
        paper.heading(_("Lineup of {team}").format(team=self.names.team(self.team)))
        paper.text(self.names.together(self.team, verdict.lineup), bold=True, size=paper.size * 1.1)
        paper.facts(self._moves(), label_width=36)
        paper.gap(1.5)
        word, tone = VERDICTS[verdict.status]
        said = _(word)
        if verdict.status == "legal" and verdict.when is not None:
            said = f"{said} {_(_WHEN[verdict.when])}"
        paper.banner(said.upper() if len(said) < 12 else said, tone)
        if verdict.contested_by:
            self._contested()
        paper.facts(self._figures(), label_width=36)
        self._rules()
        if verdict.repairs:
            self._repairs()
        paper.heading(_("How the figures are worked out"))
        at_period_end = verdict.status == "later"
        self._workings([*self._state_workings(self.team), *self._option_workings(at_period_end)])
        self._readings()
        self._notes(verdict.warnings, verdict.not_checked)
        paper.gap(6)
        paper.text(_("Umpire: {line}   Time: {short}").format(line="_" * 40, short="_" * 14))

    def _situation(self) -> list[tuple[str, str]]:
        _, side = self._, self.fold.sides[self.team]
        other = self.fold.other(side)
        rows = [(_("Moment"), self._moment())]
        if self.fold.moment != "before_start":
            rows.append((_("Score"), self._score()))
            for one in (side, other):
                rows.append((_("{team} on the field").format(team=self.names.team(one.key)), self._on_field(one)))
        return rows

    def _on_field(self, side: Side) -> str:
        _ = self._
        parts = [self.names.together(side.key, sorted(side.field))]
        if side.must_leave:
            parts.append(_("must leave: {players}").format(players=self.names.together(side.key, side.must_leave)))
        return "; ".join(parts)

    def _moves(self) -> list[tuple[str, str]]:
        _, situation = self._, self.inquiry.view(self.team).situation
        on_field, lineup = situation.on_field, frozenset(self.verdict.lineup)
        rows = [(_("In"), sorted(lineup - on_field)), (_("Out"), sorted(on_field - lineup))]
        return [(label, self.names.together(self.team, ids)) for label, ids in rows if ids]

    def _contested(self) -> None:
        book = self.fold.book
        named = "; ".join(
            f"{book.readings[name]['title'][self.language]} ({book.readings[name]['citation'][self.language]})"
            for name in self.verdict.contested_by
        )
        said = self._("Umpire decides: {readings}").format(readings=named)
        self.paper.banner(said, "umpire", size=self.paper.size * 1.1)

    def _figures(self) -> list[tuple[str, str]]:
        _, verdict = self._, self.verdict
        limits = self.inquiry.state(self.team).limits
        bounds = [_("upper limit {value}").format(value=_figure(limits.upper))]
        for cap in limits.caps:
            citation = say_citation(cap.clause, self.fold.book, self.language)
            bounds.append(_("cap {value} ({citation})").format(value=_figure(cap.value), citation=citation))
        rows = [
            (_("On the field"), f"{_figure(verdict.field_handicap)} ({', '.join(bounds)})"),
            (_("Counted handicap"), _figure(verdict.counted_handicap)),
        ]
        if verdict.handicap_goals is not None:
            rows.append((_("Goals by handicap"), self._by_team(verdict.handicap_goals)))
        if verdict.score_change is not None:
            rows.append((_("Change of the score"), self._change(verdict.score_change)))
        return rows

    def _by_team(self, goals: ByTeam) -> str:
        return ", ".join(f"{self.names.team(key)} {_figure(value)}" for key, value in goals.items())

    def _change(self, change: ByTeam) -> str:
        _, parts = self._, []
        for key, goals in change.items():
            if goals:
                pattern = _("{team} loses {goals} on the board") if goals < 0 else _("{team} gets {goals} on the board")
                said = say_goals_noun(to_half(abs(goals)), self.language)
                parts.append(pattern.format(team=self.names.team(key), goals=said))
        return ", ".join(parts) or _("no change on the board")

    def _rules(self) -> None:
        """Each broken clause with its sentence and words; of a legal lineup the ones that bound it."""
        _, book, verdict = self._, self.fold.book, self.verdict
        if not verdict.broken:
            caps = [cap.clause for cap in self.inquiry.state(self.team).limits.caps]
            self.paper.heading(_("Rules that it keeps to"))
            self._clauses([(clause, "") for clause in dict.fromkeys(["upper-limit", *caps])])
            return
        self.paper.heading(_("Rules broken now"))
        if verdict.period_end_note:
            self.paper.text(verdict.period_end_note)
        self._clauses([(found.clause, found.message) for found in verdict.broken if found.clause in book.clauses])

    def _clauses(self, found: Iterable[tuple[str, str]]) -> None:
        for clause, message in found:
            words = self.fold.book.clauses[clause]
            citation = self._citation(words.citation[self.language])
            self.paper.text(f"{citation}: {words.title[self.language]}", bold=True)
            self.paper.text(" ".join(filter(None, [message, words.text[self.language]])), indent=3)

    def _repairs(self) -> None:
        _ = self._
        rows = []
        for repair in self.verdict.repairs:
            players = self.names.together(self.team, repair.lineup)
            rows.append(f"{players} ({_(_WHEN[repair.when])})")
        self.paper.heading(_("Nearest legal lineups"), level=3)
        self.paper.bullets(rows)

    def _option_workings(self, at_period_end: bool) -> list[Working]:
        return workings_of_option(self.inquiry, self.team, self.verdict.lineup, at_period_end)


# -- a whole match ---------------------------------------------------------------------------------------------------


class _Whole(_Sheet):
    def __init__(self, inquiry: Inquiry, link: str, size: float, paper: Paper | None = None) -> None:
        _ = translator(inquiry.language)
        super().__init__(inquiry, link, size, _("Match sheet"), _("To look on at this match"), paper)
        self.story: Story = read_story(inquiry.match, inquiry.language)
        self.play = follow(inquiry.match)

    def write(self) -> None:
        """The whole sheet."""
        _, paper = self._, self.paper
        facts = [*self._game(), (_("Teams"), " – ".join(self.names.teams.values())), (_("Moment"), self._moment())]
        if self.fold.moment != "before_start":
            facts.append((_("Score"), self._score()))
        if self.play.forfeits:
            facts.append((_("Forfeited by"), ", ".join(map(self.names.team, self.play.forfeits))))
        self._top(facts)
        paper.heading(_("Teams"))
        self._rosters()
        paper.heading(_("Figures"))
        self._figures()
        self._breaches()
        self._journal()
        paper.heading(_("How the figures are worked out"))
        for key in self.fold.sides:
            paper.heading(self.names.team(key), level=3)
            self._workings(self._state_workings(key))
        self._readings()
        answer = self.inquiry
        self._notes(answer.warnings(), answer.not_checked())

    def draw(self) -> None:
        """The penalty that is due, on the field."""
        add_due(self.paper, self.play, self.names.teams, self.language)

    def _rosters(self) -> None:
        """Both teams side by side."""
        _, sides = self._, self.fold.sides.values()
        head = [cell for side in sides for cell in (self.names.team(side.key), _("Hcp."), _("Now"))]
        columns = [
            [(one.name or one.id, say_goals(one.rated), self._standing(side, one)) for one in side.players.values()]
            for side in sides
        ]
        rows = [[*left, *right] for left, right in zip_longest(*columns, fillvalue=("", "", ""))]
        self.paper.table(head, rows, [5, 1.2, 4, 5, 1.2, 4], numbers=[1, 4])

    def _standing(self, side: Side, player: PlayerState) -> str:
        _ = self._
        if player.id in side.field:
            return _("on the field")
        parts = [_("must leave")] if player.id in side.must_leave else []
        if player.disqualified:
            parts.append(_("sent off"))
        if player.injured_out:
            parts.append(_("out by Penalty 7"))
        elif player.unable:
            parts.append(_(_STANDINGS[player.unable]))
        if player.ineligible or player.barred_since_start:
            parts.append(_(_STANDINGS[str(player.ineligible or player.barred_since_start)]))
        if player.eliminated:
            parts.append(_("from an eliminated team"))
        if not player.present:
            parts.append(_("not here"))
        return ", ".join(parts) or _("at hand")

    def _figures(self) -> None:
        """Both teams' figures side by side."""
        _, sides = self._, list(self.fold.sides)
        states = {key: self.inquiry.state(key) for key in sides}
        rows = []
        if self.fold.moment != "before_start":
            received = self._received()
            rows = [
                [_("On the field"), *(say_goals(self.fold.sides[key].total()) for key in sides)],
                [_("Counted handicap"), *(_figure((states[key].counted_handicap or {})[key]) for key in sides)],
                [_("Goals by handicap"), *(say_goals(received[key]) for key in sides)],
                [_("Goals by play"), *(str(self.fold.goals[key]) for key in sides)],
                [_("Score"), *(say_goals(2 * self.fold.goals[key] + received[key]) for key in sides)],
            ]
        rows.append([_("Upper limit"), *(_figure(states[key].limits.upper) for key in sides)])
        caps = {key: "; ".join(self._caps(key)) for key in sides}
        if any(caps.values()):
            rows.append([_("Caps"), *(caps[key] or "–" for key in sides)])
        names = [self.names.team(key) for key in sides]
        self.paper.table(["", *names], rows, [3, 4, 4], bold=[4] if len(rows) > 4 else [])

    def _caps(self, key: str) -> list[str]:
        book = self.fold.book
        return [
            f"{_figure(cap.value)} ({say_citation(cap.clause, book, self.language)})"
            for cap in self.inquiry.state(key).limits.caps
        ]

    def _breaches(self) -> None:
        _ = self._
        found = audit(self.inquiry.match, language=self.language).breaches
        self.paper.heading(_("Entries that broke a rule"))
        if not found:
            self.paper.text(_("None."))
        for breach in found:
            step = self.story.steps[breach.entry]
            place = _("Entry {number}, {team}: {said}").format(
                number=breach.entry, team=self.names.team(breach.team), said=step.said
            )
            self.paper.text(place, bold=True)
            rows = [f"{self._citation(clause.citation)}: {clause.message}" for clause in breach.clauses]
            if breach.contested_by:
                titles = [self.fold.book.readings[name]["title"][self.language] for name in breach.contested_by]
                rows.append(_("Umpire decides: {readings}").format(readings="; ".join(titles)))
            self.paper.bullets(rows, indent=3)
        if notes := say_notes(self.play, self.language):
            self.paper.heading(_("What does not fit the rule of the clock"), level=3)
            self.paper.bullets([f"{self._citation(note.citation)}: {note.text}" for note in notes])

    def _journal(self) -> None:
        _, story = self._, self.story
        self.paper.heading(_("Journal"))
        if not story.steps:
            self.paper.text(_("Nothing is recorded yet."))
            return
        head = [_("No."), _("Period"), _("Clock"), _("Entry"), _("Score"), _("Recorded")]
        rows = [self._row(step) for step in story.steps]
        self.paper.table(head, rows, [1, 1.4, 1.2, 8.4, 1.6, 3], numbers=[0], size=self.paper.size * 0.9)

    def _row(self, step: Step) -> list[str]:
        _ = self._
        said = step.said
        if step.entry.entry == "start":
            lineups = [
                f"{self.names.team(key)}: {self.names.together(key, ids)}" for key, ids in step.entry.lineups.items()
            ]
            said = ". ".join([said, *lineups])
        if step.struck:
            said = _("Did not happen: {said}").format(said=said)
        reason = getattr(step.entry, "reason", None)
        if step.entry.entry in ("player", "event", "clock_correction") and reason:
            said = f"{said} ({reason})"
        return [
            str(step.number),
            str(step.period) if step.period else "",
            say_clock(step.clock) if step.clock is not None else "",
            said,
            "" if step.struck else " : ".join(say_goals(then.score) for then in step.teams.values()),
            " ".join(filter(None, [say_by(step.entry.by or "", self.names, self.language), step.entry.at])),
        ]


def say_clock(seconds: int) -> str:
    """A clock as it is read: 4:20."""
    return f"{seconds // 60}:{seconds % 60:02d}"


def _figure(goals: Goals) -> str:
    return say_goals(to_half(goals))
