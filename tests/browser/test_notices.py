"""Notices in the browser: the question, the settings, and what the service worker does with a push message.

The push service of the browser's maker cannot be reached, and the browser without windows never shows a notice. The
subscription and the list of shown notices are therefore replaced; the browser's own tools deliver the messages.
"""

import json

import pytest
from playwright.sync_api import Response, Worker, expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person
from tests.browser.test_installation import as_app
from tests.browser.test_pages import inspect
from tests.server.notices.push_service import Subscription

SUBSCRIBE = """(subscription) => {
  const {endpoint, ...keys} = subscription;
  const made = {endpoint, toJSON: () => ({endpoint, keys}), unsubscribe: async () => true};
  const given = () => localStorage.given ?? 'default';
  Object.defineProperty(Notification, 'permission', {get: given});
  Notification.requestPermission = async () => (localStorage.given = 'granted');
  PushManager.prototype.subscribe = async (options) => { window.subscribed = options; return made; };
  PushManager.prototype.getSubscription = async () => given() === 'granted' ? made : null;
}"""


SHOW = """() => {
  let shown = [];
  self.registration.getNotifications = async ({tag} = {}) => shown.filter((each) => !tag || each.tag === tag);
  self.registration.showNotification = async (title, options) => {
    const notice = {title, ...options, close: () => { shown = shown.filter((each) => each !== notice); }};
    shown = [...shown.filter(({tag}) => tag !== options.tag), notice];
  };
}"""
"""Replaces the list of shown notices in the service worker."""
CHOOSE = """async () => {
  const [notification] = await self.registration.getNotifications();
  const event = new ExtendableEvent('notificationclick');
  event.notification = notification;
  // Browsers accept it only of their own events.
  Object.defineProperty(event, 'waitUntil', {value: (work) => work.catch(() => {})});
  // They permit it only after a choice of the person.
  WindowClient.prototype.focus = async function () { return this; };
  self.dispatchEvent(event);
}"""


def subscribes(person: Person) -> str:
    """Let the browser give a subscription to the page. Return its address."""
    subscription = Subscription("https://fcm.googleapis.com/fcm/send/test").wire()
    person.page.add_init_script(f"({SUBSCRIBE})({json.dumps(subscription)})")
    return subscription["endpoint"]


def is_change(answer: Response) -> bool:
    """True if the page has changed what the server knows of the device, not only compared it."""
    return answer.url.endswith("/api/notices") and answer.request.method == "PUT"


@pytest.mark.slow
def test_the_question_and_the_settings(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, service_worker=True)
    endpoint = subscribes(ann)
    as_app(ann)
    # Nobody is asked before the first game over days.
    expect(ann.find("notice-offer")).to_have_count(0)
    ann.open_table(settings={"game": "knister", "seats": 2, "days": 3})
    ann.go("/")
    expect(ann.find("notice-offer")).to_contain_text("your turn")
    assert inspect(ann, "question about notices", again=True) == []
    with ann.page.expect_response(is_change) as answer:
        ann.click("notice-yes")
    assert answer.value.json()["endpoint"] == endpoint
    expect(ann.find("notice-offer")).to_have_count(0)
    ann.go("/you")
    ann.unfold("you-notices")
    expect(ann.find("notice-turn")).to_be_checked()
    expect(ann.find("notice-day")).not_to_be_checked()
    with ann.page.expect_response(is_change) as answer:
        ann.find("notice-day").check()
    assert answer.value.json()["settings"]["kinds"] == ["turn", "over", "day"]
    with ann.page.expect_response(is_change) as answer:
        ann.find("notice-start").fill("21:30")
        ann.find("notice-start").blur()
    assert answer.value.json()["settings"]["quiet"] == {"start": 1290, "end": 480}
    assert inspect(ann, "settings of notices", again=True) == []
    # She takes the permission back in the browser's settings.
    ann.page.evaluate("() => { localStorage.given = 'denied'; }")
    ann.go("/you")
    ann.unfold("you-notices")
    expect(ann.find("notices-blocked")).to_be_visible()
    expect(ann.find("notices-off")).to_have_count(0)
    ann.page.evaluate("() => { localStorage.given = 'default'; }")
    ann.go("/you")
    ann.unfold("you-notices")
    ann.click("notices-on")
    expect(ann.find("notice-zone")).to_have_count(0)
    ann.click("notices-off")
    expect(ann.find("notices-on")).to_be_visible()
    # She was asked once.
    ann.go("/")
    expect(ann.find("slow-games")).to_be_visible()
    expect(ann.find("notice-offer")).to_have_count(0)


