"""The command line: ``polo-advisor advise | verify | compare | audit | sheet | ...``.

Exit status: 0; 1 where ``verify`` says not legal now, ``audit`` found a breach, somebody of a placement stands wrong,
or a chain does not hold; 2 for input errors; 3 where the engines disagree or the solver fails. Whatever happens, one
line says it, and never a traceback.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from advisor.answer_types import Advice, Audit, Verdict
from advisor.answers import Inquiry
from advisor.batch import (
    NEEDED,
    Problem,
    Problems,
    Request,
    answer_lines,
    answer_lines_in_processes,
    ask,
    check_options,
    missing,
    problems_of,
)
from advisor.compare import Comparison
from advisor.errors import InputError, InputErrors, KeyPath, Phrase, one_line, quoted, render_path, shortened
from advisor.matchfile import Document, load_match, match_schema
from advisor.rulebook import Language
from advisor.text import Page, say_advice, say_audit, say_comparison, say_verdict
from advisor.words import translator

PROGRAM = "polo-advisor"
COMMANDS = (
    *("advise", "verify", "compare", "audit", "plan", "bench", "sheet", "placement"),
    *("verify-journal", "schema", "serve", "batch"),
)
ROOT = Path(__file__).resolve().parent.parent
"""Where ``app.py`` is, beside the package."""

_OPTIONS = (
    "team",
    "lineup",
    "a",
    "b",
    "limit",
    "repairs",
    "order",
    "clock",
    "lang",
    "jobs",
    "port",
    "address",
    "out",
    "link",
    "html",
    "pdf",
    "from",
    "size",
    "event",
)
_MOST_JOBS = 64
_LONGEST_LINK = 500
_MOST_BROUGHT = 12
_BENCH_NEEDS = {"team": Phrase("the key of a team"), "from": Phrase("the path of a club's list")}
_EVENT_NEEDS = {"do": "--event", "need": Phrase("the path of the PDF to write, or -")}
_SHEET_NEEDS = {
    "out": Phrase("the path of the PDF to write, or -"),
    "team": Phrase("the key of the team whose lineup it is"),
    "lineup": Phrase("a list of player ids"),
}

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Tells captains and umpires of a polo match which lineups are legal, and which is best.",
)

MatchFile = Annotated[
    str | None, typer.Argument(metavar="MATCH", show_default=False, help="A match file (YAML or JSON), or - for stdin.")
]
TeamKey = Annotated[str | None, typer.Option("--team", metavar="T", help="The team's key in the match file.")]
Clock = Annotated[
    str | None, typer.Option("--clock", metavar="SECONDS", help="How much of the current period is played.")
]
Lang = Annotated[str, typer.Option("--lang", metavar="en|es", help="The language of the answer.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
def advise(
    match: MatchFile = None,
    team: TeamKey = None,
    limit: Annotated[
        str, typer.Option(metavar="N|all", help="The best so many lineups, now and at the period's end.")
    ] = "20",
    order: Annotated[str, typer.Option(metavar="net|strongest|board|fewest", help="Which lineups come first.")] = "net",
    clock: Clock = None,
    explain: Annotated[bool, typer.Option("--explain", help="Say how every figure was worked out.")] = False,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> int:
    """Which lineups are legal for a team now, best first, and why the others are not."""
    options = {"team": team, "limit": None if limit == "all" else _number(limit), "order": order, "explain": explain}
    return _answer("advise", match, options, clock, lang, as_json)


@app.command()
def verify(
    match: MatchFile = None,
    team: TeamKey = None,
    lineup: Annotated[
        str | None, typer.Option(metavar="ID,ID,...", help="The players' ids, with commas between.")
    ] = None,
    repairs: Annotated[str, typer.Option(metavar="N", help="So many of the nearest legal lineups.")] = "3",
    clock: Clock = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> int:
    """Whether a lineup is legal now, and every rule that it breaks. Exit status 1 where it is not."""
    options = {"team": team, "lineup": _ids(lineup), "repairs": _number(repairs)}
    return _answer("verify", match, options, clock, lang, as_json)


@app.command()
def compare(
    match: MatchFile = None,
    team: TeamKey = None,
    a: Annotated[str | None, typer.Option(metavar="ID,ID,...", help="One lineup, the players' ids.")] = None,
    b: Annotated[str | None, typer.Option(metavar="ID,ID,...", help="The other lineup.")] = None,
    clock: Clock = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> int:
    """Two lineups side by side, and what each leaves if somebody is hurt next."""
    return _answer("compare", match, {"team": team, "a": _ids(a), "b": _ids(b)}, clock, lang, as_json)


@app.command()
def audit(match: MatchFile = None, clock: Clock = None, lang: Lang = "en", as_json: AsJson = False) -> int:
    """Every entry of the journal that broke a rule. Exit status 1 where there is one."""
    return _answer("audit", match, {}, clock, lang, as_json)


@app.command()
def plan(
    matches: Annotated[
        list[str] | None, typer.Argument(metavar="MATCH...", show_default=False, help="Match files, or - for stdin.")
    ] = None,
    team: TeamKey = None,
    lineup: Annotated[
        str | None, typer.Option(metavar="ID,ID,...", help="Who is planned to start; else the strongest legal lineup.")
    ] = None,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="A page for a phone without a network.")] = None,
    pdf: Annotated[
        str | None, typer.Option(metavar="FILE", help="A page to print; of several plans all of a day.")
    ] = None,
    link: Annotated[
        str, typer.Option(metavar="ADDRESS", help="For QR codes: a match's address; {name} stands for its file's name.")
    ] = "",
    event: Annotated[
        str | None, typer.Option(metavar="LINK", help="An organiser's link, and no files: all matches of the event.")
    ] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> int:
    """What to do if a player is lost, for each on the field: hurt, sent off, disabled by a foul."""
    from advisor.cli_plan import event_pdf, make_plans, plans_html, plans_json, plans_pdf, plans_text

    language = _language(lang)
    _check_link(link)
    if event is not None:
        if pdf is None:
            raise InputError(("pdf",), "{key} is missing; {do} needs {need}", {"key": "pdf", **_EVENT_NEEDS})
        _write_file(pdf, event_pdf(event, link, language), "pdf")
        return 0
    _needed_path("plan", matches[0] if matches else None)
    documents = [_load(path) for path in matches or ()]
    planned = make_plans(documents, team, _ids(lineup), language)
    if html is not None:
        _write_file(html, plans_html(planned, _ids(lineup), language), "html")
    if pdf is not None:
        _write_file(pdf, plans_pdf(planned, language, link), "pdf")
    if as_json:
        _write(plans_json(planned))
    elif html is None and pdf is None:
        _write(plans_text(planned, language, _page()))
    return 0


@app.command()
def bench(
    match: MatchFile = None,
    team: TeamKey = None,
    source: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="The club's list: YAML, CSV, XLSX, or a line a player.")
    ] = None,
    size: Annotated[str, typer.Option(metavar="K", help="Bring at most so many.")] = "4",
    lineup: Annotated[
        str | None, typer.Option(metavar="ID,ID,...", help="Who is planned to start; else the strongest legal lineup.")
    ] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> int:
    """Whom to bring: of a club's list the substitutes that cover most losses."""
    from advisor.cli_plan import bench_text, make_bench
    from advisor.plan.clublist import load_club_list

    path = _needed_path("bench", match)
    for key, value in (("team", team), ("from", source)):
        if value is None:
            facts = {"key": key, "do": "bench", "need": _BENCH_NEEDS[key]}
            raise InputError((key,), "{key} is missing; {do} needs {need}", facts)
    language = _language(lang)
    document = _load(path)
    found = make_bench(
        document, str(team), load_club_list(str(source)), _whole("size", size, 1, _MOST_BROUGHT), _ids(lineup), language
    )
    if as_json:
        _write(found.model_dump_json(by_alias=True, indent=2) + "\n")
    else:
        _write(bench_text(document, found, language, _page()))
    return 0


