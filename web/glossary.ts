// The words of the page in its languages: one word for one thing. `tests/glossary.test.ts` holds the texts to it.
// To change a word, change it here first; the test then names the texts that still have the old one.

import type { Locale } from './src/i18n/browserLocale';

/** A thing, the word for it, and words that are not used for it (as regular expressions). */
interface Word {
  readonly use: string;
  readonly not?: readonly string[];
}

/** A language without a word for a thing is not held to one. */
export type Term = { readonly meaning: string } & Readonly<Partial<Record<Locale, Word>>>;

/** The letters of words, for `not`: a word of its own, not a part of another one. */
const word = (...words: string[]): string[] => words.map((each) => `(?<!\\p{L})${each}(?!\\p{L})`);

export const GLOSSARY: readonly Term[] = [
  {
    meaning: 'the game that everybody plays once a day with the same dice',
    de: { use: 'Partie des Tages', not: ['Deal des Tages'] },
    en: { use: 'Daily game', not: ['deal of the day', ...word('deals?')] },
    it: { use: 'Sfida del giorno', not: ['partita del giorno'] },
    fr: { use: 'Partie du jour', not: ['défi du jour'] },
  },
  {
    meaning: 'the room in which people play together',
    de: { use: 'Tisch', not: ['Raum'] },
    en: { use: 'table', not: word('parlou?r') },
    it: { use: 'tavolo', not: word('stanza') },
    fr: { use: 'table', not: word('salon') },
  },
  {
    meaning: 'the order of the players of a cup by their points',
    de: { use: 'Tabelle', not: word('Rangliste') },
    en: { use: 'Standings', not: ['Table as CSV', 'keeps the table', 'table of the series'] },
    it: { use: 'Tabella', not: word('graduatoria') },
    fr: { use: 'Classement', not: word('tableau des scores') },
  },
  {
    meaning: 'what a player writes on',
    de: { use: 'Blatt', not: word('Spielzettel') },
    en: { use: 'sheet', not: word('scorecard', 'score card') },
    it: { use: 'foglio', not: word('scheda') },
    fr: { use: 'feuille', not: word('fiche') },
  },
  {
    meaning: 'the person who has opened a table',
    de: { use: 'Gastgeber', not: word('Host', 'Spielleiter') },
    en: { use: 'host', not: word('owner') },
    it: { use: 'chi conduce', not: word('host', 'ospite') },
    fr: { use: 'l’hôte', not: word('host') },
  },
  {
    meaning: 'the program that judges moves and helps',
    de: { use: 'Trainer', not: word('Coach') },
    en: { use: 'coach', not: word('trainer', 'tutor') },
    it: { use: 'allenatore', not: word('coach', 'istruttore') },
    fr: { use: 'coach', not: word('entraîneur') },
  },
  {
    meaning: 'help with the decision of this moment',
    de: { use: 'Tipp', not: word('Hinweis geben') },
    en: { use: 'hint', not: word('advice') },
    it: { use: 'suggerimenti', not: word('aiutino') },
    fr: { use: 'conseil', not: word('astuce') },
  },
  {
    meaning: 'points that a move cost, compared with the best one',
    de: { use: 'Punkte verloren', not: ['verschenk'] },
    en: { use: 'points lost', not: ['giv(e|en) away', 'giving away'] },
    it: { use: 'punti persi', not: ['punti regalat', 'regalata'] },
    fr: { use: 'points perdus', not: ['points gaspill', 'points offerts'] },
  },
  {
    meaning: 'how a result splits into moves and dice',
    de: { use: 'Können oder Glück?', not: ['Ich oder die Würfel'] },
    en: { use: 'Skill or luck?', not: ['Me or the dice'] },
    it: { use: 'Bravura o fortuna?', not: ['Io o i dadi'] },
    fr: { use: 'Adresse ou chance', not: ['Moi ou les dés'] },
  },
  {
    meaning: 'a game that does not count for the results',
    de: { use: 'ohne Wertung', not: word('ungewertet') },
    en: { use: 'unranked', not: word('not ranked(?!\\.)') },
    it: { use: 'fuori classifica', not: word('non valida') },
    fr: { use: 'hors classement', not: word('non classée?') },
  },
  {
    meaning: 'a game in turn on one device that is handed on',
    de: { use: 'Reihum an', not: ['Hotseat'] },
    en: { use: 'Pass and play', not: ['in turn on'] },
    it: { use: 'a turno su questo dispositivo', not: ['passa e gioca'] },
  },
  {
    meaning: 'settings that are folded away',
    de: { use: 'Weitere Einstellungen', not: ['Mehr Optionen', 'Weitere Optionen'] },
    en: { use: 'More options', not: ['further settings', 'further options'] },
    it: { use: 'Altre opzioni', not: ['altre impostazioni', 'ulteriori'] },
    fr: { use: 'Autres options', not: ['plus d’options'] },
  },
  {
    meaning: 'to write the result of the dice into a place of the sheet',
    de: { use: 'eintragen', not: ['\\btrage ein\\b'] },
    en: { use: 'enter', not: word('fill in') },
    it: { use: 'scriv', not: word('inscrivi') },
    fr: { use: 'inscri', not: word('remplis-la') },
  },
  {
    meaning: 'to enter 0 because the condition is not met, and to close a row of another player',
    de: { use: 'streich', not: word('durchstreichen') },
    en: { use: 'cross', not: word('scratch') },
    it: { use: 'barra', not: ['\\bcancella(re|ta|te|to)? (una |le |la )?rig', 'cancellazione'] },
    fr: { use: 'barre', not: word('biffer?') },
  },
  {
    meaning: 'one go of all players, in which each rolls or enters once',
    de: { use: 'Runde', not: word('Durchgang') },
    en: { use: 'round', not: word('go-round') },
    it: { use: 'giro', not: word('round', 'manche') },
    fr: { use: 'manche', not: word('round') },
  },
  {
    meaning: 'what one player does until the next one is asked',
    de: { use: 'Zug', not: word('Spielzug') },
    en: { use: 'turn', not: word('go again') },
    it: { use: 'turno', not: word('mossa completa') },
    fr: { use: 'tour', not: word('trait') },
  },
  {
    meaning: 'a throw of the dice',
    de: { use: 'Wurf', not: word('Roll') },
    en: { use: 'roll', not: word('throws?') },
    it: { use: 'lancio', not: word('tirata') },
    fr: { use: 'lancer', not: word('jet') },
  },
  {
    meaning: 'a die that is kept for the next roll',
    de: { use: 'behalten', not: word('halten') },
    en: { use: 'keep', not: word('retain') },
    it: { use: 'tieni', not: word('conserva i dadi') },
    fr: { use: 'garde', not: word('conserver?') },
  },
  {
    meaning: 'a fourth roll in Knöffel',
    de: { use: 'Freiwurf', not: word('Zusatzwurf') },
    en: { use: 'free roll', not: word('extra roll') },
    it: { use: 'tiro libero', not: word('lancio libero') },
    fr: { use: 'lancer libre', not: word('lancer gratuit') },
  },
  {
    meaning: 'a die of Kniffeliger that is played against others',
    de: { use: 'Aktionswürfel', not: word('Actionwürfel') },
    en: { use: 'action dice', not: word('power dice') },
    it: { use: 'dadi azione', not: word('dadi speciali') },
    fr: { use: 'dés action', not: ['dés spéciaux'] },
  },
  {
    meaning: 'a program that plays',
    de: { use: 'Bot', not: word('Computergegner', 'KI') },
    en: { use: 'bot', not: word('computer player', 'AI') },
    it: { use: 'bot', not: word('robot', 'IA') },
    fr: { use: 'bot', not: word('robot', 'IA') },
  },
  {
    meaning: 'the level of a bot that plays like somebody now and then',
    de: { use: 'Gelegenheitsspieler', not: ['Bot \\(Freizeit\\)'] },
    en: { use: 'Bot (casual)', not: ['hobby'] },
    it: { use: 'Bot (dilettante)', not: ['Bot \\(casuale\\)'] },
  },
  {
    meaning: 'several games with the same dice for a group, with standings',
    de: { use: 'Cup', not: word('Turnier', 'Pokal') },
    en: { use: 'cup', not: word('tournament') },
    it: { use: 'coppa', not: word('torneo', 'cup') },
    fr: { use: 'coupe', not: word('tournoi', 'cup') },
  },
  {
    meaning: 'what opens a table, a cup or a group when it is typed in',
    de: { use: 'Code von Tisch, Cup oder Gruppe', not: word('Tischnummer') },
    en: { use: 'Code of a table, cup or group', not: word('pin') },
    it: { use: 'Codice di un tavolo, di una coppa o di un gruppo', not: word('pin') },
  },
  {
    meaning: 'a finished game, step by step',
    de: { use: 'Wiederholung', not: word('Replay') },
    en: { use: 'Replay', not: word('playback of') },
    it: { use: 'Rivedi la partita', not: word('ripetizione della partita') },
    fr: { use: 'Revoir la partie', not: word('replay') },
  },
  {
    meaning: 'the file with all events of a game, and what is checked with it',
    de: { use: 'Aufzeichnung', not: word('Mitschnitt') },
    en: { use: 'record', not: word('recording') },
    it: { use: 'registrazione', not: word('record della partita') },
    fr: { use: 'enregistrement', not: word('record de la partie') },
  },
  {
    meaning: 'digits by which the dice of a game are fixed before it',
    de: { use: 'Prüfzahl', not: word('Hash(wert)?') },
    en: { use: 'hash', not: word('checksum of the dice') },
    it: { use: 'impronta', not: word('hash') },
    fr: { use: 'empreinte', not: word('hash') },
  },
  {
    meaning: 'the list of what has happened at a table',
    de: { use: 'Protokoll', not: word('Log') },
    en: { use: 'log', not: word('protocol') },
    it: { use: 'Cronaca', not: word('registro', 'log') },
    fr: { use: 'Journal', not: word('log') },
  },
  {
    meaning: 'the lists of the most points',
    de: { use: 'Bestenliste', not: word('Highscores?') },
    en: { use: 'high scores', not: word('leader ?boards?') },
    it: { use: 'Classifica', not: word('punteggi migliori') },
    fr: { use: 'Meilleurs scores', not: word('palmarès') },
  },
  {
    meaning: 'a newer build of the page',
    de: { use: 'neue Fassung', not: ['neue Version'] },
    en: { use: 'new version', not: ['new release'] },
    it: { use: 'nuova versione', not: ['nuova edizione'] },
    fr: { use: 'nouvelle version', not: ['nouvelle édition'] },
  },
  {
    meaning: 'Knobel rolls the dice itself',
    de: { use: 'Knobel würfelt', not: ['Computer würfelt'] },
    en: { use: 'Knobel rolls', not: ['the server rolls'] },
    it: { use: 'Knobel tira i dadi', not: ['Lancia Knobel'] },
    fr: { use: 'Knobel lance les dés', not: ['le serveur lance'] },
  },
  {
    meaning: 'to count a game that was played on paper',
    de: { use: 'Blätter auszählen', not: ['Zettel kopieren', 'abtippen'] },
    en: { use: 'Count paper sheets', not: ['copy a paper'] },
    it: { use: 'Conta i fogli', not: ['Copia un foglio'] },
  },
];
