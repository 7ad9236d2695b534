"""The body of a profile update: the creation fields, all optional; absent is not null."""

from typing import Any

from pydantic import create_model

from mediaext.profiles import Profile


def _optional() -> dict[str, Any]:
    return {
        name: (info.annotation if info.is_required() else info.rebuild_annotation(), None)
        for name, info in Profile.model_fields.items()
    }


ProfileChanges = create_model(
    "ProfileChanges",
    __base__=Profile,
    __doc__="Fields to change; the specification does not show the exact list.",
    **_optional(),
)
