"""Pictures made from answers, as SVG: the timeline of a match, and what the options of a team cost against each other.

Each has a title and a description; whoever shows one gives its figures as a table besides. Colours are the page's own
variables where it has them (``--ink`` and so on), so that light and dark come out right. Handicaps and goals are half
goals; text is 13 pixels high at least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from advisor.answer_types import Option
from advisor.handicap import to_half
from advisor.narrate import say_goals
from advisor.rulebook import Language
from advisor.story import Step, Story, Then
from advisor.words import plural_translator, translator

INK, SOFT, PAPER, RAISED, LINE = (
    "var(--ink, #0a0a0a)",
    "var(--soft, #3a424a)",
    "var(--paper, #ffffff)",
    "var(--raised, #f3f5f8)",
    "var(--line, #5c6670)",
)
GREEN, AMBER, RED, BLUE, ON_BLUE = (
    "var(--green, #0a5223)",
    "var(--amber, #6b3b00)",
    "var(--red, #8f1014)",
    "var(--blue, #0b4a8f)",
    "var(--on-blue, #ffffff)",
)

_SHOWN = {
    "start", "goal", "unable", "recovered", "card", "left", "penalty_7", "designate", "substitute", "end_period",
    "penalty", "shot",
}  # fmt: skip
"""Entries that have a place of their own along the timeline."""

_STEP, _NARROW, _LANE, _GRAPH = 38, 20, 24, 58
_LEFT, _TAIL = 10, 130


# -- drawing ---------------------------------------------------------------------------------------------------------


def _text(x: float, y: float, content: str, *, anchor: str = "start", colour: str = INK, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{weight} style="fill:{colour}">{escape(content)}</text>'


def _rect(x: float, y: float, width: float, height: float, colour: str, *, edge: str = "none", dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    style = f'style="fill:{colour};stroke:{edge}"'
    return f'<rect x="{x:g}" y="{y:g}" width="{max(width, 1):g}" height="{height:g}" rx="3"{dashes} {style}></rect>'


def _path(shape: str, colour: str, *, width: float = 2, dash: str = "") -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="{shape}" fill="none" stroke-width="{width:g}"{dashes} style="stroke:{colour}"></path>'


def _shape(shape: str, colour: str) -> str:
    return f'<path d="{shape}" style="fill:{colour}"></path>'


def _cut(content: str, width: float) -> str:
    """As much of a text as fits, at about seven pixels a sign."""
    most = int(width // 7)
    return content if len(content) <= most else f"{content[: most - 1].rstrip()}…" if most > 2 else ""


def _svg(name: str, title: str, description: str, size: tuple[float, float], content: str, role: str = "img") -> str:
    """The whole picture. It is one line: a page would take an empty one to end it."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="{role}" aria-labelledby="{name}-title {name}-desc" font-size="13" '
        f'font-family="inherit"><title id="{name}-title">{escape(title)}</title>'
        f'<desc id="{name}-desc">{escape(description)}</desc>{content}</svg>'
    ).replace("\n", " ")


# -- the timeline ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Stint:
    """A player, by name and handicap, in a place from one point along the timeline to another."""

    lane: int
    label: str
    start: float
    end: float


def draw_timeline(story: Story, language: Language, name: str = "timeline") -> str:
    """The timeline of a match: periods, goals, who was on, counted handicap, cards, injuries, removals, struck entries.

    In the order of the entries, not to scale. ``name`` begins the ids in it.
    """
    return _Timeline(story, language, name).draw()


