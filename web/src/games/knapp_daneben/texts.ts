// The texts of Knapp Daneben!
import { defineTexts } from '../../i18n';

export default defineTexts({
  de: {
    about: 'Deine Farbe plus eine andere: Nachbarn sollen um genau eins danebenliegen.',
    numbers: 'Seltene +{n}',
    ticks: { one: '{n} Haken', other: '{n} Haken' },
    pick_die: 'Würfel dazu wählen',
    choose: 'Wähle einen Kreis oder einen Würfel',
    choose_circle: 'Schreibe {sum} in einen Kreis',
    choose_die: 'Welcher Würfel soll nach {cell}?',
    own_die: '{colour} {face}: dein Würfel',
    die: '{colour} {face}: Summe {sum}',
    'story.rare': 'Seltene Zahlen',
    'layout.how': 'Tippe zwei Kreise an: Sie tauschen ihre Farben.',
    'howto.goal':
      'Schreibe Summen so nebeneinander, dass sich Nachbarn um genau eins unterscheiden – knapp daneben eben. Jedes solche Paar gibt einen Haken.',
    'howto.t1': 'Fünf Würfel in fünf Farben fallen. Eine Farbe gehört dir.',
    'howto.t2': 'Alle zählen den Würfel der eigenen Farbe und einen anderen zusammen.',
    'howto.t3':
      'Die Summe kommt in einen freien Kreis deiner Farbe oder der Farbe des anderen Würfels. Passen gibt es nicht.',
    'howto.t4':
      'Steht zwischen zwei Nachbarn ein Unterschied von genau eins, bekommt das Kästchen dazwischen einen Haken.',
    'howto.ticks': 'Haken in einer Zeile oder Spalte',
    'howto.rare':
      'Dazu für jede seltene Zahl, die du geschrieben hast: 3, 4, 10 und 11 je 2 Punkte, 2 und 12 je 4 Punkte.',
    'howto.o1': 'Anordnung der Kreise: jede mit fünf Kreisen je Farbe.',
    'howto.o2': 'Wem welche Farbe gehört.',
    'howto.tip':
      'Vier Haken in einer Linie sind mehr wert als zweimal zwei. Beginne in der Mitte und lass dir nach beiden Seiten Luft.',
  },
  en: {
    about: 'Your colour plus one other: neighbours should differ by exactly one.',
    numbers: 'Rare +{n}',
    ticks: { one: '{n} tick', other: '{n} ticks' },
    pick_die: 'choose a die for it',
    choose: 'Choose a circle or a die',
    choose_circle: 'Write {sum} in a circle',
    choose_die: 'Which die goes to {cell}?',
    own_die: '{colour} {face}: your die',
    die: '{colour} {face}: sum {sum}',
    'story.rare': 'Rare numbers',
    'layout.how': 'Tap two circles: they swap their colours.',
    'howto.goal': 'Write sums so that neighbours differ by exactly one – a near miss. Each such pair earns a tick.',
    'howto.t1': 'Five dice in five colours are rolled. One colour is yours.',
    'howto.t2': 'Everybody adds the die of their own colour to one other die.',
    'howto.t3': 'The sum goes in a free circle of your own colour or of the other die’s colour. There is no passing.',
    'howto.t4': 'Where two neighbours differ by exactly one, the box between them gets a tick.',
    'howto.ticks': 'Ticks in a row or column',
    'howto.rare':
      'Also, for each rare number that you wrote: 2 points for a 3, 4, 10 or 11, and 4 points for a 2 or 12.',
    'howto.o1': 'Layout of the circles: any with five of each colour.',
    'howto.o2': 'Who owns which colour.',
    'howto.tip':
      'Four ticks in one line beat two ticks in each of two lines. Start in the middle and leave room on both sides.',
  },
  it: {
    about: 'Il tuo colore più un altro: i vicini devono differire di uno esatto.',
    numbers: 'Rari +{n}',
    ticks: { one: '{n} spunta', other: '{n} spunte' },
    pick_die: 'scegli un dado',
    choose: 'Scegli un cerchio o un dado',
    choose_circle: 'Scrivi {sum} in un cerchio',
    choose_die: 'Quale dado va in {cell}?',
    own_die: '{colour} {face}: il tuo dado',
    die: '{colour} {face}: somma {sum}',
    'story.rare': 'Numeri rari',
    'layout.how': 'Tocca due cerchi: si scambiano i colori.',
    'howto.goal':
      'Scrivi le somme in modo che i vicini differiscano esattamente di uno: mancato per un soffio! Ogni coppia così vale una spunta.',
    'howto.t1': 'Si lanciano cinque dadi di cinque colori. Un colore è tuo.',
    'howto.t2': 'Ognuno somma il dado del proprio colore e un altro dado.',
    'howto.t3': 'La somma va in un cerchio libero del tuo colore o del colore dell’altro dado. Non si può passare.',
    'howto.t4': 'Se due vicini differiscono esattamente di uno, la casellina fra loro riceve una spunta.',
    'howto.ticks': 'Spunte in una riga o colonna',
    'howto.rare': 'Inoltre, per ogni numero raro scritto: 2 punti per 3, 4, 10 e 11, 4 punti per 2 e 12.',
    'howto.o1': 'Disposizione dei cerchi: qualsiasi, con cinque per colore.',
    'howto.o2': 'A chi spetta quale colore.',
    'howto.tip': 'Quattro spunte in una linea valgono più di due e due. Parti dal centro e lasciati spazio ai lati.',
  },
});
