"""What the field page shows, as the address says it: the restart, where it was, and who stands where. No Streamlit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from advisor.errors import InputError
from advisor.match import Event, FieldSize, Match
from advisor.play.example import find_example
from advisor.play.field import Field, Point, size_of
from advisor.play.following import follow
from advisor.play.penalties import Taking, find_penalty, penalty_numbers, take
from advisor.play.placement import Place, Placed, Placement, Restart
from advisor.play.throwin import NAME, throw_in
from advisor.ui.sources import Case

BALL = -1
"""The number of the ball, or of the umpire who throws it in, beside those of the players."""

NEAR, FAR = "near", "far"
"""The keys of the teams where no match names them: the one whose goal is at the top, and the other."""

RESTARTS = (NAME, *penalty_numbers())
"""What can be shown, in the order of the buttons."""

MOST = 400
"""Yards that a place may be from either line."""

_USUAL = "2"
_FOUL = {"6": Point(0, 30)}
_ELSEWHERE = Point(90, 40)

KEYS = ("restart", "way", "foul", "ball", "at", "near")
"""The keys of the address that this state has."""


@dataclass(frozen=True)
class Shown:
    """What is shown. ``foul``: where the restart hangs on it; ``ball``: put or, at a throw-in, thrown from somewhere.

    ``players``: ``None`` for an example that is right. ``size``: the event's field. ``near``: whose goal is at the top.
    """

    restart: str = _USUAL
    way: str = ""
    foul: Point | None = None
    ball: Point | None = None
    players: tuple[Placed, ...] | None = None
    size: FieldSize | None = None
    near: str = NEAR
    far: str = FAR

    @property
    def field(self) -> Field:
        """The field in yards."""
        return size_of(self.size)

    @property
    def taken(self) -> str:
        """The restart whose places matter: of a Penalty 1 the one that follows it."""
        return self.restart if self.restart == NAME else find_penalty(self.restart).then or self.restart

    @property
    def ways(self) -> tuple[str, ...]:
        """The ways to choose from, if there is more than one."""
        ways = () if self.restart == NAME else tuple(find_penalty(self.restart).ways)
        return ways if len(ways) > 1 else ()

    @property
    def needs_place(self) -> bool:
        """Whether the spot hangs on where something happened."""
        if self.restart == NAME:
            return True
        ways = find_penalty(self.restart).ways
        return bool(ways) and ways[self.chosen_way].spot.needs_place

    @property
    def chosen_way(self) -> str:
        """The way that it is taken in, the usual one unless another is chosen."""
        ways = find_penalty(self.restart).ways
        return self.way if self.way in ways else next(iter(ways), "")

    @property
    def place(self) -> Point | None:
        """Where it was, as the address says or as is supposed."""
        if not self.needs_place:
            return None
        if self.restart == NAME:
            return self.foul
        return self.foul or _FOUL.get(self.restart, _ELSEWHERE)

    def taking(self) -> Taking | None:
        """The penalty as it is taken; ``None`` for a throw-in."""
        if self.restart == NAME:
            return None
        way = self.chosen_way if self.ways else ""
        return take(self.restart, way, self.place, self.field)

    def placed(self) -> Restart | None:
        """What places are judged by; ``None`` where nobody's place matters."""
        if self.restart == NAME:
            return throw_in(self.place, self.field)
        if not find_penalty(self.taken).ways:
            return None
        return self.taking() if self.taken == self.restart else take(self.taken, size=self.field)

    def placement(self) -> Placement | None:
        """Who stands where: the players given, else the example; ``None`` where nobody's place matters."""
        restart = self.placed()
        if restart is None:
            return None
        players = self.players if self.players is not None else find_example(restart, self.near, self.far)
        put = None if self.ball is None else Place(x=self.ball.x, y=self.ball.y)
        where = self.place
        return Placement(
            restart=self.taken,
            way=self.chosen_way if self.ways else None,
            near=self.near,
            field=self.size,
            foul=None if where is None else Place(x=where.x, y=where.y),
            ball=put if self.restart != NAME else None,
            umpires=(put,) if put is not None and self.restart == NAME else (),
            players=players,
        )

    def moved(self, number: int, along: float, across: float) -> Shown:
        """The same with a player of the placement, by his number in it, or the ball moved by so many yards."""
        place = self.place_of(number)
        if place is None:
            return self
        return self.moved_to(number, x=_held(place.x + along), y=_held(place.y + across))

    def moved_to(self, number: int, **axes: float) -> Shown:
        """The same with a player or the ball at other coordinates; an axis that is not named stays."""
        place = self.place_of(number)
        if place is None:
            return self
        to = replace(place, **axes)
        return replace(self, ball=to) if number == BALL else self.with_player(number, x=to.x, y=to.y)

    def place_of(self, number: int) -> Point | None:
        """Where a player of the placement is, or the ball; ``None`` where there is none of this number."""
        restart, players = self.placed(), self.listed()
        if number == BALL and restart is not None and restart.scene is not None:
            return self.ball or restart.scene.ball
        return players[number].point if 0 <= number < len(players) else None

    def with_player(self, number: int, **values: float | bool) -> Shown:
        """The same with new values of a player of the placement, by his number in it."""
        players = list(self.listed())
        players[number] = players[number].model_copy(update=values)
        return replace(self, players=tuple(players))

    def listed(self) -> tuple[Placed, ...]:
        """Everybody whose place is shown."""
        placement = self.placement()
        return () if placement is None else placement.players


