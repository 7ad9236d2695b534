"""Commands of the shell alone: run and maintain a service, show what the package can do."""

import contextlib
import os
import platform
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from mediaext.conformance import Findings, conformance
from mediaext.errors import InvalidRequest, MediaError, NotFound
from mediaext.grammar.parser import Command, CommandContext
from mediaext.home import home
from mediaext.text import Text
from mediaext.vocabulary import FieldHints

if TYPE_CHECKING:
    from mediaext.service.database import Database

Home = Annotated[Path, Field(description="Folder of the service; by default below MEDIAEXT_HOME.")]
Ledger = Annotated[
    str,
    Field(description="Ledger in PostgreSQL that several machines share."),
    FieldHints(example="postgresql://mediaext@db.example/mediaext"),
]
Shell = Annotated[
    Literal["bash", "zsh", "fish"],
    Field(description="Shell to complete in."),
    FieldHints(positional=True),
]
Resources = Annotated[
    str,
    Field(
        pattern=r"^\w+=[0-9.e+]+(,\w+=[0-9.e+]+)*$",
        description="Resources of a Dask worker: what each has, what each job takes.",
    ),
    FieldHints(example="GPU=1,MEMORY=24e9"),
]
User = Annotated[str, Field(min_length=1, description="Name of the user.")]


def read_resources(text: str | None) -> dict[str, float]:
    """Return amounts by name."""
    pairs = (item.split("=") for item in (text or "").split(",") if item)
    return {name: float(amount) for name, amount in pairs}


def service_home(folder: Path | None) -> Path:
    """Return the folder in which a service keeps its ledger, made when it is new."""
    chosen = folder.expanduser() if folder else home() / "service"
    chosen.mkdir(mode=0o700, parents=True, exist_ok=True)
    return chosen.resolve()


def blob_address(text: str | None) -> str:
    """Return a store's address; a folder's holds whatever folder a process is in."""
    if text is None or "://" in text:
        return text or ""
    return str(Path(text).expanduser().resolve())


@contextlib.contextmanager
def shared_ledger(folder: Path, address: str | None) -> "Iterator[Database | None]":
    """Yield the ledger at an address, ``None`` without one: it is in the folder then."""
    if address is None:
        yield None
        return
    from mediaext.scale.shared import open_database

    with contextlib.closing(open_database(address, folder)) as database:
        yield database


