"""The plan as one file for a phone: nothing is asked of any network, both languages are in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from advisor.plan.picture import scatter
from advisor.plan.said import Block, Card, Said

MOST_BYTES = 100_000
"""The file stays below this size."""

_NAMES = {"en": "English", "es": "Español"}

_STYLE = """
:root{color-scheme:light dark;--ink:#111827;--muted:#4b5563;--paper:#fff;--line:#d1d5db;--shade:#f3f4f6;
--strong:#0b5326}
@media(prefers-color-scheme:dark){:root{--ink:#f9fafb;--muted:#d1d5db;--paper:#0b0f17;--line:#374151;--shade:#1a2230;
--strong:#86efac}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:12px 16px 40px;background:var(--paper);color:var(--ink);
font:17px/1.4 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.35rem;line-height:1.2;margin:.6rem 0 .2rem}
h2{font-size:1.15rem;margin:1.4rem 0 .4rem}
h3{font-size:1rem;margin:.9rem 0 .3rem}
p{margin:.4rem 0}
.muted,dt{color:var(--muted)}
dl{margin:.6rem 0}dt{font-size:.85rem}dd{margin:0 0 .5rem}
ol,ul{margin:.3rem 0;padding-left:1.6rem}li{margin:.35rem 0}
ol>li:first-child{font-weight:700}ol>li:first-child::marker{color:var(--strong)}
details{border:1px solid var(--line);border-radius:12px;margin:8px 0;padding:0 14px 4px;background:var(--shade)}
summary{min-height:56px;display:flex;align-items:center;gap:.6rem;font-weight:700;font-size:1.1rem;cursor:pointer;
list-style:none}
summary::-webkit-details-marker{display:none}
summary::before{content:"+";font-size:1.4rem;width:1.2rem;text-align:center}
details[open]>summary::before{content:"−"}
.pick{position:absolute;opacity:0}
.languages{display:flex;gap:8px}
.languages label{min-height:56px;flex:1;display:flex;align-items:center;justify-content:center;border:2px solid
var(--line);border-radius:12px;cursor:pointer}
.pick:focus-visible~.languages label{outline:2px solid var(--ink);outline-offset:2px}
#en:checked~.languages label[for=en],#es:checked~.languages label[for=es]{border-color:var(--ink);font-weight:700}
#en:checked~main[lang=es],#es:checked~main[lang=en]{display:none}
svg{width:100%;max-width:26rem;height:auto}
@media print{details{border:0;background:none}.languages{display:none}}
"""


def plan_html(plans: Sequence[Said]) -> str:
    """One or more plans in words, each in every language, as one page. ``plans``: the first's language is shown first.

    Plans of a team in different languages follow each other in any order; those of one language are shown together.
    """
    languages = list(dict.fromkeys(said.language for said in plans))
    first = plans[0]
    pieces = [
        f'<!doctype html><html lang="{first.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width,initial-scale=1">',
        f"<title>{escape(first.title)}</title><style>{_STYLE.replace(chr(10), '')}</style></head><body>",
    ]
    for language in languages:
        checked = " checked" if language == first.language else ""
        label = escape(_NAMES[language])
        pieces.append(f'<input class="pick" type="radio" name="lang" id="{language}" aria-label="{label}"{checked}>')
    labels = "".join(f'<label for="{one}" lang="{one}">{escape(_NAMES[one])}</label>' for one in languages)
    pieces.append(f'<div class="languages">{labels}</div>')
    for language in languages:
        own = [said for said in plans if said.language == language]
        pieces.append(f'<main lang="{language}">{"".join(map(_plan, own))}</main>')
    return "".join(pieces) + "</body></html>\n"


def _plan(said: Said) -> str:
    facts = "".join(f"<dt>{escape(label)}</dt><dd>{escape(value)}</dd>" for label, value in said.facts)
    subtitle = f'<p class="muted">{escape(said.subtitle)}</p>' if said.subtitle else ""
    parts = [f"<h1>{escape(said.title)}</h1>{subtitle}<dl>{facts}</dl>"]
    if said.warnings:
        parts.append(f"<h2>{escape(said.words['warnings'])}</h2>{_list(said.warnings)}")
    parts += [_card(card) for card in said.cards]
    parts.append(f'<p class="muted">{escape(said.words["legend"])}</p>')
    if len(said.points) > 1:
        heading, explained = escape(said.words["starters"]), escape(said.words["starters-explained"])
        parts.append(f"<h2>{heading}</h2><p>{explained}</p>{scatter(said)}")
        parts.append(f'<p class="muted">{escape(legend(said))}</p>{_list(said.starters)}')
    parts.append(f"<h2>{escape(said.words['not-checked'])}</h2>{_list(said.not_checked)}")
    return "".join(parts)


def legend(said: Said) -> str:
    """What the marks of the picture mean."""
    words = said.words
    return f"● {words['best']} · ◎ {words['chosen']} · ✕ {words['uncovered']}"


def _card(card: Card) -> str:
    blocks = "".join(map(_block, card.blocks))
    return f"<details><summary>{escape(card.title)}</summary>{blocks}</details>"


def _block(block: Block) -> str:
    answers = f"<ol>{''.join(f'<li>{escape(one)}</li>' for one in block.answers)}</ol>" if block.answers else ""
    return f"<h3>{escape(block.title)}</h3>{answers}{''.join(f'<p>{escape(one)}</p>' for one in block.remarks)}"


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(one)}</li>' for one in items)}</ul>"
