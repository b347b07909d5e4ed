"""JSON that we keep for its owner and do not interpret: frozen, compact, compressed when large."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass

import orjson
from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

_LARGE = 1024  # bytes; below this zlib's header and time buy nothing


@dataclass(frozen=True, slots=True)
class Raw:
    """A JSON object as bytes: hashable, comparable, and a tenth of the dictionaries' memory.

    The 208 MB graph of Kubernetes holds 140 MB of schema text in its tools' metadata.
    """

    data: bytes = b""
    packed: bool = False

    @classmethod
    def of(cls, value: Mapping[str, object]) -> "Raw":
        """The JSON object `value`; an empty one costs nothing."""
        if not value:
            return cls()
        data = orjson.dumps(value, default=str, option=orjson.OPT_NON_STR_KEYS)
        return cls(zlib.compress(data, 1), packed=True) if len(data) > _LARGE else cls(data)

    def value(self) -> dict[str, object]:
        """A fresh dictionary each time, so that nobody can change what is kept."""
        if not self.data:
            return {}
        loaded = orjson.loads(zlib.decompress(self.data) if self.packed else self.data)
        return loaded if isinstance(loaded, dict) else {}

    @classmethod
    def __get_pydantic_core_schema__(cls, _: object, __: GetCoreSchemaHandler) -> CoreSchema:
        """In commands and files it is the object itself, not our bytes."""
        objects = core_schema.chain_schema(
            [core_schema.dict_schema(), core_schema.no_info_plain_validator_function(cls.of)]
        )
        return core_schema.union_schema(
            [core_schema.is_instance_schema(cls), objects],
            serialization=core_schema.plain_serializer_function_ser_schema(lambda raw: raw.value()),
        )

    def __bool__(self) -> bool:
        return bool(self.data)
