"""The answer of ``audit``: every entry of the journal that broke a rule, and the state at its end."""

from __future__ import annotations

from datetime import datetime, timedelta

from advisor.answer_types import Audit, AuditBreach, BrokenClause, Forfeit, Repair
from advisor.answers import Inquiry, broken_clause
from advisor.fold import Breach, Fold
from advisor.match import READINGS, Match
from advisor.rulebook import Language
from advisor.view import other_reading

FORFEITS = ("eligible", "eliminated-player", "player-limit", "minus-rated", "upper-limit", "rostered-limits")
"""Clauses whose breach on the field forfeits the match (Arena Rule 3; outdoors the same)."""


def audit(match: Match, *, language: Language = "en") -> Audit:
    """Every entry of the journal that broke a rule, and the state at its end."""
    fold = Fold(match, audit=True).run()
    inquiry = Inquiry(match, None, language)
    others = {}
    if fold.breaches:
        for reading in READINGS:
            if forced := other_reading(fold, reading):
                again = Fold(match, forced, audit=True).run()
                others[reading] = {(breach.entry, breach.team) for breach in again.breaches}
    breaches = []
    for breach in fold.breaches:
        contested = [name for name, found in others.items() if (breach.entry, breach.team) not in found]
        if breach.contested:
            contested = [name for name in READINGS if name in contested or name == "p7-again"]
        forfeit = _find_forfeit(fold, breach, language)
        breaches.append(
            AuditBreach(
                entry=breach.entry,
                team=breach.team,
                clauses=_clauses(fold, breach, language),
                contested_by=contested,
                forfeit=forfeit,
                legal_then=_legal_then(fold, breach, language) if forfeit else [],
            )
        )
    final = {team: inquiry.state(team) for team in fold.sides}
    return Audit(breaches=breaches, final=final, warnings=inquiry.warnings(), not_checked=inquiry.not_checked())


def _is_fielding(fold: Fold, breach: Breach) -> bool:
    return fold.match.journal[breach.entry].entry in ("start", "substitute")


def _forfeit_words(fold: Fold, language: Language) -> str:
    return fold.book.clauses["eligible"].messages["forfeit"][language]


def _clauses(fold: Fold, breach: Breach, language: Language) -> list[BrokenClause]:
    """The clauses of a breach; an ineligible player fielded names the forfeit."""
    clauses = []
    for finding in breach.findings:
        clause = broken_clause(fold, finding, breach.team, language)
        if finding.clause == "eligible" and _is_fielding(fold, breach):
            message = f"{clause.message} {_forfeit_words(fold, language)}"
            clause = clause.model_copy(update={"message": message})
        clauses.append(clause)
    return clauses


def _find_forfeit(fold: Fold, breach: Breach, language: Language) -> Forfeit | None:
    if not _is_fielding(fold, breach) or not any(finding.clause in FORFEITS for finding in breach.findings):
        return None
    until = None
    at = fold.match.journal[breach.entry].at
    if at is not None and "T" in at:
        hours = timedelta(hours=fold.book.figures.forfeit_hours)
        until = (datetime.fromisoformat(at) + hours).isoformat()
    return Forfeit(message=_forfeit_words(fold, language), until=until)


def _legal_then(fold: Fold, breach: Breach, language: Language) -> list[Repair]:
    """The nearest lineups that would have been legal at that moment."""
    happened = [n for n in range(breach.entry) if n not in fold.struck and fold.match.journal[n].entry != "strike"]
    before = fold.match.model_copy(update={"journal": tuple(fold.match.journal[n] for n in happened)})
    after = Fold(before).run()
    after.apply(len(happened), fold.match.journal[breach.entry])
    return Inquiry(before, None, language).repairs_of(breach.team, frozenset(after.sides[breach.team].field), 3)
