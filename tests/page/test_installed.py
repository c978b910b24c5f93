"""The page as an installed one: manifest, icons and worker from the root; offline it says so, and reads on."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.support.page.browser import Arrive
from tests.support.page.player import CALM, own_table, sit_down, spot, staked
from tests.support.server.real_server import Running

ACTIVE = "() => navigator.serviceWorker.ready.then(found => found.active.state === 'activated')"
KEPT = "async () => (await (await caches.open('croupier-read')).keys()).map(each => new URL(each.url).pathname)"


def installed(page: Page) -> None:
    page.wait_for_function(ACTIVE)
    page.wait_for_function(f"async () => (await ({KEPT})()).includes('/api/v1/rulebook')")


def test_manifest_and_worker_come_from_the_root(floor: Running) -> None:
    client = floor.client()
    manifest = client.get("/manifest.webmanifest")
    assert manifest.headers["content-type"] == "application/manifest+json"
    for icon in manifest.json()["icons"]:
        answer = client.get(icon["src"])
        assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    worker = client.get("/service-worker.js")
    assert worker.headers["cache-control"] == "no-cache"
    names = re.findall(r'"(/assets/[^"]+)"', worker.text)
    assert len(names) > 50
    assert not [name for name in names if "Console" in name or client.head(name).status_code == 404]
    policy = client.get("/").headers["content-security-policy"]
    assert "manifest-src 'self'; worker-src 'self'" in policy
    assert client.get("/assets/service-worker.js").status_code == 404


def test_offline_the_page_says_so_and_the_rulebook_is_read_on(arrive: Arrive) -> None:
    visitor = arrive(installs=True)
    page = visitor.go("/")
    installed(page)
    visitor.go("/rulebook/D8")
    page.get_by_text("D8 3.1").first.wait_for()
    visitor.go("/practice")
    page.get_by_test_id("drill-next").click()
    page.get_by_test_id("drill-verdict").wait_for(timeout=90_000)
    visitor.context.set_offline(True)
    expect(page.get_by_test_id("offline")).to_contain_text("You are offline")
    # The address is opened anew, without a server.
    visitor.go("/rulebook/D8")
    page.get_by_text("D8 3.1").first.wait_for()
    expect(page.get_by_test_id("offline")).to_be_visible()
    # And one practises by the chart.
    visitor.go("/practice")
    drill = page.get_by_test_id("drill")
    page.get_by_test_id("drill-next").click()
    expect(drill).to_have_attribute("data-best", re.compile("."))
    best = {"draw": "Hit", "stand": "Stand", "double": "Double", "split": "Split"}
    drill.get_by_role("button", name=best[drill.get_attribute("data-best") or ""]).click()
    expect(drill).to_contain_text("1 of 1 right")
    visitor.context.set_offline(False)
    expect(page.get_by_test_id("offline")).to_have_count(0)
    # Nothing of people, tables or money was kept.
    assert [path for path in page.evaluate(KEPT) if not re.match(r"/api/v1/(rulebook|games)", path)] == []
    visitor.complaints.clear()  # what was asked for without a network


def test_a_new_version_is_offered_between_rounds(arrive: Arrive, floor: Running) -> None:
    visitor = arrive(installs=True)
    page = sit_down(visitor, own_table(floor, "roulette", **CALM))
    installed(page)
    spot(page, "red").click()
    staked(page, "$5.00")
    # Another address of the worker is another version to the browser.
    page.evaluate("() => { window.isOld = true; void navigator.serviceWorker.register('/service-worker.js?newer'); }")
    page.wait_for_function("() => navigator.serviceWorker.getRegistration().then(found => Boolean(found.waiting))")
    expect(page.get_by_test_id("update")).to_have_count(0)
    page.get_by_role("button", name="Clear").click()
    staked(page, "$0.00")
    page.get_by_test_id("update").get_by_role("button", name="Load it").click()
    page.wait_for_function("() => !window.isOld && document.querySelector('[data-seated]')")
    expect(page.get_by_test_id("seat")).to_contain_text("$100.00")
