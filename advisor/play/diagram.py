"""Diagrams to scale of a penalty or a throw-in, drawn from the same bounds by which places are judged.

``draw`` gives a list of simple shapes in yards, with a text alternative that says the same; :func:`to_svg` writes them
as SVG, and a printed sheet can draw them itself with the light colours of ``INKS`` and the strokes of ``STROKES``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from math import sqrt

from advisor.play.bounds import Bound, Scene
from advisor.play.field import Field, Point, marked_lines
from advisor.play.penalties import Taking, describe
from advisor.play.placement import JudgedPlayer, Judgement, Restart, scene_of
from advisor.play.throwin import ThrowIn, describe_throw_in, throw_in_figures
from advisor.words import translator

Role = str
"""What a shape shows: a key of ``STROKES``."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a role is drawn: inks by name (see ``INKS``), line width and dashes in units."""

    line: str = ""
    width: float = 0.5
    dashes: tuple[float, ...] = ()
    fill: str = ""


@dataclass(frozen=True, slots=True)
class Segment:
    """A straight line; places are units from the left and from the top of the diagram."""

    role: Role
    start: tuple[float, float]
    end: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    role: Role
    centre: tuple[float, float]
    radius: float


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed outline."""

    role: Role
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A short text whose middle line is at a place. ``anchor``: start, middle or end; ``size`` in units."""

    role: Role
    at: tuple[float, float]
    text: str
    anchor: str = "middle"
    size: float = 6.5


Shape = Segment | Disc | Polygon | Label

INKS: Mapping[str, tuple[str, str]] = {
    "ink": ("#0a0a0a", "#ffffff"),
    "paper": ("#ffffff", "#0b0f14"),
    "grass": ("#e3f1dc", "#12241a"),
    "near": ("#6b3b00", "#ffd27a"),
    "far": ("#4b1d86", "#dcc6ff"),
}
"""Each ink in light and in dark. No team's is red or blue: those are names of teams, and would mislead."""

STROKES: Mapping[Role, Stroke] = {
    "ground": Stroke(fill="paper"),
    "grass": Stroke(fill="grass"),
    "edge": Stroke("ink", 0.8),
    "line": Stroke("ink", 0.35, (2, 2)),
    "post": Stroke("ink", 1.6),
    "limit": Stroke("ink", 0.8, (1, 2)),
    "place": Stroke("ink", 1.4),
    "scale": Stroke("ink", 1.4),
    "not-near": Stroke("near", 0.45),
    "not-far": Stroke("far", 0.45),
    "not-both": Stroke("ink", 0.6),
    "near": Stroke("paper", 0.5, fill="near"),
    "far": Stroke("paper", 0.5, fill="far"),
    "wrong": Stroke("ink", 1.2),
    "ball": Stroke("ink", 1, fill="paper"),
    "umpire": Stroke("paper", 0.5, fill="ink"),
    "text": Stroke(fill="ink"),
    "on-mark": Stroke(fill="paper"),
}
"""How each role is drawn."""

MARGIN = 14.0
"""Yards around the field: for those behind a line, and for labels."""

_BEYOND = 6.0
"""Yards beyond the centre line where only half the field is shown."""

_CLOSE = 20.0, 32.0
"""Yards along and across, either way from the ball, that are shown close up."""

_MARK = 4.2
_GAP = 5.5
_LEGEND = 9.0


@dataclass(frozen=True)
class Diagram:
    """Shapes back to front, in units from the top left; ``scale``: so many units are a yard, one unless it is close up.

    ``alternative`` says in words what the shapes show.
    """

    width: float
    height: float
    title: str
    alternative: str
    shapes: tuple[Shape, ...]
    scale: float = 1


@dataclass(frozen=True)
class _Window:
    """The part of the field that is shown, in yards: ``x`` runs down the diagram, ``y`` to the right."""

    size: Field
    top: float
    bottom: float
    left: float
    right: float
    scale: float = 1

    def at(self, place: Point) -> tuple[float, float]:
        return round((place.y - self.left) * self.scale, 2), round((place.x - self.top) * self.scale, 2)

    @property
    def width(self) -> float:
        return (self.right - self.left) * self.scale

    @property
    def height(self) -> float:
        return (self.bottom - self.top) * self.scale

    def shows(self, x: float, y: float, around: float = 0) -> bool:
        """Whether a place is in it, with so many units around."""
        held = around / self.scale
        return self.top + held <= x <= self.bottom - held and self.left + held <= y <= self.right - held