@app.command()
def sheet(
    match: MatchFile = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Where the PDF goes, or - for stdout.")] = None,
    team: TeamKey = None,
    lineup: Annotated[
        str | None, typer.Option(metavar="ID,ID,...", help="With --team: a ruling on this lineup, not the whole match.")
    ] = None,
    link: Annotated[str, typer.Option(metavar="ADDRESS", help="An address to print as a QR code.")] = "",
    clock: Clock = None,
    lang: Lang = "en",
) -> int:
    """A sheet to print, as PDF: the whole match, or the ruling on one lineup."""
    from advisor.sheet import match_sheet, ruling_sheet

    path = _needed_path("sheet", match)
    for key, value in (("out", out), ("team", team or lineup is None), ("lineup", lineup is not None or team is None)):
        if not value:
            facts = {"key": key, "do": "sheet", "need": _SHEET_NEEDS[key]}
            raise InputError((key,), "{key} is missing; {do} needs {need}", facts)
    given = {"do": "audit" if team is None else "verify", "team": team, "lineup": _ids(lineup), "lang": _language(lang)}
    options = check_options({**given, "clock": None if clock is None else _number(clock)})
    _check_link(link)
    document = _load(path)
    try:
        if options.team is None or options.lineup is None:
            pdf = match_sheet(document.match, language=_language(lang), clock=options.clock, link=link)
        else:
            pdf = ruling_sheet(
                document.match, options.team, options.lineup, language=_language(lang), clock=options.clock, link=link
            )
    except InputError as error:
        raise InputErrors([_placed(inner, document) for inner in error.errors]) from None
    _write_file(str(out), pdf)
    return 0


