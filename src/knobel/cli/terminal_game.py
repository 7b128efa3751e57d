"""A game in the terminal: people at one keyboard and bots, with dice that are rolled here or typed in."""

import re
import sys
from collections.abc import Sequence
from random import Random
from typing import Any

from rich.text import Text

from knobel import bots, coach, phrases
from knobel.bots import Bot, Fault
from knobel.cli.compilation import BackgroundCompilation
from knobel.cli.descriptions import ACTION_FACES, event_words, next_dice, printable_names, result_words, status_words
from knobel.cli.record_writer import Recorder
from knobel.cli.terminal_screen import PlayerQuit, Screen
from knobel.coach.reasons.selection import MANY_SMALL
from knobel.core import Chance, Die, Event, Illegal, Move, Over, Preview, Reason, Roll, Undo
from knobel.dice import FACES
from knobel.engines import Effort
from knobel.notation import Record
from knobel.phrases import how_to, phrase
from knobel.sheets import Drawing, draw
from knobel.texts import Language

COMMANDS = "? help · u take back · h hint · s all sheets · l log · q quit"
HINT_EFFORT: Effort = "strong"
"""Effort of the engine that gives hints."""
CLEAR_LOSS = 0.4
"""Smallest loss, in points, of an action that a hint is compared with: that of an inaccuracy."""
FALLBACK_BOT = "lookahead"
"""Bot that moves for a bot that fails."""
MAX_LISTED_ACTIONS = 60
"""Maximum number of actions that are listed without a request."""
MAX_LOG_LINES = 40
"""Number of lines of the log to show."""