def draw(
    restart: Restart,
    language: str,
    *,
    judgement: Judgement | None = None,
    near: str = "",
    names: Mapping[str, str] | None = None,
    close: bool = False,
) -> Diagram:
    """A diagram of a penalty or throw-in, the goal of the fouling team, or of the team ``near``, at the top.

    ``judgement``: players to show, the wrong ones marked; ``near`` is the key of the team that defends the goal at the
    top, ``names`` are the teams' names by key. ``close``: only what is around the ball or the umpire, enlarged.
    """
    scene = scene_of(restart)
    window = _close_window(restart, scene) if close else _window(restart, scene)
    names = names or {}
    shapes = [
        *_field(window),
        *_areas(restart, window),
        *_spot(restart, window),
        *(_players(judgement, window, near) if judgement else ()),
        *_ball(scene, window, judgement),
    ]
    legend = list(_legend(restart, window, language, near, names, judgement))
    height = window.height + _LEGEND * len(legend) + 2
    # The legend's own ground hides what of a circle would reach into it.
    legend_ground = Polygon("ground", _box(0, window.height, window.width, height))
    shapes = [Polygon("ground", _box(0, 0, window.width, height)), *shapes, legend_ground]
    for number, row in enumerate(legend):
        shapes += _legend_row(row, window.height + _LEGEND * (number + 0.5))
    title, alternative = _say(restart, language, judgement, names)
    return Diagram(window.width, height, title, alternative, tuple(shapes), window.scale)


def _window(restart: Restart, scene: Scene) -> _Window:
    """All of the field, or the half with the goal where nothing beyond it matters."""
    size = restart.size
    side = size.half_width + MARGIN
    if scene.umpires or scene.ball.x > size.length / 2 - 35:
        return _Window(size, -MARGIN, size.length + MARGIN, -side, side)
    return _Window(size, -MARGIN, size.length / 2 + _BEYOND, -side, side)


def keep_far(judgement: Judgement, restart: Restart) -> Judgement:
    """The judgement without the players that a diagram close up shows."""
    window = _close_window(restart, scene_of(restart))
    far = [player for player in judgement.players if not window.shows(player.x, player.y, _MARK)]
    return judgement.model_copy(update={"players": tuple(far)})


def _close_window(restart: Restart, scene: Scene) -> _Window:
    """What is around the ball, as wide on paper as the whole field would be."""
    along, across = _CLOSE
    ball, size = scene.ball, restart.size
    scale = (size.width + 2 * MARGIN) / (2 * across)
    return _Window(size, ball.x - along, ball.x + along, ball.y - across, ball.y + across, scale)


# -- the field -------------------------------------------------------------------------------------------------------


def _box(left: float, top: float, right: float, bottom: float) -> tuple[tuple[float, float], ...]:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _field(window: _Window) -> Iterator[Shape]:
    size = window.size
    start, end, left, right = _whole(window)
    corners = (Point(start, left), Point(start, right), Point(end, right), Point(end, left))
    yield Polygon("grass", tuple(window.at(corner) for corner in corners))
    for y in sorted({left, right} & {-size.half_width, size.half_width}):
        yield Segment("edge", window.at(Point(start, y)), window.at(Point(end, y)))
    for x in sorted({start, end} & {0.0, size.length}):
        yield Segment("edge", window.at(Point(x, left)), window.at(Point(x, right)))
    yield from _line(window, size.length / 2)
    for yards in marked_lines():
        yield from _line(window, yards, f"{yards:g}")
        yield from _line(window, size.length - yards, f"{yards:g}")
    for x, behind in ((0.0, -3), (size.length, 3)):
        for y in (-size.half_goal, size.half_goal):
            if window.shows(x, y):
                yield Segment("post", window.at(Point(x, y)), window.at(Point(x + behind, y)))


def _line(window: _Window, x: float, label: str = "") -> Iterator[Shape]:
    start, end, left, right = _whole(window)
    if not start < x < end:
        return
    yield Segment("line", window.at(Point(x, left)), window.at(Point(x, right)))
    if label and window.left < left:
        yield Label("text", window.at(Point(x, left - 2)), label, "end")


