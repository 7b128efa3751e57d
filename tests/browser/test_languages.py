"""Languages of the page: that of the browser, and the change to another one."""

from playwright.sync_api import expect

from tests.browser.conftest import Arrive


def test_the_language_is_that_of_the_browser_until_another_one_is_chosen(arrive: Arrive) -> None:
    ann = arrive("/", locale="fr-CA")
    expect(ann.page.locator("html")).to_have_attribute("lang", "fr")
    expect(ann.page.locator("main")).to_contain_text("Seuls les cercles comptent")
    ann.go("/you")
    expect(ann.page.get_by_role("heading", level=1)).to_have_text("Toi")
    ann.click("open-settings")
    ann.find("language").select_option("it")
    expect(ann.page.get_by_role("heading", level=1, include_hidden=True)).to_have_text("Tu")
    expect(ann.page.locator("main")).to_contain_text("I tuoi dispositivi")
