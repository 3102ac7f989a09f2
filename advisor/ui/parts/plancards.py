"""The plan on the page: cards of players, the Penalty 7 table, who starts, and the bench."""

from __future__ import annotations

from advisor.plan.html import legend
from advisor.plan.picture import scatter
from advisor.plan.plan import Plan
from advisor.plan.removals import Choice, PenaltySeven
from advisor.plan.said import Block, Card, Said, Teller
from advisor.plan.said_bench import SaidBench
from advisor.ui.parts import say
from advisor.ui.parts.language import Words, words
from advisor.ui.parts.markup import details, icon, listed, text, write
from advisor.ui.parts.pictures import draw_svg


def facts_of(said: Said) -> str:
    """What the plan starts from."""
    rows = [f"<b>{text(label)}</b> {text(value)}" for label, value in said.facts]
    return listed(rows, "rows plan-facts")


def show_losses(said: Said) -> None:
    """A card for each player, its losses below each other."""
    cards = "".join(map(_card, said.cards))
    write(f'<div class="plan-cards">{cards}</div><p class="note">{text(said.words["legend"])}</p>')


def _card(card: Card) -> str:
    blocks = "".join(map(_block, card.blocks))
    return f'<article class="card plan-card"><h3>{text(card.title)}</h3>{blocks}</article>'


def _block(block: Block) -> str:
    shapes = {"hurt": "hurt", "sent_off": "cross", "penalty_7": "gavel"}
    best = f'<p class="plan-best">{icon("check")}{text(block.answers[0])}</p>' if block.answers else ""
    rest = [f"<li>{text(one)}</li>" for one in block.answers[1:]]
    others = f'<ol start="2">{"".join(rest)}</ol>' if rest else ""
    remarks = "".join(f'<p class="note">{text(one)}</p>' for one in block.remarks)
    return (
        f'<section class="plan-loss"><h4>{icon(shapes[block.kind])}{text(block.title)}</h4>'
        f"{best}{others}{remarks}</section>"
    )


# -- Penalty 7 -------------------------------------------------------------------------------------------------------


def seven_table(teller: Teller, seven: PenaltySeven) -> str:
    """Every choice of the captain as a card, the best first: both sides now and later, caps, balance."""
    _ = words()
    cards = [_choice(teller, choice, number, _) for number, choice in enumerate(seven.choices)]
    return "".join(cards)


def _choice(teller: Teller, choice: Choice, number: int, _: Words) -> str:
    names = teller.names
    rows = []
    for team in (teller.team, teller.other):
        now, later = choice.field[team], choice.later_field[team]
        cap = "" if choice.caps is None else say.figure(choice.caps[team])
        rows.append(
            f'<tr><th scope="row">{text(names[team])}</th><td>{text(say.figure(now))}</td><td>{text(cap or "–")}</td>'
            f"<td>{text(say.figure(later))}</td></tr>"
        )
    lineups = [
        f"<b>{text(names[team])}</b> {text(teller.players(choice.later_lineups[team], team))}"
        for team in (teller.team, teller.other)
    ]
    head = "".join(f'<th scope="col">{text(one)}</th>' for one in (_("Team"), _("Now"), _("At most"), _("Later")))
    best = f'<span class="tag">{text(_("best"))}</span>' if number == 0 else ""
    balance = _("balance {number}").format(number=teller.net(choice.balance))
    change = say.joined(say.cost(choice.score_change, teller.team, names, _))
    said = teller.chosen(choice.kind, choice.player)
    said = said[:1].upper() + said[1:]
    return (
        f'<article class="card{" is-legal" if number == 0 else " plan-other"}"><div class="card-top">'
        f'<span class="rank" aria-hidden="true">{number + 1}</span><b>{text(said)}</b>{best}</div>'
        f'<p class="plan-best">{text(balance)}</p><p class="note">{text(change)}</p>'
        f'<div class="table"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
        f"{details(text(_('Who plays then')), listed(lineups, 'rows'))}</article>"
    )


# -- who starts ------------------------------------------------------------------------------------------------------


def show_starters(said: Said, plan: Plan) -> None:
    """The trade-off as a picture and as a table."""
    _ = words()
    trade_off = plan.trade_off
    if trade_off is None:
        write(f'<p class="lead">{text(_("The match has started: who starts is settled."))}</p>')
        return
    picture = scatter(said)
    if picture:
        write(f'<p class="lead">{text(said.words["starters-explained"])}</p>')
        draw_svg(f'<div class="plan-picture">{picture}</div>')
        write(f'<p class="note">{text(legend(said))}</p>')
    write(listed([text(one) for one in said.starters], "rows"))
    if trade_off.left_out:
        pattern = _("{count} more kinds of lineup were not compared.")
        write(f'<p class="note">{text(pattern.format(count=trade_off.left_out))}</p>')


# -- the bench -------------------------------------------------------------------------------------------------------


def show_bench(said: SaidBench) -> None:
    """Whom to bring, how good that is, and what stays uncovered."""
    _ = words()
    aims = listed([text(one) for one in said.aims], "rows")
    write(f'<div class="good"><p>{icon("check")}{text(said.headline)}</p></div>{aims}')
    for one in said.uncovered:
        remedies = "".join(f"<p><b>{text(line)}</b></p>" for line in one.remedies)
        reasons = listed([text(line) for line in one.reasons], "rows")
        why = details(text(_("Why nobody else can come in")), reasons) if one.reasons else ""
        write(f'<div class="row"><p>{icon("cross")}<b>{text(one.title)}</b></p>{remedies}{why}</div>')
    losses = listed([text(line) for line in said.losses], "rows")
    second = listed([text(line) for line in said.second], "rows") if said.second else ""
    facts = listed([text(line) for line in said.facts], "rows")
    write(
        details(text(_("Every loss with this bench")), losses)
        + details(text(said.second_heading), second or f"<p>{text(_('All of them are covered.'))}</p>")
        + details(text(_("What it was chosen from")), facts)
    )
