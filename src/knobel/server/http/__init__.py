"""HTTP without the domains: middleware, files, content codings, long responses."""
