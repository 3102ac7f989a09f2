"""A plan in words: the same lines for screen, page, phone and paper, in English and Spanish."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from advisor.answer_types import ByTeam, Goals, Option, Wanted
from advisor.errors import shortened
from advisor.fold import Fold
from advisor.handicap import to_half
from advisor.match import Match
from advisor.narrate import say_decimals, say_goals, say_goals_noun
from advisor.plan.losses import LineupFrom, LossKind
from advisor.plan.plan import Loss, Plan
from advisor.plan.removals import Choice, PenaltySeven
from advisor.rulebook import Language
from advisor.situation import PlayerState
from advisor.words import mark, translator

LONGEST_NAME = 26
"""Signs of a name that are shown, so that a plan stays on its page."""

TITLES: Mapping[LossKind, str] = {
    "hurt": mark("Hurt"),
    "sent_off": mark("Sent off, the two minutes over"),
    "penalty_7": mark("Disabled by a foul, Penalty 7"),
}
_LINEUPS: Mapping[LineupFrom, str] = {
    "journal": mark("The lineup on the field"),
    "planned": mark("The planned lineup"),
    "strongest": mark("The strongest legal lineup"),
}


@dataclass(frozen=True)
class Block:
    """One loss of a player: its title, the answers in order, and remarks below them."""

    kind: LossKind
    title: str
    answers: tuple[str, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Card:
    """A player who may be lost."""

    player: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Point:
    """A starting lineup in the picture: how strong, and what is left in the worst case (goals)."""

    label: str
    strength: float
    worst: float
    is_covered: bool
    is_best: bool
    is_chosen: bool


@dataclass(frozen=True)
class Said:
    """A plan in words. ``facts``: label and value; ``starters``: the best starting lineups, each with a sentence."""

    language: Language
    title: str
    subtitle: str
    facts: tuple[tuple[str, str], ...]
    cards: tuple[Card, ...]
    points: tuple[Point, ...]
    starters: tuple[str, ...]
    warnings: tuple[str, ...]
    not_checked: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)


class Teller:
    """Says what a plan or a bench has found, about the players of one match; ``lineup``: who is on the field."""

    def __init__(self, match: Match, team: str, lineup: Sequence[str], language: Language) -> None:
        self.language = language
        self.team = team
        self.lineup = frozenset(lineup)
        self.fold = Fold(match).run()
        self.other = self.fold.other(self.fold.sides[team]).key
        self.names = {key: shortened(one.name or key, 2 * LONGEST_NAME) for key, one in match.teams.items()}
        self.words = self._ = translator(language, "plan")

    # -- pieces --------------------------------------------------------------------------------------------------

    def player(self, player: str, team: str | None = None) -> str:
        """A player as "Ana (1)"."""
        return say_short(self.fold.sides[team or self.team].players[player])

    def players(self, ids: Iterable[str], team: str | None = None) -> str:
        """Players with commas between."""
        return ", ".join(self.player(player, team) for player in ids)

    def net(self, goals: Goals) -> str:
        """Net goals with their sign."""
        said = say_decimals(abs(Fraction(str(goals))), self.language)
        return said if not goals else f"+{said}" if goals > 0 else f"−{said}"

    def cost(self, change: ByTeam | None) -> str:
        """What a change does to the scoreboard."""
        _ = self._
        parts = []
        for team, goals in (change or {}).items():
            if not goals:
                continue
            amount = say_goals_noun(to_half(abs(goals)), self.language)
            if team == self.team:
                pattern = _("{goals} off the board") if goals < 0 else _("{goals} more on the board")
            else:
                pattern = _("{goals} off the board of {team}") if goals < 0 else _("{goals} to {team}")
            parts.append(pattern.format(goals=amount, team=self.names[team]))
        return ", ".join(parts) or _("no change on the board")

    def change(self, option: Option, lost: str) -> str:
        """Who comes in, and who goes besides the player lost."""
        _ = self._
        out = [player for player in option.out if player != lost]
        if not option.in_:
            return _("nobody in")
        pattern = _("{coming} in, {going} out") if out else _("{coming} in")
        return pattern.format(coming=self.players(option.in_), going=self.players(out))

    def contested(self, readings: Sequence[str]) -> str:
        """That the umpire decides, by which readings; empty where he need not."""
        if not readings:
            return ""
        titles = ", ".join(self.fold.book.readings[name]["title"][self.language] for name in readings)
        return self._("umpire decides: {readings}").format(readings=titles)

    def option(self, option: Option, lost: str) -> str:
        """An option on one line."""
        _ = self._
        pattern = _("{change}: {total} on the field, {cost}")
        said = pattern.format(
            change=self.change(option, lost),
            total=say_goals(to_half(option.field_handicap)),
            cost=self.cost(option.score_change),
        )
        if option.net_goals is not None:
            said += "; " + _("net goals {net}").format(net=self.net(option.net_goals))
        contested = self.contested(option.contested_by)
        said = f"{said} ({contested})" if contested else said
        # A name, or the id that stands for it, is written as it is.
        return said if option.in_ and said.startswith(self.players(option.in_)) else _capital(said)

    def newcomer(self, highest: Wanted | None, free: Wanted | None) -> str:
        """How high somebody who is not on the list may be."""
        _ = self._
        if highest is None:
            return _("Somebody not on the list: nobody could come in.")
        up_to = say_goals(to_half(highest.handicap))
        if free is not None and free.handicap == highest.handicap:
            return _("Somebody not on the list: up to {highest}, at no cost on the board.").format(highest=up_to)
        cost = self.cost(highest.score_change)
        if free is None:
            return _("Somebody not on the list: up to {highest} ({cost}).").format(highest=up_to, cost=cost)
        pattern = _("Somebody not on the list: up to {highest} ({cost}); up to {free} at no cost on the board.")
        return pattern.format(highest=up_to, cost=cost, free=say_goals(to_half(free.handicap)))

    # -- a loss --------------------------------------------------------------------------------------------------

    def card(self, player: str, losses: Iterable[Loss]) -> Card:
        """A player with his losses."""
        blocks = []
        for loss in losses:
            title = self._(TITLES[loss.kind])
            if loss.penalty_7 is not None:
                answers, remarks = self._seven(loss, loss.penalty_7)
            else:
                answers, remarks = self._options(loss)
            blocks.append(Block(loss.kind, title, tuple(answers), tuple(remarks)))
        return Card(player, self.player(player), tuple(blocks))

    def waiting(self, card: Card) -> Card:
        """The card of a Penalty 7 that is pending already."""
        title = self._("Pending: {player}").format(player=card.title)
        return Card(card.player, title, card.blocks)

    def _options(self, loss: Loss) -> tuple[list[str], list[str]]:
        _ = self._
        answers = [self.option(option, loss.player) for option in loss.options]
        remarks = []
        if loss.conflict is not None and loss.conflict.message:
            remarks.append(loss.conflict.message)
        remarks.append(self.newcomer(loss.newcomer, loss.free_newcomer))
        if not answers and loss.period_end is not None:
            said = self.option(loss.period_end, loss.player)
            remarks.append(_("Only at the end of the period. {option}.").format(option=said))
        for turn in loss.turns:
            rows = [
                f"{self.change(option, loss.player)} ({self.net(option.net_goals or 0)})" for option in turn.options
            ]
            pattern = _("In period {period} the order is: {options}.")
            remarks.append(pattern.format(period=turn.period, options="; ".join(rows) or _("nobody in")))
        return answers, remarks

    def _seven(self, loss: Loss, seven: PenaltySeven) -> tuple[list[str], list[str]]:
        _ = self._
        answers = [self.choice(choice, loss.player) for choice in seven.choices]
        remarks = []
        for row in seven.by_reading:
            title = self.fold.book.readings[row.reading]["title"][self.language]
            pattern = _('Umpire decides "{reading}": read otherwise the best is: {choice} ({net}).')
            chosen = self.chosen(row.kind, row.player)
            remarks.append(pattern.format(reading=title, choice=chosen, net=self.net(row.balance)))
        if "p7-again" in seven.contested_by:
            remarks.append(_("After an earlier Penalty 7 the umpire decides."))
        for turn in loss.turns:
            rows = [f"{self.chosen(one.kind, one.player)} ({self.net(one.balance)})" for one in turn.choices]
            pattern = _("In period {period} the order is: {options}.")
            remarks.append(pattern.format(period=turn.period, options="; ".join(rows)))
        return answers, remarks

    def chosen(self, kind: str, player: str | None) -> str:
        """A choice under a Penalty 7 in a few words."""
        _ = self._
        if player is not None:
            return _("name {player}").format(player=self.player(player, self.other))
        return _("take a substitute") if kind == "substitute" else _("go on without a substitute")

    def choice(self, choice: Choice, lost: str) -> str:
        """A choice under a Penalty 7 with what comes of it."""
        _ = self._
        said = self.chosen(choice.kind, choice.player)
        coming = [player for player in choice.lineups[self.team] if player not in self.lineup]
        if coming and choice.kind == "substitute":
            said = _("take a substitute, {players}").format(players=self.players(coming))
        pattern = _("{choice}: balance {net}; {own} against {other} now, {later} against {later_other} later")
        return pattern.format(
            choice=_capital(said),
            net=self.net(choice.balance),
            own=say_goals(to_half(choice.field[self.team])),
            other=say_goals(to_half(choice.field[self.other])),
            later=say_goals(to_half(choice.later_field[self.team])),
            later_other=say_goals(to_half(choice.later_field[self.other])),
        )

    # -- the whole -----------------------------------------------------------------------------------------------

    def facts(self, plan: Plan) -> Iterable[tuple[str, str]]:
        """The lineup and what counts."""
        _ = self._
        for team in (self.team, self.other):
            side = self.fold.sides[team]
            total = say_goals(sum(side.players[player].handicap for player in plan.lineups[team]))
            label = _(_LINEUPS[plan.lineup_from]) if team == self.team else self.names[team]
            pattern = _("{players}; together {total}")
            yield label, pattern.format(players=self.players(plan.lineups[team], team), total=total)
        state = plan.state
        if state.must_leave:
            yield _("Must leave"), self.players(state.must_leave)
        if state.counted_handicap is not None and state.handicap_goals is not None:
            yield _("Counted handicap"), self._by_team(state.counted_handicap)
            yield _("Goals by handicap"), self._by_team(state.handicap_goals)
        limits = state.limits
        lower = "" if limits.lower is None else say_goals(to_half(limits.lower)) + "–"
        yield _("Limits") if lower else _("Upper limit"), lower + say_goals(to_half(limits.upper))
        yield _("Periods looked at"), ", ".join(map(str, plan.periods))

    def _by_team(self, goals: ByTeam) -> str:
        return ", ".join(f"{self.names[team]} {say_goals(to_half(value))}" for team, value in goals.items())

    def starters(self, plan: Plan) -> Iterable[str]:
        """The starting lineups that are best, the strongest first."""
        _ = self._
        trade_off = plan.trade_off
        for row in trade_off.starters if trade_off else ():
            if row.is_best:
                use = row.usefulness
                pattern = _(
                    "{players}: {total} at the start; {covered} of {losses} losses covered, "
                    "at worst {worst}, on average {average} net goals"
                )
                yield pattern.format(
                    players=self.players(row.lineup),
                    total=say_goals(to_half(row.field_handicap)),
                    covered=use.covered,
                    losses=use.losses,
                    worst=self.net(use.worst),
                    average=self.net(use.average),
                )

    def points(self, plan: Plan) -> Iterable[Point]:
        """The starting lineups as points of a picture."""
        trade_off = plan.trade_off
        for number, row in enumerate(trade_off.starters if trade_off else ()):
            use = row.usefulness
            yield Point(
                self.players(row.lineup),
                float(row.field_handicap),
                float(use.worst),
                use.covered == use.losses,
                row.is_best,
                trade_off is not None and number == trade_off.chosen,
            )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def say_short(player: PlayerState) -> str:
    """A player as "Ana (1)", a long name cut off."""
    return f"{shortened(player.name or player.id, LONGEST_NAME)} ({say_goals(player.rated)})"


def say_plan(match: Match, plan: Plan, language: Language) -> Said:
    """A plan in words. ``match`` is the one that it was made of."""
    teller = Teller(match, plan.team, plan.lineups[plan.team], language)
    _ = teller.words
    cards = []
    for player in dict.fromkeys(loss.player for loss in plan.losses):
        card = teller.card(player, [loss for loss in plan.losses if loss.player == player])
        cards.append(card if player in plan.state.field else teller.waiting(card))
    pattern = _("{team} against {other}: if a player is lost")
    return Said(
        language=language,
        title=pattern.format(team=teller.names[plan.team], other=teller.names[plan.other]),
        subtitle=match.event.name or "",
        facts=tuple(teller.facts(plan)),
        cards=tuple(cards),
        points=tuple(teller.points(plan)),
        starters=tuple(teller.starters(plan)),
        warnings=tuple(plan.warnings),
        not_checked=tuple(plan.not_checked),
        words={
            "starters": _("Who starts"),
            "starters-explained": _("To the right the sum at the start, upwards what is left in the worst case."),
            "strength": _("together at the start"),
            "worst": _("net goals at worst"),
            "chosen": _("this plan"),
            "best": _("best of its strength"),
            "uncovered": _("a loss is not covered"),
            "warnings": _("Mind"),
            "not-checked": _("Not checked"),
            "legend": _(
                "Net goals and balance: goals for the own side over the rest of the match, after a red card against "
                "going on short. Later: from the next end of a period on, both sides at their best."
            ),
        },
    )
