"""A placement judged: who stands right before a penalty or a throw-in, and who too near, ahead of the line and so on.

``load_placement`` reads a file, ``judge`` is a pure function of it. Places are measured from where the ball belongs, so
a ball put wrong is one finding of its own and spoils no other. Rules 20 and 37; the axes are those of ``play.field``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, Protocol, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator
from pydantic import Field as Key
from pydantic_core import PydanticCustomError

from advisor.errors import InputError, InputErrors, Phrase, quoted
from advisor.match import FieldSize, Flag, Id, Yards
from advisor.matchfile import read_content, read_model
from advisor.play.bounds import Bound, Fault, Scene
from advisor.play.field import Field, Point, Words, size_of
from advisor.play.penalties import find_penalty, penalty_numbers, say_place, take
from advisor.play.throwin import NAME, is_far_from_sides, throw_in, throw_in_figures
from advisor.words import translator

BALL_TOLERANCE = 0.5
"""Yards by which a ball or an umpire may miss the spot: coordinates are paced out, not surveyed."""

PLACED = (*(number for number in penalty_numbers() if find_penalty(number).ways), NAME)
"""The penalties at which places matter, and the throw-in."""

Standing = Literal["right", "excused", "wrong"]
BallFault = Literal["off-spot", "near-the-sides"]


class Restart(Protocol):
    """What a placement is judged by: a penalty as it is taken, or a throw-in."""

    @property
    def size(self) -> Field:
        """The field."""

    @property
    def scene(self) -> Scene | None:
        """What places are measured from."""

    @property
    def citation(self) -> Words:
        """The rule by its number."""

    @property
    def way_name(self) -> str:
        """Which of its ways it is taken in; empty where there is only one."""

    def bounds(self, is_near: bool) -> tuple[Bound, ...]:
        """What binds the players of the team that defends the goal at ``x`` 0, or of the other."""


# -- placement files -------------------------------------------------------------------------------------------------


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _as_text(value: object) -> object:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Named = Annotated[
    str, BeforeValidator(_as_text), Key(json_schema_extra={"enum": list(PLACED)}, pattern=f"^({'|'.join(PLACED)})$")
]


class Place(_Frozen):
    """A place in yards."""

    x: Yards
    y: Yards

    @property
    def point(self) -> Point:
        """The place as the rules measure it."""
        return Point(self.x, self.y)


class Placed(Place):
    """A player at a place. ``returning``: on the way back to the right place."""

    team: Id
    player: Id
    returning: Flag = False


class Placement(_Frozen):
    """Where everybody stands. ``near``: the team that defends the goal at ``x`` 0, at a penalty the fouling team.

    ``foul``: where the foul was; for a Penalty 5a where the ball was then, for a Penalty 6 where it crossed the back
    line, for a throw-in where play stopped (without it the centre). ``umpires`` are a throw-in's, who throws first.
    """

    restart: Named
    way: Id | None = None
    near: Id
    field: FieldSize | None = None
    foul: Place | None = None
    ball: Place | None = None
    umpires: Annotated[tuple[Place, ...], Key(max_length=2, description="a list of at most two places")] = ()
    players: Annotated[tuple[Placed, ...], Key(max_length=20, description="a list of players with team, x and y")]

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if errors := tuple(self._errors()):
            raise PydanticCustomError("match", "the placement does not hold together", {"errors": errors})
        return self

    def _errors(self) -> Iterator[InputError]:
        """What is wrong between the keys."""
        try:
            find_restart(self)
        except InputError as error:
            yield error
        others = sorted({placed.team for placed in self.players} - {self.near})
        if len(others) > 1:
            facts = {"found": ", ".join(others), "near": quoted(self.near)}
            yield InputError(("players",), "besides {near} these teams found: {found}; there must be one", facts)
        seen: dict[tuple[str, str], int] = {}
        for number, placed in enumerate(self.players):
            first = seen.setdefault((placed.team, placed.player), number)
            if first != number:
                facts = {"found": quoted(placed.player), "first": str(first)}
                message = "{found} found again; players[{first}] is the same player, who can be at one place only"
                yield InputError(("players", number, "player"), message, facts)


def find_restart(placement: Placement) -> Restart:
    """The penalty or throw-in that a placement is for. Raises ``InputError`` for an unknown way, or a place missing."""
    size = size_of(placement.field)
    foul = placement.foul or (placement.ball if placement.restart != NAME else None)
    where = foul.point if foul is not None else None
    if placement.restart != NAME:
        return take(placement.restart, placement.way or "", where, size)
    if placement.way is not None:
        facts = {"found": quoted(placement.way), "need": Phrase("left out for a throw-in")}
        raise InputError(("way",), "{found} found; way must be {need}", facts)
    taking = throw_in(where, size)
    umpires = tuple(umpire.point for umpire in placement.umpires) or taking.scene.umpires
    return type(taking)(size, Scene(size, taking.scene.ball, umpires))


def load_placement(path: str | Path) -> Placement:
    """Reads a placement file (YAML or JSON), ``-`` being standard input. Raises ``InputError``."""
    content, name = read_content(path)
    return read_placement(content, name=name)


def read_placement(text: str | bytes, *, name: str = "placement") -> Placement:
    """The placement that a text states; ``name`` is what errors call the text. Raises ``InputError``."""
    try:
        return read_model(text, Placement, name=name)[0]
    except InputError as error:
        if not error.path and "a match file must have rules" in error.pattern:
            message = "the file is empty; a placement must have restart, near and players"
            raise InputErrors([InputError((), message, source=name)]) from None
        raise


# -- the judgement ---------------------------------------------------------------------------------------------------


class Finding(_Frozen):
    """One thing that is wrong, or for which somebody is excused. ``yards``: by how much, to a tenth."""

    kind: Fault | BallFault
    yards: float
    citation: str
    message: str


class JudgedPlayer(_Frozen):
    """A player, how he stands, what is wrong, and a word of it in the language asked for."""

    team: str
    player: str
    x: float
    y: float
    standing: Standing
    message: str
    findings: tuple[Finding, ...] = ()


class JudgedBall(_Frozen):
    """The ball, or at a throw-in the umpire who throws it: where, and what is wrong."""

    x: float
    y: float
    standing: Standing
    message: str
    findings: tuple[Finding, ...] = ()


class Judgement(_Frozen):
    """Whether the restart may be taken as everybody stands, and each player's standing, in the placement's order.

    ``spot``: where the ball belongs; ``ball`` is null where the placement does not say where it is.
    """

    restart: str
    way: str
    right: bool
    spot: Place
    ball: JudgedBall | None
    players: tuple[JudgedPlayer, ...]


def judge(placement: Placement, language: str = "en") -> Judgement:
    """Judges a placement: each player and the ball. Never raises for what is wrong on the field."""
    restart = find_restart(placement)
    scene = scene_of(restart)
    ball = _judge_umpire(placement, restart, language) if placement.restart == NAME else None
    if placement.restart != NAME and placement.ball is not None:
        ball = _judge_ball(placement.ball.point, restart, language)
    players = tuple(
        _judge_player(placed, restart, placed.team == placement.near, language) for placed in placement.players
    )
    right = (ball is None or ball.standing == "right") and all(player.standing != "wrong" for player in players)
    return Judgement(
        restart=placement.restart,
        way=restart.way_name,
        right=right,
        spot=Place(x=scene.ball.x, y=scene.ball.y),
        ball=ball,
        players=players,
    )


def say_judgement(
    placement: Placement, judgement: Judgement, language: str, names: Mapping[str, str] | None = None
) -> list[str]:
    """A judgement in words, one line each: the verdict, where the ball belongs, the ball, each player.

    ``names``: the teams' names by their keys, where they have some.
    """
    _ = translator(language, domain="play")
    restart = find_restart(placement)
    lines = [_("RIGHT") if judgement.right else _("NOT RIGHT")]
    where = say_place(scene_of(restart).ball, restart.size, language)
    lines.append(f"{restart.citation[language]}. {_('Ball')}: {where}")
    if judgement.ball is not None:
        lines.append(judgement.ball.message)
    for player in judgement.players:
        team = (names or {}).get(player.team, player.team)
        lines.append(f"{team} {player.player} ({player.x:g}, {player.y:g}): {player.message}")
    return lines


def scene_of(restart: Restart) -> Scene:
    """What places are measured from, of a restart at which somebody hits or throws."""
    assert restart.scene is not None, "what is placed is hit or thrown"
    return restart.scene


def find_broken(place: Point, restart: Restart, is_near: bool) -> tuple[Bound, ...]:
    """The bounds that a place breaks, for a player of the team that defends the goal at ``x`` 0 or of the other."""
    scene = scene_of(restart)
    return tuple(bound for bound in restart.bounds(is_near) if not bound.is_kept(place, scene, is_near))


def _judge_player(placed: Placed, restart: Restart, is_near: bool, language: str) -> JudgedPlayer:
    _ = translator(language, domain="play")
    broken = find_broken(placed.point, restart, is_near)
    is_off = not restart.size.is_on(placed.point)
    excused = placed.returning or is_off
    findings = tuple(_finding(bound, placed.point, restart, is_near, language) for bound in broken)
    if not broken:
        standing: Standing = "right"
        message = _("Right.")
    elif excused and all(bound.excused for bound in broken):
        standing = "excused"
        message = _("Off the field: not bound.") if is_off else _("Riding back to the right place: not bound.")
    else:
        standing = "wrong"
        findings = tuple(
            finding for bound, finding in zip(broken, findings, strict=True) if not (excused and bound.excused)
        )
        message = " ".join(finding.message for finding in findings)
    return JudgedPlayer(
        team=placed.team,
        player=placed.player,
        x=placed.x,
        y=placed.y,
        standing=standing,
        message=message,
        findings=findings,
    )


def _finding(bound: Bound, place: Point, restart: Restart, is_near: bool, language: str) -> Finding:
    _ = translator(language, domain="play")
    missing = -bound.slack(place, scene_of(restart), is_near)
    patterns = {
        "behind-line": _("{yards} yd ahead of the {bound}-yard line: belongs behind it."),
        "behind-ball": _("{yards} yd ahead of the {bound}-yard line: belongs behind it."),
        "away-from-ball": _("{yards} yd too near the ball: belongs at least {bound} away."),
        "away-from-umpire": _("{yards} yd too near the umpire: belongs at least {bound} away."),
        "goal-side": _("{yards} yd on the wrong side: belongs between the ball and the own goal."),
        "own-side": _("{yards} yd on the wrong side: belongs on the side of the own goal."),
        "out-of-goal": _("In the goal: belongs outside the posts."),
    }
    pattern = patterns[bound.name]
    if bound.name == "behind-line" and not bound.yards:
        pattern = _("{yards} yd on the field: belongs behind the back line.")
    message = pattern.format(yards=_say_yards(missing), bound=f"{bound.yards:g}")
    return Finding(kind=bound.fault, yards=_tenths(missing), citation=restart.citation[language], message=message)


def _judge_ball(place: Point, restart: Restart, language: str) -> JudgedBall:
    _ = translator(language, domain="play")
    missing = place.distance(scene_of(restart).ball)
    if missing <= BALL_TOLERANCE:
        return JudgedBall(x=place.x, y=place.y, standing="right", message=_("The ball is on its spot."))
    message = _("The ball is {yards} yd from its spot.").format(yards=_say_yards(missing))
    finding = Finding(kind="off-spot", yards=_tenths(missing), citation=restart.citation[language], message=message)
    return JudgedBall(x=place.x, y=place.y, standing="wrong", message=message, findings=(finding,))


def _judge_umpire(placement: Placement, restart: Restart, language: str) -> JudgedBall | None:
    """The umpire who throws: on the line, and far enough from the sides."""
    if not placement.umpires:
        return None
    _ = translator(language, domain="play")
    place, citation, findings = placement.umpires[0].point, restart.citation[language], []
    aside = abs(place.x - scene_of(restart).ball.x)
    if aside > BALL_TOLERANCE:
        message = _("The umpire is {yards} yd from the line of the throw-in.").format(yards=_say_yards(aside))
        findings.append(Finding(kind="off-spot", yards=_tenths(aside), citation=citation, message=message))
    if not is_far_from_sides(place, restart.size):
        figure = throw_in_figures()["boards"]
        missing = abs(place.y) - (restart.size.half_width - figure)
        message = _("The throw-in is too near the side: it belongs more than {bound} yards from it.")
        message = message.format(bound=f"{figure:g}")
        findings.append(Finding(kind="near-the-sides", yards=_tenths(missing), citation=citation, message=message))
    message = " ".join(finding.message for finding in findings) or _("The umpire stands right.")
    standing: Standing = "wrong" if findings else "right"
    return JudgedBall(x=place.x, y=place.y, standing=standing, message=message, findings=tuple(findings))


def _tenths(yards: float) -> float:
    """Yards to a tenth, never rounded to nothing: what is wrong is wrong by something."""
    return max(round(yards, 1), 0.1)


def _say_yards(yards: float) -> str:
    return f"{_tenths(yards):g}"
