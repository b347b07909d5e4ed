"""What the reading of a document of workflows gives."""

from dataclasses import dataclass

from ..issues import Issue
from .model import Workflow


@dataclass(frozen=True, slots=True)
class Read:
    """The workflows of a document, and what is wrong with it."""

    workflows: tuple[Workflow, ...] = ()
    issues: tuple[Issue, ...] = ()
