"""What the operator's console asks for: the form of a new table, people by kind, their limits, invitations."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.support.page.played_rounds import SIGN
from tests.support.server.real_server import PASSWORD, Running, server

pytestmark = pytest.mark.xdist_group("serve-operator")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with server(tmp_path_factory.mktemp("operated") / "house") as running:
        yield running


def code(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["refusal"]["code"]


# The form


def fields_of(form: dict[str, Any], game: str) -> dict[str, dict[str, Any]]:
    found = next(each for each in form["games"] if each["game"] == game)
    return {each["name"]: each for each in found["options"]}


def test_the_form_has_what_the_gazette_leaves_to_the_operator(house: Running) -> None:
    form = house.operator().get("/api/v1/table-form")
    assert [each["game"] for each in form["games"]] == ["roulette", "blackjack", "tai-sai", "money-wheel"]
    decks = fields_of(form, "blackjack")["decks"]
    assert (decks["kind"], decks["lowest"], decks["highest"], decks["default"]) == ("whole", 4, 8, 8)
    assert decks["by"]["clause"] == "D2 3.3(a)"
    boxes = fields_of(form, "blackjack")["boxes"]
    assert (boxes["lowest"], boxes["highest"], boxes["by"]["clause"]) == (1, 7, "D2 3.1")
    sevens = fields_of(form, "blackjack")["super_sevens"]
    assert (sevens["kind"], sevens["default"], sevens["by"]["clause"]) == ("amount", None, "D2 15.3")
    assert fields_of(form, "money-wheel")["layout"]["highest"] == 3
    assert fields_of(form, "tai-sai")["layout"]["by"]["clause"] == "D9 3.2"
    assert fields_of(form, "roulette")["neighbours"]["kind"] == "flag"
    display = fields_of(form, "roulette")["display"]
    assert (display["lowest"], display["highest"]) == (0, 500)
    assert not fields_of(form, "blackjack").keys() & {"soft_17", "hands", "double_with_ace"}, "readings of other houses"
    assert all(each["by"] for game in form["games"] for each in game["options"]), "every option has its clause"


def test_a_table_can_be_made_at_every_bound_and_at_none_beyond(house: Running) -> None:
    """Each option by itself: the form offers what the server takes, and nothing else."""
    form, operator = house.operator().get("/api/v1/table-form"), house.operator()
    for game in form["games"]:
        for field in (each for each in game["options"] if each["kind"] == "whole"):
            for value, expected in (
                (field["lowest"], 201),
                (field["highest"], 201),
                (field["lowest"] - 1, 409),
                (field["highest"] + 1, 409),
            ):
                body = {"name": "Try", "game": game["game"], "sign": SIGN, "options": {field["name"]: value}}
                answer = operator.ask("POST", "/api/v1/tables", {**body, "live": True})
                assert answer.status_code == expected, (field["name"], value, answer.text)
                if expected == 409:
                    assert answer.json()["refusal"]["rule"].startswith(field["by"]["clause"])


@pytest.mark.parametrize(
    ("sign", "rule", "refused"),
    [
        ({"minimum": 900_00}, "D1 9.1", "bad_limits"),
        ({"minimum": 0}, "D1 9.1", "bad_limits"),
        ({"increment": 3_33}, "D1 9.5", "bad_increment"),
        ({"smallest_chip": 0}, "D1 1.1 Chips", "bad_chip"),
    ],
)
def test_a_sign_that_is_none_is_refused_with_its_clause(
    house: Running, sign: dict[str, int], rule: str, refused: str
) -> None:
    body = {"name": "Try", "game": "roulette", "sign": {**SIGN, **sign}}
    answer = house.operator().ask("POST", "/api/v1/tables", body)
    assert code(answer) == (409, refused)
    assert answer.json()["refusal"]["rule"] == rule
    for act in ({"act": "post limits", "seconds": 1200}, {"act": "change limits"}):
        asked = {"act": {**act, "sign": {**SIGN, **sign}}, "key": "limits", "as": "operator"}
        for path in ("consider", "acts"):
            again = house.operator().ask("POST", f"/api/v1/tables/roulette-1/{path}", asked)
            assert code(again) == (409, refused)
            assert again.json()["refusal"]["rule"] == rule


# People


def test_people_are_listed_by_kind_and_as_a_file(house: Running) -> None:
    guest, account = house.guest(), house.account("Tui the listed")
    dealer = house.staff("dealer", "Weka the listed")
    operator = house.operator()

    def ids(which: str) -> set[str]:
        return {each["id"] for each in operator.get(f"/api/v1/people?most=200&which={which}")["people"]}

    assert {guest.id, account.id, dealer.id} <= ids("everybody")
    assert guest.id not in ids("accounts")
    assert {account.id, dealer.id} <= ids("accounts")
    assert dealer.id in ids("staff")
    assert not {guest.id, account.id} & ids("staff")
    rows = list(csv.DictReader(operator.client.get("/api/v1/lists/people?which=staff").text.splitlines()))
    assert {row["id"] for row in rows} == ids("staff")
    assert next(row for row in rows if row["id"] == dealer.id)["offices"] == "dealer"
    assert operator.client.get("/api/v1/people?which=nobody").status_code == 400


def test_the_operator_sees_limits_and_exclusions(house: Running) -> None:
    kea = house.account("Kea the careful")
    assert kea.ask("PUT", "/api/v1/me/limits/loss", {"amount": 50_00}).status_code == 200
    assert kea.ask("POST", "/api/v1/me/exclusion", {"length": "6 months"}).status_code == 201
    found = house.operator().get(f"/api/v1/people/{kea.id}")
    assert found["play"]["limits"]["loss"]["amount"] == 50_00
    assert found["play"]["limits"] == kea.get("/api/v1/me")["play"]["limits"]
    assert found["play"]["excluded_until"] == kea.get("/api/v1/me")["play"]["excluded_until"]
    assert found["play"]["excluded_until"] > 0
    assert found["money"]["wallet"] == 1_000_00


# Invitations


def invited(house: Running, role: str = "dealer") -> dict[str, Any]:
    answer = house.operator().ask("POST", f"/api/v1/invitations/{role}")
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def joined(house: Running, token: str, name: str) -> httpx.Response:
    body = {"token": token, "name": name, "password": PASSWORD, "session": "token"}
    return house.client().post("/api/v1/links/invitation", json=body)


def test_who_was_invited_takes_an_account_with_the_office(house: Running) -> None:
    invitation = invited(house, "game-supervisor")
    assert invitation["role"] == "game supervisor"
    assert invitation["link"] == f"{house.url}/join#token={invitation['token']}"
    entered = joined(house, invitation["token"], "Kaka the invited")
    assert entered.status_code == 201, entered.text
    kaka = house.sign_in("Kaka the invited")
    me = kaka.get("/api/v1/me")
    assert me["roles"] == ["game supervisor"]
    assert me["money"]["wallet"] == 0, "who works here does not play, and gets no play money"
    told = house.operator().client.get("/api/v1/house/journal").text
    assert f"role game supervisor to {kaka.id} by {house.operator().id}" in told
    verified = house.operator().ask("POST", "/api/v1/audit/verification").json()
    assert verified["follows"], verified["breaches"]


def test_an_invitation_is_good_once_and_opens_no_other_door(house: Running) -> None:
    token = invited(house)["token"]
    assert code(joined(house, token, "Operator")) == (409, "name_reserved"), "a refused name uses nothing up"
    body = {"token": token, "name": "Ruru the sly", "password": PASSWORD, "session": "token"}
    assert code(house.client().post("/api/v1/links/operator", json=body)) == (409, "dead_link")
    assert joined(house, token, "Ruru Operator").status_code == 201, "who works here may say so"
    assert code(joined(house, token, "Ruru the second")) == (409, "dead_link")
    assert code(joined(house, "made-up", "Ruru the third")) == (409, "dead_link")
    reset = house.operator().ask("POST", f"/api/v1/people/{house.account('Tui the lost').id}/reset-link").json()
    assert code(joined(house, reset["token"], "Ruru the fourth")) == (409, "dead_link")


def test_that_a_link_was_made_is_on_record_and_the_link_is_not(house: Running) -> None:
    lost, by = house.account("Weka the lost").id, house.operator().id
    tokens = [invited(house, "game-supervisor")["token"]]
    tokens.append(house.operator().ask("POST", f"/api/v1/people/{lost}/reset-link").json()["token"])
    told = house.operator().client.get("/api/v1/house/journal").text
    assert f"invitation to role game supervisor by {by}" in told
    assert f"reset link for {lost} by {by}" in told
    assert not any(token in told for token in tokens)


def test_an_invitation_falls_with_the_office_of_who_gave_it(house: Running) -> None:
    second = house.staff("operator", "Hoiho")
    token = second.ask("POST", "/api/v1/invitations/operator").json()["token"]
    taken = house.operator().ask("DELETE", f"/api/v1/people/{second.id}/roles/operator")
    assert taken.status_code == 200, taken.text
    assert code(joined(house, token, "Hoiho's friend")) == (409, "dead_link")


def test_nobody_is_invited_to_an_office_that_is_none(house: Running) -> None:
    assert code(house.operator().ask("POST", "/api/v1/invitations/player")) == (404, "no_such_role")
