"""The live service: HTTP and WebSocket, people, tables in memory, and the database behind them."""
