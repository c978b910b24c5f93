"""Second factors on the screen: an app, and passkeys by Chromium's own virtual authenticator."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator

import pyotp
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.page.accessibility import faults_at_both_widths
from tests.support.page.browser import Visitor
from tests.support.server.real_server import PASSWORD, Running, server


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A house of its own: its time is moved on."""
    with server(tmp_path_factory.mktemp("factors") / "house") as running:
        yield running


@pytest.fixture
def visitor(browser: Browser, house: Running) -> Iterator[Visitor]:
    """At localhost, where browsers allow passkeys without https."""
    made = Visitor(browser, house.url.replace("127.0.0.1", "localhost"))
    yield made
    made.context.close()


def _sign_in(page: Page, name: str) -> None:
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def _authenticator(page: Page) -> None:
    """A device that has a passkey and whose owner says yes."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_code_from_an_app_beside_the_password(house: Running, visitor: Visitor) -> None:
    house.account("Mere")
    page = visitor.go("/me")
    _sign_in(page, "Mere")
    page.get_by_role("button", name="Add an app").click()
    secret = page.get_by_test_id("app-secret").inner_text()
    assert len(base64.b32decode(secret)) == 20
    app = pyotp.TOTP(secret)
    page.get_by_label("The code the app shows now").fill(app.at(int(time.time())))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_test_id("recovery-codes").locator("li")).to_have_count(10)
    recovery = page.get_by_test_id("recovery-codes").locator("li").first.inner_text()
    expect(page.get_by_test_id("second-factors")).to_contain_text("Authenticator app")
    assert faults_at_both_widths(page) == []
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    _sign_in(page, "Mere")
    code = page.get_by_label("Code from your app, or a recovery code")
    code.fill("000000")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_test_id("refusal")).to_contain_text("This code is wrong or used")
    code.fill(recovery)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_test_id("second-factors")).to_contain_text("9 recovery codes left")


def test_a_passkey_to_come_in_and_to_show_again_who_one_is(house: Running, visitor: Visitor) -> None:
    house.operator()
    dealer = house.account("Dora")
    page = visitor.go("/me")
    _authenticator(page)
    _sign_in(page, "Olga")
    page.get_by_role("button", name="Add a passkey").click()
    factors = page.get_by_test_id("second-factors")
    expect(factors.locator("[data-kind=passkey]")).to_have_count(1)
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    _sign_in(page, "Olga")
    page.get_by_role("button", name="Use a passkey").click()
    expect(factors.locator("[data-kind=passkey]")).to_contain_text("last used")
    # A while later an office is given: the house asks again, and then it is done.
    page = visitor.go(f"/console/operator/people/{dealer.id}")
    office = page.locator("[data-office=dealer]")
    expect(office).to_be_visible()
    for _ in range(11):
        house.move_on(60)
    office.get_by_role("button").click()
    asked = page.get_by_test_id("prove-again")
    expect(asked).to_be_visible()
    assert faults_at_both_widths(page) == []
    asked.get_by_role("button", name="Use a passkey").click()
    expect(asked).to_be_hidden()
    expect(office).to_have_attribute("data-held", "true")


def test_a_passkey_of_another_account_opens_nothing(house: Running, visitor: Visitor) -> None:
    house.account("Ana")
    house.account("Bob")
    page = visitor.go("/me")
    _authenticator(page)
    for name in ("Ana", "Bob"):
        _sign_in(page, name)
        page.get_by_role("button", name="Add a passkey").click()
        expect(page.get_by_test_id("second-factors").locator("[data-kind=passkey]")).to_have_count(1)
        page.get_by_role("button", name="Sign out", exact=True).first.click()
    # Ana's answer, which fits a challenge of hers, sent for Bob.
    answer = page.evaluate(
        """async ([name, other, password]) => {
            const send = (path, body) => fetch(`/api/v1${path}`, {
                method: 'POST', credentials: 'omit', headers: {'Content-Type': 'application/json'},
                body: JSON.stringify(body)});
            const { options } = await (await send('/sessions/passkey', {name, password})).json();
            await send('/sessions/passkey', {name: other, password});
            const bytes = (words) => Uint8Array.from(atob(words.replace(/-/g, '+').replace(/_/g, '/')),
                (letter) => letter.charCodeAt(0));
            const text = (data) => btoa(String.fromCharCode(...new Uint8Array(data))).replace(/[+]/g, '-')
                .replace(/[/]/g, '_').replace(/=+$/, '');
            const made = await navigator.credentials.get({ publicKey: {
                ...options, challenge: bytes(options.challenge),
                allowCredentials: options.allowCredentials.map((each) => ({...each, id: bytes(each.id)})) } });
            const passkey = { id: made.id, rawId: text(made.rawId), type: made.type, response: {
                clientDataJSON: text(made.response.clientDataJSON), signature: text(made.response.signature),
                authenticatorData: text(made.response.authenticatorData) } };
            const statuses = [];
            for (const each of [other, name, name])
                statuses.push((await send('/sessions', {name: each, password, passkey})).status);
            return statuses;
        }""",
        ["Ana", "Bob", PASSWORD],
    )
    # Not for another, once for her, and never again.
    assert answer == [401, 201, 409]


def test_a_link_to_a_new_password_takes_a_passkey_too(house: Running, visitor: Visitor) -> None:
    operator, rangi = house.operator(), house.account("Rangi")
    page = visitor.go("/me")
    _authenticator(page)
    _sign_in(page, "Rangi")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_test_id("second-factors").locator("[data-kind=passkey]")).to_have_count(1)
    page.get_by_role("button", name="Sign out", exact=True).first.click()
    made = operator.ask("POST", f"/api/v1/people/{rangi.id}/reset-link").json()
    page.goto(house.url.replace("127.0.0.1", "localhost") + f"/reset#token={made['token']}")
    page.get_by_label("New password").fill("another ticklish weta")
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("status")).to_contain_text("You are signed in as Rangi")
