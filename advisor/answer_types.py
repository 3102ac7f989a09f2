"""What the answers look like: pydantic models that are the JSON of the contract.

Handicaps and goals are numbers in steps of 0.5 goals, ``net_goals`` goals to two decimals.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from advisor.ranking import Kind, Order
from advisor.situation import Moment, When

Goals = int | float
ByTeam = dict[str, Goals]
Status = Literal["legal", "later", "illegal"]


class Answer(BaseModel):
    """A part of an answer, as it is written in JSON."""

    # Built when it is first used: a command gives one kind of answer.
    model_config = ConfigDict(frozen=True, populate_by_name=True, defer_build=True)


class CapLimit(Answer):
    """A cap of a Penalty 7 as a bound on the own field."""

    clause: str
    value: Goals


class Limits(Answer):
    """What bounds a team's summed handicap."""

    upper: Goals
    lower: Goals | None
    caps: list[CapLimit]


class Alternative(Answer):
    """What the answer would be under the other value of a reading that contests it."""

    reading: str
    value: str
    status: Status
    clauses: list[str]
    counted_handicap: Goals
    score_change: ByTeam | None


class Option(Answer):
    """A legal lineup and what it costs."""

    when: When
    kind: Kind
    lineup: list[str]
    out: list[str]
    in_: Annotated[list[str], Field(alias="in")]
    field_handicap: Goals
    counted_handicap: Goals
    handicap_goals: ByTeam | None
    score_change: ByTeam | None
    net_goals: Goals | None
    contested_by: list[str]
    alternatives: list[Alternative]


class Unusable(Answer):
    """Players of one kind who are in no option, and a smallest set of clauses that keeps them out."""

    player: str
    players: list[str]
    clauses: list[str]
    message: str
    later: bool


class Removal(Answer):
    """A player of the fouling team whom the captain may name under the pending Penalty 7."""

    player: str
    handicap: Goals
    field: ByTeam
    caps: ByTeam
    best_reachable: ByTeam
    net_goals: Goals


class Wanted(Answer):
    """The best option in which an unlisted, eligible newcomer of this handicap comes in."""

    handicap: Goals
    lineup: list[str] | None
    out: list[str] | None
    when: When | None
    field_handicap: Goals | None
    counted_handicap: Goals | None
    score_change: ByTeam | None
    net_goals: Goals | None


class Compliance(Answer):
    """A player whose turnout kept him from starting, and how many periods he has to put it right."""

    player: str
    periods_left: int


class State(Answer):
    """A team's situation after the last entry."""

    team: str
    moment: Moment
    period: int
    places: int
    field: list[str]
    must_leave: list[str]
    limits: Limits
    counted_handicap: ByTeam | None
    handicap_goals: ByTeam | None
    comply: list[Compliance]


class Totals(Answer):
    """How many lineups are legal now (or at any time), and at the period's end."""

    now: int
    period_end: int


class Conflict(Answer):
    """Why nobody can come in: a smallest set of clauses that every lineup with somebody new breaks."""

    clauses: list[str]
    message: str


class Turn(Answer):
    """Where the order by net goals turns: the lineup that is best if the change is made from this period on."""

    period: int
    lineup: list[str]
    net_goals: Goals


class Advice(State):
    """The answer of ``advise``. ``period_end_note``: what the next end of a period hangs on; empty where it is sure."""

    totals: Totals
    order: Order
    options: list[Option]
    turns: list[Turn]
    conflict: Conflict | None
    unusable: list[Unusable]
    removals: list[Removal]
    wanted: list[Wanted]
    period_end_note: str = ""
    warnings: list[str]
    not_checked: list[str]


class BrokenClause(Answer):
    """A clause that is broken, with its citation and a sentence."""

    clause: str
    citation: str
    message: str


class Repair(Answer):
    """A legal lineup near the one proposed."""

    lineup: list[str]
    add: list[str]
    drop: list[str]
    when: When


FlipKind = Literal["period_end", "arrival", "recovery", "withdrawal", "limit", "reading"]


class Flip(Answer):
    """A single change that makes a lineup legal, and the lineup that is legal then.

    ``player`` arrives, recovers or is withdrawn; ``value`` is the upper limit in goals or the value of ``reading``.
    """

    kind: FlipKind
    player: str | None = None
    reading: str | None = None
    value: Goals | str | None = None
    lineup: list[str]
    when: When
    message: str


class Verdict(Answer):
    """The answer of ``verify``. ``argument``: what is broken, in one sentence with what follows; empty when legal.

    ``period_end_note``: of a lineup for later, what the next end of a period hangs on; empty where it is sure to come.
    """

    team: str
    lineup: list[str]
    status: Status
    when: When | None
    argument: str
    broken: list[BrokenClause]
    contested_by: list[str]
    alternatives: list[Alternative]
    field_handicap: Goals
    counted_handicap: Goals
    handicap_goals: ByTeam | None
    score_change: ByTeam | None
    repairs: list[Repair]
    flips: list[Flip] = []
    period_end_note: str = ""
    warnings: list[str]
    not_checked: list[str]


class Forfeit(Answer):
    """What fielding an ineligible player or an over-limit lineup may cost.

    ``until``: when it lapses, where the entry has a date and what it costs runs from it.
    """

    message: str
    until: str | None


class AuditBreach(Answer):
    """An entry of the journal that broke a rule, whose breach it is, and what would have been legal then."""

    entry: int
    team: str
    clauses: list[BrokenClause]
    contested_by: list[str]
    forfeit: Forfeit | None
    legal_then: list[Repair]


class Audit(Answer):
    """The answer of ``audit``."""

    breaches: list[AuditBreach]
    final: dict[str, State]
    warnings: list[str]
    not_checked: list[str]
