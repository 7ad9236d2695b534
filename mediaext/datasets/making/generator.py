"""The one place in a process that requests samples: many in flight, each key once."""

import contextlib
import itertools
import queue
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial

from mediaext.datasets.keys import Node
from mediaext.datasets.making.maker import StepMaker
from mediaext.datasets.making.outcomes import (
    AHEAD,
    BACKGROUND,
    URGENT,
    WITHDRAWN,
    Failure,
    Outcome,
)
from mediaext.datasets.making.runners import expect

THREADS = 2  # for each place: those whose job has ended store its result


class TaskPlace:
    """A place among the tasks of an executor; a task may give it back before it is over."""

    def __init__(self, places: threading.Semaphore) -> None:
        self._places = places
        self._given_back = threading.Lock()

    def give_back(self) -> None:
        """Let the next task begin; only the first call counts."""
        if self._given_back.acquire(blocking=False):
            self._places.release()


Task = Callable[[TaskPlace], None]
Tasks = queue.PriorityQueue[tuple[int, int, Task | None]]


class PriorityExecutor:
    """Runs tasks on daemon threads, the most urgent first; at most ``size`` hold a place.

    The threads die with the process; leases and jobs outlive them.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._places = threading.Semaphore(size)
        self._queue: Tasks = queue.PriorityQueue()
        self._order = itertools.count()
        self._threads: list[threading.Thread] = []

    def put(self, task: Task, priority: int) -> None:
        """Queue a task, and start one more thread while more may be needed."""
        self._queue.put((priority, next(self._order), task))
        if len(self._threads) < THREADS * self.size:
            # a thread must not keep its executor alive
            work = partial(_work, self._queue, self._places)
            thread = threading.Thread(target=work, name="mediaext-maker", daemon=True)
            self._threads.append(thread)
            thread.start()

    def clear(self) -> None:
        """Drop the tasks that no thread has begun."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._queue.get_nowait()

    def shutdown(self) -> None:
        """Drop what was not begun, and let every thread end after its present task."""
        self.clear()
        for _ in self._threads:
            self._queue.put((-1, next(self._order), None))
        self._threads = []


def _work(tasks: Tasks, places: threading.Semaphore) -> None:
    task: Task | None
    while True:
        places.acquire()  # first, since a more urgent task may come while there is no place
        place = TaskPlace(places)
        try:
            if (task := tasks.get()[2]) is None:
                return
            task(place)
            task = None  # or an idle thread would hold what it worked on
        finally:
            place.give_back()


@dataclass(slots=True)
class Request:
    """A node that was asked for: by how many, and whether making it has begun."""

    future: "Future[Outcome]" = field(default_factory=Future)
    askers: int = 1
    begun: bool = False


class Generator:
    """Makes nodes in the background; one for each process and folder."""

    def __init__(self, maker: StepMaker, concurrency: int) -> None:
        self.maker = maker
        self.executor = PriorityExecutor(concurrency)
        self._requests: dict[bytes, Request] = {}
        self._lock = threading.Lock()
        self._told = False
        self._take_up()

    @property
    def pending(self) -> int:
        """How many nodes were asked for and are not done."""
        return len(self._requests)

    def request(
        self,
        node: Node,
        priority: int = AHEAD,
        noted: "deque[Future[Outcome]] | None" = None,
    ) -> "Future[Outcome]":
        """Ask for a node; equal keys share one future. Returns at once.

        The future is ``noted`` before the node is queued, so that who is interrupted in between
        can withdraw it.
        """
        if not self._told:
            self._told = True
            expect(self.maker.runner, self.executor.size)
        with self._lock:
            found = self._requests.get(node.key)
            if found is not None:
                found.askers += 1
                if noted is not None:
                    noted.append(found.future)
                if priority == URGENT and not found.begun:
                    self.executor.put(partial(self._serve, node), URGENT)
                return found.future
            request = Request()
            request.future.set_running_or_notify_cancel()
            if noted is not None:
                noted.append(request.future)
            self._requests[node.key] = request
            self.executor.put(partial(self._serve, node), priority)
            return request.future

    def _serve(self, node: Node, place: TaskPlace) -> None:
        """Make a node that was asked for and give everyone who asked its outcome."""
        with self._lock:
            request = self._requests.get(node.key)
            if request is None or request.begun:
                return  # withdrawn, or queued twice
            request.begun = True
        outcome: Outcome | BaseException
        try:
            outcome = self.maker.ensure(node, on_job_end=place.give_back)
        except BaseException as error:  # whoever asked must get it
            outcome = error
        with self._lock:
            self._requests.pop(node.key, None)
        if isinstance(outcome, BaseException):
            request.future.set_exception(outcome)
        else:
            request.future.set_result(outcome)

    def withdraw(self, futures: "Iterable[Future[Outcome]]") -> None:
        """Withdraw requests: those that have not started and that nobody else made are dropped.

        What runs goes on and is kept.
        """
        unwanted = Counter(map(id, futures))
        with self._lock:
            for request in self._requests.values():
                request.askers -= unwanted[id(request.future)]
        self._cancel(lambda request: request.askers <= 0)

    def _cancel(self, which: Callable[[Request], bool]) -> None:
        """Answer requests that were not begun with a failure."""
        with self._lock:
            idle = [k for k, request in self._requests.items() if not request.begun]
            taken = [key for key in idle if which(self._requests[key])]
            requests = [self._requests.pop(key) for key in taken]
        self.maker.leases.withdraw(taken)
        for request in requests:
            request.future.set_result(Failure(WITHDRAWN, "it was no longer asked for", again=True))

    def _take_up(self) -> None:
        """Fetch the jobs of processes that died, and clear away what they finished."""
        writer = self.maker.writer
        for key, facts in self.maker.leases.left_behind().items():
            if key in writer.results or facts.get("service") in (None, writer.service):
                self.executor.put(partial(self._finish, key), BACKGROUND)

    def _finish(self, key: bytes, place: TaskPlace) -> None:
        self.maker.finish(key)

    def salvage(self) -> "dict[str, list[Future[Outcome]]]":
        """Ask again for what failed in a way that may pass; return futures by failure code."""
        asked: dict[str, list[Future[Outcome]]] = {}
        if self.maker.stopped is None:
            for node, failure in list(self.maker.failed.values()):
                if failure.again:
                    asked.setdefault(failure.code, []).append(self.request(node, BACKGROUND))
        return asked

    def close(self) -> None:
        """Stop accepting work; running jobs continue in the service and are fetched next time."""
        self.executor.shutdown()
        self._cancel(lambda request: True)
        self.maker.leases.close()
