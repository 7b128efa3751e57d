"""What to call a browser when its person sees a list of their devices: a word from what it says of itself."""

NAMES = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"), ("CrOS", "ChromeOS"),
    ("Mac OS", "Mac"), ("Linux", "Linux"),
)  # fmt: skip


def browser_name(user_agent: str) -> str:
    """Such as "Firefox, Linux"; as much of it as can be told."""
    found = (next((name for mark, name in names if mark in user_agent), "") for names in (NAMES, SYSTEMS))
    return ", ".join(filter(None, found))
