"""The match as its file states it: event, teams and journal (frozen; shape only, the law is in the rules).

Handicaps and limits are in goals, in steps of 0.5; clocks in whole seconds. What is wrong in shape is a
``ValidationError`` of pydantic's; :mod:`advisor.matchfile` makes one line for people of each of its errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, model_validator
from pydantic.config import JsonDict
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from advisor.editions import edition_ids, periods_of
from advisor.errors import InputError, quoted

Ineligible = Literal["suspended", "not-registered", "fee-unpaid", "other-team", "equipment"]
UnableReason = Literal["injury", "illness", "exhaustion", "quit"]
CardKind = Literal["second_yellow", "red"]
HornKind = Literal["warning", "first", "second"]
Line = Literal["side_line", "back_line"]
Hitters = Literal["all", "one"]

READINGS: Mapping[str, tuple[str, str | None]] = MappingProxyType(
    {
        "play-short": ("no-gain", "none-available"),
        "short-swap": ("on-field", "frozen"),
        "double-substitution": ("injury", "any"),
        "p7-fouling-cap": ("both", "rule-3-only"),
        "p7-received": ("goals", "difference"),
        "p7-again": ("same-steps", None),
        "injured-return": ("allowed", "never"),
        "overtime-highest": ("counts", "frozen"),
        "arena-short": ("counted", "on-field"),
        "arena-short-time": ("start-only", "always"),
        "whistle-after-horn": ("foul", "any"),
    }
)
"""Each reading's default and its other value (``None`` if there is none), in the order of the table."""

PENALTIES = ("1", "2", "3", "4", "5a", "5b", "6", "8", "9")
"""The penalties of Rule 37 that a ``penalty`` entry records; 7 and 10 are ``penalty_7`` and ``card``."""


@dataclass(frozen=True)
class _Goals:
    """A number of goals in steps of 0.5; a whole one stays an ``int``."""

    lowest: int
    highest: int

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        whole = core_schema.int_schema(strict=True, ge=self.lowest, le=self.highest)
        half = core_schema.float_schema(strict=True, ge=self.lowest, le=self.highest, allow_inf_nan=False)
        return _one_error([whole, core_schema.no_info_after_validator_function(_on_grid, half)])

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {
            "type": "number",
            "minimum": self.lowest,
            "maximum": self.highest,
            "multipleOf": 0.5,
            "description": f"a number from {self.lowest} to {self.highest} in steps of 0.5",
        }


@dataclass(frozen=True)
class _Text:
    """A text that fits a pattern; a whole number is read as its text."""

    pattern: str
    length: int
    description: str

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strict=True, pattern=self.pattern, min_length=1, max_length=self.length)
        number = core_schema.int_schema(strict=True, gt=-(10 ** (self.length - 1)), lt=10**self.length)
        return _one_error([text, core_schema.no_info_after_validator_function(str, number)])

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {
            "type": ["string", "integer"],
            "pattern": self.pattern,
            "minLength": 1,
            "maxLength": self.length,
            "description": self.description,
        }


@dataclass(frozen=True)
class _PenaltyNumber:
    """A penalty of Rule 37 that has no entry of its own, as a text; a whole number is read as its text."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(_as_text, core_schema.literal_schema(list(PENALTIES)))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"enum": [*PENALTIES, *(int(number) for number in PENALTIES if number.isdecimal())]}


@dataclass(frozen=True)
class _Time:
    """An ISO 8601 time, with or without the date, kept as it was given."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        text = core_schema.str_schema(strict=True, pattern=r"^[0-9WZ.,+ -]*[T:][0-9TWZ:.,+ -]*$", max_length=50)
        return _one_error([core_schema.no_info_after_validator_function(_iso_time, text)])

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "description": "an ISO 8601 time such as 2026-05-02T15:04:05Z"}


