"""What a person may know of a deal before they are through with it: every route that could tell asks one place."""

from pathlib import Path

from knobel.server.openapi import HANDLERS
from tests.server.client import Person, Server, Table, tell
from tests.server.deals.test_routes import dated

NEITHER = {
    "addresses, sessions and devices": {
        "show_session", "open_session", "change_session", "close_session", "offer_transfer", "show_transfer",
        "redeem_transfer", "list_devices", "remove_device", "block", "unblock", "show_connection",
        "show_sheet", "make_sheet", "revoke_sheet", "show_owner", "restore",
    },
    "the server": {
        "list_games", "list_engines", "show_life", "probe_life", "probe_readiness", "show_health", "show_docs",
        "show_page",
    },
    "opening, playing and changing": {
        "open_table", "play_deal", "open_cup", "change_cup", "delete_cup", "enter_cup", "change_entry", "open_deal",
        "play_cup_deal", "choose_team", "create_bot", "revoke_bot", "list_bots", "open_group", "change_group",
        "dissolve_group", "join_group", "leave_group", "change_member", "take_over_group", "open_group_table",
        "begin_season", "save_paper_game", "delete_paper_game",
    },
    "tables, which only the player of a deal enters, and the lobby": {
        "table", "lobby",
        "list_tables", "show_table", "show_view", "show_record", "show_record_of_game", "show_replay",
        "show_replay_of_game", "save_results",
    },
    "members and tables of groups": {"list_groups", "show_group"},
    "the address of a group's chat": {"show_webhook", "change_webhook", "remove_webhook", "try_webhook"},
    "games over days, to those who play them": {
        "list_slow_games", "show_missed", "show_pause", "begin_pause", "end_pause", "show_calendar", "make_calendar",
        "revoke_calendar", "show_deadlines",
    },
    "sealed messages, which the server cannot read": {"put_message", "show_message"},
    "notices of the caller's device": {"show_notices", "receive_notices", "stop_notices"},
    "the operator": {"operate"},
}  # fmt: skip
"""Routes that show no results of others and give no advice, by what they show."""
OWN = {
    "show_day", "list_days", "list_cups", "list_group_cups", "show_play", "show_own_record", "show_ratings",
    "download_person", "forget_person", "list_companions", "show_recent", "show_themes",
    "show_exercise", "show_exercise_day", "add_answers",
    "note_skill", "note_answer",
}  # fmt: skip
"""Routes that show only the caller's results, and of others their number."""
OWN_ADVICE = {"show_review", "show_review_of_game", "review_own", "show_practice", "answer"}
"""Routes of the coach for games that the server has stored as finished."""
RESULTS = {
    "show_scores": "high_scores",
    "show_standing": "shows_results",
    "show_cup_replay": "shows_games",
    "show_group_day": "group_day",
}
"""Routes that show results or games of others at deals that the caller may still play, by what they call."""
TABLES_OF_CUPS = {"show_cup", "export_cup", "save_cup", "show_season"}
"""Routes that show the points in a cup, which everybody who takes part sees at any time."""
NO_ADVICE = {"replay_record", "show_position", "preview_correction", "score_filled_sheets"}
"""Routes that show what an uploaded record contains, what uploaded sheets score, or what a table shows of a position to
the seat that is to act, or that acted."""
TABLES_OF_GROUPS = {"show_group_season"}
"""Routes that show the results at tables of a group, of which none plays a deal."""
ADVICE = {
    "review_record": "/api/coach/review",
    "assess_record": "/api/coach/assess",
    "compare_record": "/api/coach/compare?seat=0&action=a1&other=b2",
    "judge_record": "/api/coach/judge?seat=0&action=a1",
    "branch_off": "/api/records/what-if?at=0&seat=0",
    "return_record": "/api/records/return?seat=0",
    "give_hint": "/api/tables/{table}/hint?at=0",
    "compare_at_table": "/api/tables/{table}/compare?at=0&action=a1&other=b2",
}
"""Routes that give advice on a position that the caller chooses, with addresses."""


def test_every_route_is_classified() -> None:
    """A new route belongs to one of the sets above. If it shows results or gives advice, it asks `disclosure`."""
    classes = [*NEITHER.values(), OWN, OWN_ADVICE, RESULTS, TABLES_OF_CUPS, TABLES_OF_GROUPS, NO_ADVICE, ADVICE]
    names = [handler.fn.__name__ for handler in HANDLERS]
    assert sorted(names) == sorted(name for each in classes for name in each)
    for handler in HANDLERS:
        if (called := RESULTS.get(handler.fn.__name__)) is not None:
            assert called in handler.fn.__code__.co_names


def test_no_advice_during_a_first_try(tmp_path: Path) -> None:
    async def story(server: Server) -> None:
        ann, bob = [await Person(server.url).arrive(name) for name in ("Ann", "Bob")]
        code = (await ann.http.post("/api/days/today/knister", json={})).json()["code"]
        table = await ann.join(code)
        await table.do(*table.wish()[:1], **table.wish()[1])  # type: ignore[index]
        record = (await ann.http.get(f"/api/tables/{code}/record")).text
        # The same position without a word of the deal, and other dice.
        plain = '{"knobel":1,"game":"knister","seats":["A"]}\n{"roll":[1,2]}\n'
        real = await ann.open_table(game="knister", seats=1, dice="real", start=True)
        for address in ADVICE.values():
            for text in (record, plain):
                answer = await ann.http.post(address.format(table=real), content=text)
                assert (answer.status_code, answer.json()["reason"]) == (403, "deal_running"), (address, answer.text)
        other = plain.replace("knister", "knoeffel").replace("[1,2]", "[1,2,3,4,5]")
        assert (await ann.http.post(ADVICE["branch_off"], content=other)).status_code == 201
        assert (await bob.http.post(ADVICE["branch_off"], content=record)).status_code == 201
        for what in ("replay", "position"):
            assert (await ann.http.post(f"/api/records/{what}", content=record)).status_code == 200
        await table.play()
        assert (await ann.http.post(ADVICE["branch_off"], content=record)).status_code == 201

    with dated(tmp_path, 12) as server:
        tell(story(server))


async def scores(person: Person) -> dict[str, list[tuple[str, int]]]:
    lists = (await person.http.get("/api/scores/knister")).json()
    assert [own["score"] for own in lists.pop("recent")] == [row["score"] for row in lists["mine"]]
    return {name: [(row["name"], row["score"]) for row in rows] for name, rows in lists.items()}


def test_high_scores_reveal_nothing_about_a_running_deal(tmp_path: Path) -> None:
    async def played(person: Person, deal: str) -> int:
        answer = await person.http.post(deal, json={})
        table: Table = await person.join(answer.json()["code"])
        await table.play()
        return int(table.position["scores"][0])

    async def story(server: Server) -> None:
        ann, bob = [await Person(server.url).arrive(name) for name in ("Ann", "Bob")]
        points = await played(bob, "/api/days/today/knister")
        assert await scores(ann) == {"all_time": [], "month": [], "mine": []}
        assert await scores(bob) == {name: [("Bob", points)] for name in ("all_time", "month", "mine")}
        server.set_clock(int(server.clock.read_text()) + 14 * 3600)  # type: ignore[union-attr]
        assert await scores(ann) == {"all_time": [("Bob", points)], "month": [("Bob", points)], "mine": []}

    with dated(tmp_path, 12) as server:
        tell(story(server))
