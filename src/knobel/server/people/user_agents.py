"""Browser names for a person's list of devices, derived from the User-Agent header."""

NAMES = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def browser_name(user_agent: str) -> str:
    """Return the browser and the system, such as "Firefox, Linux"; unknown parts are left out."""
    found = (next((name for mark, name in names if mark in user_agent), "") for names in (NAMES, SYSTEMS))
    return ", ".join(filter(None, found))
