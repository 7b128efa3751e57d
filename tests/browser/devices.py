"""The devices of the people of tests: pages of a browser, which serve again after their person has left."""

from playwright.sync_api import Browser, BrowserContext, Error, Page

from tests.browser.person import TIMEOUT_MS

NO_SERVICE_WORKER = "delete Navigator.prototype.serviceWorker"
"""A page without one takes a fifth less processor time."""
MUTED = "try { localStorage.setItem('knobel.muted', 'yes') } catch {}"
"""From the first sound on, a page works until it is closed."""


def open_context(browser: Browser, locale: str, scripts: tuple[str, ...], *, touch: bool) -> BrowserContext:
    """Open a browser without any data, which runs the scripts before those of each page."""
    context = browser.new_context(locale=locale, has_touch=touch)
    context.set_default_timeout(TIMEOUT_MS)
    for script in scripts:
        context.add_init_script(script)
    return context


def leave(page: Page, server: str) -> None:
    """Visit an address without scripts, in the same process of the browser."""
    address = f"{server}/api/health"
    try:
        page.goto(address)
    except Error:
        # The page itself was on its way to another address, which ended this visit.
        page.goto(address)


class Devices:
    """Devices without a service worker and without sound, by their language and whether they have a touch screen.

    A new one takes as much processor time as a visit of the page: it starts a process, and compiles the page anew.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[str, bool], list[Page]] = {}
        self._kinds: dict[Page, tuple[str, bool]] = {}

    def take(self, locale: str, *, touch: bool) -> Page:
        """Return the page of a device that has no data."""
        kind = (locale, touch)
        if free := self._free.get(kind):
            return free.pop()
        page = open_context(self._browser, locale, (NO_SERVICE_WORKER, MUTED), touch=touch).new_page()
        self._kinds[page] = kind
        return page

    def put_back(self, page: Page, server: str) -> None:
        """Leave the page, and delete all that it stored and all that its test allowed it.

        :param server: address of the server whose page was visited.
        """
        context = page.context
        for other in context.pages:
            if other is not page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        leave(page, server)
        page.evaluate("() => sessionStorage.clear()")
        protocol = context.new_cdp_session(page)
        protocol.send("Storage.clearDataForOrigin", {"origin": server, "storageTypes": "all"})
        protocol.send("Page.resetNavigationHistory")
        protocol.detach()
        context.clear_cookies()
        context.clear_permissions()
        self._free.setdefault(self._kinds[page], []).append(page)
