"""Routes of HTTP and WebSockets, middleware, the page's files, operator actions."""
