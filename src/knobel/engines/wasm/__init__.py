"""Kernels in WebAssembly: a module and an image of the arrays for each game."""
