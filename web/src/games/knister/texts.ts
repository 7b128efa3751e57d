// The texts of Knister.
import { defineTexts } from '../../i18n';

export default defineTexts({
  de: {
    short: 'Paare und Straßen im Raster',
    about: 'Fünf mal fünf Felder, zwei Würfel, zwölf Reihen voller Paare und Straßen.',
    double: 'zählt doppelt',
    'howto.goal':
      'Fülle dein Raster aus 25 Feldern so, dass in Zeilen, Spalten und Diagonalen wertvolle Kombinationen entstehen. Wer nach 25 Würfen die meisten Punkte hat, gewinnt.',
    'howto.t1': 'Jemand wirft zwei Würfel. Das Würfelrecht wandert jede Runde weiter.',
    'howto.t2': 'Alle schreiben die Summe (2 bis 12) in ein freies Feld ihres Rasters, wo sie wollen.',
    'howto.t3':
      'Was die anderen eintragen, siehst du erst, wenn du selbst eingetragen hast; darf man zurücknehmen, erst beim nächsten Wurf.',
    'howto.score': 'Jede volle Linie zählt genau eine Kombination, die beste. Die beiden Diagonalen zählen doppelt.',
    'howto.solo': 'Allein: mehr als 50 ist gut, mehr als 80 super, mehr als 100 spektakulär.',
    'howto.tip':
      'Heb dir die Diagonalen für das auf, was oft fällt: Sechsen, Siebenen und Achten. Seltene Zahlen passen gut in eine Straße ohne 7.',
  },
  en: {
    short: 'Pairs and straights in a grid',
    about: 'Five by five cells, two dice, twelve lines full of pairs and straights.',
    double: 'counts double',
    'howto.goal':
      'Fill your grid of 25 cells so that rows, columns and diagonals show valuable combinations. Most points after 25 rolls wins.',
    'howto.t1': 'One player rolls two dice. The right to roll passes on every round.',
    'howto.t2': 'Everybody writes the sum (2 to 12) in a free cell of their own grid – wherever they like.',
    'howto.t3':
      'You see what the others enter once you have entered yourself; where entries may be taken back, at the next roll.',
    'howto.score': 'Each full line scores exactly one combination, its best. Both diagonals count double.',
    'howto.solo': 'Alone: more than 50 is good, more than 80 super, more than 100 spectacular.',
    'howto.tip':
      'Keep the diagonals for the most frequent sums: sixes, sevens and eights. Rare numbers fit a straight without a 7.',
  },
  it: {
    short: 'Coppie e scale in griglia',
    about: 'Cinque per cinque caselle, due dadi, dodici linee piene di coppie e scale.',
    double: 'vale doppio',
    'howto.goal':
      'Riempi la tua griglia di 25 caselle in modo che righe, colonne e diagonali mostrino combinazioni di valore. Dopo 25 lanci vince chi ha più punti.',
    'howto.t1': 'Qualcuno lancia due dadi. A ogni giro tocca al successivo.',
    'howto.t2': 'Tutti scrivono la somma (da 2 a 12) in una casella libera della propria griglia, dove vogliono.',
    'howto.t3': 'Vedi le mosse degli altri solo dopo aver fatto la tua; dove si può annullare, al prossimo lancio.',
    'howto.score': 'Ogni linea completa vale una sola combinazione, la migliore. Le due diagonali valgono doppio.',
    'howto.solo': 'Da solo: più di 50 è buono, più di 80 super, più di 100 spettacolare.',
    'howto.tip':
      'Tieni le diagonali per i numeri che escono spesso: 6, 7 e 8. I numeri rari stanno bene in una scala senza 7.',
  },
});
