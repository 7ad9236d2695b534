"""Identity profiles of the service: stored per user, applied when a job is accepted.

Settings go into the fields that an operation has for them; the others are handed to the engine
beside the request. What the caller gave wins over the profile, except in ``lock``, where the
profile overrides.
"""

import json
import re
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

from pydantic import JsonValue, ValidationError, create_model

from mediaext.errors import InvalidRequest, Problem
from mediaext.operation import Operation, Param
from mediaext.profiles import Profile
from mediaext.service import sql
from mediaext.service.database import Clock, Database, LedgerRow


def _optional() -> dict[str, Any]:
    return {
        name: (info.annotation if info.is_required() else info.rebuild_annotation() | None, None)
        for name, info in Profile.model_fields.items()
    }


ProfileChanges = create_model(
    "ProfileChanges",
    __base__=Profile,
    __doc__="Fields to change; the specification does not show the exact list.",
    **_optional(),
)


PROFILE_LIMIT = 65_536  # bytes of a profile's body
PROFILES = 1000  # that a user may have
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


class Profiles:
    """Profiles in the database; every statement names the user."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self.clock = clock

    def create(self, user: str, profile: Profile) -> dict[str, Any]:
        """Store a profile and return its record.

        Raises :class:`InvalidRequest` for a user who has :data:`PROFILES` already.
        """
        if (row := self.database.one(sql.COUNT_PROFILES, user)) and row["count"] >= PROFILES:
            raise InvalidRequest.about(
                "name", f"You have {PROFILES} profiles, which is the most; delete one first."
            )
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
        self, user: str, profile_id: str, changes: Mapping[str, object]
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


def _record(row: LedgerRow) -> dict[str, Any]:
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


class Applied(NamedTuple):
    """A request with a profile's settings.

    ``extra`` goes to the engine beside the request: settings that the operation has no field for,
    by their names in the profile, and the profile's ``extra_params``. ``notes`` say what of the
    profile or of the request was not used as it stands.
    """

    request: Operation[object]
    extra: dict[str, JsonValue]
    notes: tuple[str, ...] = ()


def apply(profile: Profile, request: Operation[object]) -> Applied:
    """Put a profile's settings into a request.

    Numbers outside what the operation takes are brought to the nearest bound, and noted.
    """
    kind = type(request)
    params = {param.name: param for param in request.params()}
    given = request.given()
    settings: dict[str, Any] = {}
    extra: dict[str, JsonValue] = dict(profile.extra_params or {})
    for name, field in FIELDS.items():
        value = getattr(profile, name)
        if value is None:
            continue
        if field in params:
            settings[name] = value
        else:
            extra[name] = value
    if kind.endpoint.name not in OVERRIDING:
        settings = {name: v for name, v in settings.items() if FIELDS[name] not in given}
    elif "callback_url" in given:  # overridable per request, also where a profile rules
        settings.pop("callback_url", None)
    replaced = [
        FIELDS[name] for name in settings if given.get(FIELDS[name]) not in (None, settings[name])
    ]
    settings, notes = _fitted(settings, params)
    if replaced:
        notes.append(f"The profile's settings replace the request's {', '.join(replaced)}.")
    values = {**given, **{FIELDS[name]: value for name, value in settings.items()}}
    if profile.prompt_template:
        if "prompt" in params:
            values["prompt"] = fill_template(profile, given)
            for word in _placeholders(profile.prompt_template):
                extra.pop(word, None)
        else:
            extra["prompt_template"] = profile.prompt_template
    if "seed" in params:
        notes += _apply_seed(profile, values, given.get("seed"))
    return Applied(_validated(kind, values), extra, tuple(notes))


def _fitted(
    settings: Mapping[str, Any], params: Mapping[str, Param]
) -> tuple[dict[str, Any], list[str]]:
    """Bring numbers within the bounds of their fields; height and width keep their proportion."""
    fitted = dict(settings)
    sides = {name: params[name].maximum for name in ("height", "width") if name in settings}
    shrink = min((most / settings[name] for name, most in sides.items() if most), default=1.0)
    for name in sides:
        fitted[name] = round(settings[name] * min(1.0, shrink))
    notes = []
    for name, value in fitted.items():
        param = params[FIELDS[name]]
        if param.type in ("integer", "number"):
            fitted[name] = _bounded(value, param)
            if fitted[name] != (given := settings[name]):
                inside = _bounded(given, param) == given
                why = "in proportion" if inside else f"{param.name} must be {param.bounds} here"
                notes.append(f"The profile's {name} of {given:g} became {fitted[name]:g}: {why}.")
    return fitted, notes


def _bounded(value: float, param: Param) -> float:
    low = value if param.minimum is None else max(value, param.minimum)
    bounded = low if param.maximum is None else min(low, param.maximum)
    return int(bounded) if param.type == "integer" else bounded


def fill_template(profile: Profile, given: Mapping[str, object]) -> str:
    """Join the caller's prompt and the template.

    ``{{user_prompt}}`` injects the prompt where it stands; without it the mode says whether the
    template comes after the prompt or before. Other placeholders are filled from ``extra_params``;
    unknown ones stay as they are.
    """
    prompt = str(given.get("prompt", ""))
    words = {**(profile.extra_params or {}), "user_prompt": prompt}
    template = profile.prompt_template or ""
    text = PLACEHOLDER.sub(lambda found: str(words.get(found[1], found[0])), template)
    if "user_prompt" in _placeholders(template):
        return text
    pieces = (text, prompt) if profile.prompt_template_mode == "prefix" else (prompt, text)
    return ", ".join(piece for piece in pieces if piece)


def _placeholders(template: str) -> set[str]:
    return {found[1] for found in PLACEHOLDER.finditer(template)}


def _apply_seed(profile: Profile, values: dict[str, Any], given: int | None) -> list[str]:
    """Choose the seed by the profile's strategy; return a note if the caller's is not used.

    ``fixed`` takes ``fixed_seed``, and without one ``seed``. ``user`` takes the caller's, else
    ``seed``. ``random`` takes ``seed``, which omitted means a new one for each job.
    """
    asked = given if given is not None and given >= 0 else None
    match profile.seed_strategy:
        case "fixed":
            seed = profile.seed if profile.fixed_seed is None else profile.fixed_seed
        case "user":
            seed = profile.seed if asked is None else asked
        case "random":
            seed = profile.seed
    values["seed"] = -1 if seed is None else seed
    if asked is None or asked == seed:
        return []
    return [
        f"The request's seed {asked} was not used: the profile's seed_strategy is "
        f"{profile.seed_strategy}."
    ]


def _validated(kind: type[Operation[object]], values: Mapping[str, object]) -> Operation[object]:
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