class _Timeline:
    def __init__(self, story: Story, language: Language, name: str) -> None:
        self.story, self.language, self.name = story, language, name
        self._ = translator(language)
        self.at: list[float] = []
        self.ends: list[tuple[int, float, float]] = []
        self._lay_out()

    def _lay_out(self) -> None:
        """Where each entry stands from left to right, and where each period begins and ends."""
        x, begins, period = float(_LEFT), float(_LEFT), 1
        before: Mapping[str, Then] = {}
        for step in self.story.steps:
            kind = step.entry.entry
            moves = any(then.lineup != before[key].lineup for key, then in step.teams.items()) if before else True
            if kind == "end_period" and not step.struck:
                x += _NARROW
                self.ends.append((period, begins, x))
                begins = x
            elif kind == "start_period" and not step.struck:
                period = step.period
            elif kind != "start" and kind in _SHOWN:
                x += _STEP
            elif moves and kind != "start":
                x += _NARROW
            self.at.append(x)
            before = step.teams
        self.width = x + _TAIL
        self.ends.append((period, begins, self.width - 4))

    def draw(self) -> str:
        """The picture."""
        _, story = self._, self.story
        keys = list(story.names.teams)
        top, parts = 6.0, []
        height_of_team = 26 + 24 + _LANE * story.lanes + _GRAPH + 10
        height = top + 44 + height_of_team * len(keys)
        parts += self._periods(top, height)
        y = top + 44
        for key in keys:
            parts += self._team(key, y)
            y += height_of_team
        title = _("Timeline of the match")
        return _svg(self.name, title, self._description(), (self.width, height), "".join(parts))

    def _description(self) -> str:
        story = self.story
        if not story.steps:
            return self._("Nothing is recorded yet.")
        last = story.steps[-1]
        score = ", ".join(f"{story.names.team(key)} {say_goals(then.score)}" for key, then in last.teams.items())
        counted = ", ".join(f"{story.names.team(key)} {say_goals(then.counted)}" for key, then in last.teams.items())
        said = self._("Score: {score}. Counted handicap: {counted}. {count} entries; the table below lists them.")
        return said.format(score=score, counted=counted, count=len(story.steps))

    def _periods(self, top: float, height: float) -> list[str]:
        """Bands for the periods, and the clock of entries that have one."""
        parts = []
        for number, (period, start, end) in enumerate(self.ends):
            over = period > self.story.periods
            label = (self._("OT {number}") if over else self._("P {number}")).format(number=period)
            ground = RAISED if number % 2 == 0 else PAPER
            parts.append(_rect(start, top, end - start, height - top - 4, ground, edge="var(--hair, #c3cad1)"))
            parts.append(_text(start + 5, top + 16, label, bold=True))
        taken = -99.0
        for step, x in zip(self.story.steps, self.at, strict=True):
            if step.clock is not None and step.entry.entry in _SHOWN and x - taken >= 30:
                minutes, seconds = divmod(step.clock, 60)
                parts.append(_text(x, top + 34, f"{minutes}:{seconds:02d}", anchor="middle", colour=SOFT))
                taken = x
        return parts

    def _team(self, key: str, y: float) -> list[str]:
        story = self.story
        final = story.steps[-1].teams[key] if story.steps else None
        score = say_goals(final.score) if final else "–"
        # A name of any length ends before the picture does.
        parts = [_text(_LEFT + 4, y + 16, _cut(f"{story.names.team(key)}: {score}", self.width - 20), bold=True)]
        parts += self._events(key, y + 38)
        lanes = y + 50
        parts += self._lanes(key, lanes)
        parts += self._counted(key, lanes + _LANE * story.lanes + 6)
        return parts

    def _events(self, key: str, y: float) -> list[str]:
        """Goals with the score after them, Penalties 7 and removals, and what was struck."""
        parts = []
        for step, x in zip(self.story.steps, self.at, strict=True):
            entry = step.entry
            if _team_of(step, self.story) != key:
                continue
            if step.struck:
                parts.append(_text(x, y + 5, "×", anchor="middle", colour=SOFT, bold=True))
                parts.append(_path(f"M{x - 9:g} {y:g}h18", SOFT, width=1.5, dash="3 2"))
            elif entry.entry in ("goal", "shot"):
                score = say_goals(step.teams[key].score)
                parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="11" style="fill:{GREEN}"></circle>')
                parts.append(_text(x, y + 4.5, score, anchor="middle", colour="var(--on-green, #ffffff)", bold=True))
            elif entry.entry in ("penalty_7", "penalty"):
                label = "P7" if entry.entry == "penalty_7" else f"P{entry.number}"
                parts.append(_text(x, y + 5, label, anchor="middle", colour=AMBER, bold=True))
        return parts

    def _lanes(self, key: str, y: float) -> list[str]:
        """A row for each place, with who had it; a place that is open is dashed, one given up is not there."""
        parts = []
        stints, marks = self._stints(key)
        for stint in stints:
            top, width = y + stint.lane * _LANE, stint.end - stint.start - 2
            if stint.label:
                parts.append(_rect(stint.start, top, width, _LANE - 4, PAPER, edge=LINE))
                parts.append(_text(stint.start + 5, top + 15, _cut(stint.label, width - 8)))
            else:
                parts.append(_rect(stint.start, top, width, _LANE - 4, "none", edge=RED, dash="4 3"))
                parts.append(_text(stint.start + 5, top + 15, _cut(self._("open"), width - 8), colour=RED))
        for lane, x, kind in marks:
            parts.append(_mark(kind, x, y + lane * _LANE + 10))
        return parts

    def _stints(self, key: str) -> tuple[list[_Stint], list[tuple[int, float, str]]]:
        """Who had which place from where to where, and what happened to whom in it."""
        rows = _Rows(self.story.names.players[key])
        for step, x in zip(self.story.steps, self.at, strict=True):
            entry: Any = step.entry
            if step.struck or step.moment == "before_start":
                continue
            then = step.teams[key]
            if not rows.holders:
                rows.start(getattr(entry, "lineups", {}).get(key, then.lineup), then.places, x)
                continue
            kind = _kind_of(step)
            if kind and getattr(entry, "team", key) == key:
                rows.mark(entry.player, kind, x)
            rows.move(then, getattr(entry, "in_", ()), x)
        return rows.end(self.width - 6), rows.marks

    def _counted(self, key: str, y: float) -> list[str]:
        """The counted handicap as a line that only goes up, with its figure wherever it rises, and the limit."""
        points = [
            (x, step.teams[key].counted)
            for step, x in zip(self.story.steps, self.at, strict=True)
            if step.moment != "before_start"
        ]
        if not points:
            return []
        most = max(self.story.upper, *(counted for _x, counted in points))
        least = min(self.story.upper, *(counted for _x, counted in points)) - 2

        def level(counted: int) -> float:
            return y + _GRAPH - 16 - (_GRAPH - 32) * (counted - least) / (most - least)

        shape, last = f"M{points[0][0]:g} {level(points[0][1]):g}", points[0][1]
        limit = self._("limit {number}").format(number=say_goals(self.story.upper))
        edge = level(self.story.upper)
        parts = [
            _path(f"M{_LEFT} {edge:g}H{self.width - 6:g}", RED, width=1.5, dash="5 4"),
            _text(self.width - 8, edge - 4, limit, anchor="end", colour=RED),
            _text(points[0][0] + 4, level(last) + 14, self._("counted {number}").format(number=say_goals(last))),
        ]
        for x, counted in points[1:]:
            if counted != last:
                shape += f"H{x:g}V{level(counted):g}"
                parts.append(_text(x + 4, level(counted) + 14, say_goals(counted), bold=True))
                last = counted
        parts.insert(0, _path(f"{shape}H{self.width - 6:g}", BLUE, width=3))
        return parts