# -- where a team may not be -----------------------------------------------------------------------------------------


def _areas(restart: Restart, window: _Window) -> Iterator[Shape]:
    scene = scene_of(restart)
    for is_near in (True, False):
        for bound in restart.bounds(is_near):
            role = "not-near" if is_near else "not-far"
            if bound.name == "away-from-umpire":
                if is_near:
                    for umpire in scene.umpires:
                        yield Disc("not-both", window.at(umpire), bound.yards * window.scale)
            elif bound.name == "away-from-ball":
                yield Disc(role, window.at(scene.ball), bound.yards * window.scale)
                yield from _stripes(window, role, _whole(window), is_near, (scene.ball, bound.yards))
            else:
                yield from _stripes(window, role, _forbidden(bound, scene, window, is_near), is_near)


_Area = tuple[float, float, float, float]
"""From and to along ``x``, from and to along ``y``."""


def _whole(window: _Window) -> _Area:
    """The part of the field that is shown."""
    half = window.size.half_width
    along = max(0.0, window.top), min(window.size.length, window.bottom)
    return *along, max(-half, window.left), min(half, window.right)


def _forbidden(bound: Bound, scene: Scene, window: _Window, is_near: bool) -> _Area:
    """The part of the diagram in which a place breaks the bound."""
    start, end, left, right = _whole(window)
    if bound.name == "behind-line":
        return bound.yards, end, left, right
    if bound.name == "behind-ball":
        return start, bound.yards, left, right
    if bound.name == "out-of-goal":
        return window.top, 0, -window.size.half_goal, window.size.half_goal
    return (scene.ball.x, end, left, right) if is_near else (start, scene.ball.x, left, right)


def _stripes(
    window: _Window, role: Role, area: _Area, is_near: bool, within: tuple[Point, float] | None = None
) -> Iterator[Shape]:
    """Slanting lines over an area: rising for the near team, falling for the other; ``within`` a circle."""
    start, end, left, right = area
    slope = -1 if is_near else 1
    # Lines y = offset + slope * (x - start), from one corner of the area to the other.
    tall = end - start
    first, last = (left, right + tall) if slope < 0 else (left - tall, right)
    gap = min(_GAP / window.scale, max(right - left, 1) / 2)
    for number in range(int((last - first) / gap) + 1):
        offset = first + gap * (number + 0.5)
        low, high = 0.0, tall
        for bound in (left, right):
            crossing = (bound - offset) / slope
            if (bound == left) == (slope > 0):
                low = max(low, crossing)
            else:
                high = min(high, crossing)
        if within is not None:
            low, high = _chord(low, high, start, offset, slope, *within)
        if (high - low) * window.scale > 0.5:
            yield Segment(
                role,
                window.at(Point(start + low, offset + slope * low)),
                window.at(Point(start + high, offset + slope * high)),
            )


def _chord(
    low: float, high: float, start: float, offset: float, slope: int, centre: Point, radius: float
) -> tuple[float, float]:
    """The part of a slanting line that is within a circle too."""
    # |(start + t - cx, offset + slope t - cy)| <= radius, with slope² = 1.
    along, across = start - centre.x, offset - centre.y
    middle = -(along + slope * across) / 2
    rest = middle**2 - (along**2 + across**2 - radius**2) / 2
    if rest <= 0:
        return 0, 0
    return max(low, middle - sqrt(rest)), min(high, middle + sqrt(rest))


# -- the ball, the umpire, the players -------------------------------------------------------------------------------


def _limits(restart: Restart) -> tuple[float, float]:
    """Yards from the middle of its line that the ball may be at most, and from the sides at least; 0 for no limit."""
    if isinstance(restart, Taking) and restart.way is not None:
        return restart.way.spot.middle, restart.way.spot.boards
    return 0, throw_in_figures()["boards"]


def _spot(restart: Restart, window: _Window) -> Iterator[Shape]:
    """Where the ball may be: the line of a Penalty 6, the distance from the sides of a 5a and of a throw-in."""
    start, end, left, right = _whole(window)
    middle, from_sides = _limits(restart)
    if middle:
        x = scene_of(restart).ball.x
        yield Segment("place", window.at(Point(x, -middle)), window.at(Point(x, middle)))
    if from_sides:
        for y in (from_sides - window.size.half_width, window.size.half_width - from_sides):
            if left < y < right:
                yield Segment("limit", window.at(Point(start, y)), window.at(Point(end, y)))


