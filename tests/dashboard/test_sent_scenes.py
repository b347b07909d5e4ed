"""A browser that has a picture is sent only what differs from it, and then has the whole."""

from graphwright_dashboard.panels.explore.sent import Sent
from graphwright_dashboard.views.scene import Scene


def scene(key: str, names: range, dim: int = -1) -> Scene:
    elements = tuple(
        {"data": {"id": f"t:{n}", "label": f"tool {n}"} | ({"dim": 1} if n == dim else {})}
        for n in names
    )
    return Scene(key, "", (), "", elements)


def whole(told: dict[str, object], had: list[dict[str, dict[str, object]]]) -> list[object]:
    """As the browser puts it together."""
    found = {e["data"]["id"]: e for e in had} if "base" in told else {}
    for name in told.get("gone", ()):
        del found[name]
    return list((found | {e["data"]["id"]: e for e in told["elements"]}).values())


def test_only_what_changed_is_sent_and_makes_the_whole() -> None:
    sent = Sent()
    before, after = scene("all", range(200)), scene("all", range(1, 201), dim=7)
    first = sent.data(before, None)
    assert "base" not in first
    then = sent.data(after, str(first["token"]))
    assert [e["data"]["id"] for e in then["elements"]] == ["t:7", "t:200"]
    assert then["gone"] == ["t:0"]
    assert whole(then, list(before.elements)) == list(after.elements)


def test_who_has_something_unknown_is_sent_all() -> None:
    told = Sent().data(scene("all", range(200)), "another server's")
    assert len(told["elements"]) == 200
    assert "base" not in told


def test_another_picture_is_sent_as_it_is() -> None:
    sent = Sent()
    token = str(sent.data(scene("all", range(200)), None)["token"])
    told = sent.data(scene("group", range(300, 500)), token)
    assert "base" not in told
