"""What a proposal comes to: its lineup, and whether that is legal on the journal as it is now."""

from __future__ import annotations

from collections.abc import Sequence

from advisor.errors import InputError
from advisor.folds import fold_of
from advisor.match import Designate, Entry, Match, Substitute
from advisor.rulebook import find_rulebook
from advisor.ui import keeping
from advisor.ui.parts import ask
from advisor.ui.parts.grounds import clause_details
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.parts.markup import chip, icon, text
from advisor.ui.parts.verdict import WORDS


def judged(match: Match, entries: Sequence[Entry], team: str) -> str:
    """HTML: legal or not if it was recorded now, every rule broken, or why it is not possible any more."""
    _ = words()
    *happening, decision = entries
    before = match.model_copy(update={"journal": (*match.journal, *happening)})
    try:
        fold = fold_of(before)
        fold.and_then(decision)
    except InputError as error:
        said = _("As the match is now this is not possible:")
        return f'<p class="warning">{icon("cross")}{text(said)} {text(keeping.sentence(error))}</p>'
    if not isinstance(decision, Substitute):
        return _judged_removal(before, decision, team)
    field = fold.sides[team].field
    lineup = tuple(sorted({*field, *decision.in_} - set(decision.out)))
    if not lineup:
        return ""
    verdict = ask.verdict(ask.as_text(before), team, lineup, chosen_language())
    word, shape = WORDS[verdict.status]
    book = find_rulebook(before.rules)
    broken = "".join(f"<p>{text(found.message)}</p>{clause_details(found.clause, book)}" for found in verdict.broken)
    decides = f" {chip('umpire', _('Umpire decides'), 'gavel')}" if verdict.contested_by else ""
    return f'<p class="judged">{chip(f"is-{verdict.status}", _(word), shape)}{decides}</p>{broken}'


def _judged_removal(before: Match, decision: Entry, team: str) -> str:
    _ = words()
    removals = ask.advice(ask.as_text(before), team, chosen_language()).removals
    named = isinstance(decision, Designate) and decision.player in {removal.player for removal in removals}
    word, shape = WORDS["legal" if named else "illegal"]
    return f'<p class="judged">{chip("is-legal" if named else "is-illegal", _(word), shape)}</p>'
