"""Tables between phones without a server: a folder of static files, and browsers that connect to each other."""

import base64
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser, BrowserContext, expect

from knobel import make
from knobel.engines.wasm import image as images
from knobel.games import GAMES
from knobel.record_checks import Verdict, check_record
from tests.browser.devices import NO_SERVICE_WORKER
from tests.browser.person import TIMEOUT_MS, Person, play_rounds, play_to_the_end
from tests.browser.test_offline import AT_ONCE, serving_site
from tests.browser.waits import PACK_KEPT
from tests.server.client import running

QUICK_GAME = "knister"
CAMERA = """
const canvas = document.createElement('canvas');
const context = canvas.getContext('2d');
[canvas.width, canvas.height] = [640, 480];
const draw = () => context.fillRect(0, 0, 1, 1);
setInterval(draw, 50);
navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
window.showToCamera = async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
  context.fillStyle = 'white';
  context.fillRect(0, 0, 640, 480);
  context.drawImage(picture, 100, 20, 440, 440);
};
"""
"""A camera that shows what the test holds in front of it."""
NO_CAMERA = "navigator.mediaDevices.getUserMedia = async () => { throw new DOMException('', 'NotAllowedError'); };"

CHANNELS = """
window.channels = [];
const create = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...more) {
  const channel = create.apply(this, more);
  window.channels.push(channel);
  return channel;
};
"""
"""Lets a test send what it likes to the other phones."""
HOSTILE = """async (count) => {
  const channel = window.channels.find(({readyState}) => readyState === 'open');
  try {
    channel.send('='.padEnd(5_000_000, 'x'));
  } catch {
    // The host's description says that it takes no message of this size.
  }
  const kinds = ['', '=', '={', '=[]', '=null', '={"type":"start","id":"1"}', '={"type":"remove","id":"2","seat":0}',
    '={"type":"roll","id":"3","at":-1}', '={"type":"sit","id":"4","seat":0}', `=${'['.repeat(9_000)}`,
    `=${'x'.repeat(200_000)}`, '={"type":"expel","id":"5","person":"you"}', '={"type":"ping","id":"6"}'];
  for (let i = 0; i < count && channel.readyState === 'open'; i += 1) {
    channel.send(kinds[1 + i % (kinds.length - 1)]);
    while (channel.readyState === 'open' && channel.bufferedAmount > 1_000_000)
      await new Promise((done) => setTimeout(done));
  }
  // A page that closes the channel itself gets no event.
  while (channel.readyState !== 'closed') await new Promise((done) => setTimeout(done, 50));
}"""
"""Send hostile messages until the host ends the connection."""
CLAIM = '!{"claim":{"leads":"phone-x","guests":["a","b","c","d"],"lines":9000000}}'
"""A stranger says that their device leads the table."""
CLAIMS = """async (text) => {
  for (const channel of window.channels.filter(({readyState}) => readyState === 'open')) channel.send(text);
  await new Promise((done) => setTimeout(done, 2_500));
}"""
"""Send one text, and wait longer than the host needs to yield."""
ONE = """async (text) => {
  const channel = window.channels.find(({readyState}) => readyState === 'open');
  channel.send(text);
  // A page that closes the channel itself gets no event.
  while (channel.readyState !== 'closed') await new Promise((done) => setTimeout(done, 50));
}"""
"""Send one text, for which the host ends the connection."""

Phone = Callable[..., Person]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a folder of static files without the large engines, on a server that knows nothing of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(images, "games_with_modules", lambda: ("kniffeliger",))
        with serving_site(tmp_path_factory.mktemp("phones")) as address:
            yield address


@pytest.fixture
def phone(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phone]:
    """Return a function that opens the page on another phone. All of them must leave the console empty.

    With `kept` the phone keeps the page, by its service worker.
    """
    contexts: list[BrowserContext] = []
    people: list[Person] = []

    def come(path: str | None = "/", *, camera: bool = False, server: str = "", kept: bool = False) -> Person:
        context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, locale="en-GB")
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(AT_ONCE)
        context.add_init_script(CAMERA if camera else NO_CAMERA)
        if not kept:
            context.add_init_script(NO_SERVICE_WORKER)
        contexts.append(context)
        people.append(Person(context.new_page(), server or request.getfixturevalue("site")))
        if path is not None:
            people[-1].go(path)
        return people[-1]

    yield come
    for context in contexts:
        context.close()
    problems = [problem for person in people for problem in person.problems]
    assert not problems, problems


def open_table(host: Person, game: str) -> None:
    """Open a table for other phones, and show the first invitation."""
    host.choose(game, "table")
    host.click("phones-invite")


def link_of(person: Person) -> str:
    """Return the link of the code that a page shows, which its QR code has too."""
    link = person.find("share-link")
    link.wait_for(state="attached")
    return link.input_value()


def enter(guest: Person, link: str) -> str:
    """Open an invitation. Return the link of the answer."""
    guest.page.goto(link)
    return link_of(guest)


