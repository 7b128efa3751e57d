"""Tables as files to save, for spreadsheet programs."""

from litestar import Response

from knobel.spreadsheets import MEDIA_TYPES, Form


def saved_response(form: Form, name: str, body: bytes) -> Response[bytes]:
    headers = {"content-disposition": f'attachment; filename="{name}.{form}"'}
    return Response(body, media_type=MEDIA_TYPES[form], headers=headers)
