"""Identity profiles of the service: stored per user, applied when a job is accepted.

Which settings reach which operation follows the specification: generate image takes template and
quality settings, edit also the palette, the others what they have fields for. What the caller gave
wins over the profile, except in ``lock``, where the profile overrides.
"""

import json
import re
import secrets
import sqlite3
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pydantic import ValidationError

from mediaext.errors import InvalidRequest, Problem
from mediaext.operation import Operation
from mediaext.profiles import Profile
from mediaext.service import sql
from mediaext.service.clock import Clock
from mediaext.service.database import Database

PLACEHOLDER = re.compile(r"\{\{\s*(\w+)\s*\}\}")
OVERRIDING = frozenset({"lock"})
FIELDS = {
    "steps": "num_inference_steps",
    "cfg_scale": "guidance_scale",
    "negative_prompt": "negative_prompt",
    "palette": "palette",
    "height": "height",
    "width": "width",
    "output_format": "output_format",
    "callback_url": "callback_url",
}
PASSED_THROUGH = ("negative_prompt", "palette")


class Profiles:
    """Profiles in the database; every statement names the user."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def create(self, user: str, profile: Profile) -> dict[str, Any]:
        """Store a profile and return its record."""
        profile_id = f"prof_{secrets.token_hex(12)}"
        now = self.clock.now()
        self.database.run(
            sql.INSERT_PROFILE,
            profile_id,
            user,
            user,
            profile.model_dump_json(exclude_unset=True),
            now,
            now,
        )
        return self.get(user, profile_id) or {}

    def get(self, user: str, profile_id: str) -> dict[str, Any] | None:
        """Return a record; ``None`` for unknown and foreign alike."""
        row = self.database.one(sql.GET_PROFILE, profile_id, user)
        return _record(row) if row else None

    def list(self, user: str) -> list[dict[str, Any]]:
        """Return a user's records, newest first."""
        return [_record(row) for row in self.database.all(sql.LIST_PROFILES, user)]

    def update(
        self, user: str, profile_id: str, changes: Mapping[str, Any]
    ) -> dict[str, Any] | None:
        """Merge changes into a profile; ``None`` when there is none of this user.

        Raises :class:`pydantic.ValidationError` when the merged profile is not a good one.
        """
        with self.database.transaction():
            row = self.database.one(sql.GET_PROFILE, profile_id, user)
            if row is None:
                return None
            merged = Profile.model_validate({**json.loads(row["fields"]), **changes})
            self.database.run(
                sql.UPDATE_PROFILE,
                merged.model_dump_json(exclude_unset=True),
                self.clock.now(),
                profile_id,
                user,
            )
        return self.get(user, profile_id)

    def delete(self, user: str, profile_id: str) -> bool:
        """Delete a profile; ``False`` when there is none of this user."""
        return bool(self.database.run(sql.DELETE_PROFILE, profile_id, user))

    def given(self, user: str, profile_id: str) -> Profile | None:
        """Return the stored profile with only the fields that were given."""
        row = self.database.one(sql.GET_PROFILE, profile_id, user)
        return Profile.model_validate_json(row["fields"]) if row else None


def _record(row: sqlite3.Row) -> dict[str, Any]:
    profile = Profile.model_validate_json(row["fields"])
    return {
        "profile_id": row["profile_id"],
        **profile.model_dump(mode="json"),
        "created_at": _moment(row["created_at"]),
        "updated_at": _moment(row["updated_at"]),
        "bucket": None,  # spec: shape not shown; a pointer that the service never follows
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def apply(profile: Profile, request: Operation[Any]) -> tuple[Operation[Any], dict[str, Any]]:
    """Return the request with the profile's settings, and what is passed through beside it.

    Raises :class:`InvalidRequest` when a setting is outside what the operation takes.
    """
    kind = type(request)
    known = kind.model_fields
    overrides = kind.endpoint.name in OVERRIDING
    values = request.given()
    settings = {
        FIELDS[name]: value
        for name in FIELDS
        if (value := getattr(profile, name)) is not None and FIELDS[name] in known
    }
    callback = values.get("callback_url")  # overridable per request, also where a profile rules
    values = {**values, **settings} if overrides else {**settings, **values}
    if callback is not None:
        values["callback_url"] = callback
    if profile.prompt_template and "prompt" in known:
        values["prompt"] = fill_template(profile, request.given())
    if "seed" in known:
        _apply_seed(profile, values, overrides, given="seed" in request.given())
    extra = dict(profile.extra_params or {})
    for name in PASSED_THROUGH:
        value = getattr(profile, name)
        if value is not None and name not in known:
            extra.setdefault(name, value)
    return _validated(kind, values), extra


def fill_template(profile: Profile, given: Mapping[str, Any]) -> str:
    """Join the caller's prompt and the template.

    ``{{user_prompt}}`` injects the prompt where it stands; without it the mode says whether the
    template comes after the prompt or before. Other placeholders are filled from ``extra_params``;
    unknown ones stay as they are.
    """
    prompt = str(given.get("prompt", ""))
    words = {**(profile.extra_params or {}), "user_prompt": prompt}
    template = profile.prompt_template or ""
    text = PLACEHOLDER.sub(lambda found: str(words.get(found[1], found[0])), template)
    if any(found[1] == "user_prompt" for found in PLACEHOLDER.finditer(template)):
        return text
    pieces = (text, prompt) if profile.prompt_template_mode == "prefix" else (prompt, text)
    return ", ".join(piece for piece in pieces if piece)


def _apply_seed(profile: Profile, values: dict[str, Any], overrides: bool, given: bool) -> None:
    """Choose the seed: a strategy that was chosen rules; else the caller's, else the profile's."""
    strategy = profile.seed_strategy if "seed_strategy" in profile.model_fields_set else None
    fixed = profile.fixed_seed if profile.fixed_seed is not None else profile.seed
    if strategy == "fixed" and fixed is not None:
        values["seed"] = fixed
    elif strategy == "random":
        values["seed"] = -1
    elif profile.seed is not None and (not given or (overrides and strategy is None)):
        values["seed"] = profile.seed


def _validated(kind: type[Operation[Any]], values: dict[str, Any]) -> Operation[Any]:
    try:
        return kind(**values)
    except ValidationError as error:
        problems = tuple(
            Problem(
                ("body", "profile_id"),
                f"The profile's {'.'.join(map(str, item['loc']))} does not fit: {item['msg']}.",
                item["type"],
            )
            for item in error.errors()
        )
        raise InvalidRequest(problems[0].msg, problems) from None
