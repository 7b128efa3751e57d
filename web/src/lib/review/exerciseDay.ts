// The exercises of a day: one of each game, the same for everybody.

import { streakText } from '../day/deal';
import { trainingText } from '../../i18n/pages';
import type { ExerciseDay } from '../../wire';
import { gameTitle, shareableUrl } from '../connection/session.svelte';

/** The path of the exercises of a day, or of that of one game. */
export const exercisePath = (day: string, game = ''): string =>
  `/practice?${new URLSearchParams({ day, ...(game ? { game } : {}) })}`;

/** A sign for a solved exercise, one that was answered wrongly, and one without an answer. */
export const signOf = (solved: boolean | undefined): string => (solved === undefined ? '⬜' : solved ? '🟩' : '🟥');

/** The text to share: which exercises were solved, the streak, and a link. It does not show the answers. */
export function exerciseShareText({ day, streak, solved }: ExerciseDay, games: readonly string[]): string {
  const lines = games.map((game) => `${signOf(solved[game])} ${gameTitle(game)}`);
  const head = `Knobel · ${trainingText('of_day')} · ${day}`;
  return [head, ...lines, streakText(streak), shareableUrl(exercisePath(day))]
    .filter((line) => line !== null)
    .join('\n');
}
