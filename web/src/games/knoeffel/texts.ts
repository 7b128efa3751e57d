// The texts of Knöffel.
import { defineTexts } from '../../i18n';

export default defineTexts({
  de: {
    short: 'Drei Würfe, zwei Spalten',
    about: 'Drei Würfe, zwei Spalten und ein paar Freiwürfe zur Rettung.',
    free_rolls: 'Freiwürfe',
    free_used: { one: '{n} Freiwurf genommen', other: '{n} Freiwürfe genommen' },
    free_elsewhere: 'Die Freiwürfe stehen in Spalte 1.',
    jokers: 'Joker',
    'todo.free': 'Trag etwas ein – oder Freiwurf: kostet {price}',
    'todo.paid': 'Trag etwas ein: Der Freiwurf geht von dieser Spalte ab',
    lever: 'Freiwurf −{price}',
    'log.free': '{name} nimmt einen Freiwurf und behält {dice}.',
    'log.free_own': 'Du nimmst einen Freiwurf und behältst {dice}.',
    'log.free_none': '{name} nimmt einen Freiwurf mit allen Würfeln.',
    'log.free_none_own': 'Du nimmst einen Freiwurf mit allen Würfeln.',
    'story.lower': 'Untere Summe',
    'story.used': { one: '{n} genutzt', other: '{n} genutzt' },
    'howto.goal': 'Fülle zwei Spalten mit je 13 Feldern. Die Summe beider Spalten zählt.',
    'howto.t1':
      'Du wirfst fünf Würfel, bis zu dreimal. Nach jedem Wurf lässt du liegen, was dir gefällt, und wirfst den Rest noch einmal.',
    'howto.t2':
      'Dann trägst du in ein freies Feld einer der beiden Spalten ein. Passt der Wurf nicht, wird das Feld gestrichen.',
    'howto.t3':
      'Reicht das nicht? Ein Freiwurf ist ein vierter Wurf: höchstens einer je Zug und drei je Spalte. Ungenutzt ist das Feld 15 Punkte wert, dann 10, 5 und 0. Er zählt für die Spalte, in die du einträgst.',
    'rules.free_shared':
      'Reicht das nicht? Ein Freiwurf ist ein vierter Wurf: höchstens einer je Zug und drei im ganzen Spiel. Ungenutzt ist ein Feld 15 Punkte wert, dann 10, 5 und 0. Er zählt für die Spalte, in die du einträgst.',
    'rules.free_one_field':
      'Reicht das nicht? Ein Freiwurf ist ein vierter Wurf: höchstens einer je Zug und drei im ganzen Spiel. Ungenutzt ist das Feld 15 Punkte wert, dann 10, 5 und 0.',
    'rules.joker_free':
      'Weitere fünf gleiche sind Joker: je 100 Punkte, wenn das Knöffel-Feld der Spalte Punkte hat. Ist auch das obere Feld der Zahl gefüllt, zählen sie 25, 30 und 40 bei Full House und Straßen.',
    'rules.joker_forced':
      'Weitere fünf gleiche sind Joker: je 100 Punkte, wenn das Knöffel-Feld der Spalte Punkte hat. Ist auch das obere Feld der Zahl gefüllt, zählen sie 25, 30 und 40 bei Full House und Straßen. Sie gehören zuerst in das obere Feld ihrer Zahl, dann in ein unteres.',
    'rules.bonus': '35 ab 63 Punkten',
    'rules.enter': 'Dann trägst du in ein freies Feld ein. Passt der Wurf nicht, wird das Feld gestrichen.',
    'howto.bonus': '35 Punkte, wenn Einser bis Sechser einer Spalte zusammen 63 oder mehr ergeben',
    'howto.once': '{n}, nur einmal je Blatt',
    'howto.o1': 'Eine bis sechs Spalten, auch der Reihe nach: die zweite öffnet, wenn die erste voll ist.',
    'howto.o2': 'Ein Knöffel zählt in jeder Spalte – oder nur einmal für alle Spalten zusammen.',
    'howto.o3':
      'Drei Freiwürfe gibt es je Spalte – oder nur drei für alle Spalten zusammen, mit einem einzigen Feld oder einem in jeder Spalte.',
    'howto.o4': 'Klassisch: eine Spalte, keine Freiwürfe, 50 Punkte für den Knöffel.',
    'howto.o5': 'Weitere Knöffel als Joker: je 100 Punkte, frei einzutragen oder zuerst im oberen Feld ihrer Zahl.',
    'howto.tip':
      'Der Knöffel bringt hier nur 20 Punkte – weniger als die meisten anderen Felder. Jage lieber dem Bonus nach.',
  },
  en: {
    short: 'Three rolls, two columns',
    about: 'Three rolls, two columns and a few free rolls to save the day.',
    free_rolls: 'Free rolls',
    free_used: { one: '{n} free roll used', other: '{n} free rolls used' },
    free_elsewhere: 'The free rolls are in column 1.',
    jokers: 'Jokers',
    'todo.free': 'Write down – or free roll: costs {price}',
    'todo.paid': 'Write down: that column pays for the free roll',
    lever: 'Free roll −{price}',
    'log.free': '{name} takes a free roll and keeps {dice}.',
    'log.free_own': 'You take a free roll and keep {dice}.',
    'log.free_none': '{name} takes a free roll with all dice.',
    'log.free_none_own': 'You take a free roll with all dice.',
    'story.lower': 'Lower sum',
    'story.used': { one: '{n} used', other: '{n} used' },
    'howto.goal': 'Fill two columns of 13 fields each. The totals of both are added.',
    'howto.t1':
      'You roll five dice, up to three times. After each roll you keep what you like and roll the rest again.',
    'howto.t2': 'Then you enter the result in a free field of either column. If it doesn’t fit, the field is struck.',
    'howto.t3':
      'Not enough? A free roll is a fourth roll: at most one a turn and three a column. Unused, its field is worth 15 points, then 10, 5 and 0. It’s charged to the column that you enter in.',
    'rules.free_shared':
      'Not enough? A free roll is a fourth roll: at most one a turn and three in the whole game. Unused, a field is worth 15 points, then 10, 5 and 0. It’s charged to the column that you enter in.',
    'rules.free_one_field':
      'Not enough? A free roll is a fourth roll: at most one a turn and three in the whole game. Unused, the field is worth 15 points, then 10, 5 and 0.',
    'rules.joker_free':
      'Five equal again are a joker: 100 points each if the column’s Knöffel field has points. Once the upper field of their face is filled too, they score 25, 30 and 40 in full house and straights.',
    'rules.joker_forced':
      'Five equal again are a joker: 100 points each if the column’s Knöffel field has points. Once the upper field of their face is filled too, they score 25, 30 and 40 in full house and straights. They go to the upper field of their face first, then to a lower one.',
    'rules.bonus': '35 from 63 points on',
    'rules.enter': 'Then you enter the result in a free field. If it doesn’t fit, the field is struck.',
    'howto.bonus': '35 points if ones to sixes of a column add up to 63 or more',
    'howto.once': '{n}, only once a sheet',
    'howto.o1': 'One to six columns, also in sequence: the second opens when the first is full.',
    'howto.o2': 'A Knöffel scores in every column, or only once for all columns together.',
    'howto.o3':
      'Three free rolls a column, or only three for all columns together, with a single field or one in each column.',
    'howto.o4': 'Classic: one column, no free rolls, 50 points for a Knöffel.',
    'howto.o5':
      'Further Knöffel as jokers: 100 points each, entered anywhere or first in the upper field of their face.',
    'howto.tip': 'Five equal score only 20 here – less than most other fields. Rather go for the bonus.',
  },
  it: {
    short: 'Tre lanci, due colonne',
    about: 'Tre lanci, due colonne e qualche tiro libero per salvarsi.',
    free_rolls: 'Tiri liberi',
    free_used: { one: '{n} tiro libero usato', other: '{n} tiri liberi usati' },
    free_elsewhere: 'I tiri liberi sono nella colonna 1.',
    jokers: 'Jolly',
    'todo.free': 'Scrivi – o tiro libero: costa {price}',
    'todo.paid': 'Scrivi: il tiro libero lo paga quella colonna',
    lever: 'Tiro libero −{price}',
    'log.free': '{name} usa un tiro libero e tiene {dice}.',
    'log.free_own': 'Usi un tiro libero e tieni {dice}.',
    'log.free_none': '{name} usa un tiro libero con tutti i dadi.',
    'log.free_none_own': 'Usi un tiro libero con tutti i dadi.',
    'story.lower': 'Somma inferiore',
    'story.used': { one: '{n} usato', other: '{n} usati' },
    'howto.goal': 'Riempi due colonne di 13 caselle. Si sommano i totali di entrambe.',
    'howto.t1': 'Lanci cinque dadi, fino a tre volte. Dopo ogni lancio tieni quelli che vuoi e rilanci gli altri.',
    'howto.t2':
      'Poi scrivi il risultato in una casella libera di una delle due colonne. Se non va bene, la casella vale zero.',
    'howto.t3':
      'Non basta? Il tiro libero è un quarto lancio: al massimo uno per turno e tre per colonna. Se non lo usi la casella vale 15 punti, poi 10, 5 e 0. Si paga nella colonna in cui scrivi.',
    'rules.free_shared':
      'Non basta? Il tiro libero è un quarto lancio: al massimo uno per turno e tre in tutta la partita. Se non la usi una casella vale 15 punti, poi 10, 5 e 0. Si paga nella colonna in cui scrivi.',
    'rules.free_one_field':
      'Non basta? Il tiro libero è un quarto lancio: al massimo uno per turno e tre in tutta la partita. Se non la usi la casella vale 15 punti, poi 10, 5 e 0.',
    'rules.joker_free':
      'Altri cinque uguali sono un jolly: 100 punti ciascuno, se la casella Knöffel della colonna ha punti. Se anche la casella superiore del loro numero è piena, valgono 25, 30 e 40 nel full e nelle scale.',
    'rules.joker_forced':
      'Altri cinque uguali sono un jolly: 100 punti ciascuno, se la casella Knöffel della colonna ha punti. Se anche la casella superiore del loro numero è piena, valgono 25, 30 e 40 nel full e nelle scale. Vanno prima nella casella superiore del loro numero, poi in una inferiore.',
    'rules.bonus': '35 da 63 punti in su',
    'rules.enter': 'Poi scrivi il risultato in una casella libera. Se non va bene, la casella vale zero.',
    'howto.bonus': '35 punti se le caselle da uno a sei di una colonna fanno 63 o più',
    'howto.once': '{n}, una volta sola per foglio',
    'howto.o1': 'Da una a sei colonne, anche in sequenza: la seconda si apre quando la prima è piena.',
    'howto.o2': 'Il Knöffel vale in ogni colonna, oppure una volta sola per tutte le colonne.',
    'howto.o3':
      'Tre tiri liberi per colonna, oppure tre soltanto per tutte le colonne insieme, con una sola casella o una in ogni colonna.',
    'howto.o4': 'Classico: una colonna, nessun tiro libero, 50 punti per il Knöffel.',
    'howto.o5':
      'Altri Knöffel come jolly: 100 punti ciascuno, scritti dove si vuole o prima nella casella superiore del loro numero.',
    'howto.tip': 'Il Knöffel qui vale solo 20 punti, meno di molte altre caselle. Meglio puntare al bonus.',
  },
});
