"""What holds of every page and its main states: in English, light, on a phone; in Spanish, dark, on a laptop.

axe-core finds nothing serious, verdicts and figures can be read in the sun, targets fit a glove, nothing scrolls
sideways, colour and signs never stand alone, the keyboard reaches everything, and no other host is asked for anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Request, expect

from advisor.match import Match
from advisor.matchfile import load_match
from advisor.store import Actor, NewMatch, Store, create_match, open_store
from advisor.store.journal import append
from advisor.store.proposals import propose
from advisor.store.transfer import import_match
from tests.browser.phones import ROOT, Server, is_wide
from tests.browser.spanish import in_english
from tests.store.build import START, a_match

Shows = Callable[..., Page]
Settled = Callable[[Page], None]

QUICK = "/?q=outdoor~8~6~3~stopped~1_3_2_1~1_2_4~2_3_3_0~1~_"
LONG = "María de los Ángeles Fernández-Quiroga y Núñez de Anchorena"
OVER = (*[{"entry": "end_period"}, {"entry": "start_period"}] * 6, {"entry": "end_period"})
"""Six periods and one of overtime that leave the score as it was."""


@dataclass(frozen=True)
class State:
    """A page in one of its states: an address, in which ``{demo.keeper}`` is a link, and what is tapped there."""

    address: str
    taps: tuple[str, ...] = ()


STATES: Mapping[str, tuple[State, ...]] = {
    "quick": (
        State("/"),
        State(QUICK, (".st-key-game button", ".st-key-own-0 button")),
        State("/match"),
        State("/match?match=penalty-7"),
        State("/match?match=penalty-7&p7=b2&team=red"),
        State("/match?match=penalty-7&team=blue"),
    ),
    "match": (
        State("/match?match=demo"),
        State("/match?match=demo&what=unable"),
        State("/match?match=demo&team=red&if=unable~red~r1~injury&since=1"),
        State("/match?match=demo&view=check&team=red&lineup=r1~r3~r4"),
        State("/match?match=demo&view=check&team=red&lineup=r1~r3~r6~r8"),
        State("/match?match=demo&view=compare"),
    ),
    "case": (
        State("/match?case=x1&view=teams"),
        State("/match?match=penalty-7&view=timeline"),
        State("/match?case=x7-ineligible&view=audit"),
        State("/match?case=o3-01&view=check&team=red&lineup=r1~r2~r3~r4"),
        State("/show?match=demo&on=red~r1~r3~r4~r6&from=match"),
        State("/show?match=demo&on=red~r1~r2~r3~r6"),
        State("/field?restart=2&way=spot"),
        State("/field?case=o20-02"),
    ),
    "rules": (
        State("/rules?clause=upper-limit&match=demo"),
        State("/rules?part=play"),
        State("/rules?part=turnout&rules=uspa-arena-2026"),
        State("/plan"),
        State("/plan?match=penalty-7"),
        State("/matches"),
        State("/matches?do=late"),
        State("/matches?do=open"),
        State("/events"),
    ),
    "keeper": (
        State("/kept?link={demo.keeper}&view=record"),
        State("/kept?link={demo.keeper}&view=record", (".st-key-names-record-what button:last-child",)),
        State("/kept?link={demo.keeper}&view=check"),
        State("/kept?link={demo.keeper}&view=journal", (".st-key-entry-14 button",)),
        State("/kept?link={demo.keeper}&view=more"),
        State("/matches?link={demo.keeper}"),
        State("/clock?link={demo.keeper}"),
        State("/clock?link={over.keeper}", ("summary:has-text('Shootout')",)),
    ),
    "captain": (
        State("/kept?link={demo.red}"),
        State("/kept?link={demo.red}", (".st-key-choose-now-1 button",)),
        State("/kept?link={seven.red}"),
        State("/kept?link={seven.keeper}&view=check"),
        State("/kept?link={demo.public}"),
        State("/kept?link={demo.public}&view=audit"),
        State("/clock?link={demo.public}"),
        State("/kept?link={demo.public}x"),
    ),
    "long names": (
        State("/kept?link={long.keeper}&view=record"),
        State("/kept?link={long.keeper}&view=check"),
        State("/kept?link={long.keeper}&view=lineups"),
        State("/kept?link={long.keeper}&view=journal"),
        State("/kept?link={long.keeper}&view=players"),
        State("/kept?link={long.red}&view=timeline"),
        State("/plan?link={long.keeper}"),
        State("/show?link={long.public}&on=red~r1~r2~r3~r5"),
    ),
}
READ_IN_THE_SUN = (
    *(".total", ".card", ".countdown", ".worth", ".seesaw", ".ranges", ".counted", ".jump", ".verdict", ".bars"),
    *(".row", ".contested", ".compared", ".rule", ".restart", ".placed", ".show", ".face", ".sum", ".ready", ".shots"),
    *(".starts-again", ".plan-card", ".judged", ".chip"),
)
"""Parts that have verdicts and figures: their contrast is 7:1 or more."""

OF_STREAMLIT: Mapping[str, tuple[str, str]] = {}
"""What Streamlit itself breaks, by axe-core's rule: a piece of the HTML that does, and why it stays. Nothing is left:
what its widgets lack (the colours of the default theme, targets of 32 px) the app's theme and style mend."""

