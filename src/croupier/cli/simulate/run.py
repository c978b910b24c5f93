"""One manner for all simulations: prepared, run, watched, audited, told, written."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Any

from croupier.cli.console.exit_codes import DONE, INTERRUPTED, REFUSED, UNREADABLE
from croupier.cli.console.files import write_files
from croupier.cli.console.output import complain, indented, print_json, screen
from croupier.cli.simulate.files import picture, table
from croupier.cli.simulate.interrupt import end_now, ending_at_once
from croupier.cli.simulate.options import Running, failed, refuses_running
from croupier.cli.simulate.progress import Watching, busy
from croupier.cli.simulate.subject import Audited, RunReport, Subject
from croupier.odds.blackjack import INSTALL, is_there

if TYPE_CHECKING:
    from croupier.simulate.api import Ran
    from croupier.simulate.engines import Cuda

NOTHING_DONE = "Interrupted before any rounds were finished: there is no result."


def simulated(running: Running, prepare: Callable[[], Subject | int]) -> int:
    """Run what is prepared; the status with which the command ends."""
    status = refuses_running(running)
    if status is not None:
        return status
    if not is_there():
        return failed(f"The simulator needs the extra `math`: {INSTALL}", UNREADABLE, json=running.json)
    subject = _prepared(running, prepare)
    if isinstance(subject, int):
        return subject
    try:
        found = _ran(subject, running)
        return found if isinstance(found, int) else _finished(subject, running, found)
    except KeyboardInterrupt:
        end_now()
        raise


def _prepared(running: Running, prepare: Callable[[], Subject | int]) -> Subject | int:
    """All that is compiled, before anything runs that is worth keeping."""
    with busy("Preparing tables and compiling…", quiet=running.json), ending_at_once():
        from croupier.simulate.api import warm

        subject = prepare()
        if not isinstance(subject, int):
            warm(subject.job)
            if running.audit is not None or running.paths is not None:
                subject.gains(0, 0, 1)
        return subject


def _ran(subject: Subject, running: Running) -> Ran | int:
    from croupier.simulate.api import ran
    from croupier.simulate.checkpoint import CheckpointRefused
    from croupier.simulate.engines import Cuda, Failed, Unavailable, engine

    try:
        workers = engine(running.engine, workers=running.threads, address=running.address)
    except Unavailable as error:
        return failed(str(error), UNREADABLE, json=running.json)
    try:
        with Watching(running.rounds, running.until, quiet=running.json) as watching:
            found = ran(
                subject.job,
                seed=running.seed,
                rounds=running.rounds,
                engine=workers,
                until=running.until,
                checkpoint=running.checkpoint,
                watch=watching,
            )
        if isinstance(workers, Cuda) and (status := _refuses_gpu(workers, subject, running)) is not None:
            return status
    except Unavailable as error:
        return failed(str(error), UNREADABLE, json=running.json)
    except (CheckpointRefused, Failed) as error:
        return failed(str(error), REFUSED, json=running.json)
    else:
        return found
    finally:
        workers.close()


def _refuses_gpu(workers: Cuda, subject: Subject, running: Running) -> int | None:
    """Say what is to be said of a run on GPUs. An audit proves the processor's rounds: theirs must be the same."""
    if workers.note:
        complain(workers.note)
    if running.audit is None or workers.agrees(subject.job, running.seed, running.audit):
        return None
    why = f"GPU and processor disagree on the first {running.audit:,} rounds, so the GPU's totals cannot be used."
    return failed(why, REFUSED, json=running.json)


def _nothing(subject: Subject, running: Running) -> int:
    if running.json:
        document = subject.nothing() | {"seed": running.seed, "engine": running.engine, "interrupted": True}
        print_json(document)
    complain(NOTHING_DONE)
    return INTERRUPTED