@dataclass(frozen=True)
class _Rules:
    """The id of a rulebook edition that there is a data file for."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(_known_edition, core_schema.str_schema(strict=True))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {"type": "string", "enum": list(edition_ids())}


@dataclass(frozen=True)
class _Readings:
    """A mapping of readings to one of their values; those not named keep their default."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        fields = {
            name: core_schema.typed_dict_field(
                core_schema.literal_schema([value for value in values if value]), required=False
            )
            for name, values in READINGS.items()
        }
        return core_schema.typed_dict_schema(fields, extra_behavior="forbid")


@dataclass(frozen=True)
class _NullIsDefault:
    """Null is taken as if the key were left out; the match puts the value in."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.nullable_schema(handler(source))


@dataclass(frozen=True)
class _NotNull:
    """On ``X | None``: the key may be left out, and is then ``None``, but cannot be given as null."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        nullable: Any = handler(source)
        return core_schema.with_default_schema(
            nullable["schema"], default=None, serialization=core_schema.simple_ser_schema("any")
        )


def _one_error(choices: list[CoreSchema | tuple[CoreSchema, str]]) -> CoreSchema:
    """The first of the choices that fits; where none does, one error and not one for each."""
    return core_schema.custom_error_schema(
        core_schema.union_schema(choices, mode="left_to_right"),
        custom_error_type="unfit",
        custom_error_message="unfit value",
    )


def _on_grid(value: float) -> float:
    if value * 2 % 1:
        raise ValueError
    return value


def _as_text(value: Any) -> Any:
    return str(value) if type(value) is int else value


def _known_edition(value: str) -> str:
    if value not in edition_ids():
        raise ValueError
    return value


def _no_default(schema: JsonDict) -> None:
    del schema["default"]


def _iso_time(value: str) -> str:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        time.fromisoformat(value)
    return value


