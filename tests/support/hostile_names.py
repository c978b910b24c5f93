"""Names that are put in with the hope that somebody reads them as something else."""

from __future__ import annotations

import itertools


def hostile_texts() -> list[str]:
    """What is put into names in the hope that somebody reads it as something else (TRUST.md A27)."""
    frames = ("{}", "'{}", '">{}', "{}--", "={}", "@{}", "-{}", "+{}")
    hearts = (
        "<script>alert(1)</script>", "<img src=x onerror=a()>", "<svg/onload=a()>", "javascript:a()", "${7*7}",
        "{{7*7}}", "' OR 1=1 --", "'; DROP TABLE names;", "&lt;b&gt;", "%3Cb%3E", "\\u003cb\\u003e", "cmd|'/C calc'!A0",
        'HYPERLINK("x")', "<!--x-->", "]]><x>", "\\x3cb\\x3e", "../../etc/passwd", "$(reboot)", "`id`", 'a;b,c"d',
        "<a href=x>y</a>", "<iframe src=//x>", "onclick=alert`1`", "<b/style=x:y>", "%s%n%d", "{name!r}", "<%= 7 %>",
        "#{7}",
    )  # fmt: skip
    return [frame.format(heart) for frame in frames for heart in hearts]


def hostile_names() -> list[str]:
    """A thousand and more: what others have put into names, in many frames."""
    frames = ("{}", "x{}", "{}x", "({})", "&{}", "{};", "\\{}", "/{}", "<{}>", "'{}'")
    found = dict.fromkeys(frame.format(heart) for heart, frame in itertools.product(hostile_texts(), frames))
    return [payload for payload in found if len(payload) <= 40]
