"""The page ``/docs``, which describes the API without scripts, from the OpenAPI document."""

from html import escape
from typing import Any

from fastapi import FastAPI, Response

POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
PAGE = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto }}
body {{ max-width: 60rem; padding: 0 1rem }}
code {{ font-size: .95em }} table {{ border-collapse: collapse; margin: .5rem 0 }}
td, th {{ border: 1px solid #8886; padding: .2rem .6rem; text-align: left; vertical-align: top }}
h2 {{ font-size: 1.1rem; margin: 2rem 0 0 }}
</style></head><body>
<h1>{title}</h1><p>{description}</p><p>For programs: <a href="openapi.json">openapi.json</a>.</p>
{routes}
</body></html>
"""


def add_reference(api: FastAPI) -> None:
    """Add the page."""

    @api.get("/docs", include_in_schema=False)
    async def reference() -> Response:
        headers = {"Content-Security-Policy": POLICY}
        return Response(render(api.openapi()), media_type="text/html", headers=headers)


def render(document: dict[str, Any]) -> str:
    """Return an OpenAPI document as a page."""
    schemas = document.get("components", {}).get("schemas", {})
    routes = "\n".join(
        _route(path, method, route, schemas)
        for path, methods in document["paths"].items()
        for method, route in methods.items()
    )
    about = document["info"]
    return PAGE.format(
        title=escape(about["title"]), description=escape(about["description"]), routes=routes
    )


def _route(path: str, method: str, route: dict[str, Any], schemas: dict[str, Any]) -> str:
    content = route.get("requestBody", {}).get("content", {})
    reference = next((one.get("schema", {}).get("$ref", "") for one in content.values()), "")
    schema = schemas.get(reference.rpartition("/")[2], {})
    required = schema.get("required", ())
    rows = "".join(
        _row(name, field, name in required) for name, field in schema.get("properties", {}).items()
    )
    head = "<tr><th>field</th><th>type</th><th>default</th><th></th></tr>"
    answers = ", ".join(
        f"{code} {escape(one.get('description', ''))}" for code, one in route["responses"].items()
    )
    return (
        f"<h2><code>{method.upper()} {escape(path)}</code></h2>"
        f"<p>{escape(route.get('summary', ''))}</p>"
        + (f"<table>{head}{rows}</table>" if rows else "")
        + f"<p>Answers: {answers}</p>"
    )


def _row(name: str, field: dict[str, Any], required: bool) -> str:
    choices = [one for one in field.get("anyOf", [field]) if one.get("type") != "null"]
    kinds = " or ".join(str(one.get("type", "object")) for one in choices)
    default = "required" if required else field.get("default")
    shown = "" if default is None else str(default)
    words = field.get("description") or next(
        (one["description"] for one in choices if "description" in one), ""
    )
    cells = (f"<code>{escape(name)}</code>", escape(kinds), escape(shown), escape(words))
    return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
