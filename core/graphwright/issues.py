"""What is wrong with a document, graph or workflow, as values beside the parts that are right."""

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    ERROR = "error"  # something could not be read or cannot work
    WARNING = "warning"  # read, but probably not what was meant
    NOTE = "note"  # read; changed in a way that one should know (a name, a default)


class IssueCode(StrEnum):
    """Every kind of issue. Each has a test, and a line in the README."""

    # documents
    UNRESOLVED_REF = "unresolved-ref"
    EXTERNAL_REF = "external-ref"
    NOT_AN_OBJECT = "not-an-object"
    BAD_OPERATION = "bad-operation"
    BAD_PARAMETER = "bad-parameter"
    BAD_TOOL = "bad-tool"
    BAD_RELATION = "bad-relation"
    MISSING_NAME = "missing-name"
    DUPLICATE_NAME = "duplicate-name"
    NAME_CLASH = "name-clash"
    NOT_CALLABLE = "not-callable"
    TOO_DEEP = "too-deep"
    NO_TOOLS = "no-tools"
    UNKNOWN_VERSION = "unknown-version"
    UNKNOWN_KIND = "unknown-kind"
    # relations
    CYCLE = "cycle"
    CONTRADICTION = "contradiction"
    NO_EVIDENCE = "no-evidence"
    STACKED = "stacked"
    ORPHAN = "orphan"
    HUB = "hub"
    # workflows
    BAD_WORKFLOW = "bad-workflow"
    UNKNOWN_TOOL = "unknown-tool"
    UNBOUND = "unbound"
    UNKNOWN_SOURCE = "unknown-source"
    NOT_EARLIER = "not-earlier"
    TYPE_MISMATCH = "type-mismatch"
    LIST_TO_ITEM = "list-to-item"
    WRONG_RESOURCE = "wrong-resource"
    ORDER = "order"
    UNREACHABLE = "unreachable"
    DESTRUCTIVE = "destructive"
    UNUSED_INPUT = "unused-input"
    NOT_EXPRESSED = "not-expressed"
    # golden queries
    BAD_GOLDEN = "bad-golden"
    # re-ingest
    GROUND_CHANGED = "ground-changed"
    GROUND_GONE = "ground-gone"
    # release
    CONFORMANCE = "conformance"


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong. `where` is a JSON Pointer in its document, or a name."""

    code: IssueCode
    severity: Severity
    where: str
    message: str
    source: str = ""  # the document, when several were read