def _ball(scene: Scene, window: _Window, judgement: Judgement | None) -> Iterator[Shape]:
    if scene.umpires:
        for umpire in scene.umpires:
            u, v = window.at(umpire)
            yield Polygon("umpire", ((u, v - 3), (u + 2.8, v + 2), (u - 2.8, v + 2)))
        return
    yield Disc("ball", window.at(scene.ball), 2.4)
    if judgement is not None and judgement.ball is not None and judgement.ball.standing == "wrong":
        yield from _cross(window.at(Point(judgement.ball.x, judgement.ball.y)))


def _players(judgement: Judgement, window: _Window, near: str) -> Iterator[Shape]:
    for player in judgement.players:
        if not window.shows(player.x, player.y, _MARK):
            continue
        u, v = window.at(Point(player.x, player.y))
        yield from _mark("near" if player.team == near else "far", (u, v), player.player[-2:])
        if player.standing == "wrong":
            yield from _cross((u, v))


def _mark(role: Role, at: tuple[float, float], label: str = "") -> Iterator[Shape]:
    """The near team's players are squares, the other's are circles."""
    u, v = at
    if role == "near":
        yield Polygon(role, _box(u - _MARK + 0.4, v - _MARK + 0.4, u + _MARK - 0.4, v + _MARK - 0.4))
    else:
        yield Disc(role, at, _MARK)
    if label:
        yield Label("on-mark", at, label, size=5.5)


def _cross(at: tuple[float, float]) -> Iterator[Shape]:
    u, v = at
    far = _MARK + 1.6
    yield Segment("wrong", (u - far, v - far), (u + far, v + far))
    yield Segment("wrong", (u - far, v + far), (u + far, v - far))


# -- words -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Row:
    picture: str
    text: str
    length: float = 0


def _legend(
    restart: Restart,
    window: _Window,
    language: str,
    near: str,
    names: Mapping[str, str],
    judgement: Judgement | None,
) -> Iterator[_Row]:
    """What each picture stands for, one row each; the last is the scale."""
    _ = translator(language, domain="play")
    far = next((key for key in names if key != near), "")
    usual = {True: _("Fouling team"), False: _("Team fouled")}
    if isinstance(restart, ThrowIn):
        usual = {True: _("Team of the goal at the top"), False: _("The other team")}
    for is_near, role, key in ((True, "near", near), (False, "far", far)):
        name = names.get(key, usual[is_near])
        if any(bound.name != "away-from-umpire" for bound in restart.bounds(is_near)):
            yield _Row(role, _("{team}: not where this is striped").format(team=name))
        elif judgement is not None:
            yield _Row(f"{role}-mark", _("{team}: anywhere").format(team=name))
    if isinstance(restart, ThrowIn):
        yield _Row("umpire", _("Umpire: nobody within {yards} yd").format(yards=f"{throw_in_figures()['umpire']:g}"))
    else:
        yield _Row("ball", _("Ball"))
    middle, from_sides = _limits(restart)
    if middle:
        yield _Row("place", _("Ball: up to {yards} yd from the middle").format(yards=f"{middle:g}"))
    if from_sides and window.scale == 1:
        pattern = _("{yards} yd from the side")
        yield _Row("limit", pattern.format(yards=f"{from_sides:g}"))
    shown = [player for player in judgement.players if window.shows(player.x, player.y, _MARK)] if judgement else []
    if any(player.standing == "wrong" for player in shown):
        yield _Row("wrong", _("Not right"))
    yield _Row(
        "scale", _("{yards} yd").format(yards=_SCALES[window.scale > 1]), _SCALES[window.scale > 1] * window.scale
    )


_SCALES = (30, 10)
"""Yards of the scale that is drawn, of a whole field and close up."""


