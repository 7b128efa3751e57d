"""Tables as files to save, for spreadsheet programs."""

import asyncio
from collections.abc import Iterable

from litestar import Response

from knobel.spreadsheets import MEDIA_TYPES, Columns, Form, Row, table_bytes


async def file_response(form: Form, name: str, columns: Columns, rows: Iterable[Row]) -> Response[bytes]:
    """Return a table as a file to save, made in a thread."""
    return saved_response(form, name, await asyncio.to_thread(table_bytes, form, columns, rows))


def saved_response(form: Form, name: str, body: bytes) -> Response[bytes]:
    """Return a file to save."""
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=MEDIA_TYPES[form], headers=headers)
