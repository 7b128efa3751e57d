"""What a person is shown: messages, projections, replays, records. Without input and output."""
