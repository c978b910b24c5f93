"""The alerts and the dashboard in docs/monitoring: each figure that they name is one that a server shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from croupier.serve.process import doorkeeper
from tests.support.project import ROOT
from tests.support.server.figures import free_port
from tests.support.server.real_server import server

pytestmark = pytest.mark.xdist_group("metrics")
FOLDER = ROOT / "docs" / "monitoring"
FIGURE = re.compile(r"\b(?:croupier|process|python)_[a-z_]+")
MATCHED = re.compile(r"\b((?:croupier|process)_[a-z_]+)\{([^}]*)\}")
GROUPED = re.compile(r"\bby \(([^)]*)\)")
SUFFIXES = ("", "_total", "_bucket", "_sum", "_count")
OF_PROMETHEUS = {"instance", "le", "job"}


def _rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((FOLDER / "croupier.rules.yml").read_text("utf-8"))["groups"]
    return [rule for group in groups for rule in group["rules"]]


def _panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "grafana.json").read_text("utf-8"))["panels"]
    return found


def _expressions() -> Iterator[str]:
    yield from (rule["expr"] for rule in _rules())
    yield from (target["expr"] for panel in _panels() for target in panel["targets"])


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, set[str]]:
    """Every figure of a running server, with the labels that it has been seen with."""
    port = free_port()
    with server(tmp_path_factory.mktemp("alerts") / "house", "--metrics", str(port)) as running:
        guest = running.guest()
        body = {"act": {"act": "buy in", "amount": 10_00}, "key": "k"}
        assert guest.ask("POST", "/api/v1/tables/roulette-1/acts", body).status_code == 201
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(text):
        for suffix in SUFFIXES:
            labels.setdefault(family.name + suffix, set())
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


def test_each_figure_that_is_named_is_shown(shown: dict[str, set[str]]) -> None:
    named = {figure for expression in _expressions() for figure in FIGURE.findall(expression)}
    assert len(named) > 15
    assert sorted(named - shown.keys()) == []


def test_each_label_that_is_named_is_had(shown: dict[str, set[str]]) -> None:
    # Those of figures that count nothing yet in a house at rest.
    had = {"why", "game"}.union(*shown.values(), OF_PROMETHEUS)
    for expression in _expressions():
        for _figure, matchers in MATCHED.findall(expression):
            assert set(re.findall(r"(\w+)\s*[!=]", matchers)) <= had, expression
        for labels in GROUPED.findall(expression):
            assert {each.strip() for each in labels.split(",")} <= had, expression
    assert set(doorkeeper.CUT._labelnames) == {"why"}


def test_what_security_needs_has_an_alert() -> None:
    alerts = {rule["alert"]: rule["expr"] for rule in _rules()}
    assert {"CroupierDatabaseDamaged", "CroupierDatabaseUnchecked", "CroupierClockJumped"} <= alerts.keys()
    route = re.search(r'route=~"([^"]+)"', alerts["CroupierGuessing"])
    assert route
    for door in ("sessions", "sessions/passkey", "me/proof", "me/password", "links/reset", "links/reset/passkey"):
        assert re.fullmatch(route[1], f"/api/v1/{door}"), door
    assert not re.fullmatch(route[1], "/api/v1/sessions/current")


def test_each_alert_says_what_it_is_about() -> None:
    names = [rule["alert"] for rule in _rules()]
    assert len(set(names)) == len(names) >= 10
    for rule in _rules():
        assert set(rule["annotations"]) == {"summary", "description"}
        assert rule["labels"]["severity"] in {"page", "ticket"}
        assert re.fullmatch(r"(\d+[smh])?", rule.get("for", ""))


def test_panels_lie_beside_one_another_and_have_names() -> None:
    places = {(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in _panels()}
    assert len(places) == len(_panels())
    assert all(panel["title"] and panel["targets"] for panel in _panels())


def test_a_figure_that_is_not_there_is_found(shown: dict[str, set[str]]) -> None:
    assert "croupier_acts_totals" not in shown
    assert "croupier_acts_total" in shown


def test_the_alerts_can_be_found_from_the_documents() -> None:
    text = Path(ROOT / "docs" / "how-to" / "operations.md").read_text("utf-8")
    assert "monitoring/croupier.rules.yml" in text
    assert "monitoring/grafana.json" in text
