"""The design tokens as values, for what cannot read CSS variables: the canvas."""

import re
from collections.abc import Mapping

THEMES = ("light", "dark")
_BLOCK = re.compile(r"([^{}]+)\{([^}]*)\}")
_TOKEN = re.compile(r"--([\w-]+)\s*:\s*([^;]+);?")


def tokens(css: str, theme: str) -> Mapping[str, str]:
    """The tokens of `tokens.css` that hold in a theme: `{"accent": "#0B6BCB", …}`."""
    found: dict[str, str] = {}
    for selector, block in _BLOCK.findall(re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        if ":root" in selector or f"[data-theme={theme}]" in selector:
            found |= {name: value.strip() for name, value in _TOKEN.findall(block)}
    return found