def seat(host: Person, guest: Person) -> None:
    """Seat a guest at the table of a host, by links that are copied."""
    invitation = link_of(host)
    host.find("phones-paste").fill(enter(guest, invitation))
    host.click("phones-accept")
    guest.find("seats").wait_for()
    expect(host.find("share-link")).not_to_have_value(invitation)


def shown_code(person: Person) -> bytes:
    """Return a picture of the QR code that a page shows."""
    return person.find("share-qr").locator("svg").screenshot()


def seat_by_camera(host: Person, guest: Person) -> None:
    """Seat a guest at the table of a host: each camera sees the code of the other phone."""
    invitation = link_of(host)
    code = zxingcpp.read_barcode(Image.open(io.BytesIO(shown_code(host))))
    assert code is not None
    enter(guest, code.text)
    picture = base64.b64encode(shown_code(guest)).decode()
    host.page.evaluate("(png) => window.showToCamera(png)", picture)
    guest.find("seats").wait_for()
    expect(host.find("share-link")).not_to_have_value(invitation)


def record(person: Person) -> str:
    """Return the record of the finished game, which each device has."""
    with person.page.expect_download() as saved:
        person.find("record").dispatch_event("click")
    return Path(saved.value.path()).read_text()


OWN_BYTES = """() => {
  const [, kept] = Object.entries(localStorage).find(([key]) => key.endsWith('.dice'));
  return JSON.parse(kept).games.at(-1).own;
}"""
"""The bytes that this device has contributed to the dice of its last game."""


def sheets(person: Person) -> list[str]:
    """Return all numbers on the sheets after a game, in order of their digits. The own sheet is the first one."""
    texts = person.page.locator("[data-testid^=sheet-]").all_inner_texts()
    return sorted(re.findall(r"\d+", " ".join(texts)))


