"""The answer of ``audit``: every entry of the journal that broke a rule, and the state at its end."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from advisor.answer_types import Audit, AuditBreach, BrokenClause, Forfeit, Repair
from advisor.answers import Inquiry, broken_clause, with_penalty_7
from advisor.fold import Breach, Fold
from advisor.match import READINGS, Match
from advisor.rulebook import Finding, Language


def audit(match: Match, *, language: Language = "en") -> Audit:
    """Every entry of the journal that broke a rule, and the state at its end."""
    fold = Fold(match, audit=True).run()
    inquiry = Inquiry(match, None, language)
    others = {}
    if fold.breaches:
        for reading in READINGS:
            if reading in fold.asked:
                others[reading] = {(breach.entry, breach.team) for breach in fold.under(reading).breaches}
    breaches = []
    for breach in fold.breaches:
        contested = [name for name, found in others.items() if (breach.entry, breach.team) not in found]
        if breach.contested:
            contested = with_penalty_7(contested)
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


def _is_only_turnout(findings: Sequence[Finding]) -> bool:
    """Whether nothing is wrong but what somebody wears: that forfeits only by evidence after the match."""
    return all((finding.clause, finding.variant) == ("eligible", "equipment") for finding in findings)


def _forfeit_words(fold: Fold, findings: Sequence[Finding], language: Language) -> str:
    variant = "forfeit-equipment" if _is_only_turnout(findings) else "forfeit"
    return fold.book.clauses["eligible"].messages[variant][language]


def _clauses(fold: Fold, breach: Breach, language: Language) -> list[BrokenClause]:
    """The clauses of a breach; an ineligible player fielded names the forfeit."""
    clauses = []
    for finding in breach.findings:
        clause = broken_clause(fold, finding, breach.team, language)
        if finding.clause == "eligible" and _is_fielding(fold, breach):
            message = f"{clause.message} {_forfeit_words(fold, [finding], language)}"
            clause = clause.model_copy(update={"message": message})
        clauses.append(clause)
    return clauses


def _find_forfeit(fold: Fold, breach: Breach, language: Language) -> Forfeit | None:
    forfeits = {rule.clause for rule in fold.book.rules if rule.forfeits}
    findings = [finding for finding in breach.findings if finding.clause in forfeits]
    if not findings or not _is_fielding(fold, breach):
        return None
    until = None
    if not _is_only_turnout(findings):
        until = _deadline(fold.match.journal[breach.entry].at, fold.book.figures.forfeit_hours)
    return Forfeit(message=_forfeit_words(fold, findings, language), until=until)


def _deadline(at: str | None, hours: int) -> str | None:
    """So many hours after a time that has a date, in the same form; else ``None``."""
    try:
        return (datetime.fromisoformat(at or "") + timedelta(hours=hours)).isoformat()
    except (ValueError, OverflowError):
        return None


def _legal_then(fold: Fold, breach: Breach, language: Language) -> list[Repair]:
    """The nearest lineups that would have been legal at that moment."""
    happened = [n for n in range(breach.entry) if n not in fold.struck and fold.match.journal[n].entry != "strike"]
    before = fold.match.model_copy(update={"journal": tuple(fold.match.journal[n] for n in happened)})
    after = Fold(before).run().and_then(fold.match.journal[breach.entry])
    return Inquiry(before, None, language).repairs_of(breach.team, frozenset(after.sides[breach.team].field), 3)