def _check_link(link: str) -> None:
    if len(link.encode()) > _LONGEST_LINK:
        raise InputError(("link",), "the address is too long for a QR code; give one of at most 500 signs")


@app.command("verify-journal")
def verify_journal(match: MatchFile = None, lang: Lang = "en", as_json: AsJson = False) -> int:
    """Whether the chain of hashes of an exported match file holds. Exit status 1 where it does not."""
    # The store's libraries are loaded only here: the other commands do without.
    from advisor.store.chain import verify_journal as check_chain

    document = _load(_needed_path("verify-journal", match))
    language = _language(lang)
    found = check_chain(document)
    message = found.translated(translator(language))
    if as_json:
        answer = {"holds": found.holds, "entry": found.entry, "entries": len(document.match.journal)}
        _write(json.dumps(answer | {"message": message}, indent=2, ensure_ascii=False) + "\n")
    else:
        line = None if found.entry is None else document.line_of(("journal", found.entry))
        place = [one_line(document.name)] + ([translator(language)("line {line}").format(line=line)] if line else [])
        _write(f"{', '.join(place)}: {message}\n")
    return 0 if found.holds else 1


@app.command()
def placement(
    file: Annotated[
        str | None,
        typer.Argument(metavar="FILE", show_default=False, help="A placement file (YAML or JSON), or - for stdin."),
    ] = None,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="Write a sheet with the diagram, as PDF.")] = None,
    lang: Lang = "en",
    as_json: AsJson = False,
) -> int:
    """Who stands right before a penalty or a throw-in. Exit status 1 where somebody does not."""
    from advisor.play.placement import judge, load_placement, say_judgement

    if file is None:
        facts = {"key": "FILE", "do": "placement", "need": Phrase("the path of a placement file, or -")}
        raise InputError(("FILE",), "{key} is missing; {do} needs {need}", facts)
    if file == "-":
        _stdin()
    language = _language(lang)
    placed = load_placement(file)
    judgement = judge(placed, language)
    if out is not None:
        from advisor.fieldsheet import field_sheet

        _write_file(out, field_sheet(placed, language=language))
    elif as_json:
        _write(judgement.model_dump_json(indent=2) + "\n")
    else:
        _write("".join(f"{one_line(line)}\n" for line in say_judgement(placed, judgement, language)))
    return 0 if judgement.right else 1