class Serve(Command):
    """Run the service until interrupted."""

    host: Annotated[str, Field(description="Address to listen on.")] = "127.0.0.1"
    port: Annotated[int, Field(ge=1, le=65535, description="Port to listen on.")] = 8440
    base_url: (
        Annotated[str, Field(description="Base of result links; by default host and port.")] | None
    ) = None
    engine: (
        Annotated[
            str,
            Field(description="Engines that make the results, in order of preference."),
            FieldHints(example="openai:http://127.0.0.1:30000,classical"),
        ]
        | None
    ) = None
    engine_choice: (
        Annotated[
            str,
            Field(description="Engines that callers may choose for a request; none by default."),
            FieldHints(example="diffusers,classical"),
        ]
        | None
    ) = None
    policy: (
        Annotated[
            str,
            Field(description="Function that checks each request and may refuse it."),
            FieldHints(example="consent:check"),
        ]
        | None
    ) = None
    pods: Annotated[
        str,
        Field(
            pattern=r"^(1?\d{1,2}|2[0-4]\d|25[0-6]|(tcp|tls)://\S+)$",
            description="Worker processes here, or the Dask scheduler of those elsewhere.",
        ),
        FieldHints(example="tls://head.example:8786"),
    ] = "2"
    pod_resources: Resources | None = None
    key: Annotated[
        bool, Field(description="Require an API key; --no-key gives everyone access.")
    ] = True
    private_urls: Annotated[
        bool, Field(description="Allow URLs of inputs and callbacks in private networks.")
    ] = False
    plan_limits: (
        Annotated[
            str,
            Field(
                description="PLAN=RATE/BURST/IN_FLIGHT a minute, joined by commas; - is no limit."
            ),
            FieldHints(example="pro=120/30/50,studio=600/100/-"),
        ]
        | None
    ) = None
    home: Home | None = None
    ledger: Ledger | None = None
    blobs: (
        Annotated[
            str,
            Field(
                description="Folder or s3:// of media; with --ledger the same on every machine."
            ),
            FieldHints(example="s3://bucket/media"),
        ]
        | None
    ) = None
    name: (
        Annotated[
            str,
            Field(
                pattern=r"^[A-Za-z0-9._-]{1,64}$",
                description="Prefix of this machine's pod names; with --ledger the host name.",
            ),
        ]
        | None
    ) = None

    def run(self, context: CommandContext) -> int:
        """Serve; return when interrupted."""
        from mediaext.engines.routing import EngineOrder, chosen_engines
        from mediaext.scale.clusters import open_fleet
        from mediaext.service import Settings, serve
        from mediaext.service.settings import read_plan_limits

        settings = Settings(
            home=service_home(self.home),
            base_url=self.base_url or f"http://{self.host}:{self.port}",
            engine=chosen_engines(self.engine, home()),
            engine_choice=EngineOrder.read(self.engine_choice).default
            if self.engine_choice
            else (),
            policy=self.policy or "",
            **self._pods(),
            require_key=self.key,
            plans=read_plan_limits(self.plan_limits or ""),
            allow_private_urls=self.private_urls,
            ledger=self.ledger or "",
            blobs=blob_address(self.blobs),
            name=self.name or (platform.node() if self.ledger else ""),
        )
        opened = None
        if settings.ledger:
            from mediaext.scale.shared import open_shared

            opened = open_shared(settings)
        serve(settings, self.host, self.port, opened, open_fleet(settings))
        return 0

    def _pods(self) -> dict[str, Any]:
        """Return the settings of the pods: processes here, or a fleet."""
        if not self.pods.isdigit():
            resources = read_resources(self.pod_resources)
            return {"pods": 0, "speech_pods": 0, "fleet": self.pods, "fleet_resources": resources}
        if self.pod_resources:
            raise InvalidRequest.about(
                "pod_resources",
                "Only workers of a Dask cluster have them; name its scheduler with --pods.",
            )
        return {"pods": int(self.pods)}


class AddKey(Command):
    """Create an API key for a user and print it; it is shown only once."""

    user: User
    plan: Annotated[
        Literal["enterprise", "studio", "pro"], Field(description="Plan of the user.")
    ] = "pro"
    credits: Annotated[int, Field(ge=0, description="Credits; unlimited by default.")] | None = (
        None
    )
    operator: Annotated[
        bool,
        Field(
            description="Let the key read the state of the whole service, as 'mediaext top' does."
        ),
    ] = False
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> Text:
        """Return the key."""
        from mediaext.service import keys

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            key = keys.add(
                folder,
                self.user,
                self.plan,
                self.credits,
                operator=self.operator,
                database=opened,
            )
        return Text(key)


class ListKeys(Command):
    """List the keys by identifier and prefix; the keys themselves are not stored."""

    user: User | None = None
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> list[dict[str, Any]]:
        """Return the rows."""
        from mediaext.service import keys

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            return keys.list_keys(folder, self.user, database=opened)


class RevokeKey(Command):
    """Revoke a key by its identifier or shown prefix."""

    key: Annotated[
        str, Field(min_length=1, description="Identifier or prefix."), FieldHints(positional=True)
    ]
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> Text:
        """Return a sentence; raise :class:`NotFound` when there is no such key."""
        from mediaext.service import keys

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            count = keys.revoke(folder, self.key, database=opened)
        if not count:
            raise NotFound(f"There is no valid key '{self.key}'. See: mediaext keys list")
        return Text(f"{count} key{'s' if count > 1 else ''} revoked.")


