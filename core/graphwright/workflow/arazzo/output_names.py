"""Names of step outputs while a workflow is written: Arazzo reads a value by its name alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..expressions import Expression, StepOutput, rewritten
from ..model import Binding
from ..naming import slug
from ..paths import first_of, path_pointer


@dataclass(slots=True)
class OutputNames:
    """The names that steps offer, and those that are made because a later step needs them."""

    fields: dict[str, dict[str, str]]  # step → name → path
    others: Mapping[str, Mapping[str, str]]  # step → name → what is no value of the answer
    made: dict[str, dict[str, str]] = field(default_factory=dict)  # step → name → expression

    def of(self, found: Expression) -> Expression:
        """The expression with the name under which the step offers the value."""
        if not isinstance(found, StepOutput) or found.step not in self.fields:
            return found
        others = self.others.get(found.step, {})
        if any(found.path == n or found.path.startswith((f"{n}.", f"{n}[")) for n in others):
            return found
        known, path = self.fields[found.step], first_of(found.path)
        name = next((n for n, at in known.items() if at == path), None)
        if name is None:
            name = _free(path, {*known, *others})
            known[name] = path
            self.made.setdefault(found.step, {})[name] = f"$response.body#{path_pointer(path)}"
        return StepOutput(found.step, name)

    def text(self, source: str) -> str:
        return rewritten(source, self.of) or source

    def value(self, binding: Binding) -> object:
        return binding.value if binding.source is None else self.text(binding.source)


def _free(path: str, taken: set[str]) -> str:
    """A name for an output: the last property, else more of the path, else with a number."""
    plain = [slug(part) for part in path.replace("[0]", "").split(".") if slug(part)]
    wanted = ["_".join(plain[-n:]) for n in range(1, len(plain) + 1)] or ["answer"]
    numbered = (f"{wanted[-1]}_{n}" for n in range(2, len(taken) + 3))
    return next(name for name in (*wanted, *numbered) if name not in taken)
