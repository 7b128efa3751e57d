"""The webhook of a group on the page: set up by the host, tried, stopped by a service that is gone, deleted."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_pages import inspect
from tests.server.client import running
from tests.server.groups.test_webhooks import FAST
from tests.server.groups.webhook_receiver import Receiver, receiver


@pytest.fixture(scope="module")
def chat(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Receiver]:
    with receiver(tmp_path_factory.mktemp("chat")) as service:
        yield service


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, chat: Receiver) -> Iterator[str]:
    """Yield the address of a server that may send news to the chat."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(chat.certificate))
        with running(tmp_path_factory.mktemp("server"), FAST, **chat.options()) as started:
            yield started.url


@pytest.mark.slow
def test_a_chat_is_connected_and_tried(arrive: Arrive, chat: Receiver) -> None:
    ann = arrive("/group", width=360, height=640)
    ann.find("group-title").fill("The Millers")
    ann.click("group-open")
    settings = ann.find("group-webhook")
    settings.locator("summary").click()
    expect(settings).to_contain_text("localhost")
    ann.find("webhook-url").fill("https://example.org/x")
    ann.click("webhook-save")
    expect(settings.get_by_role("alert")).to_contain_text("sends nothing to this address")
    assert ann.problems.pop().endswith("403 (Forbidden)")
    ann.find("webhook-url").fill(f"{chat.origin}/hook")
    ann.find("webhook-format").select_option("json")
    ann.find("webhook-cup").uncheck()
    ann.click("webhook-save")
    ann.click("webhook-test")
    expect(ann.find("webhook-answer")).to_contain_text("arrived")
    assert chat.messages[-1]["group"] == "The Millers"
    assert inspect(ann, "webhook") == []
    chat.answers = [(500, {})]
    ann.click("webhook-test")
    expect(ann.find("webhook-answer")).to_contain_text("HTTP 500")

    # What was chosen is shown after a reload, but not the address.
    ann.page.reload()
    settings.locator("summary").click()
    expect(ann.find("webhook-format")).to_have_value("json")
    expect(ann.find("webhook-cup")).not_to_be_checked()
    expect(ann.find("webhook-over")).to_be_checked()
    expect(ann.find("webhook-url")).to_have_value("")
    ann.click("webhook-remove")
    expect(ann.find("webhook-remove")).to_have_count(0)