class Usage(Command):
    """Show jobs, credits and seconds by user and operation."""

    days: Annotated[float, Field(gt=0, description="Number of days to look back.")] | None = None
    user: User | None = None
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> list[dict[str, Any]]:
        """Return the rows."""
        from mediaext.service import keys

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            return keys.usage(folder, self.days, self.user, database=opened)


class Repair(Command):
    """Keep what can be read of a damaged ledger, and name the stored files that are damaged.

    The damaged ledger is set aside beside the new one; damaged files are never served.
    """

    home: Home | None = None

    def run(self, context: CommandContext) -> list[dict[str, Any]]:
        """Return where the damaged file is, the rows that were kept, the files not as stored."""
        from mediaext.service.repair import damaged_files, repair_ledger

        home = service_home(self.home)
        done = repair_ledger(home)
        damaged = [str(path.relative_to(home)) for path in damaged_files(home)]
        return [{"set aside": str(done.aside), **done.rows, "damaged files": damaged}]


class CopyLedger(Command):
    """Copy the ledger of a folder into an empty one in PostgreSQL; the folder's is not changed."""

    to: Ledger
    home: Home | None = None

    def run(self, context: CommandContext) -> list[dict[str, Any]]:
        """Return the rows that were copied, by table."""
        from mediaext.scale.copying import copy_ledger

        return [dict(copy_ledger(service_home(self.home), self.to))]


class PrepareBlobs(Command):
    """Have a bucket delete what is left over after two days, and let web pages read by a link."""

    to: Annotated[
        str,
        Field(pattern="^s3://", description="Where media is stored, as for serve."),
        FieldHints(positional=True, example="s3://bucket/media"),
    ]

    def run(self, context: CommandContext) -> Text:
        """Return a sentence; raise :class:`MediaError` where the bucket does not take it."""
        from mediaext.service.object_store import ObjectStore

        store = ObjectStore(self.to)
        try:
            store.check()
            store.prepare()
        except OSError as error:
            raise MediaError(f"The bucket is not prepared: {error.strerror}.") from error
        finally:
            store.close()
        return Text(f"{self.to} takes media; what is left over there goes after two days.")


class Top(Command):
    """Show front ends, pods, queues and rates of a service, again and again; needs an operator."""

    url: (
        Annotated[
            str,
            Field(pattern=r"^https?://", description="Its address, else MEDIAEXT_BASE_URL."),
            FieldHints(positional=True, example="https://media.example"),
        ]
        | None
    ) = None
    api_key: (
        Annotated[str, Field(description="An operator's key, else MEDIAEXT_API_KEY.")] | None
    ) = None
    once: Annotated[
        bool, Field(description="Show it once, without refreshing; always so in a pipe.")
    ] = False

    def run(self, context: CommandContext) -> Any:
        """Return what goes on where it is shown once; else show it until interrupted."""
        from mediaext.cli import top

        url = self.url or os.environ.get("MEDIAEXT_BASE_URL", "http://127.0.0.1:8440")
        key = self.api_key or os.environ.get("MEDIAEXT_API_KEY", "")
        if context.step.options.get("json"):
            return top.read(url, key)
        if self.once or not sys.stdout.isatty():
            return Text(top.show(top.read(url, key)))
        return top.follow(url, key)


class CheckConformance(Command):
    """Check each statement of the interface against a service; exit code 1 where one fails."""

    url: Annotated[
        str,
        Field(pattern=r"^https?://", description="Base address of the service."),
        FieldHints(positional=True, example="https://media.example"),
    ]
    api_key: (
        Annotated[str, Field(description="Key of a user; by default MEDIAEXT_API_KEY.")] | None
    ) = None
    other_key: (
        Annotated[str, Field(description="Key of another user, to test access to foreign jobs.")]
        | None
    ) = None
    jobs: Annotated[
        bool, Field(description="Make a few small jobs; --no-jobs spends nothing.")
    ] = True

    def run(self, context: CommandContext) -> Findings:
        """Return a row for each statement, then what was spent and what is left behind."""
        key = self.api_key or os.environ.get("MEDIAEXT_API_KEY", "")
        return conformance(self.url, key, other_key=self.other_key or "", jobs=self.jobs)