Handicap = Annotated[float, _Goals(-2, 10)]
Limit = Annotated[float, _Goals(-100, 100)]
ID_FORM = "1 to 64 letters, digits or signs of - _ ."
Id = Annotated[str, _Text(r"^[A-Za-z0-9_.-]{1,64}$", 64, ID_FORM)]
Text = Annotated[
    str,
    _Text(r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$", 200, "a text of 1 to 200 signs on one line"),
]
Remark = Annotated[str, _Text(r"[^\x00-\x20\x7f]", 1000, "a text of 1 to 1000 signs")]
Rules = Annotated[str, _Rules()]
Flag = Annotated[bool, Field(strict=True, description="true or false")]
Time = Annotated[str, _Time()]
Clock = Annotated[int, Field(strict=True, ge=0, le=86_400, description="a whole number of seconds from 0 to 86400")]
Periods = Annotated[int, Field(strict=True, ge=1, le=12, description="a whole number from 1 to 12")]
Number = Annotated[int, Field(strict=True, ge=0, description="the number of an entry, counted from 0")]
Readings = Annotated[dict[str, str], _Readings()]
PenaltyNumber = Annotated[str, _PenaltyNumber()]
Minutes = Annotated[int, Field(strict=True, ge=0, le=120, description="a whole number of minutes from 0 to 120")]
Yards = Annotated[
    float, Field(strict=True, ge=-500, le=500, allow_inf_nan=False, description="a number of yards from -500 to 500")
]
Long = Annotated[
    float, Field(strict=True, ge=50, le=500, allow_inf_nan=False, description="a number of yards from 50 to 500")
]
Players = Annotated[tuple[Id, ...], Field(description="a list of player ids")]


class _Frozen(BaseModel):
    # Built when it is first used: most kinds are used only as parts of a match, which builds its own.
    model_config = ConfigDict(frozen=True, extra="forbid", serialize_by_alias=True, defer_build=True)


class Intervals(_Frozen):
    """How long the pauses are, in minutes: between periods, at half time, and before an overtime period."""

    period: Annotated[Minutes | None, _NotNull()] = None
    half_time: Annotated[Minutes | None, _NotNull()] = None
    overtime: Annotated[Minutes | None, _NotNull()] = None


class FieldSize(_Frozen):
    """A field of another size than the rulebook's, in yards: between the back lines, between the sides; with boards?"""

    length: Annotated[Long | None, _NotNull()] = None
    width: Annotated[Long | None, _NotNull()] = None
    boards: Flag = True


class Event(_Frozen):
    """The event's conditions: limits in goals, regulation periods, and the readings that it chooses."""

    # Without a match around it `periods` may be 0 and `readings` None; the match puts the rules' own in.

    name: Text | None = None
    upper_limit: Limit
    lower_limit: Limit | None = None
    handicap_game: Flag = True
    periods: Annotated[Periods, _NullIsDefault()] = Field(default=0, json_schema_extra=_no_default)
    player_above_limit_allowed: Flag = False
    readings: Annotated[Readings, _NullIsDefault()] = {}
    intervals: Intervals | None = None
    field: FieldSize | None = None
    penalty_3_defended: Flag = False


class Player(_Frozen):
    """Somebody on the list of a team. ``handicap`` in goals, as rated."""

    id: Id
    name: Text | None = None
    handicap: Handicap
    present: Flag = True
    ineligible: Ineligible | None = None
    eliminated_from_event: Flag = False
    known_injury: Flag = False
    person: Text | None = None
    rostered: Flag = False
    handicap_at_draw: Annotated[Handicap | None, _NotNull()] = None


class Team(_Frozen):
    """One of the two sides: starters and every possible substitute, in the file's order."""

    name: Text | None = None
    captain: Id | None = None
    players: Annotated[tuple[Player, ...], Field(description="a list of players")]


class EventPatch(_Frozen):
    """The keys of the event that an ``event`` entry corrects."""

    name: Text | None = None
    upper_limit: Annotated[Limit | None, _NotNull()] = None
    lower_limit: Limit | None = None
    handicap_game: Annotated[Flag | None, _NotNull()] = None
    periods: Annotated[Periods | None, _NotNull()] = None
    player_above_limit_allowed: Annotated[Flag | None, _NotNull()] = None
    readings: Annotated[Readings | None, _NotNull()] = None
    intervals: Intervals | None = None
    field: FieldSize | None = None
    penalty_3_defended: Annotated[Flag | None, _NotNull()] = None


class PlayerPatch(_Frozen):
    """The player that a ``player`` entry adds or corrects: his id, and the keys that are new."""

    id: Id
    name: Text | None = None
    handicap: Annotated[Handicap | None, _NotNull()] = None
    present: Annotated[Flag | None, _NotNull()] = None
    ineligible: Ineligible | None = None
    eliminated_from_event: Annotated[Flag | None, _NotNull()] = None
    known_injury: Annotated[Flag | None, _NotNull()] = None
    person: Text | None = None
    rostered: Annotated[Flag | None, _NotNull()] = None
    handicap_at_draw: Annotated[Handicap | None, _NotNull()] = None


class _Entry(_Frozen):
    """What any entry may carry: when it was recorded, seconds of the period played, by whom, and its hash."""

    at: Time | None = None
    clock: Clock | None = None
    by: Text | None = None
    hash: Text | None = None


class Start(_Entry):
    """The match starts with these lineups, by team key."""

    entry: Literal["start"]
    lineups: Annotated[dict[Id, Players], Field(description="each team's key with a list of player ids")]


class Stop(_Entry):
    """The umpire stops play."""

    entry: Literal["stop"]


class Resume(_Entry):
    """Play goes on after a stoppage."""

    entry: Literal["resume"]


class EndPeriod(_Entry):
    """The period ends, from play or from a stoppage."""

    entry: Literal["end_period"]


class StartPeriod(_Entry):
    """The next period starts."""

    entry: Literal["start_period"]


class Goal(_Entry):
    """A goal for the team."""

    entry: Literal["goal"]
    team: Id


class Unable(_Entry):
    """A player cannot go on, or could not."""

    entry: Literal["unable"]
    team: Id
    player: Id
    reason: UnableReason
    concussion: Flag = False


class Recovered(_Entry):
    """A player who was unable can play again."""

    entry: Literal["recovered"]
    team: Id
    player: Id


class Card(_Entry):
    """A player is sent off (Penalty 10)."""

    entry: Literal["card"]
    team: Id
    player: Id
    kind: CardKind


class SitOutOver(_Entry):
    """A sent-off player's two minutes of play are over."""

    entry: Literal["sit_out_over"]
    team: Id
    player: Id


class Arrived(_Entry):
    """A player who was not present is."""

    entry: Literal["arrived"]
    team: Id
    player: Id


class Left(_Entry):
    """A player has left the grounds."""

    entry: Literal["left"]
    team: Id
    player: Id


class Penalty7(_Entry):
    """Penalty 7 against the fouling team for the other's disabled player."""

    entry: Literal["penalty_7"]
    against: Id
    disabled: Id


class Designate(_Entry):
    """The fouled captain names the player of the fouling team who is removed."""

    entry: Literal["designate"]
    player: Id


class Substitute(_Entry):
    """Players come in; ``out`` names everybody whose place is taken."""

    entry: Literal["substitute"]
    team: Id
    out: Players = ()
    in_: Players = Field(default=(), alias="in")


class CorrectPlayer(_Entry):
    """A teammate is added, or one's data are corrected, from here on."""

    entry: Literal["player"]
    team: Id
    player: PlayerPatch
    reason: Remark | None = None


class CorrectEvent(_Entry):
    """The event's conditions are corrected from here on."""

    entry: Literal["event"]
    set: EventPatch
    reason: Remark | None = None


class Spot(_Frozen):
    """A spot on the field, in yards, as who attacks the goal of the team that the entry is about sees it.

    ``to_back_line``: how far it is to that team's back line; ``across``: how far from the line through the middles of
    both goals, to the left of the attackers below 0. The team: the one a penalty is against, the one that hits in.
    """

    to_back_line: Yards
    across: Yards


class Horn(_Entry):
    """A horn (Rule 14): the ``warning`` two minutes before a period, the ``first`` at 7:00, the ``second`` at its end.

    ``heard``: false where it did not sound when it was meant to; ``clock`` is then when that was.
    """

    entry: Literal["horn"]
    which: HornKind
    heard: Flag = True


class BallOut(_Entry):
    """The ball is out of play, over a side line or a back line; play goes on with a throw-in or a hit-in.

    ``team``: whose back line it crossed, hit by the others: that team hits in.
    """

    entry: Literal["ball_out"]
    over: Line
    team: Annotated[Id | None, _NotNull()] = None
    spot: Annotated[Spot | None, _NotNull()] = None


class BallIn(_Entry):
    """The ball is in play again after a goal or after it was out, thrown in or hit in."""

    entry: Literal["ball_in"]


class Penalty(_Entry):
    """The umpire's whistle for a foul, and the penalty (Rule 37); play stops by it if it was going on.

    A Penalty 1 puts its goal on the board by itself. ``player``: who fouled; ``spot``: where the foul was, or the ball
    as the penalty wants it; ``from_spot``: a Penalty 2 is hit from there; ``horse``: of a Penalty 8.
    """

    entry: Literal["penalty"]
    number: PenaltyNumber
    against: Id
    player: Annotated[Id | None, _NotNull()] = None
    spot: Annotated[Spot | None, _NotNull()] = None
    from_spot: Flag = False
    horse: Annotated[Text | None, _NotNull()] = None


class ClockCorrection(_Entry):
    """The umpire corrects the official clock (Rule 14): ``clock`` is what it shows from here on, forwards or back."""

    entry: Literal["clock_correction"]
    clock: Clock
    reason: Remark | None = None


class Shootout(_Entry):
    """The committee elects a shootout (Rule 14): all hit or one of each team, ``first`` being the team that begins.

    ``order``: who hits, by team, in the order drawn by lot, which each round keeps.
    """

    entry: Literal["shootout"]
    hitters: Hitters = "all"
    first: Id
    order: Annotated[dict[Id, Players], Field(description="each team's key with a list of player ids")]


class Shot(_Entry):
    """A free hit of the shootout, and whether it is a goal."""

    entry: Literal["shot"]
    team: Id
    player: Id
    goal: Flag


class Strike(_Entry):
    """An earlier entry, by its number counted from 0, did not happen."""

    entry: Literal["strike"]
    number: Number
    reason: Remark | None = None


Entry = Annotated[
    Start
    | Stop
    | Resume
    | EndPeriod
    | StartPeriod
    | Goal
    | Unable
    | Recovered
    | Card
    | SitOutOver
    | Arrived
    | Left
    | Penalty7
    | Designate
    | Substitute
    | CorrectPlayer
    | CorrectEvent
    | Strike
    | Horn
    | BallOut
    | BallIn
    | Penalty
    | ClockCorrection
    | Shootout
    | Shot,
    Field(discriminator="entry"),
]
"""One entry of the journal, told apart by its key ``entry``."""


class Chain(_Frozen):
    """The first record of a journal that was kept in a store: what it was begun by and under, when, and its hash.

    The hashes of the entries follow from it; :func:`advisor.store.verify_journal` checks them.
    """

    program: Text
    edition: Text
    at: Time
    hash: Text


class Match(_Frozen):
    """A whole match: the rules it is played under, its event, its two teams and what happened so far."""

    rules: Rules
    event: Event
    teams: Annotated[
        dict[Id, Team],
        Field(min_length=2, max_length=2, description="exactly two teams, each with its key"),
    ]
    journal: Annotated[tuple[Entry, ...], Field(description="a list of entries"), _NullIsDefault()] = ()
    chain: Chain | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.event.periods or self.event.readings is None:
            event = self.event.model_copy()
            event.__dict__["periods"] = event.periods or periods_of(self.rules)[0]
            event.__dict__["readings"] = event.readings or {}
            self.__dict__["event"] = event
        if self.journal is None:
            self.__dict__["journal"] = ()
        if errors := tuple(self._errors()):
            raise PydanticCustomError("match", "the match does not hold together", {"errors": errors})
        return self

    def _errors(self) -> Iterator[InputError]:
        """What is wrong between the keys of the match."""
        for error in _event_errors(self.event, self.rules):
            yield error.under(("event",))
        for key, team in self.teams.items():
            ids = {player.id for player in team.players}
            if len(ids) != len(team.players):
                yield from _doubled_ids(key, team)
            if team.captain is not None and team.captain not in ids:
                yield InputError(
                    ("teams", key, "captain"),
                    "{found} found; captain must be the id of one of the team's players",
                    {"found": quoted(team.captain)},
                )

    def as_data(self) -> dict[str, Any]:
        """The match as a file has it: JSON values, only the keys that were given."""
        return self.model_dump(mode="json", exclude_unset=True)


def _doubled_ids(key: str, team: Team) -> Iterator[InputError]:
    first: dict[str, int] = {}
    for number, player in enumerate(team.players):
        if first.setdefault(player.id, number) != number:
            yield InputError(
                ("teams", key, "players", number, "id"),
                "{found} found again; players[{first}] has it, and an id must be unique within its team",
                {"found": quoted(player.id), "first": str(first[player.id])},
            )


def _event_errors(event: Event, rules: str) -> Iterator[InputError]:
    """What is wrong between the keys of an event, with paths from the event on."""
    if event.lower_limit is not None and event.lower_limit > event.upper_limit:
        yield InputError(
            ("lower_limit",),
            "{found} found; lower_limit must not be above the upper limit, {upper}",
            {"found": f"{event.lower_limit:g}", "upper": f"{event.upper_limit:g}"},
        )
    known = periods_of(rules)[1]
    if known is not None and event.periods not in known:
        yield InputError(
            ("periods",),
            "{found} found; under these rules a game has one of these numbers of periods: {known}",
            {"found": str(event.periods), "known": ", ".join(map(str, known))},
        )
