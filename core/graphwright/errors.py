"""What the engine raises on purpose.

GraphwrightError        base; its text is one sentence for the person at the screen
├── ReadError           a file or document that cannot be read at all
├── CommandError        an edit that the curation cannot take; it is as it was
│   └── ConflictError   an edit of what someone else changed since the curator saw it
├── QueryError          a request that names what is not there (tool, workflow, embedder)
├── ProjectError        the project file cannot be opened, written or shared
└── ReleaseError        an export that cannot be made or checked

What is wrong *inside* a document is no exception but an `Issue`, and the rest is read.
Anything else that is raised is a bug.
"""


class GraphwrightError(Exception):
    """Base of every error raised on purpose: `except GraphwrightError as error: print(error)`."""


class ReadError(GraphwrightError):
    """A file or document that cannot be read: what it is not, where, and what was expected."""


class CommandError(GraphwrightError):
    """An edit that the curation cannot take. The curation is as it was."""


class ConflictError(CommandError):
    """An edit of what someone else changed since the curator saw it; it may be meant anyhow."""


class QueryError(GraphwrightError):
    """A request that names a tool, a workflow or an embedder that is not there."""


class ProjectError(GraphwrightError):
    """The project file cannot be opened, written or shared."""


class ReleaseError(GraphwrightError):
    """An export that cannot be made, or a check of it that cannot run."""
