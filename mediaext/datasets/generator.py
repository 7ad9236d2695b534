"""The one place of a process where samples are asked for: many in flight, each key once.

Threads take nodes from a queue in the order asked for, urgent ones first.
"""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from typing import Any

from mediaext.datasets.budget import Purse
from mediaext.datasets.crew import Crew
from mediaext.datasets.filing import Filing
from mediaext.datasets.keys import Node
from mediaext.datasets.leases import Leases
from mediaext.datasets.made import AHEAD, BACKGROUND, URGENT, Failure, Outcome
from mediaext.datasets.maker import Maker
from mediaext.datasets.runners import expect


class Generator:
    """Makes nodes in the background; one for each process and folder."""

    def __init__(
        self,
        filing: Filing,
        folder: Path,
        *,
        runner: Any,
        purse: Purse,
        concurrency: int = 32,
        elsewhere: Callable[[bytes], bool] | None = None,
        say: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.filing = filing
        self.leases = Leases(folder / "leases")
        self.maker = Maker(
            filing, self.leases, runner=runner, purse=purse, elsewhere=elsewhere, say=say
        )
        self.crew = Crew(concurrency)
        self._futures: dict[bytes, Future[Outcome]] = {}
        self._lock = threading.Lock()
        self._told = False
        self._take_up()

    @property
    def pending(self) -> int:
        """How many nodes were asked for and are not done."""
        return len(self._futures)

    @property
    def made(self) -> Counter[str]:
        """Jobs made in this epoch, by operation."""
        return self.maker.made

    @property
    def epoch(self) -> int:
        """The epoch that jobs count for."""
        return self.maker.epoch

    def request(self, node: Node, priority: int = AHEAD) -> "Future[Outcome]":
        """Ask for a node; equal keys share one future. Returns at once."""
        if not self._told:
            self._told = True
            expect(self.maker.runner, self.crew.size)
        with self._lock:
            found = self._futures.get(node.key)
            if found is not None:
                if priority == URGENT:
                    self.crew.put(partial(self._serve, node), URGENT)
                return found
            future: Future[Outcome] = Future()
            future.set_running_or_notify_cancel()
            self._futures[node.key] = future
            self.crew.put(partial(self._serve, node), priority)
            return future

    def _serve(self, node: Node) -> None:
        """Make a node that was asked for and tell everyone who asked."""
        with self._lock:
            if node.key not in self._futures:
                return  # asked for twice, and done
        outcome: Outcome | BaseException
        try:
            outcome = self.maker.ensure(node)
        except BaseException as error:  # whoever asked must hear of it
            outcome = error
        with self._lock:
            future = self._futures.pop(node.key, None)
        if future is None:
            return
        if isinstance(outcome, BaseException):
            future.set_exception(outcome)
        else:
            future.set_result(outcome)

    def withdraw(self) -> None:
        """Forget what was asked for and not begun; what runs goes on and is kept."""
        self.crew.drop()
        with self._lock:
            idle = [key for key in self._futures if not self.maker.running(key)]
            futures = [self._futures.pop(key) for key in idle]
        for future in futures:
            future.set_result(Failure("WITHDRAWN", "it was no longer asked for", again=True))

    def _take_up(self) -> None:
        """Fetch the jobs of processes that died, and clear away what they finished."""
        for key, facts in self.leases.left_behind().items():
            if key in self.filing.truth or facts.get("service") == self.filing.service:
                self.crew.put(partial(self.maker.finish, key), BACKGROUND)

    def begin_epoch(self, epoch: int) -> None:
        """Start counting for an epoch; a stop is over, since credits may be back."""
        self.maker.epoch = epoch
        self.maker.stopped = None

    def salvage(self) -> "dict[str, list[Future[Outcome]]]":
        """Ask again for what failed in a way that may pass; return futures by failure code."""
        asked: dict[str, list[Future[Outcome]]] = {}
        if self.maker.stopped is None:
            for node, failure in list(self.maker.failed.values()):
                if failure.again:
                    asked.setdefault(failure.code, []).append(self.request(node, BACKGROUND))
        return asked

    def close(self) -> None:
        """Stop taking work; what runs goes on in the service and is fetched next time."""
        self.crew.dismiss()
        self.leases.close()
