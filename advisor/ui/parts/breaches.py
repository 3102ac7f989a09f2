"""The audit of a match: each entry that broke a rule, what it may cost, and what would have been legal then."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from advisor.answer_types import Audit, AuditBreach
from advisor.match import Match
from advisor.ui.parts import say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.example import entry_of
from advisor.ui.parts.frame import show_heading
from advisor.ui.parts.grounds import clause_details, notes, unchecked
from advisor.ui.parts.language import Words, mark, plural_words, words
from advisor.ui.parts.markup import chip, details, icon, listed, text, write

_ENTRIES: Mapping[str, str] = {
    "start": mark("the start"),
    "substitute": mark("a substitution"),
    "resume": mark("play goes on"),
    "start_period": mark("the period starts"),
    "end_period": mark("the period ends"),
    "penalty_7": mark("a Penalty 7"),
    "designate": mark("whom the captain named"),
}


def show_breaches(found: Audit, match: Match, picture: Picture) -> None:
    """What was recorded although it broke a rule, in a box that opens with a tap; nothing where there is none."""
    if not found.breaches:
        return
    _ = words()
    summary = f"{icon('cross')}{text(_('What broke a rule so far'))}: {len(found.breaches)}"
    write(f'<div class="breaches">{details(summary, _listed(found, match, picture, _))}</div>')


def show_audit(found: Audit, match: Match, picture: Picture) -> None:
    """The whole audit."""
    _, ngettext = words(), plural_words()
    count = len(found.breaches)
    if not count:
        show_heading(_("No breach"))
        good = _("Everything that was recorded so far keeps the rules.")
        write(f'<p class="good" role="status">{icon("check")}{text(good)}</p>')
    else:
        show_heading(ngettext("{count} entry broke a rule", "{count} entries broke a rule", count).format(count=count))
        write(_listed(found, match, picture, _))
    write(notes(found.warnings, None, picture) + unchecked(found.not_checked))


def _listed(found: Audit, match: Match, picture: Picture, _: Words) -> str:
    return listed([_breach(breach, match, picture, _) for breach in found.breaches], "plain")


def _breach(breach: AuditBreach, match: Match, picture: Picture, _: Words) -> str:
    entry, side = match.journal[breach.entry], picture.sides[breach.team]
    head = [picture.names[breach.team], entry_of(breach.entry)]
    if entry.entry in _ENTRIES:
        head.append(_(_ENTRIES[entry.entry]))
    if entry.clock is not None:
        head.append(say.clock(entry.clock))
    decides = f" {chip('umpire', _('Umpire decides'), 'gavel')}" if breach.contested_by else ""
    said = "".join(f"<p>{text(c.message)}</p>{clause_details(c.clause, picture.book)}" for c in breach.clauses)
    parts = [f"<p><b>{text(say.joined(head))}</b>{decides}</p>{said}"]
    if breach.forfeit is not None and not any(breach.forfeit.message in c.message for c in breach.clauses):
        parts.append(f"<p><b>{text(breach.forfeit.message)}</b></p>")
    if breach.forfeit is not None and breach.forfeit.until:
        until = _("Only if an official learns of it by {time}.").format(time=_time(breach.forfeit.until))
        parts.append(f"<p><b>{text(until)}</b></p>")
    if breach.legal_then:
        rows = []
        for repair in breach.legal_then:
            later = [_(say.WHEN[repair.when])] if repair.when == "period_end" else []
            rows.append(text(say.joined([", ".join(map(side.label, repair.lineup)), *later])))
        parts.append(f"<h3>{text(_('What would have been legal then'))}</h3>{listed(rows, 'rows')}")
    return f'<div class="row">{"".join(parts)}</div>'


def _time(at: str) -> str:
    """A time as people read it: 2026-05-03 15:04, with its distance from UTC where it has one."""
    moment = datetime.fromisoformat(at)
    zone = moment.strftime(" UTC%z") if moment.tzinfo is not None else ""
    return moment.strftime("%Y-%m-%d %H:%M") + zone.replace("+0000", "")
