"""How every figure was worked out, step by step, from what the fold remembers.

Each step is a sentence with the numbers in it, so that a captain can follow it with a pencil. Values are in goals.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from advisor.answer_types import Advice, Answer
from advisor.handicap import goals_by_handicap, to_goals
from advisor.narrate import say_citation, say_decimals, say_goals
from advisor.ranking import to_two_decimals
from advisor.rulebook import Language
from advisor.situation import Cap, PlayerState
from advisor.state import Rated, Removal, Rise
from advisor.view import Question
from advisor.words import plural_translator, translator


class Working(Answer):
    """A figure, whose it is, its value in goals, and the steps that lead to it.

    ``figure`` is the name that the figure has in the answers, or the clause of a cap.
    """

    figure: str
    team: str
    title: str
    value: float | int | None
    steps: list[str]


class ExplainedAdvice(Advice):
    """The answer of ``advise`` with its workings: of the state, and of each option in the order of ``options``."""

    workings: list[Working]
    workings_of_options: list[list[Working]]


def explain(inquiry: Question, advice: Advice) -> ExplainedAdvice:
    """The answer with how all its figures were worked out."""
    return ExplainedAdvice(
        **dict(advice),
        workings=workings(inquiry, advice.team),
        workings_of_options=[
            workings_of_option(inquiry, advice.team, option.lineup, option.when == "period_end")
            for option in advice.options
        ],
    )


def workings(inquiry: Question, team: str) -> list[Working]:
    """How the figures of a team's state were worked out: limit, field, counted handicaps, goals by handicap, caps.

    Before the start there are only the limit and what the ratings count.
    """
    teller = _Teller(inquiry, team)
    found = [teller.upper_limit()]
    if inquiry.fold.moment != "before_start":
        found.append(teller.field())
        found += [teller.counted(key) for key in (team, teller.other)]
        found.append(teller.handicap_goals())
        found += [teller.cap(cap) for cap in inquiry.fold.sides[team].caps]
    return found


def workings_of_option(
    inquiry: Question, team: str, lineup: Iterable[str], at_period_end: bool = False
) -> list[Working]:
    """How the figures of a lineup were worked out: handicap, counted handicap, score change and net goals.

    Before the start there is only its sum.
    """
    teller = _Teller(inquiry, team, at_period_end)
    ids = frozenset(lineup)
    found = [teller.sum_of(ids)]
    if inquiry.fold.moment != "before_start":
        found += [teller.counted_with(ids), teller.score_change(ids), teller.net_goals(ids)]
    return found


class _Teller:
    """Tells one team's figures in one language."""

    def __init__(self, inquiry: Question, team: str, at_period_end: bool = False) -> None:
        self.fold = inquiry.fold
        self.team = team
        self.clock = inquiry.clock
        self.language: Language = inquiry.language
        self._ = translator(inquiry.language)
        self.view = inquiry.view(team, at_period_end=at_period_end)
        self.other = self.view.situation.other
        self.names = {key: side.name or key for key, side in inquiry.match.teams.items()}

    # -- the team's state ----------------------------------------------------------------------------------------

    def upper_limit(self) -> Working:
        """The event's limit, and how half ratings count under it (Rule 19.b, 2019)."""
        _ = self._
        upper = self.view.situation.upper
        steps = [_("The event's upper limit is {limit}.").format(limit=say_goals(upper))]
        up_to = self.fold.book.figures.halves_count_up_to
        if up_to is not None and upper > up_to:
            rounded = [p for p in self.view.situation.players.values() if p.rated != p.handicap]
            if rounded:
                pattern = _("Above {limit} half ratings are rounded down ({source}): {players}.")
                players = ", ".join(
                    _("{player} {rated} counts {handicap}").format(
                        player=_name(p), rated=say_goals(p.rated), handicap=say_goals(p.handicap)
                    )
                    for p in rounded
                )
                steps.append(
                    pattern.format(limit=say_goals(up_to), source=self._source("halves_count_up_to"), players=players)
                )
        return self._working("upper_limit", self.team, _("Upper limit"), upper, steps)

    def field(self) -> Working:
        """The sum of those on the field who need not leave."""
        return self.sum_of(self.view.situation.field)

    def counted(self, key: str) -> Working:
        """A team's counted handicap: every lineup that raised it, and the one that is about to."""
        _ = self._
        side = self.fold.sides[key]
        steps = [self._say_rise(rise, key, first=number == 0) for number, rise in enumerate(side.rises)]
        shown = self.view.ranking.counted[key]
        if shown > side.counted:
            field = tuple((player, side.players[player].handicap) for player in sorted(side.field))
            missing = shown - sum(handicap for _player, handicap in field)
            pattern = _("Entry {entry}: {sum}, which is more, and counts as soon as play goes on.")
            steps.append(pattern.format(entry=side.changed_by, sum=self._sum(field, key, missing)))
        pattern = _("It is the highest of the match: a lower lineup or a loss never lowers it ({rule}).")
        steps.append(pattern.format(rule=self._rule("play-short")))
        title = _("Counted handicap of {team}").format(team=self.names[key])
        return self._working("counted_handicap", key, title, shown, steps)

    def _say_rise(self, rise: Rise, key: str, *, first: bool) -> str:
        _ = self._
        if first:
            pattern = _("Entry {entry}, the start: {sum}.")
        else:
            pattern = _("Entry {entry}: {sum}, which is more, and counts from then on.")
        return pattern.format(entry=rise.entry, sum=self._sum(rise.lineup, key, rise.missing))

    def handicap_goals(self) -> Working:
        """Goals by handicap, of the team that receives them (Rule 19, 2019)."""
        _ = self._
        ranking = self.view.ranking
        receiver = max((self.team, self.other), key=lambda key: ranking.goals[key])
        counted, steps = ranking.counted, []
        if self.fold.removals:
            removal = self.fold.removals[0]
            counted = removal.counted
            pattern = _(
                "Entry {entry}, Penalty 7: the goals stay as they were when play stopped for the foul ({rule})."
            )
            steps.append(pattern.format(entry=removal.entry, rule=self._rule("p7-cap")))
        steps += self._say_difference(counted, ranking.goals)
        title = _("Goals by handicap of {team}").format(team=self.names[receiver])
        return self._working("handicap_goals", receiver, title, ranking.goals[receiver], steps)

    def _say_difference(self, counted: Mapping[str, int], goals: Mapping[str, int]) -> list[str]:
        """From two counted handicaps to goals by handicap.

        Where a correction of the event came between, the goals are not those of its present terms: only they are said.
        """
        _, fold = self._, self.fold
        if not fold.handicap_game and not (fold.removals and any(goals.values())):
            return self._say_flat(counted, goals)
        high, low = sorted(counted, key=lambda key: counted[key], reverse=True)
        difference, received = counted[high] - counted[low], goals[low]
        full = fold.book.figures.full(fold.periods)
        worth = goals_by_handicap(difference, fold.periods, full)
        if worth != received or goals[high]:
            pattern = _("{team} received {goals}.")
            return [pattern.format(team=self.names[key], goals=say_goals(goals[key])) for key in (high, low)]
        pattern = _("{high} counts {more}, {low} counts {less}: the difference is {difference}.")
        steps = [
            pattern.format(
                high=self.names[high],
                low=self.names[low],
                more=say_goals(counted[high]),
                less=say_goals(counted[low]),
                difference=say_goals(difference),
            )
        ]
        if not difference:
            return [*steps, _("Level: nobody receives goals by handicap.")]
        product = Fraction(difference * fold.periods, 2 * full)
        pattern = _("{difference} x {periods} / {full} = {product} ({source}).")
        steps.append(
            pattern.format(
                difference=say_goals(difference),
                periods=fold.periods,
                full=full,
                product=_say_fraction(product),
                source=self._source("full_periods"),
            )
        )
        if product.denominator > 1:
            steps.append(_("Any fraction is one half: {goals}.").format(goals=say_goals(received)))
        receives = _("{team}, the lower, receives {goals}.")
        return [*steps, receives.format(team=self.names[low], goals=say_goals(received))]

    def _say_flat(self, counted: Mapping[str, int], goals: Mapping[str, int]) -> list[str]:
        """On the flat only a re-rated roster over the limit gives goals."""
        _ = self._
        receiver = max(goals, key=lambda key: goals[key])
        if not goals[receiver]:
            return [_("The match is played on the flat: nobody receives goals by handicap.")]
        giver = next(key for key in goals if key != receiver)
        pattern = _(
            "The match is played on the flat: a re-rated roster over the limit gives what it is over the limit of "
            "{limit}, or over the other team if that is higher ({rule})."
        )
        return [
            _("{high} counts {more}, {low} counts {less}.").format(
                high=self.names[giver],
                low=self.names[receiver],
                more=say_goals(counted[giver]),
                less=say_goals(counted[receiver]),
            ),
            pattern.format(limit=say_goals(self.fold.upper), rule=self._rule("rostered-limits")),
            _("{team} receives {goals}.").format(team=self.names[receiver], goals=say_goals(goals[receiver])),
        ]

    def cap(self, cap: Cap) -> Working:
        """What a cap of a Penalty 7 was made of (Rules 3 and 37)."""
        _ = self._
        removal = next(removal for removal in self.fold.removals if removal.entry == cap.entry)
        title = self.fold.book.clauses[cap.clause].title[self.language]
        if cap.clause == "p7-fouling-cap":
            pattern = _("Entry {entry}: who remained of the fouling team adds up to {sum} ({rule}).")
            field = self._sum(removal.fields[removal.fouling], removal.fouling)
            steps = [pattern.format(entry=cap.entry, sum=field, rule=self._rule(cap.clause))]
        else:
            steps = self._say_cap(cap, removal)
        return self._working(cap.clause, self.team, title, cap.value, steps)

    def _say_cap(self, cap: Cap, removal: Removal) -> list[str]:
        _ = self._
        steps = []
        for key, field in removal.fields.items():
            total = sum(handicap for _player, handicap in field)
            pattern = _("Entry {entry}, {team} right after the removal: {sum}, with {received} received {total}.")
            steps.append(
                pattern.format(
                    entry=cap.entry,
                    team=self.names[key],
                    sum=self._sum(field, key),
                    received=say_goals(removal.received[key]),
                    total=say_goals(total + removal.received[key]),
                )
            )
        if removal.received != removal.goals:
            steps.append(self.fold.book.readings["p7-received"]["values"]["difference"][self.language])
        pattern = _("The higher of the two is {cap}; less the {received} that {team} received: {value} ({rule}).")
        steps.append(
            pattern.format(
                cap=say_goals(cap.cap),
                received=say_goals(cap.received),
                team=self.names[self.team],
                value=say_goals(cap.value),
                rule=self._rule(cap.clause),
            )
        )
        return steps

    # -- one lineup ----------------------------------------------------------------------------------------------

    def sum_of(self, ids: frozenset[str]) -> Working:
        """What a lineup adds up to."""
        lineup = self.view.situation.lineup(ids)
        players = self.view.situation.players
        rated = tuple((player, players[player].handicap) for player in sorted(ids))
        title = self._("Handicap of the lineup")
        return self._working("field_handicap", self.team, title, lineup.total, [self._sum(rated, self.team) + "."])

    def counted_with(self, ids: frozenset[str]) -> Working:
        """The counted handicap that the team would have with a lineup."""
        _ = self._
        situation = self.view.situation
        lineup = situation.lineup(ids)
        value = situation.counted_with(lineup)
        steps = [_("At the last moment of play it was {counted}.").format(counted=say_goals(situation.counted))]
        if not lineup.newcomers:
            steps.append(_("Nobody comes in, so it stays."))
        elif situation.overtime and situation.readings["overtime-highest"] == "frozen":
            steps.append(self.fold.book.readings["overtime-highest"]["values"]["frozen"][self.language])
        else:
            rated = tuple((player, situation.players[player].handicap) for player in sorted(ids))
            total = self._sum(rated, self.team, situation.charged(lineup) - lineup.total)
            if value > situation.counted:
                steps.append(_("This lineup: {sum}, which is more, and counts.").format(sum=total))
            else:
                steps.append(_("This lineup: {sum}, which is not more; it stays.").format(sum=total))
        title = _("Counted handicap of {team}").format(team=self.names[self.team])
        return self._working("counted_handicap", self.team, title, value, steps)

    def score_change(self, ids: frozenset[str]) -> Working:
        """What a lineup takes off or puts on the board; the value is the own side's change less the other's."""
        _ = self._
        ranking = self.view.ranking
        board = ranking.board(self.view.situation.lineup(ids))
        if self.fold.removals:
            pattern = _("After a Penalty 7 removal the goals by handicap stay to the end ({rule}).")
            steps = [pattern.format(rule=self._rule("p7-cap"))]
        else:
            steps = self._say_difference(board.counted, board.goals)
        for key in (self.team, self.other):
            pattern = _("{team}: from {before} to {after}, a change of {change}.")
            steps.append(
                pattern.format(
                    team=self.names[key],
                    before=say_goals(ranking.goals[key]),
                    after=say_goals(board.goals[key]),
                    change=say_goals(board.change[key]),
                )
            )
        return self._working("score_change", self.team, _("Change of the score"), board.gain, steps)

    def net_goals(self, ids: frozenset[str]) -> Working:
        """Goals over the rest of the match: handicap gained, by the periods left, and the score change."""
        _ = self._
        situation, ranking = self.view.situation, self.view.ranking
        lineup = situation.lineup(ids)
        gain = ranking.board(lineup).gain
        net = ranking.net_goals(lineup)
        left = say_decimals(ranking.left, self.language)
        gained = lineup.total - situation.baseline
        steps = [
            _("The lineup has {total}, at the last moment of play it was {baseline}: {gained}.").format(
                total=say_goals(lineup.total), baseline=say_goals(situation.baseline), gained=say_goals(gained)
            ),
            self._say_periods_left(ranking.left),
            _("{gained} x {left} / {full}, and {change} by the change of the score: {net}.").format(
                gained=say_goals(gained),
                left=left,
                full=ranking.full,
                change=say_goals(gain),
                net=say_decimals(net, self.language),
            ),
        ]
        title = _("Net goals over the rest of the match")
        return Working(figure="net_goals", team=self.team, title=title, value=to_two_decimals(net), steps=steps)

    def _say_periods_left(self, left: Fraction) -> str:
        """Whole periods, and the seconds of the present one where the clock is known."""
        ngettext = plural_translator(self.language)
        whole, part = divmod(left, 1)
        if not part:
            return ngettext("{left} period is left to play.", "{left} periods are left to play.", whole).format(
                left=whole
            )
        seconds = self.fold.book.figures.seconds(self.fold.periods)
        pattern = ngettext(
            "{whole} period is left after this one, and {part} of its {seconds} seconds: {left}.",
            "{whole} periods are left after this one, and {part} of its {seconds} seconds: {left}.",
            whole,
        )
        return pattern.format(whole=whole, part=part * seconds, seconds=seconds, left=say_decimals(left, self.language))

    # -- words ---------------------------------------------------------------------------------------------------

    def _working(self, figure: str, team: str, title: str, half: int, steps: list[str]) -> Working:
        return Working(figure=figure, team=team, title=title, value=to_goals(half), steps=steps)

    def _sum(self, rated: Rated, key: str, missing: int = 0) -> str:
        """ "Ana (1) + Ben (3) = 4"; handicaps that stay in the sum of open places come last."""
        players = self.fold.sides[key].players
        parts = [f"{_name(players[player])} ({say_goals(handicap)})" for player, handicap in rated]
        if missing:
            parts.append(self._("open places ({handicap})").format(handicap=say_goals(missing)))
        total = sum(handicap for _player, handicap in rated) + missing
        return f"{' + '.join(parts)} = {say_goals(total)}"

    def _rule(self, clause: str) -> str:
        return say_citation(clause, self.fold.book, self.language)

    def _source(self, figure: str) -> str:
        """Where a figure of the rulebook comes from, with the edition if it is not this one's."""
        entry = self.fold.book.raw_figures[figure]
        source = str(entry["source"][self.language])
        if str(entry["edition"]) == self.fold.book.edition:
            return source
        return self._("{source}, {edition} edition").format(source=source, edition=entry["edition"])


def _name(player: PlayerState) -> str:
    return player.name or player.id


def _say_fraction(number: Fraction) -> str:
    """A number, not negative, as 2, 2/3 or 2 2/3."""
    whole, rest = divmod(number.numerator, number.denominator)
    if not rest:
        return str(whole)
    return f"{whole} {rest}/{number.denominator}" if whole else f"{rest}/{number.denominator}"
