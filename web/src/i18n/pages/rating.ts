/** The texts about ratings. */
import { defineTexts } from '..';

export const ratingText = defineTexts({
  de: {
    title: 'Wertung',
    lead: 'So viele Punkte kannst du in einer Partie erwarten, das Glück der Würfel herausgerechnet. Hinter ± steht der Standardfehler.',
    none: 'Gewertet werden Partien mit den Würfeln des Servers, in denen dir niemand geholfen hat. Nach der ersten steht deine Wertung hier.',
    waiting: { one: 'Eine Partie wird gleich noch gewertet.', other: '{n} Partien werden gleich noch gewertet.' },
    value: '{mean} ± {error}',
    uncertain: 'noch unsicher',
    until: 'Das Fragezeichen bleibt, bis zehn Partien gewertet sind und der Fehler höchstens {limit} Punkte beträgt.',
    games: { one: '{n} gewertete Partie', other: '{n} gewertete Partien' },
    better: 'Besser als {share} der {n} anderen, die hier eine Wertung ohne Fragezeichen haben.',
    few: 'Für einen Vergleich haben hier noch zu wenige andere eine Wertung ohne Fragezeichen.',
    compared: 'Du und die Bots',
    you: 'Du',
    course: 'Verlauf',
    after: 'Wertung mit Fehler',
    points: 'Punkte',
    without_luck: 'Punkte ohne Glück',
    ladder: 'Nach Plätzen gegen andere Menschen: {mu} ± {sigma}',
    how: 'Wie wird das berechnet?',
    how_luck:
      'Der Trainer berechnet für jeden Wurf, wie viele Punkte er dir gegenüber dem Mittel aller möglichen Würfe gebracht oder genommen hat. Zusammen ist das dein Glück in der Partie. Punkte minus Glück ist das Ergebnis ohne Glück. Weil sich Glück auf Dauer ausgleicht, liegt es im Mittel genau bei deinen Punkten, schwankt aber viel weniger.',
    how_mean:
      'Die Wertung ist der Mittelwert dieser Ergebnisse. Neuere Partien zählen mehr: Nach 50 weiteren Partien zählt eine noch halb.',
    how_counts:
      'Es zählen nur Partien mit den Würfeln des Servers, in denen kein Bot für dich gezogen und der Trainer nicht geholfen hat. Wie oft du gewinnst, sagt die Wertung nicht. In Kniffeliger hängt sie auch davon ab, mit wem du spielst.',
    engine: 'Das Glück der letzten Partie hat die Engine {engine} berechnet.',
    docs: 'Formel, Beispiel und Messungen (auf Englisch)',
  },
  en: {
    title: 'Rating',
    lead: 'The points that you can expect in a game, without the luck of the dice. After ± comes the standard error.',
    none: 'Games on the server’s dice are rated if nobody helped you. Your rating appears here after the first.',
    waiting: { one: 'One more game is about to be rated.', other: '{n} more games are about to be rated.' },
    value: '{mean} ± {error}',
    uncertain: 'still uncertain',
    until: 'The question mark stays until ten games are rated and the error is at most {limit} points.',
    games: { one: '{n} rated game', other: '{n} rated games' },
    better: 'Better than {share} of the {n} other people here with a rating without a question mark.',
    few: 'Too few other people here have a rating without a question mark to compare with.',
    compared: 'You and the bots',
    you: 'You',
    course: 'Over time',
    after: 'Rating with its error',
    points: 'Points',
    without_luck: 'Points without luck',
    ladder: 'By places against other people: {mu} ± {sigma}',
    how: 'How is it computed?',
    how_luck:
      'For each roll the coach computes how many points it gained or cost you, compared with the mean of all possible rolls. The sum is your luck in the game. Points minus luck is the result without luck. Luck evens out in the long run, so this result has the same mean as your points, but it varies much less.',
    how_mean:
      'The rating is the mean of these results. Recent games count more: a game counts half after 50 later games.',
    how_counts:
      'Only games on the server’s dice count in which no bot moved for you and the coach didn’t help. The rating doesn’t say how often you win. In Kniffeliger it also depends on who you play with.',
    engine: 'The engine {engine} computed the luck of the latest game.',
    docs: 'Formula, example and measurements',
  },
  it: {
    title: 'Valutazione',
    lead: 'I punti che puoi aspettarti in una partita, senza la fortuna dei dadi. Dopo ± c’è l’errore standard.',
    none: 'Contano le partite con i dadi del server in cui nessuno ti ha aiutato. Dopo la prima, qui c’è la tua valutazione.',
    waiting: { one: 'Una partita sarà valutata a momenti.', other: '{n} partite saranno valutate a momenti.' },
    value: '{mean} ± {error}',
    uncertain: 'ancora incerta',
    until:
      'Il punto interrogativo resta finché non ci sono dieci partite e l’errore non è al massimo di {limit} punti.',
    games: { one: '{n} partita valutata', other: '{n} partite valutate' },
    better: 'Meglio del {share} delle altre {n} persone che qui hanno una valutazione senza punto interrogativo.',
    few: 'Per un confronto, qui troppo poche altre persone hanno una valutazione senza punto interrogativo.',
    compared: 'Tu e i bot',
    you: 'Tu',
    course: 'Andamento',
    after: 'Valutazione con errore',
    points: 'Punti',
    without_luck: 'Punti senza fortuna',
    ladder: 'Secondo i posti contro altre persone: {mu} ± {sigma}',
    how: 'Come si calcola?',
    how_luck:
      'Per ogni tiro l’allenatore calcola quanti punti ti ha dato o tolto rispetto alla media di tutti i tiri possibili. La somma è la tua fortuna nella partita. I punti meno la fortuna sono il risultato senza fortuna. Poiché alla lunga la fortuna si pareggia, in media è uguale ai tuoi punti, ma varia molto meno.',
    how_mean:
      'La valutazione è la media di questi risultati. Le partite recenti contano di più: dopo altre 50 partite una vale la metà.',
    how_counts:
      'Contano solo le partite con i dadi del server in cui nessun bot ha giocato per te e l’allenatore non ha aiutato. La valutazione non dice quanto spesso vinci. In Kniffeliger dipende anche da chi gioca con te.',
    engine: 'La fortuna dell’ultima partita è stata calcolata dal motore {engine}.',
    docs: 'Formula, esempio e misure (in inglese)',
  },
});
