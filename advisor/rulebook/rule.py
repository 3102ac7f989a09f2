"""What every rule of the book has in common: a clause id, a check and the constraint that it posts.

A rule stands in one place. :meth:`Rule.is_broken` is the specification, in plain arithmetic; :meth:`Rule.post` says the
same to the CP-SAT model and stands beside it; the words and the citation are looked up by the clause id in
``data/rulebooks``. A class registers itself, so an edition or federation is a data file and, where it has a clause of
its own, one more class.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol

from advisor.situation import Lineup, PlayerState, Situation

Fact = int | str | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Finding:
    """One clause that a lineup or an entry breaks, with the facts for its sentence.

    ``variant`` picks the sentence of the clause; ``facts`` holds its figures (half goals or counts) and player ids by
    the names that the sentence uses.
    """

    clause: str
    variant: str = "default"
    facts: Mapping[str, Fact] = field(default_factory=dict)


class Model(Protocol):
    """What a rule may say to the solver about the lineup that is sought; all expressions are linear.

    ``size``, ``total``, ``newcomers`` and ``leavers`` are those of :class:`~advisor.situation.Lineup`, ``charged`` is
    what :class:`~advisor.situation.Situation` says of one;
    ``has_newcomer`` is a literal, ``base_total`` the sum of those who were on the field at the last moment of play.
    """

    size: Any
    total: Any
    charged: Any
    newcomers: Any
    leavers: Any
    has_newcomer: Any
    base_total: Any

    def count(self, among: Callable[[PlayerState], bool]) -> Any:
        """How many of these players are in the lineup."""

    def at_most(self, expression: Any, bound: int) -> Any:
        """A literal that is true where, and only where, the expression is at most the bound."""

    def negated(self, literal: Any) -> Any:
        """The literal's opposite."""

    def require(self, rule: Rule, constraint: Any, *conditions: Any) -> None:
        """Post a constraint that holds while the rule does, and while every condition (a literal) is true."""

    def forbid_fillable(self, rule: Rule, *conditions: Any) -> None:
        """Post that nobody could be added to the lineup within every other clause, while the conditions are true."""


class Rule(ABC):
    """One clause of the contract's list."""

    clause: ClassVar[str]
    #: Whether a standing lineup keeps a breach: "figures" as long as the figures break it, "period" until the end of
    #: the period, "never" where it is judged by itself.
    stays: ClassVar[str] = "never"
    #: What besides proposals is judged by the clause: each recorded "change", "play" when it goes on, or nothing.
    also_judges: ClassVar[Literal["change", "play", "nothing"]] = "change"
    #: Whether a team that fields a lineup against the clause may forfeit the match.
    forfeits: ClassVar[bool] = False
    registry: ClassVar[dict[str, Rule]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "clause" in cls.__dict__:
            Rule.registry[cls.clause] = cls()

    def applies(self, situation: Situation) -> bool:
        """Whether any lineup can break the clause here; a rule that does not apply is neither asked nor posted."""
        return True

    @abstractmethod
    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        """Whether the lineup breaks the clause at this moment."""

    @abstractmethod
    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        """What to say of a lineup that breaks the clause."""

    @abstractmethod
    def post(self, situation: Situation, model: Model) -> None:
        """Say the same to the solver."""

    def check(self, situation: Situation, lineup: Lineup) -> Finding | None:
        """The finding, or ``None`` where the lineup keeps the clause. Never raises for illegality."""
        if self.applies(situation) and self.is_broken(situation, lineup):
            return self.finding(situation, lineup)
        return None

    def is_kept(self, situation: Situation, lineup: Lineup) -> bool:
        """Whether a breach by this change stays with the lineup as it stands, as ``stays`` says."""
        return self.stays != "never"

    def stands_broken(self, situation: Situation, lineup: Lineup) -> bool:
        """Whether a breach by the last change is still there in the lineup as it stands (contract, fine point 5)."""
        return True


class PersonalRule(Rule):
    """A clause about one player: whoever it bars may be in no lineup."""

    #: Whether it bars only players of whom more is said than the handicap; the others are then not asked.
    only_marked: ClassVar[bool] = False

    @abstractmethod
    def bars(self, situation: Situation, player: PlayerState) -> bool:
        """Whether the clause bars this player now."""

    def may_bar(self, situation: Situation) -> bool:
        """Whether the clause can bar anybody here at all."""
        return True

    def bars_on_field(self, situation: Situation, player: PlayerState) -> bool:
        """Whether the clause bars a player from the lineup as it stands."""
        return player.id in situation.barred.get(self.clause, frozenset())

    def applies(self, situation: Situation) -> bool:
        return self.clause in situation.barred

    def is_broken(self, situation: Situation, lineup: Lineup) -> bool:
        return not lineup.ids.isdisjoint(situation.barred[self.clause])

    def variant(self, situation: Situation, player: PlayerState) -> tuple[str, Mapping[str, Fact]]:
        """Which sentence fits this player, and its further facts."""
        return "default", {}

    def finding(self, situation: Situation, lineup: Lineup) -> Finding:
        players = tuple(sorted(lineup.ids & situation.barred[self.clause]))
        variant, facts = self.variant(situation, situation.players[players[0]])
        return Finding(self.clause, variant, {"player": players[0], "players": players, **facts})

    def post(self, situation: Situation, model: Model) -> None:
        barred = situation.barred[self.clause]
        model.require(self, model.count(lambda player: player.id in barred) == 0)
