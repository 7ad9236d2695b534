"""Threads that take tasks in the order of their urgency, as many as there is work for."""

import contextlib
import itertools
import queue
import threading
from collections.abc import Callable

Task = Callable[[], None]


class Crew:
    """Up to ``size`` daemon threads; they die with the process, and leases outlive them."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._queue: queue.PriorityQueue[tuple[int, int, Task | None]] = queue.PriorityQueue()
        self._order = itertools.count()
        self._threads: list[threading.Thread] = []

    def put(self, task: Task, priority: int) -> None:
        """Queue a task, and start one more thread while there are few."""
        self._queue.put((priority, next(self._order), task))
        if len(self._threads) < self.size:
            thread = threading.Thread(target=self._work, name="mediaext-maker", daemon=True)
            self._threads.append(thread)
            thread.start()

    def _work(self) -> None:
        while True:
            task = self._queue.get()[2]
            if task is None:
                return
            task()

    def drop(self) -> None:
        """Forget the tasks that nobody is at."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._queue.get_nowait()

    def dismiss(self) -> None:
        """Let every thread end after the task that it is at."""
        for _ in self._threads:
            self._queue.put((-1, next(self._order), None))