class Terminal:
    """One game, from its start to its end or until the player quits."""

    def __init__(
        self,
        record: Record,
        *,
        dice_rng: Random,
        bot_rng: Random,
        recorder: Recorder,
        real_dice: bool = False,
        language: Language = "en",
    ) -> None:
        """Seat the people and bots of a record."""
        self.record = record
        self.game = record.game
        self.names = printable_names(record.seats)
        self.levels = {seat: bot for seat, bot in enumerate(record.bots) if bot}
        self.bots: dict[int, Bot] = {seat: bots.make(level) for seat, level in self.levels.items()}
        self.people = [seat for seat in range(len(self.names)) if seat not in self.bots]
        self.dice_rng = dice_rng
        self.bot_rng = bot_rng
        self.recorder = recorder
        self.real_dice = real_dice
        self.language = language
        self.screen = Screen(language)
        self.state = self.game.start(len(self.names))
        self.log: list[str] = []
        self.movers: list[int] = []
        """Seats of the people who have moved since the last roll, in order."""
        self.roll_requested = False
        """True if the last move asked for the next roll."""
        self.compilation = BackgroundCompilation(
            self.game, self.levels.values(), lambda text: self.screen.print_line(text, "dim"), language
        )

    def translate(self, english: str, /, **values: object) -> str:
        """Return a phrase in the players' language."""
        return phrase(self.language, english, **values)

    def run(self) -> None:
        """Play from the start."""
        self.recorder.begin(self.record)
        self.play()

    def resume(self) -> None:
        """Continue from the end of the record."""
        for event in self.record.events:
            self.log.append(event_words(self.game, self.state, event, self.names, self.language))
            self.state = self.game.apply(self.state, event)
        self.play()

    def play(self) -> None:
        """Play to the end, or until the player leaves."""
        title = self.game.title(self.language)
        self.screen.print_line(f"{title} · {', '.join(self.names)}", "bold")
        if self.people:
            self.screen.print_line(self.translate(COMMANDS), "dim")
        try:
            while not isinstance(turn := self.game.turn(self.state), Over):
                if isinstance(turn, Chance):
                    self.roll(turn)
                else:
                    # Bots wait, because the people may still take moves back.
                    self.decide(next((seat for seat in turn.seats if seat in self.people), turn.seats[0]))
        except (PlayerQuit, KeyboardInterrupt):
            self.screen.print_line(self.translate("The game ends here. {standing}", standing=self.standing()))
        else:
            self.finish(turn.scores)
        finally:
            self.compilation.close()
        if self.recorder.path is not None:
            self.screen.print_line(self.translate("Saved: {path}", path=self.recorder.path))

    def finish(self, scores: Sequence[int]) -> None:
        """Show the final sheets and places."""
        self.show_sheets(range(len(self.names)))
        for line in result_words(self.game, scores, self.names, self.language):
            self.screen.print_line(line, "bold")

    def standing(self) -> str:
        """Return the points of all seats as text."""
        scores = self.game.scores(self.spectator_view())
        return " · ".join(f"{name} {score}" for name, score in zip(self.names, scores, strict=True))

    def spectator_view(self) -> Any:
        """Return the position as a spectator may see it."""
        return self.game.view(self.state, None)

    def apply_event(self, event: Event) -> None:
        """Apply an event to the game, and add it to the record and the log.

        :raises Illegal: if the rules forbid it.
        """
        after = self.game.apply(self.state, event)
        words = event_words(self.game, self.state, event, self.names, self.language)
        self.roll_requested = False
        if isinstance(event, Move) and not self.game.simultaneous:
            chance = self.game.turn(after)
            keeps_dice = self.game.preview(self.state, event.seat, event.action).writes is None
            self.roll_requested = isinstance(chance, Chance) and chance.seat == event.seat and keeps_dice
        self.recorder.add(event)
        self.state = after
        self.log.append(words)
        if isinstance(event, Roll):
            self.movers.clear()

    # --- dice ---

    def roll(self, chance: Chance) -> None:
        """Roll the dice: ask for their faces, wait for a key, or roll directly if a move asked for the roll."""
        automatic = self.roll_requested or chance.die is Die.ACTION
        rollers = self.people if self.game.simultaneous else [seat for seat in self.people if seat == chance.seat]
        if self.real_dice and self.people:
            self.read_dice(chance)
        elif automatic or not rollers:
            self.roll_dice(chance.dice)
        else:
            prompt = self.translate("{name}, Enter rolls>", name=self.names[self.thrower(chance)])
            while (line := self.screen.ask(prompt).lower()) not in ("", "r", "roll"):
                if self.command(line, None):
                    # A move was taken back: the next step is a decision, not a roll.
                    return
            self.roll_dice(chance.dice)

    def thrower(self, chance: Chance) -> int:
        """Return the seat that throws: where all use the roll, the next one with a person at the keyboard."""
        if not self.game.simultaneous or not self.people:
            return chance.seat
        return min(self.people, key=lambda seat: (seat - chance.seat) % len(self.names))

    def roll_dice(self, dice: int) -> None:
        self.apply_roll(tuple(self.dice_rng.choice(FACES) for _ in range(dice)))

    def apply_roll(self, faces: tuple[int, ...]) -> None:
        """Apply a roll to the game and print it.

        :raises Illegal: if the roll is illegal now.
        """
        self.apply_event(Roll(faces))
        self.screen.print_line(self.log[-1], "bold")

    def read_dice(self, chance: Chance) -> None:
        """Ask which faces fell."""
        if chance.die is Die.ACTION:
            faces_text = ", ".join(f"{face} {self.translate(name)}" for face, name in ACTION_FACES.items())
            self.screen.print_line(self.translate("Action die: {faces}", faces=faces_text))
        prompt = self.translate(
            "{name} throws {what}; faces>", name=self.names[self.thrower(chance)], what=next_dice(chance, self.language)
        )
        while True:
            line = self.screen.ask(prompt).lower()
            faces = tuple(map(int, re.findall(r"[0-9]", line)))
            if re.fullmatch(r"[0-9 ,]+", line):
                try:
                    self.apply_roll(faces)
                except Illegal as refusal:
                    self.screen.print_line(self.explain_refusal(refusal), "red")
                    continue
                return
            if self.command(line, None):
                return

    # --- moves ---

    def decide(self, seat: int) -> None:
        """Let a bot or a person move."""
        view = self.game.view(self.state, seat)
        if seat in self.bots:
            self.apply_event(Move(seat, self.bot_action(seat, view)))
            self.screen.print_line(self.log[-1])
            return
        hints = self.game.previews(view, seat)
        self.show_position(view, seat, hints)
        while True:
            line = self.screen.ask(f"{self.names[seat]}>")
            action = normalize_action(line)
            if action in hints:
                self.apply_event(Move(seat, action))
                self.movers.append(seat)
                self.screen.print_line(self.log[-1])
                return
            if self.command(line.lower(), seat):
                return

    def bot_action(self, seat: int, view: Any) -> str:
        """Return a bot's action, or that of the stand-in if the bot's action is illegal."""
        try:
            return self.compilation.ask(self.levels[seat], self.bots[seat], view, seat, self.bot_rng)
        except Fault as fault:
            message = self.translate(
                "{name} failed, so another bot moves for it: {why}", name=self.names[seat], why=fault
            )
            self.screen.print_line(message, "red")
            return bots.make(FALLBACK_BOT).choose(self.game, view, seat, self.bot_rng)

    def command(self, line: str, seat: int | None) -> bool:
        """Execute a command that is not an action; return True if the position changed.

        `seat` is the seat to move, None before a roll.

        :raises PlayerQuit: if the command is to quit.
        """
        match line:
            case "q" | "quit" | "exit":
                raise PlayerQuit
            case "u" | "undo":
                return self.undo(seat)
            case "?" | "help":
                self.help(seat)
            case "h" | "hint" if seat is not None:
                self.screen.print_line(self.compilation.run(HINT_EFFORT, lambda: self.hint(seat)), "green")
            case "s" | "sheets":
                self.show_sheets(range(len(self.names)), self.game.view(self.state, seat))
            case "l" | "log":
                for words in self.visible_log():
                    self.screen.print_line(words)
            case "":
                instruction = self.translate("Type an action.") + " " if seat is not None else ""
                self.screen.print_line(instruction + self.translate(COMMANDS), "dim")
            case _:
                self.screen.print_line(self.refusal(line, seat), "red")
        return False

    def hint(self, seat: int) -> str:
        """Return the best action of a seat, with what makes it better than the next one that is clearly worse."""
        view = self.game.view(self.state, seat)
        found = coach.assess(self.game, view, seat, HINT_EFFORT)
        best = found.best.action
        worse = next((each.action for each in found.choices if found.loss(each.action) >= CLEAR_LOSS), None)
        if worse is None:
            return best
        reasons = coach.why(self.game, view, found, best, worse)
        if reasons == (MANY_SMALL,):
            return best
        return f"{best} > {worse} · {coach.sentences(reasons, self.language, self.game, self.names)}"

    def refusal(self, line: str, seat: int | None) -> str:
        """Return why a typed line is no legal action now, or no faces if faces are expected (`seat` is None)."""
        if seat is None and self.real_dice:
            return self.explain_refusal(Illegal(Reason.DICE_FACE, f"dice show 1 to 6, not {line}"))
        mover = self.people[0] if seat is None else seat
        try:
            self.game.apply(self.state, Move(mover, normalize_action(line)))
        except Illegal as refusal:
            return self.explain_refusal(refusal)
        raise AssertionError("a legal action is played")

    def explain_refusal(self, refusal: Illegal) -> str:
        """Return the reason of a refusal in words."""
        return phrases.refusal(self.language, refusal.reason, str(refusal))

    def undo(self, seat: int | None) -> bool:
        """Take back the last person's entries of this round."""
        candidates = [*([] if seat is None else [seat]), *reversed(self.movers)] or self.people
        refusal: Illegal | None = None
        for mover in candidates:
            try:
                self.apply_event(Undo(mover))
            except Illegal as error:
                refusal = refusal or error
                continue
            self.movers = [other for other in self.movers if other != mover]
            self.screen.print_line(self.log[-1])
            return True
        assert refusal is not None
        self.screen.print_line(self.explain_refusal(refusal), "red")
        return False

    # --- output ---

    def visible_log(self) -> list[str]:
        """Return the latest lines of the log. People at one keyboard have all seen the events."""
        return self.log[-MAX_LOG_LINES:]

    def show_position(self, view: Any, seat: int, hints: dict[str, Preview]) -> None:
        """Show the sheets, the dice and the legal actions."""
        shown = [seat] if self.game.simultaneous else range(len(self.names))
        self.show_sheets(shown, view, seat, hints)
        info = self.game.info(view)
        if self.game.simultaneous and len(self.names) > 1:
            scores = self.game.scores(view)
            self.screen.print_line(
                " · ".join(f"{name} {score}" for name, score in zip(self.names, scores, strict=True)), "dim"
            )
        if info.get("dice"):
            self.screen.show(self.screen.dice(info["dice"], "kbgyr" if self.game.ordered_dice else ""))
        self.screen.print_line(status_words(self.game, view, self.names, self.language))
        self.screen.show(self.choices(hints, MAX_LISTED_ACTIONS))

    def show_sheets(
        self, seats: Sequence[int], view: Any = None, mover: int | None = None, hints: dict[str, Preview] | None = None
    ) -> None:
        shown = self.spectator_view() if view is None else view
        screen = self.screen
        drawing = Drawing(
            self.game, shown, self.names, seats, screen.box, mover, hints or {}, screen.console.width, self.language
        )
        screen.show(draw(drawing))

    def choices(self, hints: dict[str, Preview], limit: int) -> Text:
        """Return the legal actions with their gains, the best first."""
        # Actions without a gain yet, such as keeping dice, come before actions that write a 0.
        order = sorted(hints, key=lambda a: (-hints[a].gain - hints[a].circles, hints[a].writes is not None))
        text = Text(f"{self.translate('Legal:')} ")
        for action in order[:limit]:
            preview = hints[action]
            text.append(action, "bold")
            if preview.gain:
                text.append(f"({preview.gain:+})", "green")
            if preview.circles:
                text.append(f"(o{preview.circles})", "green")
            text.append(" ")
        if len(order) > limit:
            text.append(self.translate("and {n} more (?)", n=len(order) - limit), "dim")
        return text

    def help(self, seat: int | None) -> None:
        """Show the notation of this game's actions, and all legal actions."""
        own = sys.modules[type(self.game).__module__].__doc__ or ""
        for paragraph in how_to(self.language, self.game.name) or (own,):
            self.screen.print_line(paragraph)
        if seat is not None:
            hints = self.game.previews(self.game.view(self.state, seat), seat)
            self.screen.show(self.choices(hints, len(hints)))
        self.screen.print_line(self.translate(COMMANDS), "dim")


def normalize_action(line: str) -> str:
    """Return typed text as an action: in lower case, without spaces, kept dice in order."""
    action = re.sub(r"\s+", "", line.lower())
    if re.fullmatch(r"[a-z][0-9]{2,}", action):
        return action[0] + "".join(sorted(action[1:]))
    return action
