// A position that a person practises: an own mistake, or a shipped exercise.

import { reviewText, statisticsText, trainingText } from '../../i18n/pages';
import type { CoachDecision, Question, TrainingExercise, Verdict } from '../../wire';
import { ask } from '../connection/client';
import { session } from '../connection/session.svelte';
import { formatTimeUntil } from '../format/dates.svelte';
import { formatNumber } from '../format/numbers';
import { fetchPlayedRecord } from '../records/storedGames';
import { levelName } from '../table/tableSettings';
import { choiceText } from './choiceText';
import { answerOwnQuestion, judge } from './coach';
import { Exercise } from './exercise.svelte';
import { addAnswer, sendAnswers } from './exerciseAnswers';
import { recordBefore } from './recordBefore';
import { isGood } from './review';

type Judged = { decision: CoachDecision } & Partial<Verdict>;

/** In both kinds only the first answer counts; further ones are assessed without effect. */
export interface Asked {
  game: string;
  exercise: Exercise<Judged>;
  names: string[];
  /** Why it is asked. */
  lead: string;
  /** Further sentences about an answer. */
  details: (verdict: Judged) => string[];
}

/** Ask about an own mistake. */
export function askMistake(question: Question): Asked {
  const { position, event, names } = question;
  const seat = position.seat ?? 0;
  let first: Verdict | null = null;
  const exercise = new Exercise<Judged>(position, seat, async (action, revealed) => {
    if (first === null) return (first = await answerOwnQuestion(question, action, revealed));
    const record = recordBefore(await fetchPlayedRecord(question), event);
    return { ...first, decision: await judge(record, seat, action) };
  });
  const details = ({ decision, then, again }: Judged) => [
    ...(then === undefined ? [] : [reviewText('then', { move: choiceText(then, position.game, names) })]),
    ...(again ? [statisticsText('again', { when: formatTimeUntil(again) })] : []),
    ...(again === null && isGood(decision) ? [statisticsText('learned')] : []),
  ];
  return { game: position.game, exercise, names, lead: statisticsText('lead'), details };
}

/**
 * Ask a shipped exercise of a game, which is the exercise of a day unless that is empty.
 *
 * @param onsent Called when the first answer is stored.
 * @throws ApiError
 */
export async function askExercise(
  game: string,
  { record, seat, key, difficulty, repeated }: TrainingExercise,
  day: string,
  onsent?: () => unknown,
): Promise<Asked> {
  const position = await ask('POST /api/records/position', { query: { seat }, body: record });
  let answered = false;
  const exercise = new Exercise<Judged>(position, seat, async (action, revealed) => {
    const decision = await judge(record, seat, action);
    if (!answered) {
      addAnswer(game, { key, right: !revealed && isGood(decision), time: Date.now(), day });
      // Without a connection it is sent before the next exercise.
      void sendAnswers(game)
        .then(onsent)
        .catch(() => undefined);
    }
    answered = true;
    return { decision };
  });
  const figure = reviewText('percent', { figure: formatNumber(100 * difficulty, 0) });
  const sentences = [trainingText('missed', { figure }), ...(repeated ? [trainingText('repeated')] : [])];
  return {
    game,
    exercise,
    names: position.sheets.map((_, each) => (each === seat ? (session.person?.name ?? '') : levelName('master'))),
    lead: '',
    details: () => sentences,
  };
}