def _finished(subject: Subject, running: Running, found: Ran) -> int:
    if found.done.totals.rounds == 0:
        return _nothing(subject, running)
    with ending_at_once():
        told = subject.told(running.seed, found)
    audited, status = _audited(subject, running, found)
    document = told.document | _of_run(running, found)
    if running.audit is not None:
        document["audit"] = None if audited is None else audited.document
    if running.json:
        print_json(document)
    else:
        _show(told, running, found, audited)
    if audited is not None and not audited.agrees:
        complain(str(audited))
    for note in _notes(running, found):
        complain(note)
    sys.stdout.flush()
    if _goes_on(running, found):
        return status
    complete = RunReport(document, told.rows, told.exact_percent, told.exact_name, told.show)
    return _written(subject, running, found, complete) or status


def _goes_on(running: Running, found: Ran) -> bool:
    """Whether the same command goes on from here. Then no file may stand in its way."""
    return found.done.interrupted and running.checkpoint is not None and found.done.unsaved is None


def _audited(subject: Subject, running: Running, found: Ran) -> tuple[Audited | None, int]:
    """What the real table says, and the status that follows from all this."""
    if found.done.interrupted:
        return None, INTERRUPTED
    if running.audit is None:
        return None, REFUSED if found.done.unsaved else DONE
    try:
        with busy(f"Playing {running.audit:,} rounds at the real table…", quiet=running.json):
            audited = subject.audited(running.seed, running.audit)
    except KeyboardInterrupt:
        return None, INTERRUPTED
    return audited, DONE if audited.agrees else REFUSED


def _of_run(running: Running, found: Ran) -> dict[str, Any]:
    """What is the same for every game."""
    done = found.done
    return {
        "seed": running.seed,
        "seconds": found.seconds,
        "rounds_per_second": found.rounds_per_second,
        "kernel_seconds": done.seconds,
        "resumed_rounds": done.resumed_rounds,
        "engine": running.engine,
        "until_percent": running.until,
        "reached": done.reached,
        "interrupted": done.interrupted,
    }


def _show(told: RunReport, running: Running, found: Ran, audited: Audited | None) -> None:
    out = screen()
    told.show(out)
    out.print()
    if audited is not None and audited.agrees:
        out.print(str(audited), style="green")
    done = found.done
    out.print(indented(_speed(running, found), out).strip(), style="dim")
    if running.until is not None and not done.interrupted:
        reached = "reached" if done.reached else "not reached within these rounds"
        out.print(f"A standard error of {running.until:g} % was {reached}.", style="dim")


def _speed(running: Running, found: Ran) -> str:
    brought = found.done.resumed_rounds
    earlier = f", {brought:,} more from the checkpoint" if brought else ""
    fresh = found.done.totals.rounds - brought
    rate = f", {found.rounds_per_second:,.0f} a second" if fresh > 0 else ""
    rounds = "1 round" if fresh == 1 else f"{fresh:,} rounds"
    return f"Seed {running.seed}; {rounds} in {found.seconds:,.2f} s by {running.engine}{rate}{earlier}."


def _notes(running: Running, found: Ran) -> list[str]:
    done, notes = found.done, []
    if done.interrupted:
        notes.append(f"Interrupted: {done.totals.rounds:,} of {running.rounds:,} rounds were done.")
        if _goes_on(running, found):
            files = ", ".join(map(str, (*running.tables, *running.pictures.values())))
            later = f"; it writes {files} at the end" if files else ""
            notes.append(f"Run the same command to continue from {running.checkpoint}{later}.")
        if running.audit is not None:
            notes.append("Not audited.")
    if done.unsaved is not None:
        notes.append(f"The checkpoint could not be saved: {done.unsaved}")
    return notes


def _written(subject: Subject, running: Running, found: Ran, told: RunReport) -> int:
    """Write and draw what was asked for. What is said of it must not get among JSON."""
    contents = {path: table(path, told) for path in running.tables}
    for name, path in running.pictures.items():
        with busy(f"Drawing {path}…", quiet=running.json), ending_at_once():
            contents[path] = picture(name, path, (subject, running, found), told)
    if not running.json:
        return write_files(contents, force=running.force)
    with redirect_stdout(sys.stderr):
        return write_files(contents, force=running.force)
