"""A host moderates a table; a private table is entered by its link."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person


def person_id(person: Person) -> str:
    found: str = person.page.evaluate("() => fetch('/api/session').then((a) => a.json()).then((me) => me.id)")
    return found


def test_the_address_of_a_private_table_is_its_whole_link(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2})
    ann.page.wait_for_url(re.compile(rf"/t/{code}-[\w-]{{22}}$"))
    link = ann.find("share-link").input_value()
    assert link.endswith(ann.page.url.rpartition("/")[2])
    ann.go("/")
    # Nobody is at the table, so the code without the link is not sufficient.
    ben = arrive(f"/t/{code}")
    expect(ben.find("gone")).to_have_text("There’s no such table.")
    # A host who stays away is replaced by whoever is there.
    ann.page.goto(link)
    ann.find("seat-0").wait_for()
    ben.page.goto(link)
    # A person without a session sees the host of the table and is asked for a name.
    expect(ben.find("whose")).to_contain_text(ann.name())
    ben.find("name-input").fill("Benedetta")
    ben.click("name-save")
    ben.click("join")
    expect(ben.find("seat-1")).to_contain_text("Benedetta")
    expect(ben.find("seat-1")).to_contain_text("you")


@pytest.mark.slow
def test_a_host_mutes_and_removes_spectators_and_locks_the_table(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2}, bots=["random"], start=True)
    ben = arrive(f"/t/{code}", width=360, height=640)
    ben.click("welcome-watch")
    ben.find("tab-chat").click()
    ben.find("chat-text").wait_for()
    who = person_id(ben)
    ann.click("people")
    ann.click(f"mute-{who}")
    expect(ben.find("silenced")).to_be_visible()
    expect(ben.find("chat-text")).to_be_hidden()
    ann.find("order-hide-chat").check()
    expect(ben.find("tab-chat")).to_be_hidden()
    ann.find("order-lock").check()
    expect(ben.find("locked")).to_be_visible()
    ben.page.reload()
    ben.find("turn").wait_for()
    # The page does not ask a person for a name twice.
    expect(ben.find("welcome-dialog")).to_be_hidden()
    dee = arrive(ben.page.url.removeprefix(ben.server))
    expect(dee.find("gone")).to_have_text("The host lets nobody new join this table.")
    ann.click(f"expel-{who}")
    ann.click("expel-yes")
    expect(ben.find("gone")).to_have_text("The host removed you from the table.")
    ben.page.reload()
    expect(ben.find("gone")).to_have_text("The host removed you from the table.")
    ann.find("order-dialog").get_by_role("button", name="Close").click()
    expect(ann.find("log")).to_contain_text("was removed from the table")


@pytest.mark.slow
def test_guests_see_the_list_of_people(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2})
    ben = arrive(f"/t/{code}")
    ben.click("people")
    expect(ben.find(f"present-{person_id(ann)}")).to_contain_text("host")
    expect(ben.find(f"present-{person_id(ben)}")).to_contain_text("watching")
    expect(ben.find("order-lock")).to_be_hidden()


@pytest.mark.slow
def test_a_report_contains_chat_messages(arrive: Arrive) -> None:
    ann = arrive(None)
    code = ann.open_table(settings={"game": "knister", "seats": 2})
    ben = arrive(f"/t/{code}", width=360, height=640)
    for person in (ann, ben):
        person.find("tab-chat").click()
    ben.find("chat-text").fill("rubbish")
    ben.click("chat-send")
    expect(ann.find("chat-lines")).to_contain_text("rubbish")
    ann.click("report-open")
    ann.find("report-about").select_option(label="rubbish")
    ann.find("report-why").fill("Again and again.")
    ann.click("report-send")
    expect(ann.find("report-done")).to_be_visible()
