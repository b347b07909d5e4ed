"""Numbers as the pages print them: no leading zero under 1, signed changes, U+2212 for minus."""

MINUS = "−"


def fraction(value: float, digits: int = 2) -> str:
    """`.82` of .82, `1` of 1, `.00` of 0: a share, a confidence, a score."""
    if value >= 1 - 0.5 * 10**-digits and value < 1 + 0.5 * 10**-digits:
        return "1"
    text = f"{abs(value):.{digits}f}"
    text = text[1:] if text.startswith("0.") else text
    return f"{MINUS}{text}" if value < 0 and float(text) else text


def signed(value: float, digits: int = 3) -> str:
    """`▲ +.008`, `▼ −.004`, `0`: a change against something that the page names."""
    size = fraction(abs(value), digits)
    if round(value, digits) == 0:
        return "0"
    return f"▲ +{size}" if value > 0 else f"▼ {MINUS}{size}"


def count(number: int, one: str, many: str = "") -> str:
    """`1 tool`, `12 tools`, `1 204 tools`; thousands are parted by a narrow space."""
    return f"{thousands(number)} {one if number == 1 else many or one + 's'}"


def thousands(number: int) -> str:
    return f"{number:,}".replace(",", "\u202f")
