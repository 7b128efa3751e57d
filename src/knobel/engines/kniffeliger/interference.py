"""What other seats can still change: a seat's sheet, the sheet that it holds, who wins."""

from knobel.games.kniffeliger import ACTION_DICE, ROWS, Kniffeliger, Stage, State


def may_go_on(game: Kniffeliger, state: State) -> bool:
    """True if another round can follow: a freeze prolongs a game that ends when all sheets are full."""
    if game.rounds_to_come(state):
        return True
    freezes = (hand[ACTION_DICE.index("freeze")] for hand in state.hands)
    return game.fills_sheets and any(
        freeze and game.main_turn_remains(state, holder) for holder, freeze in enumerate(freezes)
    )


def others_can_interfere(game: Kniffeliger, state: State, seat: int) -> bool:
    """True if another seat can still play an action die that changes or moves this seat's sheet."""
    if may_go_on(game, state):
        return True
    for holder, hand in enumerate(state.hands):
        steal, freeze, cross, shift, swap = hand
        attacks = game.main_turn_remains(state, holder) and (steal or freeze or cross)
        moves = (state.stage is not Stage.SHIFTING or game.turn_remains(state, holder)) and (shift or swap)
        if holder != seat and state.stage is not Stage.OVER and (attacks or moves):
            return True
    return False


def depends_only_on_own_dice(game: Kniffeliger, state: State, seat: int) -> bool:
    """True if only the seat's own dice can change the final score of its sheet and which sheet it holds."""
    if state.stage is Stage.OVER:
        return True
    if others_can_interfere(game, state, seat):
        return False
    steal, _, _, shift, swap = state.hands[seat]
    if shift or swap:
        return False
    to_come = game.main_turn_remains(state, seat) and (state.seat != seat or state.stage is Stage.BEFORE)
    return not to_come or (not steal and sum(map(state.sheets[seat].is_open, ROWS)) <= 1)


def winner_depends_only_on_own_dice(game: Kniffeliger, state: State, seat: int) -> bool:
    """True if only the seat's own dice can change who wins."""
    if not depends_only_on_own_dice(game, state, seat):
        return False
    _, _, cross, _, _ = state.hands[seat]
    remaining = [other for other in range(len(state.sheets)) if game.main_turn_remains(state, other)]
    return not (cross and seat in remaining) and not set(remaining) - {seat}
