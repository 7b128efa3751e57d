"""Views of tables and games for one person: messages, projections, replays, records. Without input and output."""
