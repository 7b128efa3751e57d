"""German templates."""

from knobel.coach.templates.de import action_dice, five_dice, grids, knapp_daneben, knaster, review, winning, words
from knobel.coach.templates.language_texts import language_texts

TEXTS = language_texts(words, review, winning, grids, knaster, knapp_daneben, five_dice, action_dice)