class _Rows:
    """A team's places from left to right, each a row: who has it since where; a place that is given up ends."""

    def __init__(self, label: Mapping[str, str]) -> None:
        self.label = label
        self.holders: list[str | None] = []
        self.since: list[float] = []
        self.ended: set[int] = set()
        self.stints: list[_Stint] = []
        self.marks: list[tuple[int, float, str]] = []

    def start(self, lineup: Sequence[str], places: int, x: float) -> None:
        """The match begins with this lineup."""
        self.holders = [*lineup, *[None] * (places - len(lineup))]
        self.since = [x] * len(self.holders)

    def mark(self, player: str, kind: str, x: float) -> None:
        """Something happens to somebody who holds a place."""
        if player in self.holders:
            self.marks.append((self.holders.index(player), x - 7, kind))

    def move(self, then: Then, order: Sequence[str], x: float) -> None:
        """Who went and who came; newcomers take the places of those who went, in the order of the entry."""
        gone = [row for row, player in enumerate(self.holders) if player is not None and player not in then.lineup]
        come = sorted(set(then.lineup).difference(self.holders), key=lambda one: (_place(one, order), one))
        for row in gone:
            self._close(row, x)
            self.holders[row] = None
        for player in come:
            free = [row for row in (*gone, *range(len(self.holders))) if self._is_open(row)]
            if free:
                self._close(free[0], x)
                self.holders[free[0]] = player
        while len(self.holders) - len(self.ended) > then.places:
            free = [row for row in (*gone, *reversed(range(len(self.holders)))) if self._is_open(row)]
            if not free:
                break
            self._close(free[0], x)
            self.ended.add(free[0])

    def end(self, x: float) -> list[_Stint]:
        """All stints, the last of each place up to here."""
        for row in range(len(self.holders)):
            if row not in self.ended:
                self._close(row, x)
        return self.stints

    def _is_open(self, row: int) -> bool:
        return self.holders[row] is None and row not in self.ended

    def _close(self, row: int, x: float) -> None:
        player = self.holders[row]
        if x > self.since[row]:
            label = "" if player is None else self.label.get(player, player)
            self.stints.append(_Stint(row, label, self.since[row], x))
        self.since[row] = x


