"""What the figures have to keep: each promise with what was measured."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.timing import say, table


class Promise(NamedTuple):
    """``bound``: what is promised; ``kept``: whether it was."""

    what: str
    measured: str
    bound: str
    kept: bool

    @classmethod
    def at_least(cls, what: str, measured: float, bound: float, pattern: str = "{:,.0f} times") -> Promise:
        """It is this much or more."""
        return cls(what, pattern.format(measured), f"at least {pattern.format(bound)}", measured >= bound)

    @classmethod
    def at_most(cls, what: str, measured: float, bound: float, pattern: str = "{:.2f} times") -> Promise:
        """It is no more than this."""
        return cls(what, pattern.format(measured), f"at most {pattern.format(bound)}", measured <= bound)


def _beside_peers(rows: list[dict[str, Any]]) -> list[Promise]:
    ours = {row["bench"]: row["seconds"] for row in rows if row["peer"] == "Polo Advisor"}
    others = {(row["peer"], row["bench"]): row.get("seconds") for row in rows if row["peer"] != "Polo Advisor"}
    plain = {bench: seconds for (peer, bench), seconds in others.items() if peer == "itertools"}
    if not {8, 36, 96, 996} <= ours.keys() or plain.get(996) is None or plain.get(96) is None:
        return []
    fastest = min(seconds for (_, bench), seconds in others.items() if bench == 96 and seconds is not None)
    found = [
        Promise.at_least(
            "legal set, 96 on the bench, faster than the fastest peer", fastest / ours[96], 1, "{:,.1f} times"
        ),
        Promise.at_least("legal set, 96 on the bench, faster than itertools", plain[96] / ours[96], 10),
        Promise.at_least("the same, 996 on the bench (extrapolated)", plain[996] / ours[996], 1e4),
        Promise.at_most("legal set, 996 on the bench beside 36", ours[996] / ours[36], 3),
    ]
    for peer, bound in (("CPMpy solveAll", 1), ("clingo", 2)):
        if (seconds := others.get((peer, 8))) is not None:
            found.append(Promise.at_most(f"legal set, 8 on the bench, beside {peer}", ours[8] / seconds, bound))
    return found


def promises(found: dict[str, Any]) -> list[Promise]:
    """Every promise that these figures can tell of."""
    flow, again = found["commands"]["throughput"], found["commands"]["contested"]
    cold, memory = found["commands"]["cold"], found["commands"]["memory"]
    started = cold["seconds"]
    slowest = max(row["seconds"]["advise"] for row in found["engine"])
    fewest, most = (memory[lines] for lines in sorted(memory, key=int))
    lines_a_second = "{:,.0f} a second"
    unwanted = ", ".join(cold["unwanted"]) or "none"
    return [
        *_beside_peers(found["peers"]),
        Promise("`advise`, the slowest of all situations and benches", say(slowest), "below 60 ms", slowest < 0.06),
        Promise.at_least("`verify` in `batch`", flow["lines_a_second"], 2500, lines_a_second),
        Promise.at_least("`verify` in `batch`, contested", again["lines_a_second"], 2500, lines_a_second),
        Promise.at_most("a line beside pydantic's own", flow["times_pydantic"], 6),
        Promise.at_most("a contested line beside pydantic's own", again["times_pydantic"], 6),
        Promise.at_least("`batch --jobs 2` beside `--jobs 1`", found["commands"]["jobs"]["gain"], 1.7, "{:.2f} times"),
        Promise.at_most("memory of `batch`, ten times the lines", most / fewest, 1.05),
        Promise(
            "`verify` from a cold start",
            say(started["verify"]),
            f"at most {say(cold['verify_bound'])}",
            started["verify"] <= cold["verify_bound"],
        ),
        Promise.at_most("the same beside `advise`", started["verify"] / started["advise"], 0.5),
        Promise("heavy packages that it loads", unwanted, "none", not cold["unwanted"]),
    ]


def tabled(found: dict[str, Any]) -> str:
    """The promises as a Markdown table."""
    rows = [[one.what, one.measured, one.bound, "yes" if one.kept else "**no**"] for one in promises(found)]
    return table(["promised", "measured", "bound", "kept"], rows)