@app.command()
def schema() -> int:
    """Print the JSON Schema of a match file."""
    _write(json.dumps(match_schema(), indent=2, ensure_ascii=False) + "\n")
    return 0


@app.command()
def batch(
    jobs: Annotated[str, typer.Option(metavar="N", help="Work with so many processes.")] = "1",
    lang: Annotated[str, typer.Option(metavar="en|es", help="The language of lines that name none.")] = "en",
) -> int:
    """Answer JSON questions from standard input, one a line, each with one line, in the same order.

    A line: {"do": "verify", "match": {...}, "team": "red", "lineup": ["r1", "r2", "r3", "r5"]}.
    do is advise, verify, compare or audit; the other keys are the options of that command.
    """
    language = _language(lang)
    count = _whole("jobs", jobs, 1, _MOST_JOBS)
    source, target = _stdin(), _stdout()
    try:
        if count == 1 or sys.platform == "win32":
            answer_lines(source.buffer, target.buffer, language)
        else:
            answer_lines_in_processes(source.fileno(), target.buffer, count, language)
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        raise _unfit("standard input or output cannot be used: {reason}", error) from None
    return 0


@app.command()
def serve(
    port: Annotated[str, typer.Option(metavar="PORT", help="The port to listen on.")] = "8501",
    address: Annotated[
        str, typer.Option(metavar="ADDRESS", help="The address to listen on; 127.0.0.1 is this computer only.")
    ] = "0.0.0.0",
) -> int:
    """Start the web app, for this computer and for phones on the same network."""
    number = _whole("port", port, 1, 65535)
    script = ROOT / "app.py"
    if not script.is_file():
        raise InputError((), "app.py is not beside the package; install from a clone of the project", source=PROGRAM)
    _check_free(address, number)
    command = [sys.executable, "-m", "streamlit", "run", str(script)]
    command += ["--server.port", str(number), "--server.address", address]
    if sys.platform == "win32":
        # There execv quotes nothing and gives the prompt back while the app still runs.
        return subprocess.call(command)
    if sys.stdout is not None:
        sys.stdout.flush()
    os.execv(sys.executable, command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command line (by default this process's own) and gives its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    as_json, language = "--json" in given, _language_in(given)
    try:
        return _run(given)
    except InputError as error:
        _show(error, as_json and not isinstance(error, _OutputError), language)
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as error:
        problems = problems_of(error, language)
        _show_problems(problems, [f"{PROGRAM}: {one_line(problem.message)}" for problem in problems.errors], as_json)
        return 3


def _run(arguments: list[str]) -> int:
    first = arguments[0] if arguments else None
    if first is None:
        facts = {"key": "command", "words": ", ".join(COMMANDS)}
        raise InputError(("command",), "{key} is missing; {key} must be one of: {words}", facts)
    if not first.startswith("-") and first not in COMMANDS:
        facts = {"found": quoted(first), "key": "command", "words": ", ".join(COMMANDS)}
        raise InputError(("command",), "{found} found; {key} must be one of: {words}", facts)
    try:
        status = typer.main.get_command(app).main(arguments, prog_name=PROGRAM, standalone_mode=False)
    except typer.TyperException as error:
        raise _usage_error(error, first) from None
    return int(status or 0)


def _usage_error(error: typer.TyperException, command: str) -> InputError:
    facts = {"help": f"{PROGRAM} {command} --help" if command in COMMANDS else f"{PROGRAM} --help"}
    option = getattr(error, "option_name", None)
    if option and type(error).__name__ == "NoSuchOption":
        path, message = (str(option),), "no such option; {help} lists those that there are"
    elif option and "requires an argument" in error.format_message():
        path, message = (str(option),), "a value is missing; {help} says which"
    else:
        path, message = ("command",), "{problem}; {help} shows what can be given"
        facts["problem"] = shortened(error.format_message().rstrip("."), 200)
    return InputError(path, message, facts)


# -- advise, verify, compare, audit ----------------------------------------------------------------------------------


def _answer(
    do: Literal["advise", "verify", "compare", "audit"],
    path: str | None,
    given: dict[str, Any],
    clock: str | None,
    lang: str,
    as_json: bool,
) -> int:
    for key in NEEDED:
        if key in given and given[key] is None:
            raise missing(do, key)
    path = _needed_path(do, path)
    language = _language(lang)
    options = check_options({**given, "do": do, "lang": language, "clock": None if clock is None else _number(clock)})
    document = _load(path)
    request = Request.model_construct(match=document.match, **dict(options))
    try:
        inquiry = Inquiry(document.match, request.clock, language)
        answer = ask(request, inquiry)
    except InputError as error:
        raise InputErrors([_placed(inner, document) for inner in error.errors]) from None
    if as_json:
        _write(answer.model_dump_json(by_alias=True, indent=2) + "\n")
    else:
        _write(_say(inquiry, answer, document))
    if isinstance(answer, Audit):
        return 1 if answer.breaches else 0
    return 1 if isinstance(answer, Verdict) and answer.status != "legal" else 0


def _say(inquiry: Inquiry, answer: Advice | Verdict | Comparison | Audit, document: Document) -> str:
    page = _page()
    if isinstance(answer, Advice):
        return say_advice(inquiry, answer, page)
    if isinstance(answer, Verdict):
        return say_verdict(inquiry, answer, page)
    if isinstance(answer, Comparison):
        return say_comparison(inquiry, answer, page)
    return say_audit(inquiry, answer, page, lambda number: document.line_of(("journal", number)))


def _page() -> Page:
    """As wide as the terminal and coloured, where the answer goes to one."""
    on_screen = sys.stdout is not None and sys.stdout.isatty()
    colour = on_screen and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Page(shutil.get_terminal_size().columns if on_screen else None, colour)


def _needed_path(do: str, path: str | None) -> str:
    if path is None:
        facts = {"key": "MATCH", "do": do, "need": Phrase("the path of a match file, or -")}
        raise InputError(("MATCH",), "{key} is missing; {do} needs {need}", facts)
    return path


def _load(path: str) -> Document:
    if path == "-":
        _stdin()
    return load_match(path)


def _placed(error: InputError, document: Document) -> InputError:
    """The error with its place in the document, where it is about the document."""
    if error.path[:1] != ("journal",):
        return error
    line = document.line_of(error.path)
    return InputError(error.path, error.pattern, error.facts, line=line, source=document.name)


# -- values ----------------------------------------------------------------------------------------------------------


def _number(text: str) -> int | str:
    """The whole number that a text is; another text stays, and is refused with the other wrong values."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else text


def _ids(text: str | None) -> list[str] | None:
    """The ids that a text lists; no text is no list."""
    if text is None:
        return None
    return [player.strip() for player in text.split(",")] if text.strip() else []


def _whole(key: str, text: str, lowest: int, highest: int) -> int:
    number = _number(text)
    if isinstance(number, str) or not lowest <= number <= highest:
        facts = {"found": quoted(text), "key": key, "lowest": str(lowest), "highest": str(highest)}
        raise InputError((key,), "{found} found; {key} must be a whole number from {lowest} to {highest}", facts)
    return number


def _language(text: str) -> Language:
    if text == "en":
        return "en"
    if text == "es":
        return "es"
    facts = {"found": quoted(text), "key": "lang", "words": "en, es"}
    raise InputError(("lang",), "{found} found; {key} must be one of: {words}", facts)


def _language_in(arguments: Sequence[str]) -> Language:
    """The language that a command line asks for, also where it cannot be read."""
    for number, argument in enumerate(arguments):
        if argument == "--lang=es" or (argument == "--lang" and arguments[number + 1 : number + 2] == ["es"]):
            return "es"
    return "en"


def _check_free(address: str, port: int) -> None:
    """Raises InputError where nothing can listen there."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as listener:
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(place)
            listener.listen()
    except (OSError, UnicodeError) as error:
        reason = shortened(getattr(error, "strerror", None) or str(error))
        facts = {"port": str(port), "address": shortened(address), "reason": reason}
        message = "port {port} of {address} cannot be used: {reason}; give another by --port or --address"
        raise InputError(("port",), message, facts) from None


class _OutputError(InputError):
    """Standard output cannot be used, so that it can only be said on standard error."""


# -- streams ---------------------------------------------------------------------------------------------------------


def _stdin() -> Any:
    if sys.stdin is None:
        raise InputError((), "standard input is closed; give the path of a match file", source="standard input")
    return sys.stdin


def _stdout() -> Any:
    if sys.stdout is None:
        raise _OutputError((), "standard output is closed; nothing can be answered", source="standard output")
    return sys.stdout


def _unfit(message: str, error: OSError) -> InputError:
    return _OutputError((), message, {"reason": shortened(error.strerror or type(error).__name__)}, source=PROGRAM)


def _write(text: str) -> None:
    """Writes to standard output: as UTF-8, or what the terminal can show."""
    stream = _stdout()
    try:
        data = text.encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        data = text.replace("½", ".5").encode(stream.encoding, "replace")
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        _discard_output()
    except OSError as error:
        _discard_output()
        raise _unfit("standard output cannot be written: {reason}", error) from None


def _write_file(path: str, data: bytes, key: str = "out") -> None:
    """Writes a file, or standard output for ``-``."""
    try:
        if path == "-":
            _stdout().buffer.write(data)
            _stdout().buffer.flush()
        else:
            Path(path).write_bytes(data)
    except BrokenPipeError:
        _discard_output()
    except (OSError, ValueError) as error:
        reason = shortened(getattr(error, "strerror", None) or type(error).__name__)
        raise InputError((key,), "{out} cannot be written: {reason}", {"out": quoted(path), "reason": reason}) from None


def _discard_output() -> None:
    """Nobody reads on: what is still to be flushed goes nowhere."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def _show(error: InputError, as_json: bool, language: Language) -> None:
    """Prints input errors: one line each on standard error, or as JSON."""
    translate = translator(language)
    problems = []
    lines = []
    for inner in error.errors:
        message = inner.translated(translate)
        problems.append(Problem(where=inner.where, message=message))
        lines.append(f"{_where(inner, language)}: {one_line(message)}")
    _show_problems(Problems(errors=problems), lines, as_json)


def _where(error: InputError, language: Language) -> str:
    _ = translator(language)
    parts = [_(one_line(error.source))] if error.source else []
    if error.line is not None:
        parts.append(_("line {line}").format(line=error.line))
    if error.path:
        # Of what is read from a file the path is a place in it, whatever options there are.
        parts.append(render_path(error.path) if error.source else _option_or_path(error.path))
    return ", ".join(parts) or PROGRAM


def _option_or_path(path: KeyPath) -> str:
    rendered = render_path(path)
    return f"--{rendered}" if path[0] in _OPTIONS else rendered


def _show_problems(problems: Problems, lines: Sequence[str], as_json: bool) -> None:
    if as_json:
        try:
            _write(problems.model_dump_json(indent=2) + "\n")
            return
        except _OutputError:
            pass
    if sys.stderr is not None:
        try:
            sys.stderr.write("".join(line + "\n" for line in lines))
            sys.stderr.flush()
        except OSError:
            pass


if __name__ == "__main__":
    sys.exit(main())
