"""Slips of the hand: what makes one word out of another without its being meant."""

_VOWELS = frozenset("aeiouy")
_SWAPPED, _DOUBLED, _FORGOTTEN, _VOWEL = 4, 6, 7, 8  # letters from which on a slip is believed


def is_slip(written: str, meant: str) -> bool:
    """Whether `written`, one edit away from `meant`, is probably it and no word of its own.

    Two neighbours exchanged, a letter too few or too many inside, or one vowel for another in a
    long word. One letter for another mostly makes another word: `strong` is no `string`.

    Source: Damerau, A technique for computer detection and correction of spelling errors (1964).
    """
    if len(written) == len(meant):
        return _exchanged(written, meant)
    longer, shorter = sorted((written, meant), key=len, reverse=True)
    place = next((i for i, letter in enumerate(shorter) if letter != longer[i]), len(shorter))
    inside = 0 < place < len(shorter)
    doubled = inside and longer[place] == longer[place - 1]
    return inside and len(longer) >= (_DOUBLED if doubled else _FORGOTTEN)


def _exchanged(written: str, meant: str) -> bool:
    differ = [i for i, letter in enumerate(written) if letter != meant[i]]
    if len(differ) == 1:
        pair = {written[differ[0]], meant[differ[0]]}
        return pair <= _VOWELS and len(meant) >= _VOWEL
    return len(meant) >= _SWAPPED
