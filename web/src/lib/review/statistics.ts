// Figures over a person's games.

import type { PlayedGame, PlayedSkill } from '../../wire';

/** A game that the coach has reviewed. */
export type ReviewedGame = PlayedGame & { skill: PlayedSkill };

const DECISION_KINDS = ['enter', 'circle', 'keep', 'action'] as const;
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

/** The classes of each insight, in the order in which they are shown; the places in the turn order are numbers. */
const INSIGHT_CLASSES = {
  phase: ['opening', 'middle', 'end'],
  place: null,
  time: ['quick', 'usual', 'slow'],
} as const;
export type Insight = keyof typeof INSIGHT_CLASSES;
export interface InsightLoss {
  name: string;
  /** The points lost a decision. */
  lost: number;
  decisions: number;
}

/** The points lost a decision by insight and class; an insight with one class alone compares nothing and is left out. */
export function lossByInsight(games: readonly ReviewedGame[]): { insight: Insight; classes: InsightLoss[] }[] {
  return (Object.keys(INSIGHT_CLASSES) as Insight[])
    .map((insight) => {
      const all = games.map(({ skill }) => skill.insights[insight] ?? {});
      const names = INSIGHT_CLASSES[insight] ?? [...new Set(all.flatMap(Object.keys))].toSorted((a, b) => +a - +b);
      const classes = names.map((name) => {
        const own = all.flatMap((classes) => classes[name] ?? []);
        const decisions = own.reduce((sum, each) => sum + each.decisions, 0);
        return { name, lost: own.reduce((sum, each) => sum + each.lost, 0) / Math.max(decisions, 1), decisions };
      });
      return { insight, classes: classes.filter(({ decisions }) => decisions > 0) };
    })
    .filter(({ classes }) => classes.length > 1);
}
