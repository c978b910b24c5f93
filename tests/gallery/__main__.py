"""Pictures of every page: `python3 start.py gallery`, or `gallery roulette` for one scene; into docs/gallery."""

from __future__ import annotations

import base64
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.gallery.house import House, Scene
from tests.gallery.scenes import SCENES
from tests.support.built_page import built_page
from tests.support.page.browser import Visitor, chromium
from tests.support.server.real_server import server

ROOT = Path(__file__).resolve().parents[2]
FOLDER, LIST = ROOT / "docs" / "gallery", ROOT / "docs" / "gallery.md"
SIZES = {"desk": (1280, 860, 1.0), "phone": (390, 844, 1.5)}
"""Width, height and points of the picture for each of the page's."""
QUALITY = 82
MOST_BYTES = 11_000_000


def main(*names: str) -> int:
    unknown = [name for name in names if name not in {scene.name for scene in SCENES}]
    if unknown:
        print(f"The gallery has no scene {', '.join(unknown)}. It has {', '.join(scene.name for scene in SCENES)}.")
        return 2
    built_page()
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "house") as running, chromium() as browser:
        house = House(running)
        for scene in SCENES:
            if not names or scene.name in names:
                _take(scene, house, browser)
    LIST.write_text(_listed(), "utf-8")
    size = sum(path.stat().st_size for path in FOLDER.rglob("*.webp"))
    print(f"{len(list(FOLDER.glob('*.webp')))} pictures, {size / 1e6:.1f} MB")
    return 0 if size <= MOST_BYTES else 1


def _take(scene: Scene, house: House, browser: Browser) -> None:
    """Each scene is played once a size, and seen in both themes."""
    for size in scene.sizes:
        width, height, points = SIZES[size]
        visitor = Visitor(browser, house.url, width=width, height=height, points=points, still=not scene.moves)
        page = scene.play(visitor, house)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme, reduced_motion="no-preference" if scene.moves else "reduce")
            (FOLDER / f"{scene.name}-{size}-{theme}.webp").write_bytes(_picture(page))
        visitor.close()
    print(scene.name, flush=True)


def _picture(page: Page) -> bytes:
    """As WebP, which the browser makes itself."""
    page.wait_for_timeout(150)
    devtools = page.context.new_cdp_session(page)
    taken = devtools.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(taken["data"])


def _listed() -> str:
    parts = [
        "# Gallery",
        "",
        "Every page on a desktop and on a phone, dark and light. `python3 start.py gallery` takes",
        "the pictures. The cards, numbers and dice are chosen; everything else is the page as it is served.",
    ]
    for scene in SCENES:
        names = [f"gallery/{scene.name}-{size}-{theme}.webp" for size in scene.sizes for theme in ("dark", "light")]
        if all((FOLDER.parent / name).exists() for name in names):
            dark, light, *phone = names
            parts += [
                "",
                f"## {scene.title}",
                "",
                scene.says,
                "",
                f'<img src="{dark}" width="49%" alt="{scene.title}, dark">',
                f'<img src="{light}" width="49%" alt="{scene.title}, light">',
            ]
            themes = zip(phone, ("dark", "light"), strict=False)
            parts += [""] * bool(phone)
            parts += [
                f'<img src="{name}" width="24%" alt="{scene.title} on a phone, {theme}">' for name, theme in themes
            ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
