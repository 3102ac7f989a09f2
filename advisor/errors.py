"""The errors that the advisor raises on purpose; anything else is a defect."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

KeyPath = tuple[str | int, ...]
"""Keys and indices that lead to a place in a match file: ``("journal", 4, "player")``."""


class AdvisorError(Exception):
    """Base of all errors that the advisor raises on purpose."""


class Phrase(str):
    """A fact of an error message that is itself to be translated; facts from the input are plain text."""

    __slots__ = ()


class InputError(AdvisorError):
    """Something in a match file or request that cannot be accepted.

    ``message`` is one line that says what was found and what would do. It may be a pattern with ``facts`` for
    its ``{names}``: :meth:`translated` puts both into another language. ``errors`` is this one, or all of an
    :class:`InputErrors`, so that one ``except InputError`` serves both.
    """

    def __init__(
        self,
        path: Sequence[str | int],
        message: str,
        facts: Mapping[str, str] | None = None,
        *,
        line: int | None = None,
        source: str = "",
    ) -> None:
        super().__init__(tuple(path), message)
        self.path: KeyPath = tuple(path)
        self.pattern = message
        self.facts = dict(facts or {})
        self.line = line
        self.source = source

    @property
    def errors(self) -> tuple[InputError, ...]:
        """All errors at hand."""
        return (self,)

    @property
    def message(self) -> str:
        """The message in English."""
        return self.translated(str)

    @property
    def where(self) -> str:
        """The place, such as ``line 31, journal[4].player``; the file's name where the error has no path."""
        parts = [f"line {self.line}"] if self.line is not None else []
        if self.path:
            parts.append(render_path(self.path))
        else:
            parts.insert(0, one_line(self.source) or "match")
        return ", ".join(parts)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The message translated by, say, a ``gettext``: each part between semicolons, and each phrase."""
        return translated(self.pattern, self.facts, translate)

    def under(self, prefix: Sequence[str | int]) -> InputError:
        """A copy whose path starts further up."""
        path = (*prefix, *self.path)
        return InputError(path, self.pattern, self.facts, line=self.line, source=self.source)

    def at_line(self, line_of: Callable[[KeyPath], int | None]) -> InputError:
        """A copy that knows its line, looked up by its path."""
        return InputError(self.path, self.pattern, self.facts, line=line_of(self.path), source=self.source)

    def __str__(self) -> str:
        return "\n".join(f"{error.where}: {error.message}" for error in self.errors)


class InputErrors(InputError):
    """Several input errors at once (at least one); it stands for the first of them, ``errors`` has all."""

    def __init__(self, errors: Sequence[InputError]) -> None:
        first = errors[0]
        super().__init__(first.path, first.pattern, first.facts, line=first.line, source=first.source)
        self.args = (tuple(errors),)

    @property
    def errors(self) -> tuple[InputError, ...]:
        """All errors at hand."""
        errors: tuple[InputError, ...] = self.args[0]
        return errors

    def under(self, prefix: Sequence[str | int]) -> InputErrors:
        """A copy whose errors' paths start further up."""
        return InputErrors([error.under(prefix) for error in self.errors])

    def at_line(self, line_of: Callable[[KeyPath], int | None]) -> InputErrors:
        """A copy whose errors know their lines."""
        return InputErrors([error.at_line(line_of) for error in self.errors])


class EngineDisagreement(AdvisorError):
    """The solver and the plain check of the rules do not agree on an answer."""


class SolverFailure(AdvisorError):
    """The solver did not finish, so that there is no complete answer."""


class Reason(str):
    """A fact of an error message that is another error's message, in whatever language the whole is said."""

    error: InputError

    def __new__(cls, error: InputError) -> Reason:
        """The message of this error."""
        reason = super().__new__(cls, error.message)
        reason.error = error
        return reason

    def __reduce__(self) -> tuple[type[Reason], tuple[InputError]]:
        return Reason, (self.error,)


class StoreError(AdvisorError):
    """The store could not do what it was asked: what was in the way, and what was and was not saved.

    ``message`` is one line for people; it may be a pattern with ``facts``, as in :class:`InputError`. ``saved`` is
    False where nothing was saved, None where that is not known: the connection broke in the middle of saving.
    """

    def __init__(self, message: str, facts: Mapping[str, str] | None = None, *, saved: bool | None = False) -> None:
        super().__init__(message)
        self.pattern = message
        self.facts = dict(facts or {})
        self.saved = saved

    @property
    def message(self) -> str:
        """The message in English."""
        return self.translated(str)

    def translated(self, translate: Callable[[str], str]) -> str:
        """The message translated by, say, a ``gettext``: each part between semicolons, and each phrase."""
        return translated(self.pattern, self.facts, translate)

    def __str__(self) -> str:
        return self.message


def translated(pattern: str, facts: Mapping[str, str], translate: Callable[[str], str]) -> str:
    """A pattern with its facts, each part of it between semicolons translated, and each phrase of the facts."""
    pattern = "; ".join(translate(part) for part in pattern.split("; "))
    if not facts:
        return pattern
    said = {}
    for name, fact in facts.items():
        if isinstance(fact, Reason):
            fact = fact.error.translated(translate)
        said[name] = translate(fact) if isinstance(fact, Phrase) else fact
    return pattern.format(**said)


def one_line(text: str) -> str:
    """Text from outside made fit for one line: whatever cannot be printed is escaped."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def render_path(path: Sequence[str | int]) -> str:
    """A path as people read it: ``journal[4].player``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{shortened(step)}" if text else shortened(step)
    return text


def shortened(text: str, limit: int = 60) -> str:
    """Text from outside on one line of at most ``limit`` signs."""
    text = one_line(text[: limit + 1])
    return text if len(text) <= limit else text[: limit - 1] + "…"


def quoted(text: str) -> str:
    """Text from outside in quotes, shortened, on one line."""
    return f"'{shortened(text)}'"