OPTIONS = {"rules": {"color-contrast-enhanced": {"enabled": True}}, "resultTypes": ["violations"]}

MOST_HIGH = 4000
"""Pixels of a page that are looked at; what is below them in the longest lists is like what is above."""

TARGETS = """() => {
  const sorts = 'button, a:not(.skip), summary, textarea, input:not([type="checkbox"]), label:has([type="checkbox"])';
  const targets = [...document.querySelectorAll(`:is([data-testid="stMain"], [data-testid="stBottom"]) :is(${sorts})`)]
    .filter(part => part.checkVisibility({visibilityProperty: true, opacityProperty: true}))
    .map(part => ({part, box: part.getBoundingClientRect(), name: (part.innerText || part.outerHTML).slice(0, 60)}))
    .filter(({part}) => !part.closest('svg'))
    .filter(({box}) => box.height > 0 && box.width > 0);
  const found = targets.filter(({part, box}) => box.height < 55.5 || box.width < 36)
    .map(({name, box}) => `${name}: ${box.width} x ${box.height}`);
  const above = part => part.closest('[data-testid="stBottom"], .st-key-match-bar');
  targets.forEach((one, i) => targets.slice(i + 1).forEach(other => {
    if (above(one.part) !== above(other.part)) return;
    const across = Math.max(one.box.left, other.box.left) - Math.min(one.box.right, other.box.right);
    const down = Math.max(one.box.top, other.box.top) - Math.min(one.box.bottom, other.box.bottom);
    const together = one.part.closest('[data-testid="stNumberInputContainer"], [data-testid="stTextInputRootElement"]');
    if (across < 7.5 && down < 7.5 && !(together && together.contains(other.part)))
      found.push(`${one.name} / ${other.name}: ${across.toFixed(1)} ${down.toFixed(1)}`);
  }));
  return found;
}"""
"""Targets lower than 56 px, narrower than 36 px, or less than 8 px apart; what lies above the rest of the page (the bar
at the bottom, the header) is apart by itself, and points of a picture have its table beside them."""

SIGNS = """() => {
  const signs = document.body.innerText.match(/\\p{Extended_Pictographic}/gu) || [];
  const found = signs.filter(sign => !'©®™'.includes(sign));
  for (const part of document.querySelectorAll('.verdict, .chip, .jump:is(.is-legal, .is-later, .is-illegal), .show')) {
    if (!part.checkVisibility()) continue;
    const shape = part.querySelector('.icon'), colour = getComputedStyle(part).backgroundColor;
    if (!part.innerText.trim() || !shape || !shape.getBoundingClientRect().width || colour === 'rgba(0, 0, 0, 0)')
      found.push(part.outerHTML.slice(0, 160));
  }
  return found;
}"""
"""Emoji, and verdicts that are not word, icon and colour together."""


FOCUSED = """() => {
  const part = document.activeElement, box = part.getBoundingClientRect();
  if (part === document.body) return null;
  const around = [part, part.parentElement, part.closest('[data-baseweb], [data-testid$="RootElement"]')];
  const seen = around.filter(Boolean).map(one => getComputedStyle(one)).some(style =>
    style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2);
  return [seen && box.bottom > 0 && box.top < innerHeight, part.outerHTML.slice(0, 120)];
}"""
"""Whether what has the focus is seen to have it, and what it is; null where nothing has."""


@pytest.fixture(scope="session")
def links(first_server: Server) -> dict[str, str]:
    """Matches kept on the server: the links of each, as ``demo.keeper``."""
    matches = ROOT / "data" / "matches"
    with open_store(first_server.database) as store:
        kept = {
            "demo": import_match(store, load_match(matches / "demo.yaml")),
            "seven": import_match(store, load_match(matches / "penalty-7.yaml")),
            "long": _with_long_names(store),
            "over": create_match(store, a_match()),
        }
        append(store, kept["over"].match_id, 0, [START, *OVER], Actor(kept["over"].keeper.secret))
        entry = {"entry": "substitute", "team": "red", "out": ["r2"], "in": ["r5"]}
        propose(store, kept["demo"].match_id, 16, "red", [entry], Actor(kept["demo"].captains["red"].secret, "Ben"))
    return {
        f"{name}.{role}": link.secret
        for name, made in kept.items()
        for role, link in {"keeper": made.keeper, "public": made.public, **made.captains}.items()
    }


