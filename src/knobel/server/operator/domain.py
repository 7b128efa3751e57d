"""Domain of the operator: its parts of a server process, and routes."""

from dishka import Provider, Scope, provide, provide_all

from knobel.server.http.domain import Domain
from knobel.server.operator import messages, routes
from knobel.server.operator.actions import Admin
from knobel.server.operator.health import HealthCheck
from knobel.server.operator.routes import OperatorAccess
from knobel.server.options import ServerOptions


class OperatorParts(Provider):
    scope = Scope.APP
    parts = provide_all(HealthCheck, Admin)

    @provide
    def access(self, options: ServerOptions) -> OperatorAccess:
        return OperatorAccess(options.operator_token)


DOMAIN = Domain(provider=OperatorParts, routes=(routes,), lines=messages.LINES)
