"""A bench in words, in English and Spanish."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from advisor.answer_types import Goals
from advisor.errors import shortened
from advisor.handicap import to_half
from advisor.match import Match, Player
from advisor.narrate import say_goals
from advisor.plan.bench import Aim, Bench, CoveredLoss, SecondLoss
from advisor.plan.said import LONGEST_NAME, Teller
from advisor.rulebook import Language
from advisor.words import plural_translator


@dataclass(frozen=True)
class Uncovered:
    """A loss that stays uncovered: what it is, what would cover it, and why the others cannot come in."""

    title: str
    remedies: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class SaidBench:
    """A bench in words: whom to bring, how good that is, each loss, and two losses in a row."""

    headline: str
    brought: tuple[str, ...]
    aims: tuple[str, ...]
    losses: tuple[str, ...]
    uncovered: tuple[Uncovered, ...]
    second: tuple[str, ...]
    second_heading: str
    facts: tuple[str, ...]
    not_checked: tuple[str, ...]


def say_bench(match: Match, bench: Bench, language: Language) -> SaidBench:
    """A bench in words. ``match`` is the one that it was made of."""
    team = match.teams[bench.team]
    with_them = team.model_copy(update={"players": (*team.players, *bench.brought)})
    match = match.model_copy(update={"teams": {**match.teams, bench.team: with_them}})
    return _BenchTeller(Teller(match, bench.team, bench.lineup, language), bench).say()


class _BenchTeller:
    def __init__(self, teller: Teller, bench: Bench) -> None:
        self.teller = teller
        self.bench = bench
        self._ = teller.words
        self.ngettext = plural_translator(teller.language, "plan")

    def say(self) -> SaidBench:
        """All of it."""
        _, bench = self._, self.bench
        names = ", ".join(say_listed(player) for player in bench.brought) or _("nobody")
        covered = sum(row.is_covered for row in bench.second)
        pattern = _("Two losses in a row: {covered} of {count} covered")
        return SaidBench(
            headline=_("Bring {players}").format(players=names),
            brought=tuple(say_listed(player) for player in bench.brought),
            aims=tuple(self._aims()),
            losses=tuple(self._loss(row) for row in bench.losses if row.is_covered),
            uncovered=tuple(self._uncovered(row) for row in bench.losses if not row.is_covered),
            second=tuple(self._second(row) for row in bench.second if not row.is_covered),
            second_heading=pattern.format(covered=covered, count=len(bench.second)),
            facts=tuple(self._facts()),
            not_checked=tuple(bench.not_checked),
        )

    def _facts(self) -> Iterator[str]:
        _, bench, teller = self._, self.bench, self.teller
        yield _("On the field: {players}").format(players=teller.players(bench.lineup))
        if bench.at_hand:
            yield _("On the team's list besides: {players}").format(players=teller.players(bench.at_hand))
        pattern = self.ngettext(
            "{count} player to choose from, {kinds}", "{count} players to choose from, {kinds}", bench.listed
        )
        kinds = self.ngettext("of {count} kind", "of {count} kinds", bench.kinds).format(count=bench.kinds)
        yield pattern.format(count=bench.listed, kinds=kinds)
        if bench.aside:
            yield _("On the team already, or twice on the list: {players}").format(players=", ".join(bench.aside))

    def _aims(self) -> Iterator[str]:
        _, bench = self._, self.bench
        count = len(bench.losses)
        covered = count - int(bench.uncovered.reached)
        said = _("{covered} of {count} single losses have a full legal lineup").format(covered=covered, count=count)
        yield self._proved(said, bench.uncovered, str(count - int(bench.uncovered.bound)))
        worst = _("at worst {net} net goals").format(net=self.teller.net(bench.worst.reached))
        yield self._proved(worst, bench.worst, self.teller.net(bench.worst.bound))
        average = _("on average {net} net goals").format(net=self.teller.net(bench.average.reached))
        yield self._proved(average, bench.average, self.teller.net(bench.average.bound))

    def _proved(self, said: str, aim: Aim, bound: str) -> str:
        _ = self._
        if aim.is_proved:
            return _("{aim}: proved, nobody does better").format(aim=said)
        return _("{aim}: not proved, nobody does better than {bound}").format(aim=said, bound=bound)

    def _title(self, row: CoveredLoss) -> str:
        _, teller = self._, self.teller
        player = teller.player(row.player)
        if row.named is None:
            return _("{player} hurt").format(player=player)
        pattern = _("{player} disabled, {named} named")
        return pattern.format(player=player, named=teller.player(row.named, teller.other))

    def _answer(self, row: CoveredLoss) -> str:
        _, lineup, net = self._, row.lineup, row.net_goals
        places = self.teller.fold.sides[self.bench.team].places - (row.named is not None)
        pattern = _("{players}; net goals {net}")
        if len(lineup) < places:
            # A full lineup may be legal too: the best one need not be full.
            pattern = _("{players}, playing short; net goals {net}")
        return pattern.format(players=self.teller.players(lineup), net=self.teller.net(net))

    def _loss(self, row: CoveredLoss) -> str:
        return f"{self._title(row)}: {self._answer(row)}"

    def _uncovered(self, row: CoveredLoss) -> Uncovered:
        _ = self._
        remedy = row.remedy
        remedies, reasons = [], []
        if remedy is not None:
            if remedy.player is not None:
                remedies.append(_("{player} too would cover it.").format(player=say_listed(remedy.player)))
            elif remedy.handicaps:
                pattern = _("Nobody on the list covers it. Somebody of one of these handicaps would: {handicaps}.")
                remedies.append(pattern.format(handicaps=say_ranges(remedy.handicaps)))
            else:
                remedies.append(_("Nobody covers it, whatever his handicap."))
            reasons = [self._reason(kept.players, kept.message) for kept in remedy.kept_out]
        title = _("{loss}: not covered, {answer}")
        said = title.format(loss=self._title(row), answer=self._answer(row))
        return Uncovered(said, tuple(remedies), tuple(reasons))

    def _reason(self, players: list[str], message: str) -> str:
        if len(players) == 1:
            return message
        return self._("{message} (and {count} more of his kind)").format(message=message, count=len(players) - 1)

    def _second(self, row: SecondLoss) -> str:
        _ = self._
        pattern = _("{first} hurt, then {second}: not covered")
        if row.kind == "penalty_7":
            pattern = _("{first} disabled and the best removal, then {second}: not covered")
        return pattern.format(first=self.teller.player(row.first), second=self.teller.player(row.second))


def say_listed(player: Player) -> str:
    """A player of a list as "Ana (1)"."""
    return f"{shortened(player.name or player.id, LONGEST_NAME)} ({say_goals(to_half(player.handicap))})"


def say_ranges(handicaps: list[Goals]) -> str:
    """Handicaps on the grid of half goals, those in a row as "-1 to 3½"."""
    halves = sorted(to_half(one) for one in handicaps)
    runs: list[list[int]] = []
    for half in halves:
        if runs and half == runs[-1][-1] + 1:
            runs[-1].append(half)
        else:
            runs.append([half])
    said = [say_goals(run[0]) if len(run) == 1 else f"{say_goals(run[0])}–{say_goals(run[-1])}" for run in runs]
    return ", ".join(said)
