"""`knobel print`: write blank sheets to print, as one HTML file."""

import json
from html import escape
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlencode, urlsplit

import typer

from knobel.cli.arguments import parse_game
from knobel.cli.files import new_file
from knobel.core import BadSetup, Game
from knobel.phrases import preferred
from knobel.texts import Language

PORT = 8000
"""The port of `knobel` and `knobel serve`."""


def print_pads(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, for example knister.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="A new file; by default standard output.")
    ] = None,
    option: Annotated[list[str] | None, typer.Option(help="An option of the game, name=value; repeatable.")] = None,
    paper: Annotated[Literal["A4", "A5", "Letter"], typer.Option(help="The size of the paper.")] = "A4",
    per_page: Annotated[
        int, typer.Option(min=1, max=6, help="Sheets per page; fewer if they would be too small to write on.")
    ] = 2,
    mono: Annotated[bool, typer.Option("--mono", help="Print in black only.")] = False,
    rules: Annotated[bool, typer.Option("--rules/--no-rules", help="Add the short rules, if there is room.")] = True,
    language: Annotated[Language | None, typer.Option(help="Language; by default that of the locale.")] = None,
    url: Annotated[
        str | None,
        typer.Option(help="Address of the Knobel server in the QR code; by default this machine's in its network."),
    ] = None,
) -> None:
    """Write blank sheets to print, as one HTML file.

    Open the file in a browser and print it. The QR code on each sheet opens the page where the game can be typed in.

    Example: knobel print knister --paper A4 -o pads.html
    """
    chosen = parse_game(game, option or [])
    address = checked_url(url)
    written = language or preferred()
    document = pads_document(
        chosen,
        written,
        {
            "link": address + paper_path(chosen),
            "paper": paper,
            "per_page": per_page,
            "colour": not mono,
            "rules": rules,
        },
    )
    if output is None:
        typer.echo(document, nl=False)
        return
    with new_file(output) as file:
        file.write(document)


def checked_url(url: str | None) -> str:
    """Return the address of the server without a final slash; by default this machine's address in its network.

    :raises BadSetup: if it is not the address of a web page, or this machine is in no network.
    """
    if url is None:
        from knobel.server.limits.addresses import ALL_INTERFACES, shareable_url

        found = shareable_url(ALL_INTERFACES, PORT)
        if found is None:
            raise BadSetup("this machine is in no network: name the server for the QR code with --url")
        return found
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise BadSetup(f"--url is an address such as https://knobel.example, not {url!r}")
    return url.rstrip("/")


def paper_path(game: Game[Any]) -> str:
    """Return the path of the page for entering a game of these options; the page writes the same one."""
    options = {
        option.name: str(game.options[option.name]).lower() if option.check is None else game.options[option.name]
        for option in game.option_list
        if game.options[option.name] != option.default
    }
    return f"/paper?{urlencode({'game': game.name, **options})}"


def pads_document(game: Game[Any], language: Language, settings: dict[str, Any]) -> str:
    """Return the document that draws the pads, with their data in it.

    :raises BadSetup: if the page, of which the document is a part, has not been built.
    """
    from knobel.server.http.page_files import FOLDER

    try:
        document = (FOLDER / "pads.html").read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadSetup("the page has not been built: run `make setup`") from None
    state = game.start(game.min_seats)
    data = {
        "language": language,
        "game": game.name,
        "titles": dict(game.titles),
        "sheet": game.sheet(state, 0),
        "info": game.info(state),
        **settings,
    }
    # `</script>` in the data would end the element.
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    head, marker, tail = document.partition("{data}")
    assert marker, "the document has a place for the data"
    title = escape(game.title(language))
    return head.replace("{language}", language).replace("{title}", title) + text + tail
