"""A match that somebody is putting in, kept in the address: a reload, a restart or an error loses nothing of it."""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Sequence
from secrets import token_hex
from typing import Any

import streamlit as st

from advisor.ui.parts import address

KEY = "draft"
"""Its key in the address."""

_HELD = "draft-held"
_MOST_IN_ADDRESS = 6_000
_MOST_SIGNS = 200_000


def find_values() -> dict[str, Any]:
    """What has been put in so far, as the address or this session has it. Nobody has checked it yet."""
    written = address.find(KEY)
    held: tuple[str, dict[str, Any]] | None = st.session_state.get(_HELD)
    if held is not None and held[0] == written:
        return held[1]
    return _read(written)


def put(**values: Any) -> None:
    """Put values in; None takes one out."""
    merged = {key: value for key, value in (find_values() | values).items() if value is not None}
    # Tells two drafts with the same content apart, so that one is never made twice by a double tap.
    merged.setdefault("id", token_hex(4))
    written = _write(merged)
    if len(written) > _MOST_IN_ADDRESS:
        written = merged["id"]
    st.session_state[_HELD] = (written, merged)
    address.put(**{KEY: written})


def find_id() -> str:
    """What this draft alone is called; empty where nothing has been put in."""
    return find_text("id")


def find_text(field: str) -> str:
    """A text; empty where there is none."""
    found = find_values().get(field)
    return found if isinstance(found, str) else ""


def find_number(field: str, default: int, lowest: int, highest: int) -> int:
    """A whole number within bounds."""
    found = find_values().get(field)
    return max(lowest, min(highest, found)) if isinstance(found, int) else default


def find_flag(field: str) -> bool:
    """Yes or no; no where nothing was said."""
    return find_values().get(field) is True


def find_choice(field: str, options: Sequence[str], default: str) -> str:
    """One of these; the default where it is none of them."""
    found = find_values().get(field)
    return found if isinstance(found, str) and found in options else default


def find_list(field: str) -> list[str] | None:
    """Some texts; None where nothing was said."""
    found = find_values().get(field)
    return [item for item in found if isinstance(item, str)] if isinstance(found, list) else None


def find_pairs(field: str) -> dict[str, str]:
    """Texts by texts."""
    found = find_values().get(field)
    return {str(key): item for key, item in found.items() if isinstance(item, str)} if isinstance(found, dict) else {}


def _write(values: dict[str, Any]) -> str:
    packed = zlib.compress(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode(), 9)
    return urlsafe_b64encode(packed).decode().rstrip("=")


def _read(written: str) -> dict[str, Any]:
    try:
        packed = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        content = json.loads(zlib.decompressobj().decompress(packed, _MOST_SIGNS))
    except (NoBase64, zlib.error, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}
