"""The panel of identity profiles: choose, create, change, delete."""

import threading
from typing import Any

import ipywidgets as widgets
import traitlets

from mediaext.client import Client
from mediaext.client.loop import core, in_thread
from mediaext.errors import InvalidRequest
from mediaext.notebook.panels.base import Panel
from mediaext.notebook.panels.fields import STYLE
from mediaext.notebook.panels.form import Form
from mediaext.notebook.variables import Namespace
from mediaext.operation import read_params
from mediaext.profiles import Profile, StoredProfile

NEW = "a new profile"


class ProfilesPanel(Panel):
    """A form for profiles; ``profile`` is the one that was saved or chosen last."""

    profile: Any = traitlets.Any(None)

    def __init__(self, media: Client | None = None, namespace: Namespace | None = None) -> None:
        super().__init__("profiles", media, namespace)
        self.form = Form(read_params(Profile), self.namespace)
        self._known: dict[str, StoredProfile] = {}
        self._turn = threading.Lock()  # one call of the service at a time, and its list after it
        self.choice = widgets.Dropdown(
            description="Profile",
            options=[(NEW, "")],
            layout=widgets.Layout(width="40rem"),
            style=STYLE,
        )
        self.choice.observe(lambda _: self._choose(), names="value")
        self.save_button = self.button("Save", self.save, button_style="primary")
        self.delete_button = self.button("Delete", self.delete, disabled=True)
        acts = widgets.HBox(
            [self.save_button, self.delete_button, self.button("Refresh", self.refresh)]
        )
        self.fill(
            "Settings that jobs apply by profile_id.",
            self.choice,
            self.form.widget,
            acts,
            self.status,
        )
        self.refresh()

    def refresh(self) -> None:
        """Read the profiles of the service in the background."""
        self._work(lambda: None)

    def save(self) -> None:
        """Create the profile, or change the chosen one. Raises :class:`InvalidRequest`."""
        given, chosen = self.form.read(), self.choice.value
        if "name" not in given:
            raise InvalidRequest("name: is required.", (self.form.fields["name"].missing(),))
        self.form.mark(())
        if not chosen:
            self._work(lambda: self.media.create_profile(**given))
            return
        before = self._known[chosen].model_dump(exclude_unset=True)
        fields = self.form.fields.items()
        cleared = {n: f.param.default for n, f in fields if n in before and n not in given}
        self._work(lambda: self.media.update_profile(chosen, **given, **cleared))

    def delete(self) -> None:
        """Delete the chosen profile."""
        chosen = self.choice.value
        if chosen:
            self._work(lambda: self.media.delete_profile(chosen))

    def saved_html(self) -> str:
        """Return the form as it was last filled in."""
        return self.form.saved_html()

    def refuse(self, error: InvalidRequest) -> None:
        """Mark the fields that are wrong."""
        other = self.form.mark(error.problems)
        self.show_error(" ".join(other) if error.problems and other else str(error))

    def _work(self, act: object) -> None:
        """Call the service off the kernel's thread, then read the profiles again."""
        self.say("one moment", busy=True)
        core().start(in_thread(self._do, act))

    def _do(self, act: Any) -> None:
        with self._turn, self.guarded():
            done = act()
            self._list(self.media.profiles(), done)
            count = len(self._known)
            words = f"Saved {done.name}. " if isinstance(done, StoredProfile) else ""
            self.say(f"{words}{count} profile{'s' * (count != 1)} at this service.")

    def _list(self, profiles: list[StoredProfile], done: object) -> None:
        self._known = {profile.profile_id: profile for profile in profiles}
        kept = done.profile_id if isinstance(done, StoredProfile) else self.choice.value
        options = [(NEW, ""), *((f"{p.name} · {p.profile_id}", p.profile_id) for p in profiles)]
        self.choice.options = options
        self.choice.value = kept if kept in self._known else ""
        if isinstance(done, StoredProfile):
            self.profile = done
        self.save_form()

    def _choose(self) -> None:
        profile = self._known.get(self.choice.value)
        self.delete_button.disabled = profile is None
        shown = profile.model_dump(exclude_unset=True) if profile else {}
        self.form.mark(())
        self.form.write(
            {n: v for n, v in shown.items() if n in self.form.fields and v is not None}
        )
        if profile is not None:
            self.profile = profile
        self.save_form()
