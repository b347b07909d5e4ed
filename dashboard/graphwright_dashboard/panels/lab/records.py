"""What is kept beside the edits: snapshots, and which of them is the baseline."""

from collections.abc import Mapping

from graphwright.errors import CommandError

from ...services import Services, golden_of
from ...views.lab_address import Address


def done(services: Services, request: Mapping[str, object]) -> str:
    """Does what the page asks for, and says so.

    Raises:
        CommandError: the project is open for reading only, or the request is none.
    """
    if services.read_only:
        raise CommandError("This project is open for reading only.")
    match request:
        case {"ask": "snapshot", "name": str(name), "path": str(path)}:
            return _take(services, name.strip(), path)
        case {"ask": "baseline", "name": str(name)}:
            services.set_baseline(name)
            return f"Edits are measured against {services.snapshots.baseline.name}."
        case {"ask": "drop", "name": str(name)}:
            measured = services.snapshots.baseline.name == name
            services.snapshots.drop(name)
            if measured:
                services.set_baseline("")
            return f"The snapshot '{name}' is gone."
    raise CommandError("That is nothing that the Search Lab keeps.")


def _take(services: Services, name: str, path: str) -> str:
    """A snapshot of now, with the weights of the address; without a name it is the baseline."""
    curation, revision = services.curation, services.project.revision
    at = Address.read(path)
    weights = {**curation.settings.weights, **at.weights} if at.weights else None
    called = name or f"baseline of rev {revision}"
    services.snapshots.take(called, golden_of(curation), curation.settings.k, weights)
    if name:
        return f"Kept as '{name}'."
    services.set_baseline(called)
    return f"Edits are measured against '{called}' from now on."