def _legend_row(row: _Row, v: float) -> Iterator[Shape]:
    text_at = 26.0
    if row.picture.endswith("-mark"):
        yield from _mark(row.picture.removesuffix("-mark"), (8, v))
    elif row.picture in ("near", "far"):
        yield from _mark(row.picture, (8, v))
        slope = 1 if row.picture == "near" else -1
        for offset in (0.0, 4.0):
            yield Segment(f"not-{row.picture}", (14 + offset, v + slope * 3), (19 + offset, v - slope * 3))
    elif row.picture == "umpire":
        yield Polygon("umpire", ((8, v - 4), (12, v + 3.2), (4, v + 3.2)))
    elif row.picture == "ball":
        yield Disc("ball", (8, v), 2.4)
    elif row.picture == "wrong":
        yield from _cross((9, v))
    elif row.picture in ("place", "limit"):
        yield Segment(row.picture, (4, v), (20, v))
    else:
        yield Segment("scale", (4, v), (4 + row.length, v))
        text_at = 4.0 + row.length + 4
    yield Label("text", (text_at, v), row.text, "start")


def _say(restart: Restart, language: str, judgement: Judgement | None, names: Mapping[str, str]) -> tuple[str, str]:
    """The title, and the text that says what the diagram shows."""
    _ = translator(language, domain="play")
    if isinstance(restart, ThrowIn):
        card = describe_throw_in(restart, language)
        title = card.title
        view = _("The field from above; the goal that is at the top is defended by the first team.")
        wanted: tuple[str, ...] = ("ball", "teams")
    else:
        assert isinstance(restart, Taking)
        card = describe(restart, language)
        title = _("Penalty {number}: {title}").format(number=card.number, title=card.title)
        title = f"{title}. {card.way}" if card.way else title
        view = _("The field from above, the fouling team's goal at the top.")
        wanted = ("ball", "fouling", "fouled")
    said = [view, *(part.text for part in card.parts if part.name in wanted)]
    if judgement is not None:
        said += [_say_player(player, names) for player in judgement.players]
        if judgement.ball is not None:
            said.append(judgement.ball.message)
    return title, " ".join(said)


def _say_player(player: JudgedPlayer, names: Mapping[str, str]) -> str:
    return f"{names.get(player.team, player.team)} {player.player}: {player.message}"


# -- SVG -------------------------------------------------------------------------------------------------------------


def to_svg(diagram: Diagram) -> str:
    """The diagram as an SVG document, in light and dark by what the reader's screen prefers, light in print."""
    width, height = _number(diagram.width), _number(diagram.height)
    body = "".join(_element(shape) for shape in diagram.shapes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-labelledby="title text" font-family="system-ui, sans-serif"><title id="title">{escape(diagram.title)}'
        f'</title><desc id="text">{escape(diagram.alternative)}</desc><style>{_style()}</style>{body}</svg>'
    )


def _style() -> str:
    light, dark = (";".join(f"--{ink}:{colours[which]}" for ink, colours in INKS.items()) for which in (0, 1))
    rules = [f"svg{{{light}}}", f"@media screen and (prefers-color-scheme:dark){{svg{{{dark}}}}}"]
    for role, stroke in STROKES.items():
        line = f"stroke:var(--{stroke.line});stroke-width:{stroke.width}" if stroke.line else "stroke:none"
        dashes = f";stroke-dasharray:{' '.join(map(_number, stroke.dashes))}" if stroke.dashes else ""
        fill = f"var(--{stroke.fill})" if stroke.fill else "none"
        rules.append(f".{role}{{{line}{dashes};fill:{fill}}}")
    rules.append("text.text{stroke:var(--paper);stroke-width:1.4;paint-order:stroke;font-weight:600}")
    rules.append("text.on-mark{font-weight:700}")
    return "".join(rules)


def _element(shape: Shape) -> str:
    if isinstance(shape, Segment):
        (a, b), (c, d) = shape.start, shape.end
        return f'<path class="{shape.role}" d="M{_number(a)} {_number(b)}L{_number(c)} {_number(d)}"/>'
    if isinstance(shape, Disc):
        u, v = shape.centre
        return f'<circle class="{shape.role}" cx="{_number(u)}" cy="{_number(v)}" r="{_number(shape.radius)}"/>'
    if isinstance(shape, Polygon):
        points = " ".join(f"{_number(u)},{_number(v)}" for u, v in shape.corners)
        return f'<polygon class="{shape.role}" points="{points}"/>'
    u, v = shape.at
    return (
        f'<text class="{shape.role}" x="{_number(u)}" y="{_number(v + shape.size * 0.36)}" '
        f'font-size="{_number(shape.size)}" text-anchor="{shape.anchor}">{escape(shape.text)}</text>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
