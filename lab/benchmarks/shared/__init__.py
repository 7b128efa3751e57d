"""What several benchmarks share: their command line, servers, load and games."""
