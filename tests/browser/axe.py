"""What axe finds on a page, the same rules for every test that asks it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

SCRIPT = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# Themes and forced colours change only colours: all other rules are checked only in the light theme.
VIOLATIONS = """async ([scheme, contrasts]) => {
  const contrast = 'color-contrast';
  const {violations} = await axe.run(document, {
    resultTypes: ['violations'],
    ...(scheme !== 'light' && {runOnly: {type: 'rule', values: [contrast]}}),
    ...(scheme === 'light' && !contrasts && {rules: {[contrast]: {enabled: false}}}),
  });
  return violations.map((v) => `${v.id}: ${v.help}: ${v.nodes.map((n) => n.html.slice(0, 200)).join(' | ')}`);
}"""


def evaluate_with_axe(page: Page, function: str, argument: Any = None) -> Any:
    """Call a function of JavaScript that uses axe, which is loaded once for each document."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(SCRIPT.read_text())
    return page.evaluate(function, argument)


def violations(page: Page, scheme: str = "light", *, contrasts: bool = True) -> list[str]:
    """Return the violations of a page that is at rest.

    :param scheme: its theme: in all but the light one only contrasts are checked.
    :param contrasts: False to leave them out in the light theme.
    """
    found: list[str] = evaluate_with_axe(page, VIOLATIONS, [scheme, contrasts])
    return found
