"""Notes with chat messages, which are only in memory."""

from knobel.presentation import messages
from knobel.server.cluster.notes import Note


class ChatSent(Note, frozen=True):
    """A chat message was sent, by the command `id`, at the table with the code `table` if the sender is at one."""

    chat: messages.Chat
    id: str
    table: str | None


class RecentChat(Note, frozen=True):
    """Recent chat for a process that may have missed it: public, private by person, and by table."""

    public: list[messages.Chat]
    private: dict[str, list[messages.Chat]]
    tables: dict[str, list[messages.Chat]]


class ChatErased(Note, frozen=True):
    """A person's chat messages must be deleted from memory."""

    person: str
