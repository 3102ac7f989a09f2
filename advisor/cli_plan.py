"""What the commands ``plan`` and ``bench`` write: text, JSON, a page for a phone, paper."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs, urlsplit

from advisor.errors import InputError, InputErrors, StoreError
from advisor.match import Player
from advisor.matchfile import Document
from advisor.plan.bench import Bench, choose_bench
from advisor.plan.html import MOST_BYTES, plan_html
from advisor.plan.pdf import PlannedMatch, day_pdf, plan_pdf
from advisor.plan.plan import Plan, make_plan
from advisor.plan.said import Said, say_plan
from advisor.plan.said_bench import say_bench
from advisor.rulebook import Language
from advisor.text import Page
from advisor.words import translator

LANGUAGES: tuple[Language, Language] = ("en", "es")


class Planned(NamedTuple):
    """A match file and the plans of its teams, or of the one asked for."""

    document: Document
    plans: tuple[Plan, ...]


class Progress:
    """Shows at a terminal how far the work is, on a line of standard error that is wiped at its end."""

    def __init__(self, language: Language) -> None:
        self._ = translator(language)
        self._shown = 0

    def __call__(self, done: int, steps: int) -> None:
        """So many of so many steps are done."""
        stream = sys.stderr
        if stream is None or not stream.isatty():
            return
        said = "" if done >= steps else self._("step {done} of {steps}").format(done=done + 1, steps=steps)
        stream.write("\r" + said.ljust(self._shown) + ("" if said else "\r"))
        stream.flush()
        self._shown = len(said)


def make_plans(
    documents: Sequence[Document], team: str | None, lineup: Sequence[str] | None, language: Language
) -> list[Planned]:
    """The plans of the team, or of both teams, of every match. Raises InputError, EngineDisagreement."""
    progress = Progress(language)
    planned = []
    for document in documents:
        teams = [team] if team is not None else list(document.match.teams)
        try:
            plans = [make_plan(document.match, one, lineup, language=language, progress=progress) for one in teams]
        except InputError as error:
            raise _placed(error, document) from None
        planned.append(Planned(document, tuple(plans)))
    return planned


def _placed(error: InputError, document: Document) -> InputErrors:
    """The error with its place in the document, where it is about the document."""
    placed = []
    for one in error.errors:
        about = one.path[:1] in (("journal",), ("teams",))
        line, source = (document.line_of(one.path), document.name) if about else (None, "")
        placed.append(InputError(one.path, one.pattern, one.facts, line=line, source=source))
    return InputErrors(placed)


def plans_json(planned: Sequence[Planned]) -> str:
    """One plan as it is; several as a list, each under the name of its file."""
    plans = [(one.document.name, plan) for one in planned for plan in one.plans]
    if len(plans) == 1:
        return plans[0][1].model_dump_json(by_alias=True, indent=2) + "\n"
    listed = [{"file": name, "plan": plan.model_dump(mode="json", by_alias=True)} for name, plan in plans]
    return json.dumps(listed, indent=2, ensure_ascii=False) + "\n"


def plans_text(planned: Sequence[Planned], language: Language, page: Page) -> str:
    """Every plan as text."""
    for one in planned:
        for plan in one.plans:
            page.gap()
            _write_plan(say_plan(one.document.match, plan, language), page)
    return str(page)


def _write_plan(said: Said, page: Page) -> None:
    page.line(said.title, style="title")
    if said.subtitle:
        page.line(said.subtitle)
    for label, value in said.facts:
        page.line(f"{label}: {value}")
    for card in said.cards:
        page.gap()
        page.line(card.title, style="title")
        for block in card.blocks:
            page.line(block.title, 2)
            for number, answer in enumerate(block.answers, 1):
                page.line(answer, 4, "good" if number == 1 else "plain", bullet=f"{number}. ")
            for remark in block.remarks:
                page.line(remark, 4, bullet="- ")
    page.gap()
    page.line(said.words["legend"])
    sections = (
        (said.words["starters"], said.starters),
        (said.words["warnings"], said.warnings),
        (said.words["not-checked"], said.not_checked),
    )
    for title, lines in sections:
        if lines:
            page.gap()
            page.line(title, style="title")
            for line in lines:
                page.line(line, 2, bullet="- ")


def plans_html(planned: Sequence[Planned], lineup: Sequence[str] | None, language: Language) -> bytes:
    """Every plan in every language as one file for a phone. Raises InputError where it would be too large."""
    said = list(_in_languages(planned, lineup, language))
    html = plan_html(said).encode()
    if len(html) > MOST_BYTES:
        facts = {"size": str(len(html) // 1000), "most": str(MOST_BYTES // 1000)}
        raise InputError(
            ("html",), "the file would have {size} kB, more than {most}; name one --team, or fewer matches", facts
        )
    return html


def _in_languages(planned: Sequence[Planned], lineup: Sequence[str] | None, language: Language) -> Iterator[Said]:
    for one in planned:
        for plan in one.plans:
            yield say_plan(one.document.match, plan, language)
    for other in LANGUAGES:
        if other != language:
            for one in planned:
                for plan in one.plans:
                    # Some of its sentences are made where the plan is.
                    again = make_plan(one.document.match, plan.team, lineup, language=other)
                    yield say_plan(one.document.match, again, other)


def plans_pdf(planned: Sequence[Planned], language: Language, link: str = "") -> bytes:
    """One plan on a page; several as the print of a day, with the sheet and the QR code of every match.

    ``link``: the public address of a match, in which ``{name}`` stands for the name of its file without ending.
    """
    if len(planned) == 1 and len(planned[0].plans) == 1:
        one = planned[0]
        return plan_pdf(say_plan(one.document.match, one.plans[0], language), _link(link, one.document))
    matches = [
        PlannedMatch(
            one.document.match,
            tuple(say_plan(one.document.match, plan, language) for plan in one.plans),
            _link(link, one.document),
        )
        for one in planned
    ]
    return day_pdf(matches, language)


def _link(link: str, document: Document) -> str:
    return link.replace("{name}", Path(document.name).stem)


def event_pdf(link: str, server: str, language: Language) -> bytes:
    """All of an event's day in one print. ``link``: its organiser's, whole or the secret alone; ``server``: the app's.

    Raises InputError where the link opens no event, or the database cannot be read.
    """
    # The store's libraries are loaded only here: plans of files do without.
    from advisor.plan.day import load_day, print_day
    from advisor.store import Actor, default_address, open_store

    secret = parse_qs(urlsplit(link).query).get("event", [link])[0]
    try:
        with open_store(default_address()) as store:
            day = load_day(store, Actor(secret))
    except StoreError as error:
        raise InputError(("event",), error.pattern, error.facts) from None
    if not day.matches:
        raise InputError(("event",), "the event has no match with a public link; begin one first")
    return print_day(day, language, server, Progress(language))


def make_bench(
    document: Document,
    team: str,
    players: Sequence[Player],
    size: int,
    lineup: Sequence[str] | None,
    language: Language,
) -> Bench:
    """Whom to bring. Raises InputError, EngineDisagreement, SolverFailure."""
    progress = Progress(language)
    try:
        return choose_bench(document.match, team, players, size, lineup, language=language, progress=progress)
    except InputError as error:
        raise _placed(error, document) from None


def bench_text(document: Document, bench: Bench, language: Language, page: Page) -> str:
    """A bench as text."""
    said = say_bench(document.match, bench, language)
    page.line(said.headline, style="title")
    for fact in (*said.aims, *said.facts):
        page.line(fact, 2)
    page.gap()
    for line in said.losses:
        page.line(line, 2, bullet="- ")
    for one in said.uncovered:
        page.gap()
        page.line(one.title, style="bad")
        for line in one.remedies:
            page.line(line, 2)
        for line in one.reasons:
            page.line(line, 4, bullet="- ")
    page.gap()
    page.line(said.second_heading, style="title")
    for line in said.second:
        page.line(line, 2, bullet="- ")
    page.gap()
    for line in said.not_checked:
        page.line(line, 2, bullet="- ")
    return str(page)
