// Figures over a person's games.

import type { PlayedGame, PlayedSkill } from '../../wire';

/** A game that the coach has reviewed. */
export type ReviewedGame = PlayedGame & { skill: PlayedSkill };

export const DECISION_KINDS = ['enter', 'circle', 'keep', 'action'] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export function reviewedGames(games: readonly PlayedGame[]): ReviewedGame[] {
  return games.filter((game): game is ReviewedGame => game.skill !== null);
}

/** The points that a game's decisions lost, as in its review. */
export function pointsLost({ skill }: ReviewedGame): number {
  return Object.values(skill.kinds).reduce((sum, kind) => sum + kind.lost, 0);
}

export function mean(values: readonly number[]): number {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : 0;
}

/** For each value the mean of the values up to it, at most `most` of them. */
export function recentMeans(values: readonly number[], most: number): number[] {
  return values.map((_, i) => mean(values.slice(Math.max(0, i + 1 - most), i + 1)));
}

/** The points lost by each kind of decision, per game and per decision, the largest loss first. */
export function lossByKind(games: readonly ReviewedGame[]): { kind: DecisionKind; game: number; decision: number }[] {
  return DECISION_KINDS.map((kind) => {
    const all = games.flatMap((game) => game.skill.kinds[kind] ?? []);
    const lost = all.reduce((sum, each) => sum + each.lost, 0);
    const decisions = all.reduce((sum, each) => sum + each.decisions, 0);
    return { kind, game: lost / Math.max(games.length, 1), decision: lost / Math.max(decisions, 1), decisions };
  })
    .filter(({ decisions }) => decisions > 0)
    .toSorted((a, b) => b.game - a.game);
}
