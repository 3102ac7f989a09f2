"""The card of a penalty or throw-in, its diagram, and the judgement of a placement, as pieces of a page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from advisor.play.diagram import Diagram, to_svg
from advisor.play.field import EDITION
from advisor.play.penalties import Card
from advisor.play.placement import Finding, Judgement
from advisor.play.throwin import NAME
from advisor.ui.parts import address
from advisor.ui.parts.language import Words, chosen_language
from advisor.ui.parts.markup import icon, listed, text, write


def show_card(card: Card, title: str) -> None:
    """All that is to be known of a restart, part by part, with its rule."""
    rows = "".join(f"<dt>{text(part.heading)}</dt><dd>{text(part.text)}</dd>" for part in card.parts)
    way = f" <span>{text(card.way)}</span>" if card.way else ""
    write(
        f'<section class="restart" id="answer"><h2>{text(title)}{way}</h2>'
        f"<p>{_cited(card.citation, card.number)}</p><dl>{rows}</dl></section>"
    )


def _cited(citation: str, number: str) -> str:
    """A citation that leads to the rule in words. ``number``: of the penalty, or the throw-in."""
    passage = "20" if number == NAME else f"37-{number}"
    asked = {"rules": EDITION, "part": "play", "passage": passage, "lang": chosen_language()}
    where = "rules?" + urlencode(address.everything() | asked)
    return f'<a class="go" href="{text(where)}"><cite>{text(citation)}</cite></a>'


def show_diagram(diagram: Diagram) -> None:
    """The diagram; who cannot see it hears what it shows."""
    picture = b64encode(to_svg(diagram).encode()).decode()
    write(
        f'<figure class="diagram"><img src="data:image/svg+xml;base64,{picture}" alt="{text(diagram.alternative)}" '
        f'width="{diagram.width:g}" height="{diagram.height:g}"></figure>'
    )


def show_judgement(judgement: Judgement, names: Mapping[str, str], _: Words) -> None:
    """Whether it may be taken so, and how everybody stands, the wrong ones first."""
    number = judgement.restart
    kind, shape = ("is-legal", "check") if judgement.right else ("is-illegal", "cross")
    word = _("Everybody stands right") if judgement.right else _("Not everybody stands right")
    rows = []
    if judgement.ball is not None and judgement.ball.standing != "right":
        rows.append(_row(judgement.ball.standing, judgement.ball.message, "", judgement.ball.findings, number))
    by_name = [(f"{names.get(player.team, player.team)} {player.player}", player) for player in judgement.players]
    for standing in ("wrong", "excused"):
        rows += [_row(standing, p.message, who, p.findings, number) for who, p in by_name if p.standing == standing]
    if right := [who for who, player in by_name if player.standing == "right"]:
        rows.append(_row("right", ", ".join(right), _("Right:")))
    write(
        f'<div class="verdict {kind}" role="status"><p class="word">{icon(shape)}{text(word)}</p></div>'
        f"{listed(rows, 'placed')}"
    )


def _row(standing: str, message: str, who: str, findings: Sequence[Finding] = (), number: str = "") -> str:
    shape = {"wrong": "cross", "excused": "clock", "right": "check"}[standing]
    cited = f" {_cited(findings[0].citation, number)}" if standing == "wrong" else ""
    name = f"<b>{text(who)}</b> " if who else ""
    return f'<span class="stands {standing}">{icon(shape)}</span><p>{name}{text(message)}{cited}</p>'