class ListWebhooks(Command):
    """List the webhooks of the service, newest first."""

    user: User | None = None
    state: (
        Annotated[
            Literal["pending", "delivered", "abandoned"],
            Field(description="Only those in this state."),
        ]
        | None
    ) = None
    limit: Annotated[int, Field(ge=1, le=100_000, description="Maximum number of rows.")] = 100
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> list[dict[str, Any]]:
        """Return the rows."""
        from mediaext.service.webhooks import list_webhooks

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            return list_webhooks(folder, self.user, self.state, self.limit, database=opened)


class ReplayWebhook(Command):
    """Send a webhook again."""

    name: Annotated[
        str,
        Field(min_length=1, description="Its identifier, or the job's."),
        FieldHints(positional=True),
    ]
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> Text:
        """Return a sentence; raise :class:`NotFound` when there is none."""
        from mediaext.service.webhooks import replay

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            count = replay(folder, self.name, database=opened)
        if not count:
            raise NotFound(f"There is no webhook for '{self.name}'. See: mediaext webhooks list")
        return Text(f"{count} webhook{'s' if count > 1 else ''} will be sent again.")


class WebhookSecret(Command):
    """Show the secret with which a user's receiver checks webhooks."""

    user: Annotated[User, FieldHints(positional=True)]
    home: Home | None = None
    ledger: Ledger | None = None

    def run(self, context: CommandContext) -> Text:
        """Return the secret."""
        from mediaext.service.webhooks import signing_secret

        folder = service_home(self.home)
        with shared_ledger(folder, self.ledger) as opened:
            return Text(signing_secret(folder, self.user, database=opened))


class Demo(Command):
    """Take a real photo through generate, background, logo and upscale."""

    writes = "folder"

    photo: (
        Annotated[Path, Field(description="Your photo; by default a photo of an astronaut.")]
        | None
    ) = None
    seed: Annotated[int, Field(ge=0, le=2**32 - 1, description="The same seed repeats it.")] = 7

    def run(self, context: CommandContext) -> int:
        """Run it in the folder of ``--output``; return the exit code."""
        from mediaext.cli.demo import run

        folder = context.step.options.get("output") or "mediaext-demo"
        return run(self.photo, Path(folder), self.seed)


class Lab(Command):
    """Open JupyterLab on a copy of the teaching notebooks."""

    folder: Annotated[Path, Field(description="Folder for the copy.")] = Path("mediaext-lab")
    port: (
        Annotated[int, Field(ge=1, le=65535, description="Port to use; fails if taken.")] | None
    ) = None
    browser: Annotated[bool, Field(description="Open a browser.")] = True
    allow_root: Annotated[
        bool, Field(description="Allow running as root, which JupyterLab refuses by default.")
    ] = False

    def run(self, context: CommandContext) -> int:
        """Run JupyterLab until it is closed; return its exit code."""
        from mediaext.cli.lab import run

        arguments = ["--allow-root"] if self.allow_root else []
        return run(self.folder, self.port, browser=self.browser, arguments=arguments)


class Check(Command):
    """Show what is installed, where panels work, what can be made, and where state is kept."""

    def run(self, context: CommandContext) -> list[dict[str, str]]:
        """Return a row for each fact."""
        from mediaext.cli.doctor import report

        return report()


SHELL: dict[str, type[Command]] = {
    "serve": Serve,
    "keys": ListKeys,
    "keys add": AddKey,
    "keys list": ListKeys,
    "keys revoke": RevokeKey,
    "usage": Usage,
    "repair": Repair,
    "ledger copy": CopyLedger,
    "blobs prepare": PrepareBlobs,
    "top": Top,
    "webhooks": ListWebhooks,
    "webhooks list": ListWebhooks,
    "webhooks replay": ReplayWebhook,
    "webhooks secret": WebhookSecret,
    "conformance": CheckConformance,
    "demo": Demo,
    "lab": Lab,
    "doctor": Check,
}
