"""Places in a workflow and in documents: JSON Pointers, and names of documents."""

from ..issues import Issue, IssueCode, Severity


def at(*parts: str | int) -> str:
    """The JSON Pointer of a place: `/steps/2/bindings/orderId`."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)


def parts_of(where: str) -> list[str]:
    """The keys of a place; none for what is no JSON Pointer."""
    return [part.replace("~1", "/").replace("~0", "~") for part in where.split("/")[1:]]


def issue(code: IssueCode, severity: Severity, where: str, message: str) -> Issue:
    return Issue(code, severity, where, message)


def document_name(source: str) -> str:
    """The name of a document without folders and endings: `petstore` of `a/petstore.json.xz`."""
    name = source.rstrip("/").rpartition("/")[2]
    for ending in (".xz", ".gz", ".json", ".yaml", ".yml", ".openapi", ".arazzo"):
        name = name.removesuffix(ending)
    return name
