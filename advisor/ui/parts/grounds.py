"""What an answer rests on: clauses, workings, readings, and what is warned of or not checked. All of it is HTML."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from advisor.answer_types import Alternative, ByTeam, Goals, State, Status
from advisor.rulebook import Rulebook
from advisor.ui.parts import address, say
from advisor.ui.parts.ask import Picture
from advisor.ui.parts.language import Words, chosen_language, plural_words, words
from advisor.ui.parts.markup import chip, details, icon, listed, text
from advisor.workings import Working

Answer = tuple[Status, Sequence[str], Goals, ByTeam | None]
"""Status, broken clauses, counted handicap and score change of a lineup."""

# -- clauses ---------------------------------------------------------------------------------------------------------


def clause_address(clause: str, rules: str) -> str:
    """The address of a clause on the page of the rules; match, team and language stay in it."""
    kept = address.everything() | {"lang": chosen_language(), "clause": clause, "rules": rules, "part": ""}
    return "rules?" + urlencode({name: value for name, value in kept.items() if value})


def clause_link(clause: str, book: Rulebook, label: str = "") -> str:
    """A link to a clause, by its title where there is no other label."""
    shown = label or book.clauses[clause].title[chosen_language()]
    return f'<a class="go" href="{text(clause_address(clause, book.id))}">{text(shown)}</a>'


def clause_details(clause: str, book: Rulebook) -> str:
    """A clause by its citation and title; a tap opens its text, and from there the page of the rules."""
    _, language = words(), chosen_language()
    words_of = book.clauses[clause]
    summary = f"<cite>{text(words_of.citation[language])}</cite> {text(words_of.title[language])}"
    label = _("Readings and examples: {title}").format(title=words_of.title[language])
    return details(summary, f"<p>{text(words_of.text[language])}</p>{clause_link(clause, book, label)}")


def argument(message: str, clauses: Sequence[str], book: Rulebook) -> str:
    """A sentence with the rules that it rests on, each of which opens."""
    return f"<p>{text(message)}</p>" + "".join(clause_details(clause, book) for clause in clauses)


# -- workings --------------------------------------------------------------------------------------------------------


def working_list(workings: Sequence[Working], kind: str = "") -> str:
    """How figures came about: each with its value and its steps. ``kind``: the sort of change, said first."""
    rows = [f"<b>{text(kind)}</b>"] if kind else []
    for working in workings:
        if working.value is None:
            value = "–"
        elif working.figure == "net_goals":
            value = say.net(working.value, words())
        else:
            value = say.figure(working.value)
        steps = "".join(f"<li>{text(step)}</li>" for step in working.steps)
        rows.append(f'<b>{text(working.title)}: {text(value)}</b><ol class="steps">{steps}</ol>')
    return listed(rows, "rows")


def figures(workings: Sequence[Working], facts: Mapping[str, str], styles: Mapping[str, str]) -> str:
    """Figures beside each other, each of which opens to how it was worked out.

    ``facts``: what is said of each figure, by its name; ``styles``: how it looks. A fact without a working is not said.
    """
    shown = []
    for working in workings:
        if fact := facts.get(working.figure):
            summary = f'<span class="{styles.get(working.figure, "")}">{text(fact)}</span>'
            shown.append(details(summary, working_list([working])))
    return f'<div class="figures">{"".join(shown)}</div>'


# -- readings --------------------------------------------------------------------------------------------------------


def contested_block(
    alternatives: Sequence[Alternative],
    contested: Sequence[str],
    picture: Picture,
    team: str,
    answer: Answer,
) -> str:
    """ "Umpire decides": opens to both answers, each with the words of its reading and the clauses behind it.

    ``answer`` is the one under the event's reading. Empty where nothing is contested.
    """
    if not contested:
        return ""
    _, language, book = words(), chosen_language(), picture.book
    by_reading = {alternative.reading: alternative for alternative in alternatives}
    rows = []
    for name in contested:
        reading = book.readings[name]
        row = f"<b>{text(reading['title'][language])}</b> <cite>{text(reading['citation'][language])}</cite>"
        other = by_reading.get(name)
        if other is None:
            row += "".join(f"<p>{text(value[language])}</p>" for value in reading["values"].values())
        else:
            ours = next(value for value in reading["values"] if value != other.value)
            said = (other.status, other.clauses, other.counted_handicap, other.score_change)
            for label, value, outcome in (
                (_("By the reading of this event"), ours, answer),
                (_("By the other reading"), other.value, said),
            ):
                row += f'<div class="reading"><p>{text(label)}: {text(reading["values"][value][language])}</p>'
                row += _outcome(outcome, picture, team, _) + "</div>"
        rows.append(row)
    named = ", ".join(book.readings[name]["title"][language] for name in contested)
    summary = f'{chip("umpire", _("Umpire decides"), "gavel")}<span class="named">{text(named)}</span>'
    return f'<div class="contested">{details(summary, listed(rows, "rows"))}</div>'


def _outcome(answer: Answer, picture: Picture, team: str, _: Words) -> str:
    """An answer in one line, with links to the clauses that it breaks."""
    status, clauses, counted, change = answer
    facts = []
    if status == "legal":
        facts.append(_("Then it is legal."))
    else:
        facts.append(
            _("Then it is legal only at the end of the period.") if status == "later" else _("Then it is not legal.")
        )
    if status != "illegal":
        costs = say.joined(say.cost(change, team, picture.names, _)) or "–"
        facts.append(_("It counts {number}: {change}.").format(number=say.figure(counted), change=costs))
    links = "".join(clause_link(clause, picture.book) for clause in clauses)
    return f"<p><b>{text(' '.join(facts))}</b></p>" + (f'<p class="links">{links}</p>' if links else "")


# -- what else is to be said -----------------------------------------------------------------------------------------


def notes(warnings: Sequence[str], state: State | None, picture: Picture) -> str:
    """Warnings, and who has to put his turnout right and by when; empty where there is neither."""
    ngettext = plural_words()
    rows = [f'<p class="warning">{icon("gavel")}{text(line)}</p>' for line in warnings]
    for row in state.comply if state is not None else ():
        pattern = ngettext(
            "{player} was not allowed to start: {number} period is left to put that right.",
            "{player} was not allowed to start: {number} periods are left to put that right.",
            row.periods_left,
        )
        player = picture.sides[state.team].label(row.player) if state is not None else row.player
        said = pattern.format(player=player, number=row.periods_left)
        rows.append(f'<p class="warning">{icon("clock")}{text(said)}</p>')
    return listed(rows, "plain") if rows else ""


def unchecked(not_checked: Iterable[str]) -> str:
    """What is not checked; opens with a tap."""
    _ = words()
    return details(text(_("What is not checked")), listed(map(text, not_checked), "rows"))
