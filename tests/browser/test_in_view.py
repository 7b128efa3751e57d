"""Actions of others never cover the parts of the page that the player needs for a decision."""

from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.person import Person

ACT = """([code, wishes]) => {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${code}/live`);
  return new Promise((done, fail) => {
    let position = null, sent = null;
    socket.onclose = () => fail(new Error('the connection was lost'));
    socket.onmessage = ({data}) => {
      const message = JSON.parse(data);
      if (message.type === 'rejected') return fail(new Error(data));
      if (message.id && message.id === sent) sent = null;
      if (message.type === 'state' && message.position) position = message.position;
      if (!position || sent) return;
      const wish = wishes.shift();
      if (wish) {
        sent = `act-${code}-${Math.random()}`;
        socket.send(JSON.stringify({...wish, at: position.at, id: sent}));
      } else {
        socket.onclose = null;
        socket.close();
        done();
      }
    };
  });
}"""
"""Roll real dice and move, one after the other, through the protocol of the page."""
COVERED = """() => {
  const places = [...document.querySelectorAll('main [data-action], main [data-testid^=die-]')];
  const middle = ({x, y, width, height}) => document.elementFromPoint(x + width / 2, y + height / 2);
  return places
    .filter((place) => place.checkVisibility() && !place.contains(middle(place.getBoundingClientRect())))
    .map((place) => place.outerHTML.slice(0, 120));
}"""
"""Return the choices and dice that other elements cover."""
UNDER_NEWS = """() => {
  const news = document.querySelector('[data-testid=news]').getBoundingClientRect();
  return [...document.querySelectorAll('main [data-action], main [data-testid^=die-]')]
    .filter((place) => {
      const {top, bottom} = place.getBoundingClientRect();
      return place.checkVisibility() && Math.min(bottom, news.bottom) - Math.max(top, news.top) > 1;
    })
    .map((place) => place.outerHTML.slice(0, 120));
}"""
"""Return the choices and dice below an announcement, which does not take touches."""


def roll(*dice: int) -> dict[str, Any]:
    return {"type": "roll", "dice": list(dice)}


def move(action: str) -> dict[str, Any]:
    return {"type": "move", "action": action}


def act(person: Person, code: str, *wishes: dict[str, Any]) -> None:
    person.page.evaluate(ACT, [code, list(wishes)])


def test_action_dice_of_others_do_not_replace_the_own_dice(arrive: Arrive) -> None:
    ann = arrive(None, width=360, height=640, new=True)
    ann.page.clock.install()
    code = ann.open_table(settings={"game": "kniffeliger", "seats": 2, "dice": "real", "hints": True})
    ben = arrive(f"/t/{code}")
    ben.click("join")
    ann.click("start")
    ann.find("turn").wait_for()
    act(ann, code, roll(1, 1, 1, 1, 1), move("1s"))
    act(ben, code, roll(1, 1, 1, 1, 2), move("1s"))
    # No time passes for Ann between Ben's action die and her roll, on machines of any speed.
    ann.page.clock.pause_at(ann.page.evaluate("() => Date.now() + 1000"))
    act(ben, code, roll(2))
    act(ann, code, roll(1, 2, 3, 4, 6))
    expect(ann.find("die-4")).to_be_visible()
    expect(ann.find("action-die")).to_have_count(0)
    assert [ann.find(f"die-{i}").locator("[data-face]").get_attribute("data-face") for i in range(5)] == list("12346")
    expect(ann.find("news")).to_contain_text("rolls the action die")
    assert ann.page.evaluate(COVERED) == []
    assert ann.page.evaluate(UNDER_NEWS) == []
