"""Loanwords are met by their sound, whichever tool was read first."""

from itertools import permutations

from graphwright.search.loanwords import NEAR, SAME, Sounds

TERMS = ("repository", "text", "token", "reaction", "template")


def test_a_sound_is_met_in_two_scripts() -> None:
    assert Sounds().alike("リポジトリ", list(TERMS)) == (("repository", SAME),)
    assert Sounds().alike("템플릿", list(TERMS)) == (("template", NEAR),)


def test_what_is_nearly_alike_does_not_depend_on_the_order_of_reading() -> None:
    found = {Sounds().alike("특정한", list(terms)) for terms in permutations(TERMS)}
    assert len(found) == 1
    assert all(share == NEAR for _, share in found.pop())
