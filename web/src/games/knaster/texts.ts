// The texts of Knaster.
import { defineTexts } from '../../i18n';

export default defineTexts({
  de: {
    short: 'Nur Kreise zählen',
    about: 'Volle Reihen schenken Kreise – und nur eingekreiste Reihen zählen.',
    line_done: 'ganz eingekreist',
    'cell.circled': '{cell}, {number}, eingekreist',
    'cell.circle': '{cell}, {number} einkreisen',
    'todo.either': 'Schreibe {number} oder kreise {one} ein',
    'todo.circle': 'Kreise {one} ein',
    'todo.one': 'eine {number}',
    'todo.one_vowel': 'eine {number}',
    'todo.line': { one: 'Kreise {n} Feld von {line} ein', other: 'Kreise {n} Felder von {line} ein' },
    'todo.other_line': '– oder andere Linie',
    confirm: 'Einkreisen ({picked}/{due})',
    pass: 'Passen',
    pass_why: 'Du kannst nichts eintragen und nichts einkreisen.',
    'log.circle': '{name} kreist {cell} ein{effect}.',
    'log.circle_own': 'Du kreist {cell} ein{effect}.',
    'log.circle_line': '{name} kreist für {line} ein: {cells}{effect}.',
    'log.circle_line_own': 'Du kreist für {line} ein: {cells}{effect}.',
    'log.pass': '{name} passt.',
    'log.pass_own': 'Du passt.',
    'story.nearly': '1 Kreis fehlte für {n}',
    'story.circles': 'Kreise',
    'howto.goal':
      'Kreise ganze Linien ein. Jeder Kreis bringt einen Punkt, jede ganz eingekreiste Linie dazu ihre aufgedruckten Punkte.',
    'howto.t1':
      'Zwei Würfel fallen. Alle müssen genau eines tun: die Summe in ein freies Feld eintragen oder ein eigenes Feld einkreisen, in dem diese Zahl schon steht.',
    'howto.t2':
      'Wird durch dein Eintragen eine Linie voll und zeigt sie eine Kombination, kreist du sofort so viele ihrer Felder ein, wie die Tabelle sagt. Mehrere Linien arbeitest du nacheinander ab, in beliebiger Reihenfolge.',
    'howto.t3':
      'Hat jemand alle 25 Felder gefüllt, wird die Runde beendet und dann noch genau einmal gewürfelt. Nur wer dann gar nichts tun kann, passt.',
    'howto.score': 'So viele Kreise bringt eine fertige Linie:',
    'howto.worth':
      'Eine ganz eingekreiste Linie bringt, was an ihrem Ende steht: Zeilen und Spalten 9, 8, 7, 6, 5, jede Diagonale 10. Höchstens sind 115 Punkte möglich.',
    'howto.tip':
      'Kreise dort ein, wo sich wertvolle Linien kreuzen: Das Feld oben links liegt in einer Zeile, einer Spalte und einer Diagonale.',
  },
  en: {
    short: 'Only circles count',
    about: 'Full lines earn you circles – and only circled lines count.',
    line_done: 'fully circled',
    'cell.circled': '{cell}, {number}, circled',
    'cell.circle': '{cell}, circle the {number}',
    'todo.either': 'Write {number} or circle {one}',
    'todo.circle': 'Circle {one}',
    'todo.one': 'a {number}',
    'todo.one_vowel': 'an {number}',
    'todo.line': { one: 'Circle {n} cell of {line}', other: 'Circle {n} cells of {line}' },
    'todo.other_line': '– or another line',
    confirm: 'Circle ({picked}/{due})',
    pass: 'Pass',
    pass_why: 'You can neither enter nor circle anything.',
    'log.circle': '{name} circles {cell}{effect}.',
    'log.circle_own': 'You circle {cell}{effect}.',
    'log.circle_line': '{name} circles for {line}: {cells}{effect}.',
    'log.circle_line_own': 'You circle for {line}: {cells}{effect}.',
    'log.pass': '{name} passes.',
    'log.pass_own': 'You pass.',
    'story.nearly': '1 circle short of {n}',
    'story.circles': 'Circles',
    'howto.goal':
      'Circle whole lines. Each circle is worth a point, and each line that is circled from end to end its printed points as well.',
    'howto.t1':
      'Two dice are rolled. Everybody must do exactly one thing: enter the sum in a free cell, or circle one of their own cells that already holds that number.',
    'howto.t2':
      'If your entry completes a line and it shows a combination, you immediately circle as many of its cells as the table says. Take several lines one after the other, in any order you like.',
    'howto.t3':
      'When somebody has filled all 25 cells, the round is finished and the dice are rolled exactly once more. Only a player who can do nothing at all passes.',
    'howto.score': 'A completed line earns this many circles:',
    'howto.worth':
      'A fully circled line scores what is printed at its end: rows and columns 9, 8, 7, 6, 5, each diagonal 10. At most 115 points are possible.',
    'howto.tip': 'Circle where valuable lines cross: the cell at the top left lies in a row, a column and a diagonal.',
  },
  it: {
    short: 'Contano solo i cerchi',
    about: 'Le linee piene regalano cerchi – e contano solo quelle tutte cerchiate.',
    line_done: 'tutta cerchiata',
    'cell.circled': '{cell}, {number}, cerchiato',
    'cell.circle': '{cell}, cerchia il {number}',
    'todo.either': 'Scrivi {number} o cerchia {one}',
    'todo.circle': 'Cerchia {one}',
    'todo.one': 'un {number}',
    'todo.one_vowel': 'un {number}',
    'todo.line': { one: 'Cerchia {n} casella di {line}', other: 'Cerchia {n} caselle di {line}' },
    'todo.other_line': '– o un’altra linea',
    confirm: 'Cerchia ({picked}/{due})',
    pass: 'Passa',
    pass_why: 'Non puoi scrivere né cerchiare nulla.',
    'log.circle': '{name} cerchia {cell}{effect}.',
    'log.circle_own': 'Cerchi {cell}{effect}.',
    'log.circle_line': '{name} cerchia per {line}: {cells}{effect}.',
    'log.circle_line_own': 'Cerchi per {line}: {cells}{effect}.',
    'log.pass': '{name} passa.',
    'log.pass_own': 'Passi.',
    'story.nearly': 'mancava 1 cerchio per {n}',
    'story.circles': 'Cerchi',
    'howto.goal':
      'Cerchia linee intere. Ogni cerchio vale un punto e ogni linea tutta cerchiata vale in più i punti stampati.',
    'howto.t1':
      'Si lanciano due dadi. Ognuno deve fare una sola cosa: scrivere la somma in una casella libera oppure cerchiare una propria casella che contiene già quel numero.',
    'howto.t2':
      'Se con il tuo numero completi una linea che mostra una combinazione, cerchi subito tante sue caselle quante ne indica la tabella. Più linee si risolvono una dopo l’altra, nell’ordine che vuoi.',
    'howto.t3':
      'Quando qualcuno ha riempito tutte le 25 caselle, si finisce il giro e si lancia ancora una sola volta. Solo chi non può fare nulla passa.',
    'howto.score': 'Una linea completata dà questi cerchi:',
    'howto.worth':
      'Una linea tutta cerchiata vale il numero stampato alla sua fine: righe e colonne 9, 8, 7, 6, 5, ogni diagonale 10. Il massimo è 115 punti.',
    'howto.tip':
      'Cerchia dove si incrociano linee di valore: la casella in alto a sinistra è in una riga, una colonna e una diagonale.',
  },
});