def _held(yards: float) -> float:
    return max(-MOST, min(MOST, round(yards, 1)))


# -- the address -----------------------------------------------------------------------------------------------------


def to_address(shown: Shown) -> dict[str, str]:
    """The keys of the address for what is shown; an empty value takes its key out."""
    return {
        "restart": shown.restart,
        "way": shown.way if shown.ways else "",
        "foul": _say_point(shown.foul),
        "ball": _say_point(shown.ball),
        "near": "" if shown.near == NEAR else shown.near,
        "at": "~".join(_say_placed(placed, shown.near) for placed in shown.players or ()),
    }


def from_address(values: Mapping[str, str], case: Case | None = None, match: Match | None = None) -> Shown:
    """What an address asks for; without a restart in it what the worked example has; what cannot be is left out.

    Field and Penalty 3 are as the event says at the end of the journal.
    """
    shown = Shown()
    if match is not None:
        event = event_of(match)
        shown = replace(shown, size=event.field, way="defended" if event.penalty_3_defended else "")
    if case is not None:
        shown = _of_case(shown, case)
    if match is not None and (near := values.get("near", "")) in match.teams:
        shown = replace(shown, near=near, far=next(team for team in match.teams if team != near))
    if values.get("restart") not in RESTARTS:
        return shown
    players = tuple(filter(None, (_read_placed(part, shown) for part in values.get("at", "").split("~"))))
    return replace(
        shown,
        restart=values["restart"],
        way=values.get("way", "") or shown.way,
        foul=_read_point(values.get("foul", "")),
        ball=_read_point(values.get("ball", "")),
        players=_without_doubles(players) or None,
    )


def event_of(match: Match) -> Event:
    """The event as it was corrected last; as it stands first where the journal cannot be followed."""
    try:
        return follow(match).event
    except InputError:
        return match.event


def _of_case(shown: Shown, case: Case) -> Shown:
    """The first restart that a worked example asks about, its placement before its penalty."""
    teams = tuple(case.match.teams)
    for ask in sorted(case.asks, key=lambda ask: ask["do"] != "placement"):
        if ask["do"] == "placement":
            placement = Placement.model_validate(ask["placement"])
            put = placement.ball or next(iter(placement.umpires), None)
            return replace(
                shown,
                restart=placement.restart,
                way=placement.way or "",
                foul=placement.foul.point if placement.foul else None,
                ball=put.point if put else None,
                players=placement.players,
                size=placement.field or shown.size,
                near=placement.near,
                far=next(team for team in teams if team != placement.near),
            )
        if ask["do"] == "penalty":
            foul = ask.get("foul")
            where = None if foul is None else Point(foul["x"], foul["y"])
            return replace(shown, restart=str(ask["penalty"]), way=ask.get("way", ""), foul=where)
        if ask["do"] == "throw_in":
            return replace(shown, restart=NAME)
    return shown


def _say_point(point: Point | None) -> str:
    return "" if point is None else f"{point.x:g}:{point.y:g}"


def _read_point(said: str) -> Point | None:
    numbers = [_read_yards(part) for part in said.split(":")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        return None
    return Point(numbers[0], numbers[1])


def _read_yards(said: str) -> float | None:
    try:
        yards = float(said)
    except ValueError:
        return None
    return round(yards, 1) if abs(yards) <= MOST else None


def _say_placed(placed: Placed, near: str) -> str:
    side = "n" if placed.team == near else "f"
    riding = ":r" if placed.returning else ""
    return f"{side}:{placed.player}:{placed.x:g}:{placed.y:g}{riding}"


def _read_placed(said: str, shown: Shown) -> Placed | None:
    parts = said.split(":")
    if len(parts) not in (4, 5) or parts[0] not in ("n", "f") or (place := _read_point(":".join(parts[2:4]))) is None:
        return None
    team = shown.near if parts[0] == "n" else shown.far
    if not parts[1].replace("-", "").replace("_", "").isalnum() or not parts[1].isascii() or len(parts[1]) > 64:
        return None
    return Placed(team=team, player=parts[1], x=place.x, y=place.y, returning=parts[4:] == ["r"])


def _without_doubles(players: Sequence[Placed]) -> tuple[Placed, ...]:
    found = {(placed.team, placed.player): placed for placed in players}
    return tuple(found.values())[:20]
