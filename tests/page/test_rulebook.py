"""The rulebook: every clause, searched, and found from whatever names one."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Arrive


def test_every_clause_is_there_with_its_class_and_its_rulings(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/rulebook")
    book = visitor.context.request.get("/api/v1/rulebook").json()
    clauses = [clause for division in book["divisions"] for clause in division["clauses"]]
    page.locator("[data-clause]").last.wait_for()
    assert page.locator("[data-clause]").count() == len(clauses) == book["found"]
    neighbour = page.locator('[data-clause="D8 3.2(a)"]')
    expect(neighbour).to_contain_text("Enforced")
    neighbour.locator('[data-ruling="R6"] summary').click()
    expect(neighbour).to_contain_text("A Neighbour group cannot contain 0")


def test_every_clause_says_where_it_comes_from_and_the_page_how_many_are_not_the_gazettes(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/rulebook")
    expect(page.locator('[data-clause="D8 3.2(a)"]')).to_contain_text("Gazette")
    expect(page.locator('[data-clause="D1 8"]')).to_contain_text("from another public source")
    expect(page.locator('[data-clause="D9 7"]')).to_contain_text("adopted: no text was found")
    for path in ("/rulebook", "/about"):
        said = visitor.go(path).get_by_test_id("sources")
        expect(said).to_contain_text("Of 449 clauses 38 are not the Gazette")
        expect(said).to_contain_text("rules may differ")


def test_a_search_finds_clauses_by_their_words_and_stands_in_the_address(arrive: Arrive) -> None:
    page = arrive().go("/rulebook")
    page.get_by_label("Search the rules").fill("neighbour appendix")
    expect(page.get_by_test_id("found")).to_contain_text("3 clauses")
    expect(page.locator("mark").first).to_have_text(re.compile("neighbour|appendix", re.IGNORECASE))
    assert page.url.endswith("/rulebook?words=neighbour+appendix")
    page.get_by_label("Kind of clause").select_option("INFO")
    expect(page.locator("[data-clause]")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-clause]")).to_have_count(1)
    page.get_by_label("Search the rules").fill("xyzzy")
    expect(page.get_by_test_id("found")).to_contain_text("No clauses match.")


def test_a_link_to_a_clause_with_its_ruling_opens_there(arrive: Arrive) -> None:
    page = arrive().go("/rulebook/D8%203.1(b)%20(R3)")
    expect(page.locator("main h1")).to_have_text("D8 3.1(b)")
    expect(page.locator("[data-clause]")).to_have_count(2)
    expect(page.locator('[data-ruling="R3"]').first).to_be_visible()
    page.get_by_role("link", name="All of Roulette").click()
    expect(page.locator("main h1")).to_have_text("Roulette")


def test_what_is_no_clause_is_refused_in_words(arrive: Arrive) -> None:
    visitor = arrive()
    page = visitor.go("/rulebook/D99%201")
    expect(page.get_by_test_id("refusal")).to_contain_text("D99 1")
    assert [each for each in visitor.complaints if "404" not in each] == []
    visitor.complaints.clear()


def test_a_table_links_to_the_rules_of_its_game(arrive: Arrive) -> None:
    page = arrive().go("/rulebook?game=tai-sai")
    expect(page.get_by_label("Division")).to_have_value("D9")
    expect(page.locator("main h2")).to_have_count(1)


def test_axe_finds_nothing(arrive: Arrive) -> None:
    visitor = arrive()
    for path in ("/rulebook?words=neighbour", "/rulebook/D8%203.1(b)"):
        page = visitor.go(path)
        page.locator("[data-clause]").first.wait_for()
        assert faults_at_both_widths(page) == [], path
