"""Identity profiles: named snapshots of settings that jobs apply; not an operation."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, JsonValue

from mediaext.operation import Declared
from mediaext.vocabulary import (
    CallbackUrl,
    FieldHints,
    Guidance,
    ImageFormat,
    NegativePrompt,
    OptionalSeed,
    Palette,
    ProfileSide,
    Steps,
)


def _finite(values: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Refuse infinities and NaN, which JSON cannot carry on."""
    json.dumps(values, allow_nan=False)
    return values


class Profile(Declared):
    """Creation fields of a profile. Only ``name`` is required."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)

    name: Annotated[
        str,
        Field(min_length=1, description="Human-readable name."),
        FieldHints(positional=True, group="essential", example="studio look"),
    ]
    description: Annotated[str, Field(description="Optional notes.")] | None = None
    tags: Annotated[list[str], Field(description="Tags for filtering.")] | None = None
    callback_url: (
        Annotated[CallbackUrl, Field(description="Default webhook URL; overridable per request.")]
        | None
    ) = None
    intent_id: (
        Annotated[str, Field(description="Intent it is optimised for, such as identity_lock.")]
        | None
    ) = None
    prompt_template: (
        Annotated[
            str,
            Field(description="Template; {{user_prompt}} injects the caller's prompt."),
            FieldHints(multiline=True, example="{{user_prompt}}, soft studio light"),
        ]
        | None
    ) = None
    negative_prompt: NegativePrompt | None = None
    steps: Annotated[Steps, Field(description="Number of steps.")] | None = None
    cfg_scale: Annotated[Guidance, Field(description="Guidance scale.")] | None = None
    seed: (
        Annotated[OptionalSeed, Field(description="Fixed seed; omitted is random per job.")] | None
    ) = None
    seed_strategy: Annotated[
        Literal["random", "fixed", "user"],
        Field(description="New seed per job, always fixed_seed, or a per-request seed if given."),
    ] = "random"
    fixed_seed: (
        Annotated[OptionalSeed, Field(description="Used when seed_strategy is fixed.")] | None
    ) = None
    palette: Annotated[Palette, Field(description="Brand colours applied to all jobs.")] | None = (
        None
    )
    height: ProfileSide | None = None
    width: ProfileSide | None = None
    output_format: ImageFormat | None = None
    prompt_template_mode: Annotated[
        Literal["suffix", "prefix"],
        Field(description="Append the template after the caller's prompt, or put it before."),
    ] = "suffix"
    extra_params: (
        Annotated[
            dict[str, JsonValue],
            AfterValidator(_finite),
            Field(description="Model-specific parameters, passed through."),
        ]
        | None
    ) = None


class StoredProfile(Profile):
    """A profile as the service keeps it; unknown fields are kept.

    The record's shape beyond the creation fields is not shown in the specification.
    """

    model_config = ConfigDict(extra="allow", frozen=True)

    profile_id: str
    created_at: datetime | None = None
    updated_at: datetime | None = None
    bucket: dict[str, Any] | None = None
