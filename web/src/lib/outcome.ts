// How a game ended, in words.

import { t, textOf } from '../i18n';
import type { Result } from '../wire';
import { list } from './moves';

const names = (results: Result[]) => list(results.map(({ name }) => name));

/** Who won, as somebody in a seat (null: who watched) is told. */
export function headline(results: Result[], seat: number | null): string {
  const winners = results.filter(({ place }) => place === 1);
  if (results.length === 1) return t('results.solo', { n: results[0]?.score ?? 0 });
  if (winners.some((winner) => winner.seat === seat)) return t(winners.length > 1 ? 'results.shared' : 'results.won');
  return winners.length > 1
    ? t('results.winners', { names: names(winners) })
    : t('results.winner', { name: names(winners) });
}

/** By how much, or how much one missed, or what a solo score was worth and missed; empty if there is nothing to tell. */
export function margin(results: Result[], seat: number | null): string {
  const [solo, ...more] = results;
  if (solo && more.length === 0) {
    const rating = (word: string | null) => textOf(`rating.${word}`, '');
    const next = rating(solo.next_rating).replace(/!$/, '');
    return [rating(solo.rating), next && t('results.next', { n: solo.missing, rating: next })]
      .filter(Boolean)
      .join(' ');
  }
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

/** All of it in a sentence or two. */
export function outcomeText(results: Result[], seat: number | null): string {
  const [who, much] = [headline(results, seat), margin(results, seat)];
  return much ? `${who.replace(/[!.]?$/, (mark) => mark || ':')} ${much}` : who;
}
