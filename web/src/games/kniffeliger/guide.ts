// A guided first turn of Kniffeliger.
import { ACTION_DICE, actionDieLabel } from '../../dice/actionDice';
import { bestEntry, entered, rolled, rolledAgain, type Steps } from '../../guide/steps';
import { defineTexts } from '../../i18n';
import { joinWords } from '../../lib/format/lists';
import { sheetOf } from '../../lib/game/position';
import { fieldLabel, points } from '../../sheet/labels';
import type { Position } from '../../wire';
import type { KniffeligerSheet } from './types';

const guideText = defineTexts({
  de: {
    roll: 'Fünf Würfel, bis zu drei Würfe: Zieh den Hebel[ oder drück R].',
    save: 'Tipp die Würfel an, die du sicherst[ (Tasten 1–5)], und würfle weiter. Gesicherte bleiben den ganzen Zug liegen.',
    enter:
      'Trag jetzt ein, am meisten bringt {field}: {points}. Ist die Summe aller Würfel durch 3 teilbar, bekommst du dazu einen Aktionswürfel.',
    strike:
      'Jetzt bringt keine Zeile Punkte: Würfle weiter oder streich eine. Eine durch 3 teilbare Summe bringt auch dann einen Aktionswürfel.',
    earned: {
      one: 'Dein Aktionswürfel: {dice}, spielbar ab der nächsten Runde. Er trifft die anderen – und ihre treffen dich.',
      other:
        'Deine Aktionswürfel: {dice}. Neue spielst du ab der nächsten Runde. Sie treffen die anderen – und ihre dich.',
    },
    none: 'Diesmal kein Aktionswürfel. Damit stiehlst, frierst und streichst du Zeilen der anderen – und sie deine.',
    end: 'Haben alle eingetragen, darf verschoben und getauscht werden. Am Ende zählt das Blatt in deiner Hand.',
  },
  en: {
    roll: 'Five dice, up to three rolls: pull the lever[ or press R].',
    save: 'Tap the dice that you save[ (keys 1–5)] and roll again. Saved dice stay saved for the whole turn.',
    enter:
      'Now enter the dice: {field} scores most, {points}. If the sum of all five is divisible by 3, you get an action die as well.',
    strike: 'No row scores now: roll again, or strike one. A sum divisible by 3 earns an action die all the same.',
    earned: {
      one: 'Your action die: {dice}, to be played from the next round on. It hits the others – and theirs hit you.',
      other:
        'Your action dice: {dice}. New ones are played from the next round on. They hit the others – and theirs hit you.',
    },
    none: 'No action die this time. With one you steal, freeze or cross out a row of the others – and they one of yours.',
    end: 'When everybody has entered, sheets may be shifted and swapped. In the end, the sheet in your hand counts.',
  },
  it: {
    roll: 'Cinque dadi, fino a tre lanci: tira la leva[ o premi R].',
    save: 'Tocca i dadi da mettere da parte[ (tasti 1–5)] e rilancia. Restano fermi per tutto il turno.',
    enter:
      'Ora scrivi: rende di più {field}, {points}. Se la somma dei cinque dadi è divisibile per 3 ricevi anche un dado azione.',
    strike:
      'Ora nessuna riga dà punti: rilancia, o barrane una. Una somma divisibile per 3 dà comunque un dado azione.',
    earned: {
      one: 'Il tuo dado azione: {dice}, si gioca dal prossimo giro. Colpisce gli altri – e i loro colpiscono te.',
      other: 'I tuoi dadi azione: {dice}. I nuovi si giocano dal prossimo giro. Colpiscono gli altri – e i loro te.',
    },
    none: 'Stavolta nessun dado azione. Con uno rubi, congeli o barri righe degli altri – e loro le tue.',
    end: 'Quando tutti hanno scritto si possono spostare e scambiare i fogli. Alla fine conta quello che hai in mano.',
  },
});

function entering(now: Position): string {
  const best = bestEntry(now);
  if (!best) return guideText('strike');
  return guideText('enter', { field: fieldLabel(best.action, now.game), points: points(best.writes ?? 0) });
}

/** Names the reader's action dice, if there are any. */
function earned(now: Position): string {
  const sheet = sheetOf<KniffeligerSheet>(now, now.seat ?? -1);
  const dice = ACTION_DICE.filter((die) => sheet && sheet.action_dice[die] + sheet.action_dice_next_round[die] > 0);
  if (dice.length === 0) return guideText('none');
  const all = dice.length === ACTION_DICE.length;
  const shown = all ? [actionDieLabel('all')] : dice.map(actionDieLabel);
  return guideText('earned', { n: shown.length, dice: joinWords(shown) });
}

export default [
  { about: 'lever', text: () => guideText('roll'), done: rolled },
  { about: 'dice', text: () => guideText('save'), done: rolledAgain },
  { about: 'sheet', text: entering, done: entered },
  { about: 'hand', text: earned },
  { about: 'sheet', text: () => guideText('end') },
] satisfies Steps;
