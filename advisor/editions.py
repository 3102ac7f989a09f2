"""Which rulebook editions there are: one data file each, read once.

An edition or federation is added by a file in ``data/rulebooks``, or in a folder named with :func:`add_folder`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

DATA = Path(__file__).parents[1] / "data"
_folders = [DATA / "rulebooks"]


def add_folder(folder: Path) -> None:
    """Look for editions in this folder too."""
    _folders.append(folder)
    edition_ids.cache_clear()


@cache
def edition_ids() -> tuple[str, ...]:
    """The ids of all editions, the project's own first: outdoors, then the arena."""
    ids = [sorted((path.stem for path in folder.glob("*.yaml")), reverse=True) for folder in _folders]
    return tuple(edition for group in ids for edition in group)


@cache
def find_edition(edition: str) -> Mapping[str, Any]:
    """The data of an edition. Raises ``KeyError`` where there is none with this id."""
    for folder in _folders:
        path = folder / f"{edition}.yaml"
        if edition in edition_ids() and path.is_file():
            data: Mapping[str, Any] = yaml.load(path.read_text("utf-8"), Loader=yaml.CSafeLoader)
            return data
    raise KeyError(edition)


def figure(edition: str, name: str) -> Any:
    """A figure of an edition as its file gives it: goals in goals."""
    return find_edition(edition)["figures"][name]["value"]


def periods_of(edition: str) -> tuple[int, tuple[int, ...] | None]:
    """Regulation periods of a match that does not say, and the numbers that the rules know; ``None``: any."""
    full = figure(edition, "full_periods")
    return figure(edition, "regulation_periods"), tuple(sorted(full)) if isinstance(full, Mapping) else None
