"""The OpenAPI document, made from the routes themselves, and a page on which people can read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from importlib import import_module
from importlib.util import find_spec
from inspect import cleandoc
from typing import Any

import msgspec
from litestar import Litestar, Response, get
from litestar.datastructures import State
from litestar.types import ControllerRouterHandler

from croupier import __version__
from croupier.floor.people.roles import HouseRole
from croupier.serve.security.auth import ANYBODY, PLAIN_COOKIE
from croupier.serve.security.errors import RefusalBody
from croupier.serve.wire.declared import Declared, declared
from croupier.serve.wire.html_page import HTML, page

REF = "#/components/schemas/{name}"
_PARAMETER = re.compile(r"\{(\w+)\}")
_DESCRIPTION = (
    "Live tables of New Zealand casino games, with play money. Amounts are integer cents, times are seconds UTC. "
    "Whatever is refused comes back in one shape: the rule, a code that never changes, and why. "
    "Programs take a session by `POST /api/v1/guests` and send its token as `Authorization: Bearer`. Browsers have a "
    "cookie, and send with everything that changes something the header "
    "`X-CSRF-Token`, which `GET /api/v1/me` gives."
)


def document(app: Litestar) -> dict[str, Any]:
    """OpenAPI 3.1; made once."""
    made: dict[str, Any] | None = app.state.get("openapi")
    if made is None:
        made = app.state["openapi"] = _document([each for each in declared(app) if _is_described(each)])
    return made


def _is_described(route: Declared) -> bool:
    """Requests for programs: pages are for people, and the socket has a place of its own."""
    return route.method != "WS" and route.path.startswith(("/api/v1/", "/health"))


def _document(routes: list[Declared]) -> dict[str, Any]:
    shapes = [
        RefusalBody,
        *dict.fromkeys(shape for each in routes for shape in (each.takes, each.gives) if _is_shape(shape)),
    ]
    schemas, components = msgspec.json.schema_components(shapes, ref_template=REF)
    schema_of = dict(zip(shapes, schemas, strict=True))
    paths: dict[str, Any] = {}
    for each in routes:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, schema_of)
    made = {
        "openapi": "3.1.0",
        "info": {"title": "Croupier", "version": __version__, "description": _DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": PLAIN_COOKIE},
            },
        },
    }
    made |= _sockets(components)
    _tidy(components)
    readable: dict[str, Any] = _readable(made)
    return readable


def _tidy(components: dict[str, Any]) -> None:
    """Descriptions without the indentation of their lines (Python 3.13 drops it by itself, older ones do not), and
    titles that are unique: generators name their classes by them."""
    for name, component in components.items():
        if "description" in component:
            component["description"] = cleandoc(component["description"])
        if "title" in component:
            component["title"] = name


def _readable(schema: Any) -> Any:
    """The same schemas in forms that generators of clients read.

    `items: false` says of a tuple what its `maxItems` says already, and an array without `items` may hold anything:
    openapi-python-client knows neither form.
    """
    if isinstance(schema, list):
        return [_readable(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    made = {key: _readable(value) for key, value in schema.items()}
    if made.get("items") is False and made.get("maxItems") == len(made.get("prefixItems", ())):
        del made["items"]
    if made.get("type") == "array" and "items" not in made and "prefixItems" not in made:
        made["items"] = {}
    return made


def _sockets(components: dict[str, Any]) -> dict[str, Any]:
    """OpenAPI has no word for sockets: their messages stand among the schemas, described under one of our own."""
    if find_spec("croupier.serve.wire.messages") is None:
        return {}
    messages = import_module("croupier.serve.wire.messages")
    components.update(messages.COMPONENTS)
    return {"x-websocket": messages.DESCRIPTION}


def _is_shape(shape: Any) -> bool:
    return shape is not None and not isinstance(shape, str)


def _operation(route: Declared, schema_of: dict[Any, Any]) -> dict[str, Any]:
    summary, _, more = (route.handler.fn.__doc__ or "").strip().partition("\n")
    made: dict[str, Any] = {
        "operationId": route.handler.fn.__name__,
        "summary": summary.strip(),
        "tags": [route.tag],
        "parameters": _parameters(route),
        "responses": {
            str(route.handler.status_code): _success(route, schema_of),
            "default": {"description": "Refused", "content": _json(schema_of[RefusalBody])},
        },
    }
    if more.strip():
        made["description"] = " ".join(more.split())
    if route.takes is not None:
        needed = not _is_all_optional(route.takes)
        made["requestBody"] = {"required": needed, "content": _json(schema_of[route.takes])}
    if route.who is not None:
        made["security"] = [{"bearer": []}, {"cookie": []}]
        made["x-roles"] = sorted(route.who)
    return made


def _is_all_optional(shape: Any) -> bool:
    return isinstance(shape, type) and all(not field.required for field in msgspec.structs.fields(shape))


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _success(route: Declared, schema_of: dict[Any, Any]) -> dict[str, Any]:
    if route.gives is None:
        return {"description": "Done"}
    if isinstance(route.gives, str):
        return {"description": "Done", "content": {route.gives.partition(";")[0]: {"schema": {"type": "string"}}}}
    return {"description": "Done", "content": _json(schema_of[route.gives])}


def _parameters(route: Declared) -> list[dict[str, Any]]:
    choices: dict[str, Any] = route.handler.opt.get("choices", {})
    made = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", **_enum(choices.get(name))}}
        for name in _PARAMETER.findall(route.path)
    ]
    for name, shape in route.handler.opt.get("query", {}).items():
        made.append({"name": name, "in": "query", "required": False, "schema": _whole(msgspec.json.schema(shape))})
    return made


def _whole(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that stands by itself: a parameter has no room for definitions beside it."""
    named = schema.get("$ref", "").rpartition("/")[2]
    return schema["$defs"][named] if named else schema