def _with_long_names(store: Store) -> NewMatch:
    data = a_match().as_data()
    for key, team in data["teams"].items():
        team["name"] = f"Club de Polo Hípico y Social Nuestra Señora de la Ñ {key}"
        for player in team["players"]:
            player["name"] = f"{LONG} {player['id']}"
        team["players"][4]["handicap"] = 1.5
    made = create_match(store, Match.model_validate(data))
    hurt = {"entry": "unable", "team": "red", "player": "r4", "reason": "injury"}
    append(store, made.match_id, 0, [START, hurt], Actor(made.keeper.secret))
    return made


@pytest.mark.parametrize("group", STATES)
def test_everywhere(group: str, shows: Shows, settled: Settled, server: Server, links: dict[str, str]) -> None:
    found: list[str] = []
    page = shows("/")

    def listen(request: Request) -> None:
        if not _is_own(request.url, server.address):
            found.append(request.url)

    page.on("request", listen)
    for state in STATES[group]:
        address = re.sub(r"\{(.*?)\}", lambda name: links[name[1]], state.address)
        shows(address + ("&" if "?" in address else "?") + "lang=en")
        for part in state.taps:
            page.locator(part).first.click()
            settled(page)
        page.evaluate("document.querySelectorAll('details.more').forEach(part => { part.open = true; })")
        wrong = [*_look(page), *page.evaluate(TARGETS), *page.evaluate(SIGNS)]
        page.emulate_media(color_scheme="dark")
        # The other language by one tap; the laptop's width with it.
        page.locator(".st-key-language button").click()
        expect(page.locator('[data-testid="stMain"] div[lang="en"]')).to_have_count(0)
        settled(page)
        wrong += [*page.evaluate(TARGETS), *page.evaluate(SIGNS)]
        wrong += [f"in English: {text}" for text in in_english(page)]
        for width in (390, 768, 1280):
            page.set_viewport_size({"width": width, "height": 844})
            wrong += [f"scrolls sideways at {width} px"] if is_wide(page) else []
            header = page.locator(".st-key-match-bar")
            if header.count() and (box := header.bounding_box()) and box["height"] > 110:
                wrong.append(f"the header takes {box['height']} px at {width} px")
        wrong += _look(page)
        found += [f"{state.address} {state.taps or ''}: {one}" for one in wrong]
    page.remove_listener("request", listen)
    assert not found, "\n".join(found)


def _look(page: Page) -> list[str]:
    """What axe-core calls serious or critical; of contrast above AA only where verdicts and figures stand.

    It judges colours of what is on the screen and no other, so the screen is made as high as the page.
    """
    assert page.viewport_size is not None
    high: int = page.locator('[data-testid="stMain"]').evaluate("main => main.scrollHeight")
    page.set_viewport_size({"width": page.viewport_size["width"], "height": max(844, min(high, MOST_HIGH))})
    found = []
    for violation in Axe().run(page, options=OPTIONS).response["violations"]:
        known, _ = OF_STREAMLIT.get(violation["id"], ("", ""))
        for node in violation["nodes"]:
            if violation["impact"] not in ("serious", "critical") or (known and known in node["html"]):
                continue
            if violation["id"] == "color-contrast-enhanced" and not _is_in_the_sun(page, node["target"][0]):
                continue
            found.append(f"{violation['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}")
    return found


def _is_in_the_sun(page: Page, selector: str) -> bool:
    inside: bool = page.evaluate(
        "([part, places]) => Boolean(document.querySelector(part)?.closest(places))",
        [selector, ", ".join(READ_IN_THE_SUN)],
    )
    return inside


def _is_own(url: str, server: str) -> bool:
    return url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))


@pytest.mark.parametrize("address", ["/", "/match?match=demo", "/kept?link={demo.keeper}", "/matches"])
def test_the_keyboard_sees_where_it_is(address: str, shows: Shows, links: dict[str, str]) -> None:
    page = shows(re.sub(r"\{(.*?)\}", lambda name: links[name[1]], address))
    unseen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen = page.evaluate(FOCUSED)
        if seen is not None and not seen[0]:
            unseen.append(seen[1])
    assert not unseen, "\n".join(unseen)
