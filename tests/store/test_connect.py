from __future__ import annotations

import ipaddress
import xml.etree.ElementTree as ElementTree
from urllib.parse import parse_qs, urlsplit

import pytest

from advisor.store import connect
from advisor.store.connect import NOTICES, find_addresses, link_url, qr_svg


def test_every_address_is_listed_once_the_machines_own_last() -> None:
    found = find_addresses()
    assert len({address.host for address in found}) == len(found)
    assert all(ipaddress.ip_address(address.host) for address in found)
    assert found[-1].reach == "machine"
    assert "127.0.0.1" in {address.host for address in found}


def test_without_a_network_the_machine_itself_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "_outgoing", lambda: None)
    monkeypatch.setattr(connect, "_of_interfaces", lambda: iter(()))
    monkeypatch.setattr(connect, "_of_host_name", lambda: iter(()))
    assert [(a.host, a.reach) for a in find_addresses()] == [("127.0.0.1", "machine")]


def test_a_changed_network_is_seen_at_the_next_look(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "_of_host_name", lambda: iter(()))
    for host in ("10.0.0.7", "192.168.43.5"):
        monkeypatch.setattr(connect, "_outgoing", lambda host=host: host)
        monkeypatch.setattr(connect, "_of_interfaces", lambda host=host: iter([(host, "wlan0")]))
        assert find_addresses()[0] == (host, "wlan0", "network")


def test_a_link_leads_to_its_secret() -> None:
    parts = urlsplit(link_url("10.0.0.7", 8501, "a-b_c/&", "match"))
    assert (parts.scheme, parts.netloc, parts.path) == ("http", "10.0.0.7:8501", "/match")
    assert parse_qs(parts.query) == {"link": ["a-b_c/&"]}
    assert urlsplit(link_url("fe80::1", 80, "x")).port == 80


def test_a_code_is_a_square_drawing_dark_on_white() -> None:
    root = ElementTree.fromstring(qr_svg(link_url("10.0.0.7", 8501, "x" * 32), size=300))
    assert root.tag.endswith("svg")
    assert float(root.attrib["width"]) == float(root.attrib["height"]) == pytest.approx(300)
    assert "#fff" in ElementTree.tostring(root, "unicode")
    assert "xxxx" not in ElementTree.tostring(root, "unicode")


def test_what_plain_http_means_is_said() -> None:
    assert any("plain http" in notice for notice in NOTICES)
    assert any("before the match" in notice for notice in NOTICES)
