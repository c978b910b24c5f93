"""The reference of the HTTP API and the socket, made from the server's OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

from croupier.serve.app import create_app
from croupier.serve.wire import openapi

PREFIX = "#/components/schemas/"


@cache
def document() -> dict[str, Any]:
    return openapi.document(create_app(cast("Any", None)))


def requests() -> str:
    """Every request by its tag: what it does, who may ask, what it takes and gives."""
    by_tag: dict[str, list[str]] = {}
    for path, operations in document()["paths"].items():
        for method, operation in operations.items():
            by_tag.setdefault(operation["tags"][0], []).append(_operation(path, method, operation))
    return "\n".join(f"## {tag.capitalize()}\n\n{''.join(parts)}" for tag, parts in sorted(by_tag.items()))


def _operation(path: str, method: str, operation: dict[str, Any]) -> str:
    lines = [
        f"### `{method.upper()} {path}`\n",
        f"{operation['summary']} {operation.get('description', '')}".strip() + "\n",
    ]
    lines += [f"- For: {', '.join(operation['x-roles'])}"] if "x-roles" in operation else ["- For: anybody"]
    for parameter in operation["parameters"]:
        needed = "" if parameter.get("required") else ", may be left out"
        lines.append(f"- `{parameter['name']}` in the {parameter['in']}: {_type(parameter['schema'])}{needed}")
    if "requestBody" in operation:
        lines.append(f"- Takes: {_content(operation['requestBody'])}")
    status, answer = next((code, answer) for code, answer in operation["responses"].items() if code != "default")
    lines.append(f"- Answers {status}: {_content(answer) if 'content' in answer else 'no body'}")
    return "\n".join(lines) + "\n\n"


def _content(body: dict[str, Any]) -> str:
    return ", ".join(
        _type(each["schema"]) if kind == "application/json" else f"`{kind}`" for kind, each in body["content"].items()
    )


def shapes() -> str:
    """Every shape by its name, a line for each field; `?` marks one that may be left out."""
    return "\n".join(_shape(name, schema) for name, schema in sorted(document()["components"]["schemas"].items()))


def _shape(name: str, schema: dict[str, Any]) -> str:
    """As a block of text: 560 tables with links in every cell would take most of the time of a build."""
    fields = schema.get("properties")
    lines = [_plain(schema)] if fields is None else [_field(each, fields[each], schema) for each in fields]
    about = _escaped(schema.get("description", ""))
    return f"({_anchor(name)})=\n**`{name}`** {about}\n\n```text\n{chr(10).join(lines) or 'no fields'}\n```\n"


def _field(name: str, schema: dict[str, Any], owner: dict[str, Any]) -> str:
    return f"{name}{'' if name in owner.get('required', ()) else '?'}: {_plain(schema)}"


def _plain(schema: dict[str, Any]) -> str:
    return re.sub(r"\[`(\w+)`\]\(#[^)]*\)", r"\1", _type(schema)).replace("`", "")


def messages() -> str:
    """What goes over the socket, each message with its shape."""
    described = document()["x-websocket"]
    return "\n".join(_described(described, 0))


def _described(value: Any, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for key, each in value.items():
        if isinstance(each, dict) and "$ref" not in each:
            yield f"{indent}- {key}:"
            yield from _described(each, depth + 1)
        elif isinstance(each, list):
            yield f"{indent}- {key}: {', '.join(_type(one) if isinstance(one, dict) else str(one) for one in each)}"
        else:
            yield f"{indent}- {key}: {_type(each) if isinstance(each, dict) else _escaped(str(each))}"


def _type(schema: dict[str, Any]) -> str:
    """A schema in words: a name that leads to its shape, or what it is made of."""
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(PREFIX)
        return f"[`{name}`](#{_anchor(name)})"
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(map(_type, schema[key]))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{value}`" for value in schema.get("enum", [schema.get("const")]))
    if schema.get("type") == "array":
        return _array(schema)
    if schema.get("type") == "object":
        more = schema.get("additionalProperties")
        return f"object of {_type(more)}" if isinstance(more, dict) and more else "object"
    return str(schema.get("type", "any value"))


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"list of exactly {', '.join(map(_type, schema['prefixItems']))}"
    items = schema.get("items")
    return f"list of {_type(items)}" if isinstance(items, dict) and items else "list"


def _anchor(name: str) -> str:
    return f"shape-{name}"


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace("|", "\\|")
