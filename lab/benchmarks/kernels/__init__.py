"""Compiled playouts and exact solutions compared with the same work in C, and the duration of bots' decisions."""
