"""The card that says how play starts again: which restart, where, who, the clock, and the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from advisor.play.field import EDITION
from advisor.play.following import Play
from advisor.play.restart import Restart, find_restart, say_restart
from advisor.play.saying import Statement
from advisor.play.throwin import NAME
from advisor.ui import fielding, keeping
from advisor.ui.fielding import Shown
from advisor.ui.parts.language import chosen_language, words
from advisor.ui.parts.markup import icon, listed, text, write


def show_restart(play: Play, names: Mapping[str, str]) -> None:
    """How play starts again after what is recorded; nothing where the ball is in play or the match is over.

    ``names`` of the teams by their keys.
    """
    _ = words()
    restart = find_restart(play)
    if restart is None:
        return
    card = say_restart(restart, play, names, chosen_language())
    facts = [(_("Where"), card.where), (_("Who"), card.who), (_("Clock"), card.clock)]
    if restart.ends_change:
        facts.append((_("Ends"), _("change")))
    rows = "".join(f"<dt>{text(name)}</dt><dd>{text(said)}</dd>" for name, said in facts)
    write(
        f'<section class="starts-again"><p class="label">{text(_("How play starts again"))}</p>'
        f"<h2>{icon('in')}{text(card.title)}</h2><dl>{rows}</dl>{cited(card.statements)}</section>"
    )
    if play.rules == EDITION and (shown := _on_the_field(restart, tuple(play.match.teams))) is not None:
        keeping.show_link("field", _("Who stands where"), **fielding.to_address(shown))


def _on_the_field(restart: Restart, teams: tuple[str, ...]) -> Shown | None:
    """The same on the page that draws it; ``None`` where that draws none."""
    if restart.kind == "penalty" and restart.facing is not None:
        far = next(team for team in teams if team != restart.facing)
        return Shown(restart.number, restart.way, restart.foul, near=restart.facing, far=far)
    return Shown(NAME) if restart.code in ("centre", "goal") else None


def cited(statements: Iterable[Statement]) -> str:
    """Sentences of the rules, each with its citation, as HTML."""
    rows = [f"{text(said.text)} <cite>{text(said.citation)}</cite>" for said in statements]
    return listed(rows, "rows cited") if rows else ""
