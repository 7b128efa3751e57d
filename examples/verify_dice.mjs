// Checks the dice of game records by the scheme of docs/dice.md: node verify_dice.mjs FILE...
// The exit status is 1 if not everything is proven in each of them. It does not know the rules: only
// `knobel dice --verify` refuses illegal moves, options that do not exist, and games of Kniffeliger that end too early.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const isHex = (text, count) => typeof text === 'string' && text.length === 2 * count && /^[0-9a-f]*$/.test(text);
const isList = (value, test) => Array.isArray(value) && value.every(test);
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === 'string';
const isWord = (value) => isText(value) && /^[a-z][a-z0-9_]*$/.test(value);
const isInteger = (value, least = 0, most = 2 ** 53 - 1) => Number.isInteger(value) && value >= least && value <= most;

function check(condition, problem) {
  if (!condition) throw new Error(`the check failed: ${problem}`);
}

function checkProof(condition, problem) {
  if (!condition) throw new Error(`this record has no proof: ${problem}`);
}

/** The JSON that Knobel writes; it differs from a line with a key that occurs twice, or a number such as 3.0. */
function json(value) {
  if (value === null || typeof value !== 'object') {
    if (typeof value === 'string') encodeURIComponent(value); // throws unless it is Unicode text
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(json).join(', ')}]`;
  return `{${Object.entries(value).map(([key, item]) => `${json(key)}: ${json(item)}`).join(', ')}}`;
}

/** The lines of a record. */
function read(file) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  check(text.endsWith('\n'), 'the record is cut');
  const lines = text.slice(0, -1).split('\n');
  return { text, lines, values: lines.map((line) => JSON.parse(line)) };
}

const SIMULTANEOUS = { knister: 2, knaster: 2, knapp_daneben: 5 };

/** The labels that the places of the rolls require. Of other games neither the number of dice nor the end is known. */
function labelsOf(header, events) {
  const { game, seats, dice } = header;
  const isKnown = game in SIMULTANEOUS || game === 'knoeffel' || game === 'kniffeliger';
  const isOfAll = isKnown ? game in SIMULTANEOUS : !dice.shared && events[0]?.label === '1/-/pips/1';
  return isOfAll ? labelsOfRounds(game, seats, events) : labelsOfTurns(header, events);
}

const HEADER = ['knobel', 'game', 'options', 'seats', 'bots', 'dice'];

/** Every line must be in the form in which Knobel writes it, so that all programs read the same. */
function checkForm(lines, values) {
  lines.forEach((line, i) =>
    check([...line].length < 100_000 && json(values[i]) === line, `line ${i + 1} is not in the form of Knobel`));
  const [header, ...events] = values;
  const { knobel, game, options = {}, seats, bots } = header;
  check(Object.keys(header).every((key) => HEADER.includes(key)), 'the header has unknown keys');
  check(isInteger(knobel, 1, 3) && isList(seats, isText) && seats.length > 0, 'no header');
  check(isWord(game), 'no name of a game');
  const isChoice = (value) => typeof value === 'boolean' || isInteger(value) || isWord(value);
  check(isObject(options) && Object.entries(options).every(([key, value]) => isWord(key) && isChoice(value)), 'no options');
  const isBot = (bot) => bot === null || isText(bot);
  check(bots === undefined || (isList(bots, isBot) && bots.length === seats.length), 'not one bot or null for each seat');
  const isSeat = (seat) => isInteger(seat, 0, seats.length - 1);
  const isScore = (score) => isInteger(score, 1 - 2 ** 53);
  events.forEach((event, i) => {
    const { time = 0, scores = seats.map(() => 0), sha256: digest } = event;
    const kind = Object.keys(event).filter((key) => !['time', 'scores', 'sha256'].includes(key)).sort().join();
    if (kind === 'label,roll') {
      check(isList(event.roll, (face) => isInteger(face, 1, 6)) && event.roll.length > 0, `line ${i + 2} has no dice`);
      check(isText(event.label), `line ${i + 2} has no label`);
    } else if (kind === 'move,seat') check(isSeat(event.seat) && isText(event.move), `line ${i + 2} is no move`);
    else check(kind === 'undo' && isSeat(event.undo), `line ${i + 2} is no event`);
    check(isInteger(time), `line ${i + 2} has no time in milliseconds`);
    check(isList(scores, isScore) && scores.length === seats.length, `line ${i + 2} has no scores`);
    check(digest === undefined || i === events.length - 1, `line ${i + 2} is the end, but more lines follow`);
  });
}

/** Where everybody moves on each roll: the labels. Every seat moves before the next roll, and the game must be over. */
function labelsOfRounds(game, seats, events) {
  const labels = [];
  const isCounted = game in SIMULTANEOUS;
  let [moves, last] = [null, game === 'knaster' || !isCounted ? Infinity : 25];
  const written = seats.map(() => new Set());
  const endRound = () => check(moves === null || moves.every((some) => some.length > 0), `roll ${labels.length}: a seat did not move`);
  for (const { roll, seat, move, undo } of events) {
    if (roll) {
      endRound();
      moves?.forEach((some, i) => some.filter(Boolean).forEach((cell) => written[i].add(cell)));
      if (isCounted && written.some(({ size }) => size === 25)) last = Math.min(last, labels.length + 1);
      moves = seats.map(() => []);
      labels.push(`${labels.length + 1}/-/pips/1`);
      check(roll.length === (SIMULTANEOUS[game] ?? roll.length) && labels.length <= last, `roll ${labels.length} is not one of this game`);
    } else {
      check(moves !== null, 'the first event is no roll');
      if (move) moves[seat].push(/^[a-e][1-5]$/.test(move) ? move : '');
      else moves[undo] = [];
    }
  }
  endRound();
  check(!isCounted || labels.length === last, 'the record ends before the game is over');
  return labels;
}

/** Where one seat moves at a time: the label that the place of each roll requires. The game must be over. */
function labelsOfTurns({ game, options = {}, seats, dice }, events) {
  const [isKnoeffel, isKniffeliger] = [game === 'knoeffel', game === 'kniffeliger'];
  // Before version 3 turns are numbered by rounds, so that those without a roll count too: after a steal, or if no row can
  // be filled, because the others closed enough of the fourteen.
  const countsRounds = (dice.version ?? 1) < 3;
  const rounds = options.rounds === 'until_full' ? 14 * (seats.length + 1) : 14;
  const turns = seats.map(() => 0);
  let [seat, thrown, closed] = [0, 0, 0];
  const labels = events.flatMap(({ roll, label, move, seat: mover, undo }, i) => {
    check(undo === undefined, `line ${i + 2}: nothing is taken back in this game`);
    const [before, next] = [events[i - 1], events[i + 1]];
    const kept = /^[kf]([1-6]{0,4})$/.exec(before?.move);
    if (!roll) {
      check(!isKnoeffel || (mover === seat && before?.roll), `line ${i + 2} is not a move of this turn`);
      check(!/^[kf][1-6]{0,4}$/.test(move) || next?.roll, `line ${i + 2}: no dice fall after it`);
      if (countsRounds && move.startsWith('steal.')) turns[mover] += 1;
      if (/^(freeze|cross)\./.test(move)) closed += 1;
      return [];
    }
    const action = isKniffeliger && roll.length === 1 && !kept;
    const count = isKnoeffel || isKniffeliger ? 5 - (kept ? kept[1].length : 0) : roll.length;
    check(action || roll.length === count, `${label} has another number of dice`);
    if (!kept && !action) {
      [seat, thrown] = [next?.seat ?? -1, 0];
      const [number, round] = [(turns[seat] ?? 0) + 1, parseInt(label)];
      const mayPass = countsRounds && isKniffeliger && round <= rounds && round - 1 + closed >= 14;
      turns[seat] = mayPass && round > number ? round : number;
    }
    check(action || next?.seat === seat, `${label}: the seat that rolled does not move`);
    return [`${turns[seat]}/${dice.shared ? '-' : seat}/${action ? 'action/1' : `pips/${++thrown}`}`];
  });
  const columns = options.columns === 'sequential' ? 2 : (options.columns ?? 2);
  // The last rounds of Kniffeliger may have no rolls.
  const isOver = !isKnoeffel || (turns.every((count) => count === 13 * columns) && !events.at(-1).roll);
  check(isOver, 'the record ends before the game is over');
  return labels;
}

/** What the browsers promised and contributed, by seat; null where nothing was. */
function contributionsOf({ version, deal, contributions, promised, contributed }, seats) {
  const isGiven = (value) => isHex(value, 16);
  if (deal) promised = contributed = seats.map(() => null);
  else if (version !== undefined) {
    check(isList(contributions, (value) => value === null || isGiven(value) || isHex(value, 32)), 'no contributions');
    promised = contributions.map((value) => (isGiven(value) ? sha256(bytes(value)) : value));
    contributed = contributions.map((value) => (isGiven(value) ? value : null));
  }
  check(isList(promised, (value) => value === null || isHex(value, 32)), 'no promises');
  check(isList(contributed, (value) => value === null || isGiven(value)), 'no contributions');
  check(promised.length === seats.length && contributed.length === seats.length, 'not one contribution for each seat');
  contributed.forEach((value, seat) =>
    check(value === null || sha256(bytes(value)) === promised[seat], `another contribution of seat ${seat}`));
  return { promised, contributed };
}

const KEYS = {
  1: ['commitment', 'seed', 'shared', 'lost', 'promised', 'contributed'],
  2: ['version', 'commitment', 'seed', 'shared', 'lost', 'contributions', 'salt', 'names'],
  deal: ['version', 'deal', 'commitment', 'seed', 'shared', 'lost'],
};
KEYS[3] = KEYS[2];

/** What each verdict says; the exit status is 0 for the first two only. */
const SENTENCES = {
  proven: (rolls) => `all ${rolls} rolls follow from the seed and the contributions that the hash covers`,
  deal: (rolls) => `all ${rolls} rolls follow from the seed of a deal; its hash covers no names`,
  no_names: (rolls) =>
    `not proven: all ${rolls} rolls follow from the seed, but the names cannot be checked, because one of them was erased`,
  version_1: (rolls) =>
    `not proven: all ${rolls} rolls follow from the seed, but the hash of version 1 covers no contributions, so that the ` +
    'server could choose the rolls',
  lost: (rolls, lost) =>
    `not proven: the first ${lost} of ${rolls} rolls cannot be checked, because their seed was lost`,
};

function verdictOf({ version, deal, salt, lost }) {
  if (lost) return 'lost';
  if (deal) return 'deal';
  return version === undefined ? 'version_1' : salt === undefined ? 'no_names' : 'proven';
}

function verify(file) {
  const { text, lines, values } = read(file);
  const [header, ...events] = values;
  const { dice, game, seats } = header;
  checkProof(dice !== 'real', 'the dice were real ones');
  checkProof(dice !== undefined && dice !== null, 'the dice do not follow from a seed');
  checkForm(lines, values);
  const { version = 1, deal, seed, shared, commitment, salt, names, lost = 0 } = dice;
  check(isInteger(version, 1, 3) && dice.version !== 1, 'the dice have an unknown version');
  const known = KEYS[deal === undefined ? version : 'deal'];
  check(Object.keys(dice).every((key) => known.includes(key)), 'the dice have unknown keys');
  check(typeof shared === 'boolean', '`shared` is neither true nor false');
  check(deal === undefined || (deal === true && !shared), '`deal` is not true, or all seats see the same rolls');
  checkProof(seed !== undefined && seed !== null, 'the seed is not published yet');
  check(isHex(seed, 32), 'another seed');
  const rolls = events.filter(({ roll }) => roll);
  check(isInteger(lost, 0, rolls.length), 'another number of lost rolls');
  checkProof(lost === 0 || lost < rolls.length, 'the seed of all rolls was lost');
  const { promised, contributed } = contributionsOf(dice, seats);
  let expected = sha256(bytes(seed));
  if (version > 1 && !deal) {
    check(salt === undefined ? isHex(names, 32) : isHex(salt, 16) && names === undefined, 'no salt of the names');
    const hash = salt === undefined ? names : sha256(JSON.stringify([salt, ...seats]));
    expected = sha256(JSON.stringify([`knobel dice ${version}`, game, shared, expected, lost, promised, hash]));
  }
  check(commitment === expected, 'another seed, contribution, game or name than those that were fixed');
  const given = contributed.filter((value) => value !== null).join(',');
  const labels = labelsOf(header, events);
  labels.forEach((label, i) => {
    check(rolls[i].label === label, `roll ${i + 1} has the label ${rolls[i].label}, not ${label}`);
    const faces = rolls[i].roll.map((_, die) => face(seed, `${label}/${die + 1}/${given}`));
    check(i < lost || `${faces}` === `${rolls[i].roll}`, `roll ${i + 1} shows ${rolls[i].roll}, not ${faces}`);
  });
  const [body, digest, ...more] = text.split(', "sha256": "');
  check(more.length === 0 && digest === `${sha256(body)}"}\n`, 'another digest');
  const verdict = verdictOf(dice);
  if (!['proven', 'deal'].includes(verdict)) process.exitCode = 1;
  const missing = promised.every((value, seat) => value === null || contributed[seat] !== null) ? '' :
    "; the table's log must say which browsers were missing, because the server could leave them out on purpose";
  return `${SENTENCES[verdict](rolls.length, lost)}${missing}; compare the hash with the table's log: ${commitment}`;
}

function face(seed, message) {
  for (let block = message; ;) {
    block = createHmac('sha256', bytes(seed)).update(block).digest();
    const byte = block.find((value) => value < 252);
    if (byte !== undefined) return (byte % 6) + 1;
  }
}

for (const path of process.argv.slice(2)) {
  try {
    console.log(`${path}: ${verify(readFileSync(path))}`);
  } catch (error) {
    const known = /^(the check failed|this record has no proof): /.test(error.message);
    console.log(`${path}: ${known ? '' : 'this is not a record: '}${error.message}`);
    process.exitCode = 1;
  }
}
