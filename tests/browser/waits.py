"""Waits in the browser for what no element of a page shows. A wait that takes three minutes fails."""

SECONDS = 180


def until(condition: str) -> str:
    """Return a statement of JavaScript that waits until an expression is true."""
    return f"""for (const last = Date.now() + {SECONDS * 1000}; !({condition});) {{
    if (Date.now() > last) throw new Error({condition!r} + ' is not true within {SECONDS} s');
    await new Promise((done) => setTimeout(done, 50));
  }}"""


PACK_KEPT = f"""async () => {{
  {until("await caches.match('offline.json', {ignoreSearch: true})")}
}}"""
"""Resolves when the service worker has kept all that a game without a server needs."""
