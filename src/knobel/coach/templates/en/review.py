"""English templates: what surrounds the sentences of a review."""

from typing import Any

EXPLAIN = {
    "start": "What is expected at the start is the average result of the coach with an empty sheet.",
    "luck": "The luck of the dice is how much more or less than average the rolls brought.",
    "own": "Own moves are the points lost compared with the best moves.",
    "others": "The others: what their moves brought or cost beyond what was to be expected, and what was risked to beat them.",
    "correction": "The estimate: the coach can only estimate many values, and this is by how much it was wrong. It is neither luck nor skill.",
    "total": "All of these together are the result.",
    "grades": "Moves are graded, and the accuracy is computed, by the lost chance of winning or, where it does not tell which move wins more often, by the lost points.",
    "win": "The chance of winning holds if all play as well as the coach from then on.",
    "grades_alone": "Moves are graded, and the accuracy is computed, by the lost points.",
}
"""Explanations of the figures of a ledger (`explanations`)."""

PAGE = {
    "title": "{game}: what every move was worth",
    "curve": "What could be expected, in points, step by step; ? a mistake, ?? a blunder",
    "ledger": "Skill or luck?",
    "decisions": "Move by move",
    "player": "Player", "start": "expected at the start", "luck": "luck of the dice", "own": "own moves",
    "unknown": "not noted", "others": "the others", "correction": "estimate", "final": "result", "without": "without luck",
    "accuracy": "accuracy", "step": "Step", "played": "played", "best": "best", "lost": "lost", "class": "Grade",
    "good": "good", "inaccuracy": "inaccurate", "mistake": "mistake", "blunder": "blunder",
    "range": "8 of 10 games end with",
    "spread": "With an empty sheet, 8 of 10 games of the coach end with {low} to {high} points.",
    "spread_of": "{name}: with an empty sheet, 8 of 10 games of the coach end with {low} to {high} points.",
}  # fmt: skip

TERMINAL = {
    "worth": "better: {action} (worth {points} more)",
    "likelier": "better: {action} ({chance} better winning chances)",
    "luck": "luck", "others": "others",
    "rollouts": "{count} rollouts:",
    "rollout": "{points} points (8 of 10 games {low} to {high})",
    "difference": "difference {points} points",
    "to_win": "{chance} to win",
}  # fmt: skip
"""Words of the terminal's review and of its comparison by rollouts."""

LESSON: dict[str, Any] = {
    "moments": "Key moments",
    "sheet": "Sheet",
    "dice": "Dice",
    "legend": "✎ played, ★ better",
    "again": "As in step {step}.",
    "rule": "Rule of thumb of this game",
    "costs": "costs {cost}",
    "win": "{chance} in winning chances",
    "won": "The best move, and the hardest to replace: the next one brings {points} less.",
    "saved": (
        "One move against this rule (step {steps}) cost {cost}.",
        "{count} moves against this rule (steps {steps}) cost {cost} together.",
    ),
    "average": "Each decision cost {lost} on average; the accuracy is {accuracy}.",
    "peers": "The bots of the level “{level}” are about as strong: they lose {lost} a decision on average, with an accuracy of {accuracy}.",
    "last_seat": "The place at the table matters: {last} moves last in the last round and can then still answer all shifts and swaps, so at the start {last} was expected to end with {points} more than {first}.",
}
"""Words of a lesson; a pair is for one decision and for several."""
LEVELS = {
    "beginner": "beginner",
    "casual": "casual",
    "intermediate": "intermediate",
    "advanced": "advanced",
    "expert": "expert",
    "master": "master",
}
"""The levels of bots."""

LEDGER_TITLES = ("start", "luck", "moves", "unknown", "others", "estimate", "result", "without luck", "accuracy")
"""Short titles of the columns of a ledger in the terminal."""