def check_results(people: list[Person], game: str) -> str:
    """Check that all phones have the same results and sheets, and the same record with proven dice of all phones."""
    assert len({tuple(person.results()) for person in people}) == 1
    assert all(sheets(person) == sheets(people[0]) for person in people)
    for person in people:
        expect(person.page.locator("main")).to_contain_text("all rolls follow from the hash that it showed before")
    records = {record(person) for person in people}
    assert len(records) == 1
    [text] = records
    assert check_record(text.encode()).verdict == Verdict.PROVEN
    header = json.loads(text.splitlines()[0])
    assert header["game"] == game
    bots = header.get("bots") or [None] * len(header["seats"])
    given = zip(header["dice"]["contributions"], bots, strict=True)
    assert all(bot is not None or len(value) == 32 for value, bot in given)
    for person in people:
        own = person.page.evaluate(OWN_BYTES)
        assert header["dice"]["contributions"][own["seat"]] == own["value"]
    return text


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_phones_play_a_game_after_the_web_server_has_ended(
    game: str, phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(images, "games_with_modules", lambda: ("kniffeliger",))
    with serving_site(tmp_path) as address:
        host = phone(camera=True, server=address, kept=True)
        guests = [phone(server=address, kept=True) for _ in range(3)]
        for person in (host, *guests):
            person.page.evaluate(PACK_KEPT)
    open_table(host, game)
    for guest in guests:
        seat_by_camera(host, guest)
    host.click("start")
    people, rng = [host, *guests], Random(game)
    for person in people:
        person.wait_for_game()
    play_rounds(people, rng, 2)
    # Nobody needs a code again, neither a guest nor the host.
    for reloaded in (guests[0], host):
        reloaded.page.reload()
        reloaded.wait_for_game()
        play_rounds(people, rng, max(person.round() for person in people) + 1)
    play_to_the_end(people, rng)
    check_results(people, game)
    assert make(game).simultaneous == (game not in ("knoeffel", "kniffeliger"))
    # The same people play again.
    host.find("start").dispatch_event("click")
    for person in people:
        person.find("turn").wait_for()
    play_rounds(people, Random(1), 2)


GUEST_AT = "() => Object.entries(localStorage).some(([key, value]) => key.endsWith('phones.tables') && value)"
"""True if the phone is a guest at a table."""


@pytest.mark.slow
def test_the_next_phone_leads_the_table_when_that_of_the_host_is_gone(phone: Phone) -> None:
    host, heir, other = phone(), phone(None), phone(None)
    open_table(host, QUICK_GAME)
    seat(host, heir)
    seat(host, other)
    host.click("start")
    rng = Random(1)
    play_rounds([host, heir, other], rng, 3)
    address = host.page.url
    host.page.close()
    other.find("host-lost").wait_for()
    heir.page.wait_for_function(f"() => !({GUEST_AT})()")
    # The others see who is missing.
    expect(other.page.locator("[data-testid=players] .gone")).to_have_count(1)
    for person in (heir, other):
        expect(person.find("reconnecting")).to_have_count(0)
    # The old host comes back as a guest, to the own seat, without a code.
    back = Person(host.page.context.new_page(), host.server)
    back.page.goto(address)
    back.page.wait_for_function(GUEST_AT)
    expect(other.page.locator("[data-testid=players] .gone")).to_have_count(0)
    people = [heir, other, back]
    play_to_the_end(people, rng)
    assert len({tuple(person.results()) for person in people}) == 1
    assert check_record(record(back).encode()).verdict == Verdict.LOST


def test_with_a_mailbox_one_scan_is_enough(phone: Phone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "games_with_modules", lambda: ("kniffeliger",))
    with running(tmp_path, mailbox=True) as server, serving_site(tmp_path / "site", server.url) as address:
        host, guest, other = phone(server=address), phone(None, server=address), phone(None, server=address)
        open_table(host, QUICK_GAME)
        expect(host.find("phones-paste")).to_have_count(0)
        invitation = link_of(host)
        guest.page.goto(invitation)
        guest.find("seats").wait_for()
        expect(host.find("phones-arrived")).to_be_visible()
        # Another phone reads the code that is used.
        other.page.goto(invitation)
        expect(other.find("phones-problem")).to_contain_text("has been used")
        # Without the mailbox there are two scans.
        server.stop()
        host.find("phones-paste").fill(enter(other, link_of(host)))
        host.click("phones-accept")
        other.find("seats").wait_for()
        # Guests see who is there, also in large letters.
        other.click("people")
        other.click("to-projector")
        expect(other.find("here")).to_contain_text("3")
        expect(other.find("projector-code")).to_have_count(0)
        for person in (host, guest, other):
            assert any("/api/mailbox/" in each for each in person.problems)
            person.problems[:] = [each for each in person.problems if f"{server.url}/api/mailbox/" not in each]


@pytest.mark.slow
def test_the_only_guest_goes_on_after_loading_the_page_again(phone: Phone) -> None:
    host, guest = phone(), phone(None)
    open_table(host, QUICK_GAME)
    seat(host, guest)
    host.click("start")
    play_rounds([host, guest], Random(1), 2)
    host.page.close()
    guest.page.reload()
    # The host may be there without being found, so the person decides.
    guest.click("go-on")
    guest.page.wait_for_function(f"() => !({GUEST_AT})()")
    guest.wait_for_game()
    expect(guest.find("reconnecting")).to_have_count(0)


@pytest.mark.slow
def test_codes_that_cannot_be_used_are_named(phone: Phone) -> None:
    host, guest, other = phone(), phone(None), phone(None)
    open_table(host, QUICK_GAME)
    invitation = link_of(host)
    # The host refused the camera, and pastes the answers.
    expect(host.find("camera-problem")).to_contain_text("Without a camera")
    answer = enter(guest, invitation)
    for text, sentence in (
        (invitation, "This is an invitation"),
        (answer[:-9], "incomplete"),
        ("hello", "incomplete"),
        (answer[: answer.rindex("/") + 1], "incomplete"),
    ):
        host.find("phones-paste").fill(text)
        host.click("phones-accept")
        expect(host.find("phones-problem")).to_contain_text(sentence)
    host.find("phones-paste").fill(answer)
    host.click("phones-accept")
    guest.find("seats").wait_for()
    expect(host.find("phones-problem")).to_have_count(0)
    # Another guest answers the same invitation, and then a host at another table reads it.
    again = enter(other, invitation)
    host.find("phones-paste").fill(again)
    host.click("phones-accept")
    expect(host.find("phones-problem")).to_contain_text("has been used")
    stranger = phone()
    open_table(stranger, QUICK_GAME)
    link_of(stranger)
    stranger.find("phones-paste").fill(answer)
    stranger.click("phones-accept")
    expect(stranger.find("phones-problem")).to_contain_text("another invitation")
    other.page.goto(invitation[:-20])
    expect(other.find("phones-problem")).to_contain_text("incomplete")
    # The host opens the answer as a link, in another tab.
    answer = enter(other, link_of(host))
    tab = host.page.context.new_page()
    tab.goto(answer)
    expect(tab.get_by_test_id("phones-brought")).to_be_visible()
    other.find("seats").wait_for()
    expect(host.find("seat-2")).not_to_contain_text("free")


@pytest.mark.slow
def test_a_hostile_spectator_is_disconnected_and_the_others_play_on(phone: Phone) -> None:
    host, guest, hostile = phone(), phone(None), phone(None)
    hostile.page.add_init_script(CHANNELS)
    open_table(host, QUICK_GAME)
    seat(host, guest)
    host.click("phones-done")
    host.click("start")
    people, rng = [host, guest], Random(1)
    play_rounds(people, rng, 2)
    host.click("people")
    host.click("order-share")
    host.click("phones-invite")
    for text in ("flood", CLAIM, "!{}", "+x"):
        answer = enter(hostile, link_of(host))
        host.find("phones-paste").fill(answer)
        host.click("phones-accept")
        hostile.wait_for_game()
        expect(hostile.page.locator("[data-action]")).to_have_count(0)
        if text == "flood":
            hostile.page.evaluate(HOSTILE, 5_000)
        elif text == CLAIM:
            hostile.page.evaluate(CLAIMS, CLAIM)
        else:
            hostile.page.evaluate(ONE, text)
        hostile.page.goto("about:blank")
    host.page.keyboard.press("Escape")
    play_rounds(people, rng, 4)
    # What its own page says of the lost connections does not matter.
    hostile.problems.clear()
