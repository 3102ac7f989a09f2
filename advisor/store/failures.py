"""What a database or a file system reports, as one clear sentence with what was and was not saved."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Literal

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from advisor.errors import StoreError
from advisor.words import mark

Phase = Literal["reading", "writing", "committing"]

FULL = mark("the disk is full")
LOCKED = mark("another program holds the database locked")
READ_ONLY_FILE = mark("the database may only be read here, not written")
READ_ONLY_FOLDER = mark("the database's folder may only be read here, not written")
GONE = mark("the database is gone from its place")
UNREACHABLE = mark("the database does not answer")
BUSY = mark("too many ask the database at once")
REFUSED = mark("the database server refuses this program")
DAMAGED = mark("the database is damaged")
DISK = mark("the disk reports an error")
OTHER = mark("the database reports an error")

NOT_SAVED = mark("nothing was saved")
NOT_READ = mark("it could not be read now, and what was saved before stays saved")
NOT_KNOWN = mark("whether it was saved is not known, so look at the journal before you record it again")

_SQLITE = {
    5: LOCKED,
    6: LOCKED,
    8: READ_ONLY_FILE,
    10: DISK,
    11: DAMAGED,
    13: FULL,
    14: UNREACHABLE,
    26: DAMAGED,
}
_POSTGRES = {
    "25006": READ_ONLY_FILE,
    "40P01": LOCKED,
    "53100": FULL,
    "53300": BUSY,
    "55P03": LOCKED,
    "57014": LOCKED,
    "XX001": DAMAGED,
    "XX002": DAMAGED,
}
_POSTGRES_CLASSES = {"08": UNREACHABLE, "42": REFUSED, "57": UNREACHABLE, "58": DISK}
_SYSTEM = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EACCES: READ_ONLY_FOLDER,
    errno.EPERM: READ_ONLY_FOLDER,
    errno.EROFS: READ_ONLY_FOLDER,
    errno.ENOENT: GONE,
    errno.ENOTDIR: GONE,
}


def store_error(error: DBAPIError | PoolTimeout | OSError, phase: Phase, file: Path | None = None) -> StoreError:
    """The error for people. ``file`` is the SQLite file, or None where a server keeps the database."""
    cause = _cause(error, file)
    if phase == "reading":
        return StoreError(f"{cause}; {NOT_READ}")
    if phase == "committing" and cause in (DISK, GONE, UNREACHABLE, OTHER):
        return StoreError(f"{cause}; {NOT_KNOWN}", saved=None)
    return StoreError(f"{cause}; {NOT_SAVED}")


def _cause(error: DBAPIError | PoolTimeout | OSError, file: Path | None) -> str:
    if isinstance(error, PoolTimeout):
        return BUSY
    if isinstance(error, OSError):
        return _SYSTEM.get(error.errno or 0, DISK)
    if file is not None:
        return _sqlite_cause(getattr(error.orig, "sqlite_errorcode", 0) & 0xFF, file)
    state: str | None = getattr(error.orig, "sqlstate", None)
    if state is None:
        # At connecting the driver knows no state; an answering server says FATAL.
        return REFUSED if "FATAL" in str(error.orig) else UNREACHABLE
    return _POSTGRES.get(state) or _POSTGRES_CLASSES.get(state[:2], OTHER)


def _sqlite_cause(code: int, file: Path) -> str:
    cause = _SQLITE.get(code, OTHER)
    if cause in (READ_ONLY_FILE, UNREACHABLE, DISK):
        if not file.exists():
            return GONE
        if not is_writable(file.parent):
            return READ_ONLY_FOLDER
        if not is_writable(file):
            return READ_ONLY_FILE
    return cause


def is_writable(path: Path) -> bool:
    """Whether the user whom this process acts for may write there."""
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)
