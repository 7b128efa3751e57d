"""Domain of phones that connect directly: its part of a server process and routes."""

from dishka import Provider, Scope, provide

from knobel.server.http.domain import Domain
from knobel.server.phones import mailbox


class PhoneParts(Provider):
    scope = Scope.APP

    @provide
    def messages(self) -> mailbox.Mailbox:
        return mailbox.Mailbox()


DOMAIN = Domain(provider=PhoneParts, routes=(mailbox,))
