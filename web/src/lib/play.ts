// One's own play, summed up.

import type { PlayedGame, PlayedSkill } from '../wire';
import type { Point } from './review';

/** A game that the coach went through. */
export type Reviewed = PlayedGame & { skill: PlayedSkill };

export const KINDS = ['enter', 'circle', 'keep', 'action'] as const;
export type Kind = (typeof KINDS)[number];

export function reviewed(games: readonly PlayedGame[]): Reviewed[] {
  return games.filter((game): game is Reviewed => game.skill !== null);
}

/** The points that a game's decisions gave away, as the ledger of its review has them. */
export function lost({ skill }: Reviewed): number {
  return Object.values(skill.kinds).reduce((sum, kind) => sum + kind.lost, 0);
}

export function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/** How something went from game to game. */
export function course(values: readonly number[]): Point[] {
  return values.map((value, at) => ({ at, value, band: 0 }));
}

/** The sums of values so far, from nothing on. */
export function sums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** By kind of decision: how many points it gave away a game and a decision; the costliest first. */
export function byKind(games: readonly Reviewed[]): { kind: Kind; game: number; decision: number }[] {
  return KINDS.map((kind) => {
    const all = games.flatMap((game) => game.skill.kinds[kind] ?? []);
    const given = all.reduce((sum, each) => sum + each.lost, 0);
    const decisions = all.reduce((sum, each) => sum + each.decisions, 0);
    return { kind, game: given / Math.max(games.length, 1), decision: given / Math.max(decisions, 1), decisions };
  })
    .filter(({ decisions }) => decisions > 0)
    .toSorted((a, b) => b.game - a.game);
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** How far off a time is, in words. */
export function until(time: number, now: number, language: string): string {
  const [unit, size] = STEPS.find(([, each]) => time - now >= each) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(
    Math.max(Math.round((time - now) / size), 1),
    unit,
  );
}
