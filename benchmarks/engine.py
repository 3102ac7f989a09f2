"""The engine's questions at benches of any size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from advisor.answers import Inquiry
from advisor.fold import Fold
from advisor.solver.enumerate import CROSS_CHECK_UP_TO, LegalLineups
from benchmarks.squads import SITUATIONS
from benchmarks.timing import say, seconds, table

LISTED = 20
QUESTIONS = (
    "fold", "legal set", "cross-check", "advise", "unusable", "wanted", "removals", "verify", "repairs", "verify all",
)  # fmt: skip
"""``legal set``: solved, each pattern checked, counted, 20 listed, and at up to 12 candidates cross-checked."""


def questions(situation_name: str, bench: int) -> dict[str, Callable[[], object] | None]:
    """Each question about red as a function without arguments; ``None`` where it does not arise.

    ``unusable``, ``wanted``, ``removals`` and ``repairs`` are asked when the journal is folded and the legal set known;
    ``verify all`` is a verdict with three repairs and all that is said beside them. The strongest four are asked about.
    """
    match = SITUATIONS[situation_name](bench)
    known = Inquiry(match)
    view = known.view("red")
    later = [known.view("red", at_period_end=True)] if view.situation.within_period else []
    for one in (view, *later):
        len(one.legal)
    red = [player.id for player in match.teams["red"].players]
    strongest = sorted(red, key=lambda player: -view.situation.players[player].handicap)[:4]

    def legal_set() -> list[object]:
        legal = LegalLineups(view.situation)
        return [len(legal), *legal.best(view.order, LISTED)]

    legal = view.legal
    small = len(legal.candidates) <= CROSS_CHECK_UP_TO
    return {
        "fold": lambda: Fold(match).run().situation("red"),
        "legal set": legal_set,
        "cross-check": legal._compare_with_plain_enumeration if small else None,
        "advise": lambda: Inquiry(match).advise("red"),
        "unusable": lambda: known.unusable([view, *later]),
        "wanted": lambda: known.wanted(view),
        "removals": (lambda: known._removals("red")) if known.fold.pending else None,
        "verify": lambda: Inquiry(match).verify("red", strongest, repairs=0),
        "repairs": lambda: known.repairs_of("red", frozenset(strongest), 3),
        "verify all": lambda: Inquiry(match).verify("red", strongest, repairs=3),
    }


def measure(benches: tuple[int, ...], repeats: int) -> list[dict[str, Any]]:
    """Every question at every bench in every situation."""
    rows: list[dict[str, Any]] = []
    for situation_name in SITUATIONS:
        for bench in benches:
            legal = Inquiry(SITUATIONS[situation_name](bench)).view("red").legal
            row: dict[str, Any] = {
                "situation": situation_name,
                "bench": bench,
                "lineups": len(legal),
                "patterns": len(legal.patterns),
                "seconds": {},
            }
            for name, action in questions(situation_name, bench).items():
                named = f"{situation_name}, bench of {bench}: {name}"
                row["seconds"][name] = None if action is None else seconds(action, repeats, named)
            rows.append(row)
    return rows


def tabled(rows: list[dict[str, Any]]) -> str:
    """The figures as a Markdown table."""
    return table(
        ["situation", "bench", "legal lineups", "patterns", *QUESTIONS],
        [
            [
                row["situation"],
                str(row["bench"]),
                f"{row['lineups']:,}",
                f"{row['patterns']:,}",
                *(say(row["seconds"][name]) for name in QUESTIONS),
            ]
            for row in rows
        ],
    )
