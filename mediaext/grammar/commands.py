"""The commands beside the operations, each a small model whose ``run`` does it with a client."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BaseModel, ConfigDict, Field

from mediaext.client import Client
from mediaext.errors import NotFound
from mediaext.vocabulary import Word


class Command(BaseModel):
    """Something to do that is no operation. Fields are what may be typed behind it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    nested: ClassVar[bool] = False

    def run(self, client: Client) -> Any:
        """Do it and return what a person wants to see."""
        raise NotImplementedError


JobId = Annotated[str, Field(min_length=1, description="Identifier of the job."), Word(True)]


class Jobs(Command):
    """List the jobs on record, newest first, as a table."""

    status: (
        Annotated[
            Literal["queued", "completed", "failed"], Field(description="Only jobs in this state.")
        ]
        | None
    ) = None
    operation: Annotated[str, Field(description="Only jobs of this operation.")] | None = None
    limit: Annotated[int, Field(ge=1, le=100_000, description="At most so many.")] = 1000

    def run(self, client: Client) -> Any:
        """Return a DataFrame."""
        return client.jobs(status=self.status, operation=self.operation, limit=self.limit)


class Attach(Command):
    """Get a job back by its identifier and wait for its result."""

    job_id: JobId
    operation: (
        Annotated[str, Field(description="Its operation, when it is not on record here.")] | None
    ) = None

    def run(self, client: Client) -> Any:
        """Return the job."""
        return client.attach(self.job_id, self.operation)


class Cancel(Command):
    """Ask the service to drop a job that is not done."""

    job_id: JobId

    def run(self, client: Client) -> str:
        """Return a sentence."""
        job = client.attach(self.job_id)
        if job.status.terminal:
            return f"Job {self.job_id} has ended already ({job.status})."
        if not job.cancel():
            raise NotFound(f"The service could not cancel job {self.job_id}.")
        return f"Job {self.job_id} is cancelled."


COMMANDS: dict[str, type[Command]] = {"jobs": Jobs, "attach": Attach, "cancel": Cancel}
