// The result of a game, in words.

import { t, textOf } from '../../i18n';
import type { Result } from '../../wire';
import { joinWords } from '../format/lists';

const names = (results: Result[]) => joinWords(results.map(({ name }) => name));

/** Who won, addressed to a seat (null: a spectator). */
export function resultHeadline(results: Result[], seat: number | null): string {
  const winners = results.filter(({ place }) => place === 1);
  if (results.length === 1) return t('points', { n: results[0]?.score ?? 0 });
  if (winners.some((winner) => winner.seat === seat)) return t(winners.length > 1 ? 'results.shared' : 'results.won');
  return winners.length > 1
    ? t('results.winners', { names: names(winners) })
    : t('results.winner', { name: names(winners) });
}

/** The margin of the victory or defeat, or the rules' word for the score of one player; may be empty. */
export function resultMargin(results: Result[], seat: number | null): string {
  const [solo, ...more] = results;
  if (solo && more.length === 0) return textOf(`rating.${solo.rating}`, '');
  const best = Math.max(...results.map(({ score }) => score));
  const winners = results.filter(({ place }) => place === 1);
  const others = results.filter(({ place }) => place > 1);
  const second = Math.max(...others.map(({ score }) => score));
  const own = results.find((result) => result.seat === seat);
  if (own && own.place > 1) return t('results.behind', { n: best - own.score });
  return winners.length === 1 && others.length > 0
    ? `${t('results.margin', { n: best - second, names: names(others.filter(({ score }) => score === second)) })}.`
    : '';
}

/** The winner and the margin in one or two sentences. */
export function resultText(results: Result[], seat: number | null, rest = resultMargin(results, seat)): string {
  const head = resultHeadline(results, seat);
  return rest ? `${head.replace(/[!.]?$/, (mark) => mark || ':')} ${rest}` : head;
}
