/** The texts of the lesson of a game. */
import { defineTexts } from '..';

export const lessonText = defineTexts({
  de: {
    title: 'Was kannst du lernen?',
    all: 'Alles',
    no_rule: 'Schau dir diese Momente noch einmal an.',
    faultless: 'Stark gespielt!',
    question: 'Hier ging es besser. Was würdest du tun?',
    question_found: 'Hier hast du den besten Zug gefunden. Weißt du ihn noch?',
    answer: 'Antwort',
    previous: 'Voriger Moment',
    next: 'Nächster Moment',
    of: 'Moment {n} von {count}',
    to: 'Zu den Momenten',
  },
  en: {
    title: 'What can you learn?',
    all: 'Everything',
    no_rule: 'Look at these moments once more.',
    faultless: 'Well played!',
    question: 'There was something better here. What would you do?',
    question_found: 'You found the best move here. Do you remember it?',
    answer: 'Answer',
    previous: 'Previous moment',
    next: 'Next moment',
    of: 'Moment {n} of {count}',
    to: 'To the moments',
  },
  it: {
    title: 'Cosa puoi imparare?',
    all: 'Tutto',
    no_rule: 'Guarda ancora una volta questi momenti.',
    faultless: 'Hai giocato bene!',
    question: 'Qui si poteva fare meglio. Tu cosa faresti?',
    question_found: 'Qui hai trovato la mossa migliore. Te la ricordi?',
    answer: 'Risposta',
    previous: 'Momento precedente',
    next: 'Momento successivo',
    of: 'Momento {n} di {count}',
    to: 'Ai momenti',
  },
});