def _place(player: str, order: Sequence[str]) -> int:
    return order.index(player) if player in order else len(order)


def _team_of(step: Step, story: Story) -> str | None:
    """Whose an entry is on the timeline: a penalty stands with the team it is against."""
    entry: Any = step.entry
    if entry.entry == "designate":
        return next((key for key, known in story.names.players.items() if entry.player in known), None)
    found = getattr(entry, "against", None) or getattr(entry, "team", None)
    return str(found) if found is not None else None


def _kind_of(step: Step) -> str:
    """What a mark in somebody's place says of an entry; empty where there is none."""
    entry = step.entry
    if entry.entry == "unable":
        return "hurt" if entry.reason != "quit" else "removed"
    if entry.entry == "card":
        return entry.kind
    return "removed" if entry.entry in ("designate", "left") else ""


def _mark(kind: str, x: float, y: float) -> str:
    """A small sign for what happened to somebody; its words are in the table."""
    if kind == "hurt":
        return _shape(f"M{x - 3:g} {y - 8:g}h6v5h5v6h-5v5h-6v-5h-5v-6h5z", RED)
    if kind in ("red", "second_yellow"):
        colour = RED if kind == "red" else AMBER
        return _rect(x - 5, y - 8, 10, 15, colour, edge=PAPER)
    return _path(f"M{x - 6:g} {y - 6:g}l12 12m0 -12l-12 12", RED, width=3)


def timeline_rows(story: Story, language: Language) -> tuple[list[str], list[list[str]]]:
    """The same as a table: its head, and a row for each entry."""
    _ = translator(language)
    head = [_("No."), _("Period"), _("Clock"), _("Entry"), _("Score"), _("Counted")]
    rows = []
    for step in story.steps:
        clock = "" if step.clock is None else f"{step.clock // 60}:{step.clock % 60:02d}"
        said = _("Did not happen: {said}").format(said=step.said) if step.struck else step.said
        score = " : ".join(say_goals(then.score) for then in step.teams.values())
        counted = " : ".join(say_goals(then.counted) for then in step.teams.values())
        rows.append([str(step.number), str(step.period or ""), clock, said, score, counted])
    return head, rows


# -- the trade-off of the options ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Point:
    """Options that have the same handicap on the field and do the same to the board (half goals).

    ``gain``: what the own side has more, less what the other has. ``ranks``: their places in the list, from 1.
    """

    field: int
    gain: int
    ranks: tuple[int, ...]


def find_points(options: Iterable[Option], team: str) -> list[Point]:
    """The options as points, the one with the best option first; none before the start, when nothing has a cost yet."""
    found: dict[tuple[int, int], list[int]] = {}
    for rank, option in enumerate(options, 1):
        if option.score_change is None:
            continue
        own = to_half(option.score_change[team])
        other = sum(to_half(goals) for key, goals in option.score_change.items() if key != team)
        found.setdefault((to_half(option.field_handicap), own - other), []).append(rank)
    return [Point(field, gain, tuple(ranks)) for (field, gain), ranks in found.items()]