def _enum(choices: Any) -> dict[str, Any]:
    return {} if choices is None else {"enum": [str(each) for each in choices]}


@get("/api/v1/openapi.json", who=ANYBODY, gives=dict[str, Any])
async def openapi_json(state: State) -> dict[str, Any]:
    """This API as an OpenAPI 3.1 document."""
    made: dict[str, Any] = state.document()
    return made


# The page


def _field(name: str, schema: dict[str, Any], required: bool) -> str:
    said = escape(str(schema.get("description", "")))
    need = "" if required else ' <span class="soft">optional</span>'
    return f"<li><code>{escape(name)}</code>: {escape(_kind(schema))}{need}{f' &ndash; {said}' if said else ''}</li>"


def _kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return " or ".join(_kind(each) for each in schema[word])
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items') or {})}" if isinstance(schema.get("items"), dict) else "list"
    return str(schema.get("type", "anything"))


def _shape(name: str, schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    fields = "".join(_field(each, inner, each in needed) for each, inner in schema.get("properties", {}).items())
    said = f"<p>{escape(str(schema['description']))}</p>" if "description" in schema else ""
    inner = f"<ul>{fields}</ul>" if fields else f"<p>{escape(_kind(schema))}</p>"
    return f'<h3 id="{escape(name)}">{escape(name)}</h3>{said}{inner}'


def _named(schema: dict[str, Any]) -> str:
    name = _kind(schema)
    return f'<a href="#{escape(name)}">{escape(name)}</a>' if "$ref" in schema else escape(name)


def _route(method: str, path: str, operation: dict[str, Any]) -> str:
    parts = [f"<p>{escape(operation['summary'])}</p>"]
    if "requestBody" in operation:
        parts.append(f"<p>Takes {_named(operation['requestBody']['content']['application/json']['schema'])}</p>")
    code = min(operation["responses"])
    given = operation["responses"][code].get("content", {})
    what = ", ".join(_named(each["schema"]) if kind.endswith("json") else escape(kind) for kind, each in given.items())
    parts.append(f"<p>Gives {code}{f' {what}' if what else ''}</p>")
    parts.append(f'<p class="soft">For: {escape(_for_whom(operation.get("x-roles", ())))}</p>')
    return f'<h3><span class="method">{method.upper()}</span> <code>{escape(path)}</code></h3>{"".join(parts)}'


def _for_whom(roles: Sequence[str]) -> str:
    if not roles:
        return "anybody"
    return "anybody with a session" if set(roles) == set(HouseRole) else ", ".join(roles)


def _prose(text: str) -> str:
    """Text as the document has it, where words between backticks are code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def api_html(made: dict[str, Any]) -> str:
    parts = [f"<p>{_prose(made['info']['description'])}</p>"]
    parts.append('<p>The same for programs: <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.</p>')
    parts.append("<h2>Requests</h2>")
    for path, methods in made["paths"].items():
        parts += [_route(method, path, operation) for method, operation in methods.items()]
    if "x-websocket" in made:
        text = msgspec.json.format(msgspec.json.encode(made["x-websocket"]), indent=2).decode()
        parts.append(f"<h2>The socket of a table</h2><pre><code>{escape(text)}</code></pre>")
    parts.append("<h2>Shapes</h2>")
    parts += [_shape(name, schema) for name, schema in sorted(made["components"]["schemas"].items())]
    return "\n".join(parts)


@get("/api", who=ANYBODY, gives=HTML)
async def api_page(state: State) -> Response[str]:
    """This API, to be read."""
    return page("The API", "Everything that can be asked of this house.", api_html(state.document()))


ROUTES: list[ControllerRouterHandler] = [openapi_json, api_page]