def shown(worker: Worker) -> list[tuple[str, str]]:
    found = worker.evaluate(
        "async () => (await self.registration.getNotifications()).map(({title, data}) => [title, data.url])"
    )
    return [(title, url) for title, url in found]


def test_the_service_worker_shows_a_notice_and_opens_the_table(arrive: Arrive) -> None:
    ann = arrive(None, service_worker=True)
    as_app(ann)
    code = ann.open_table(settings={"game": "knister", "seats": 2, "days": 3})
    ann.go("/rules/knister")
    worker = next(each for each in ann.page.context.service_workers if each.url.endswith("/sw.js"))
    worker.evaluate(SHOW)
    browser = ann.page.context.new_cdp_session(ann.page)
    registrations: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(each["registrationId"] for each in event["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    ann.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    while not registrations:
        ann.page.wait_for_timeout(20)

    def deliver(**message: object) -> None:
        browser.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": ann.server, "registrationId": registrations[0], "data": json.dumps(message)},
        )

    def wait_for(notices: list[tuple[str, str]]) -> None:
        while shown(worker) != notices:
            ann.page.wait_for_timeout(20)

    turn = {"tag": "turn", "id": 5, "title": "Your turn: Knister", "body": "", "url": f"t/{code}"}
    deliver(**turn)
    wait_for([("Your turn: Knister", f"t/{code}")])
    # A later message takes its place, and the same one again changes nothing.
    deliver(**turn | {"id": 6, "title": "Your turn in 2 games", "url": ""})
    wait_for([("Your turn in 2 games", "")])
    deliver(**turn)
    deliver(**turn | {"id": 7})
    wait_for([("Your turn: Knister", f"t/{code}")])
    # The open page goes to the table.
    worker.evaluate(CHOOSE)
    ann.page.wait_for_url(f"**/t/{code}*")
    wait_for([])
    # After a move elsewhere nothing is left of what was shown.
    deliver(**turn | {"id": 8})
    wait_for([("Your turn: Knister", f"t/{code}")])
    deliver(tag="turn", id=8)
    wait_for([])


@pytest.mark.slow
def test_the_address_of_a_calendar(arrive: Arrive) -> None:
    ann = arrive("/", width=360, height=640, locale="de-DE")
    ann.open_table(settings={"game": "knister", "seats": 2, "days": 3})
    expect(ann.find("substitute")).to_be_visible()
    assert inspect(ann, "waiting for a game over days", again=True) == []
    ann.go("/you")
    ann.unfold("you-days")
    ann.click("calendar-make")
    expect(ann.find("calendar-once")).to_be_visible()
    assert inspect(ann, "address of a calendar", again=True) == []
    address = ann.find("calendar").get_by_test_id("share-link").input_value()
    assert ann.ask("GET", address.removeprefix(ann.server)).text().startswith("BEGIN:VCALENDAR\r\n")
    assert (ann.find("calendar-open").get_attribute("href") or "").startswith("webcal://")
    # It is shown once.
    ann.go("/you")
    ann.unfold("you-days")
    expect(ann.find("calendar-made")).to_be_visible()
    expect(ann.find("calendar").get_by_test_id("share-link")).to_have_count(0)
    ann.click("calendar-revoke")
    ann.click("calendar-revoke-confirm")
    expect(ann.find("calendar-revoke")).to_have_count(0)
    assert ann.ask("GET", address.removeprefix(ann.server)).status == 404