def say_gain(gain: int) -> str:
    """A change on the board with its sign: +1, 0, −½."""
    said = say_goals(abs(gain))
    return f"+{said}" if gain > 0 else f"−{said}" if gain < 0 else said


def say_point(point: Point, language: Language) -> str:
    """A point in words, as the name of its link."""
    _, ngettext = translator(language), plural_translator(language)
    ranks = ", ".join(map(str, point.ranks))
    pattern = ngettext("Lineup {ranks}", "Lineups {ranks}", len(point.ranks))
    said = _("{lineups}: {field} on the field, {gain} on the board")
    return said.format(lineups=pattern.format(ranks=ranks), field=say_goals(point.field), gain=say_gain(point.gain))


def draw_tradeoff(
    points: Sequence[Point], language: Language, address: Callable[[int], str], name: str = "tradeoff"
) -> str:
    """Handicap on the field, to the right, against goals on the board, upwards; the best option's point is filled.

    ``address``: where a tap on a point leads, by the rank of its first option.
    """
    _ = translator(language)
    fields, gains = sorted({point.field for point in points}), sorted({point.gain for point in points}, reverse=True)
    cell, left, top = 64, 52, 26
    # More than a phone shows at once: its right end, where the stronger lineups are, has the goals as well.
    is_wide = len(fields) > 4
    right = 36 if is_wide else 16
    width, height = left + cell * len(fields) + right, top + cell * len(gains) + 44
    place, anchor = (width - 8, "end") if is_wide else (4, "start")
    parts = [_text(place, 15, _("Goals on the board"), anchor=anchor, colour=SOFT)]
    for row, gain in enumerate(gains):
        y = top + cell * row + cell / 2
        parts.append(_path(f"M{left} {y:g}H{width + 8 - right}", "var(--hair, #c3cad1)", width=1))
        for end in (left - 8, width - 6) if is_wide else (left - 8,):
            parts.append(_text(end, y + 5, say_gain(gain), anchor="end", bold=True))
    bottom = top + cell * len(gains)
    for column, field in enumerate(fields):
        parts.append(_text(left + cell * column + cell / 2, bottom + 16, say_goals(field), anchor="middle", bold=True))
    width = max(width, left + 8 * len(_("Handicap on the field")))
    parts.append(_text(width - 8, bottom + 36, _("Handicap on the field"), anchor="end", colour=SOFT))
    for point in points:
        x = left + cell * fields.index(point.field) + cell / 2
        y = top + cell * gains.index(point.gain) + cell / 2
        parts.append(_point(point, x, y, address(point.ranks[0]), say_point(point, language)))
    title = _("What the lineups cost against each other")
    said = _("Best: {point}. Each point leads to its best lineup; the table below has the same.")
    best = min(points, key=lambda point: point.ranks[0])
    description = said.format(point=say_point(best, language))
    # A group and no image: the points in it are links.
    return _svg(name, title, description, (width, height), "".join(parts), role="group")


def _point(point: Point, x: float, y: float, address: str, label: str) -> str:
    """A round with the rank of its best option, the best of all filled; more options stand as their number."""
    best = 1 in point.ranks
    fill, ink = (BLUE, ON_BLUE) if best else (PAPER, INK)
    more = ""
    if len(point.ranks) > 1:
        more = _text(x + 27, y - 15, f"+{len(point.ranks) - 1}", anchor="end", colour=SOFT)
    star = _shape(f"M{x - 17:g} {y - 22:g}l2.4 5 5.4 .7-4 3.8 1 5.5-4.8-2.7-4.8 2.7 1-5.5-4-3.8 5.4-.7z", AMBER)
    number = _text(x, y + 5, str(point.ranks[0]), anchor="middle", colour=ink, bold=True)
    return (
        f'<a href="{escape(address)}" aria-label="{escape(label)}" class="point">'
        f'<rect x="{x - 28:g}" y="{y - 28:g}" width="56" height="56" fill="transparent"></rect>'
        f'<circle cx="{x:g}" cy="{y:g}" r="16" stroke-width="2.5" style="fill:{fill};stroke:{BLUE}"></circle>'
        f"{number}{more}{star if best else ''}</a>"
    )
