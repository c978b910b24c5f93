"""Sphinx reads this. The pages are in docs/ and in the root; what is generated comes from `tools.site.generated`."""

from __future__ import annotations

from croupier import __version__

project = "Croupier"
version = release = __version__
html_title = "Croupier"
language = "en"

extensions = ["myst_parser", "tools.site.generated"]
root_doc = "docs/index"
include_patterns = ["docs/**", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "web/README.md"]
exclude_patterns = [
    ".*",
    "bench",
    "build",
    "data",
    "dist",
    "examples",
    "locks",
    "src",
    "tests",
    "tools",
    "web/node_modules",
    "web/src",
]

myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4

html_theme = "furo"
templates_path = ["templates"]
html_static_path = ["static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#14523c", "color-brand-content": "#14523c"},
    "dark_css_variables": {"color-brand-primary": "#d9b45b", "color-brand-content": "#d9b45b"},
    "top_of_page_buttons": [],
}
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "sidebar/version.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}
