"""The dealer school at the server: progress, exams judged there, and an exam before a duty."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.floor.people.roles import HouseRole
from croupier.school import exam, lesson
from tests.support.server.wire import Guest, House, in_house

LESSON = "blackjack/read/soft-totals"


def right(drill: Any) -> dict[str, Any]:
    if drill.amounts:
        return {"amounts": list(drill.solution.amounts)}
    return {"choice": [each.is_right for each in drill.solution.choices].index(True)}


async def _ask(house: House, who: Guest | None, request: str, body: Any = None, status: int = 200) -> Any:
    method, path = request.split(" ")
    more = {} if body is None else {"json": body}
    answer = await house.ask(method, f"/api/v1/{path}", who, **more)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_progress_is_judged_from_the_seed_and_kept(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana = await house.guest()
        before = await _ask(house, ana, "GET school")
        assert {each["id"]: len(each["clauses"]) for each in before["divisions"]}["D2"] == 125
        assert len(before["lessons"]) > 250
        drill = lesson(LESSON).drill(7)
        well = {"lesson": LESSON, "seed": 7, "answer": right(drill), "milliseconds": 2_000}
        kept = await _ask(house, ana, "POST school/answers", {"answers": [well]})
        first = kept["lessons"][LESSON]
        assert (first["box"], first["answers"], first["right"], first["fastest"]) == (1, 1, 1, 2_000)
        wrong = {**well, "answer": {"choice": (right(drill)["choice"] + 1) % len(drill.choices)}}
        kept = await _ask(house, ana, "POST school/answers", {"answers": [well, wrong]})
        assert (kept["lessons"][LESSON]["box"], kept["lessons"][LESSON]["answers"]) == (1, 3)
        after = await _ask(house, ana, "GET school")
        mine = next(each for each in after["lessons"] if each["name"] == LESSON)
        assert (mine["progress"]["answers"], mine["progress"]["right"]) == (3, 2)
        assert after["due"] == 0
        held = await _ask(house, ana, "GET me/data")
        assert held["school"]["lessons"][LESSON]["right"] == 2
        nobody = await _ask(house, None, "GET school")
        assert not any(each.get("progress") for each in nobody["lessons"])

    in_house(tmp_path, scenario)


def test_what_one_is_slow_at_comes_first(tmp_path: Path) -> None:
    """Two lessons are due; the one that took longer for a right answer comes first. Own times stand beside both."""

    async def scenario(house: House) -> None:
        ana = await house.guest()
        quick, slow = "blackjack/read/hard-totals", LESSON
        for name, milliseconds in ((quick, 1_000), (slow, 9_000)):
            done = [
                {"lesson": name, "seed": seed, "answer": right(lesson(name).drill(seed)), "milliseconds": milliseconds}
                for seed in (1, 2)
            ]
            await _ask(house, ana, "POST school/answers", {"answers": done})
        shown = await _ask(house, ana, "GET school")
        hard = {each["name"]: each["hardness"] for each in shown["lessons"] if each.get("hardness")}
        assert {name: each["effort"] for name, each in hard.items()} == {quick: 1_000, slow: 9_000}
        assert all(each["seconds"] > 0 and 1 <= each["own"] <= 5 for each in hard.values())
        now = house.casino.now
        house.casino.now = lambda: now() + 100 * 24 * 3600
        batch = await _ask(house, ana, "GET school/drills?game=blackjack&kind=read&count=2")
        house.casino.now = now
        assert [each["lesson"] for each in batch["drills"]] == [slow, quick]

    in_house(tmp_path, scenario)


def test_drills_come_in_a_batch_and_what_cannot_be_is_refused(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        batch = await _ask(house, None, "GET school/drills?game=tai-sai&kind=pay&count=5")
        assert [(each["game"], each["kind"]) for each in batch["drills"]] == [("tai-sai", "pay")] * 5
        assert all(each["solution"]["amounts"] for each in batch["drills"])
        one = await _ask(house, None, f"GET school/drills?lesson={LESSON}&count=2")
        assert {each["lesson"] for each in one["drills"]} == {LESSON}
        shoe = await _ask(house, None, "GET school/shoes/roulette?rounds=2")
        assert (shoe["rounds"], len(shoe["drills"]) > 12) == (2, True)
        for path in ("school/drills?lesson=none", "school/drills?game=baccarat", "school/shoes/baccarat"):
            refused = await _ask(house, None, f"GET {path}", status=404)
            assert refused["refusal"]["code"] == "no_such_lesson"
        for path in ("school/drills?count=61", "school/drills?kind=guess", "school/shoes/roulette?rounds=0"):
            await _ask(house, None, f"GET {path}", status=400)
        await _ask(house, None, "POST school/answers", {"answers": []}, status=401)
        ana = await house.guest()
        odd = {"answers": [{"lesson": "none", "seed": 1, "answer": {}, "milliseconds": 5}]}
        assert (await _ask(house, ana, "POST school/answers", odd, 404))["refusal"]["code"] == "no_such_lesson"
        await _ask(house, ana, "POST school/exams/baccarat", None, 404)

    in_house(tmp_path, scenario)


def test_an_exam_is_judged_at_the_server_and_opens_a_table(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        table = await house.table(live=True)
        operator = await house.staff(HouseRole.OPERATOR, "Head")
        dora = await house.staff(HouseRole.DEALER, "Dora")
        asked = await _ask(house, operator, "PUT school/requirements/roulette", {"required": True})
        assert asked["required"] == ["roulette"]
        assert [(each["name"], each["exams"]) for each in asked["dealers"]] == [("Dora", [])]
        refused = await _ask(house, dora, f"POST tables/{table}/duty", None, 409)
        assert refused["refusal"]["code"] == "no_exam_passed"
        # Questions tell nothing that would give their answers away.
        begun = await _ask(house, dora, "POST school/exams/roulette", None, 201)
        assert len(begun["drills"]) == 20
        assert {(each["lesson"], each["seed"], each["clauses"] == []) for each in begun["drills"]} == {("", 0, True)}
        assert all(each["solution"] == begun["drills"][0]["solution"] for each in begun["drills"])
        assert not any((each["picture"]["layout"] or {}).get("settled") for each in begun["drills"])
        short = await _ask(house, dora, f"PUT school/exams/{begun['id']}", {"answers": [{"choice": 0}]})
        assert short["exam"]["passed"] is False
        again = await _ask(house, dora, f"PUT school/exams/{begun['id']}", {"answers": []}, 409)
        assert again["refusal"]["code"] == "exam_over"
        await _ask(house, dora, f"POST tables/{table}/duty", None, 409)
        # The second time she knows everything: the seed stands in the store, and nobody else sees it.
        begun = await _ask(house, dora, "POST school/exams/roulette", None, 201)
        record = await house.casino.school.exam(begun["id"])
        assert record is not None
        answers = [right(each) for each in exam("roulette", record.seed)]
        other = await house.guest()
        await _ask(house, other, f"PUT school/exams/{begun['id']}", {"answers": answers}, 409)
        judged = await _ask(house, dora, f"PUT school/exams/{begun['id']}", {"answers": answers})
        assert (judged["exam"]["right"], judged["exam"]["passed"], judged["wrong"]) == (20, True, [])
        await _ask(house, dora, f"POST tables/{table}/duty", None, 201)
        paper = await _ask(house, operator, f"GET school/exams/{begun['id']}")
        assert (paper["name"], paper["seed"], paper["exam"]["game"]) == ("Dora", record.seed, "roulette")
        await _ask(house, other, f"GET school/exams/{begun['id']}", None, 404)
        journal = (await house.ask("GET", "/api/v1/house/journal", operator)).text
        assert f"exam {begun['id']} of {dora.id} in roulette: 20 of 20, passed, seed {record.seed}" in journal
        assert f"dealers of roulette need an exam, by {operator.id}" in journal
        known = await _ask(house, operator, "GET school/dealers")
        assert [exam["game"] for exam in known["dealers"][0]["exams"]] == ["roulette"]
        await _ask(house, dora, "GET school/dealers", None, 403)
        free = await _ask(house, operator, "PUT school/requirements/roulette", {"required": False})
        assert free["required"] == []

    in_house(tmp_path, scenario)


def test_answers_that_come_too_late_count_for_nothing(tmp_path: Path) -> None:
    async def scenario(house: House) -> None:
        ana = await house.guest()
        begun = await _ask(house, ana, "POST school/exams/money-wheel", None, 201)
        record = await house.casino.school.exam(begun["id"])
        assert record is not None
        answers = [right(each) for each in exam("money-wheel", record.seed)]
        now = house.casino.now
        house.casino.now = lambda: record.until + 1
        judged = await _ask(house, ana, f"PUT school/exams/{begun['id']}", {"answers": answers})
        house.casino.now = now
        assert (judged["exam"]["right"], judged["exam"]["passed"]) == (0, False)

    in_house(tmp_path, scenario)


def test_a_shoe_at_the_console_takes_only_what_came(tmp_path: Path) -> None:
    path = "POST school/console/money-wheel"

    async def scenario(house: House) -> None:
        shown = await _ask(house, None, path, {"seed": 3})
        for act in ({"act": "no more bets"}, {"act": "spin wheel", "direction": "clockwise"}):
            assert (shown["fallen"], shown["work"]["steps"][0]["act"]) == (None, act["act"])
            shown = await _ask(house, None, path, {"seed": 3, "acts": shown["acts"], "act": act})
        fallen, acts = shown["fallen"], shown["acts"]
        other = {**fallen, "section": fallen["section"] % 52 + 1}
        wrong = await _ask(house, None, path, {"seed": 3, "acts": acts, "act": other})
        assert (wrong["mistaken"], wrong["acts"], wrong["seconds"]) == (True, acts, shown["seconds"])
        right = await _ask(house, None, path, {"seed": 3, "acts": acts, "act": fallen})
        assert (right["mistaken"], len(right["acts"])) == (False, len(acts) + 1)
        assert right["seconds"] > shown["seconds"]
        early = await _ask(house, None, path, {"seed": 3, "act": fallen}, 409)
        assert early["refusal"]["rule"].startswith("D10")
        await _ask(house, None, path, {"seed": 3, "acts": ["what"]}, 409)
        await _ask(house, None, "POST school/console/tournament-table", {"seed": 3}, 404)

    in_house(tmp_path, scenario)
