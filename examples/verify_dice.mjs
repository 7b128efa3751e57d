// Checks the dice of game records by the scheme of docs/dice.md: node verify_dice.mjs FILE...
// The exit status is 1 if not everything is proven in each of them. It does not know the rules: only
// `knobel dice --verify` refuses illegal moves, and games of Kniffeliger that end too early.
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const isHex = (text, count) => typeof text === 'string' && text.length === 2 * count && /^[0-9a-f]*$/.test(text);
const isList = (value, test) => Array.isArray(value) && value.every(test);
const isSeat = (value, seats) => Number.isInteger(value) && value >= 0 && value < seats;

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

/** The lines of a record, each of which must be in the form in which Knobel writes it. */
function read(file) {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(file);
  check(text.endsWith('\n'), 'the record is cut');
  const lines = text.slice(0, -1).split('\n').map((line, i) => {
    const value = JSON.parse(line);
    check(json(value) === line, `line ${i + 1} is not in the form in which Knobel writes records`);
    return value;
  });
  return { text, header: lines[0], events: lines.slice(1) };
}

const SIMULTANEOUS = { knister: 2, knaster: 2, knapp_daneben: 5 };

function checkForm({ knobel, game, options = {}, seats }, events) {
  check([1, 2, 3].includes(knobel) && isList(seats, (name) => typeof name === 'string') && seats.length > 0, 'no header');
  check(game in SIMULTANEOUS || game === 'knoeffel' || game === 'kniffeliger', 'there is no such game');
  check(options instanceof Object && !Array.isArray(options), 'no options');
  events.forEach((event, i) => {
    const keys = Object.keys(event).filter((key) => key !== 'time' && key !== 'scores').sort().join();
    const kind = i === events.length - 1 ? keys.replace(/,sha256\b/, '') : keys;
    const isFace = (face) => Number.isInteger(face) && face >= 1 && face <= 6;
    if (kind === 'label,roll') check(isList(event.roll, isFace) && event.roll.length > 0, `line ${i + 2} has no dice`);
    else if (kind === 'move,seat') check(isSeat(event.seat, seats.length) && typeof event.move === 'string', `line ${i + 2} is no move`);
    else check(kind === 'undo' && isSeat(event.undo, seats.length) && game in SIMULTANEOUS, `line ${i + 2} is no event`);
  });
}

/** Where everybody moves on each roll: the labels. Every seat moves before the next roll, and the game must be over. */
function labelsOfRounds(game, seats, events) {
  const labels = [];
  let [moves, last] = [null, game === 'knaster' ? Infinity : 25];
  const written = seats.map(() => new Set());
  const endRound = () => check(moves === null || moves.every((some) => some.length > 0), `roll ${labels.length}: a seat did not move`);
  for (const { roll, seat, move, undo } of events) {
    if (roll) {
      endRound();
      moves?.forEach((some, i) => some.filter(Boolean).forEach((cell) => written[i].add(cell)));
      if (written.some(({ size }) => size === 25)) last = Math.min(last, labels.length + 1);
      moves = seats.map(() => []);
      labels.push(`${labels.length + 1}/-/pips/1`);
      check(roll.length === SIMULTANEOUS[game] && labels.length <= last, `roll ${labels.length} is not one of this game`);
    } else {
      check(moves !== null, 'the first event is no roll');
      if (move) moves[seat].push(/^[a-e][1-5]$/.test(move) ? move : '');
      else moves[undo] = [];
    }
  }
  endRound();
  check(labels.length === last, 'the record ends before the game is over');
  return labels;
}

/** Where one seat moves at a time: the label that the place of each roll requires. The game must be over. */
function labelsOfTurns({ game, options = {}, seats, dice }, events) {
  const isKnoeffel = game === 'knoeffel';
  let [round, seat, turn, thrown] = [0, 0, -1, 0];
  const labels = events.flatMap(({ roll, label, move, seat: mover }, i) => {
    const kept = /^[kf]([1-6]{0,4})$/.exec(events[i - 1]?.move);
    if (!roll) {
      check(!isKnoeffel || (mover === seat && events[i - 1]?.roll), `line ${i + 2} is not a move of this turn`);
      check(!/^[kf][1-6]{0,4}$/.test(move) || events[i + 1]?.roll, `line ${i + 2}: no dice fall after it`);
      return [];
    }
    const action = !isKnoeffel && roll.length === 1 && !kept;
    check(action || roll.length === 5 - (kept ? kept[1].length : 0), `${label} has another number of dice`);
    if (!kept && !action) {
      const before = turn;
      [round, seat, thrown] = [parseInt(label), events[i + 1]?.seat ?? -1, 0];
      turn = (round - 1) * seats.length + seat;
      check(isKnoeffel ? turn === before + 1 : turn > before, `${label} is not in order`);
    }
    return [`${round}/${dice.shared ? '-' : seat}/${action ? 'action/1' : `pips/${++thrown}`}`];
  });
  const columns = options.columns === 'sequential' ? 2 : (options.columns ?? 2);
  // The last rounds of Kniffeliger may have no rolls.
  const isOver = !isKnoeffel || (turn + 1 === 13 * columns * seats.length && !events.at(-1).roll);
  check(isOver, 'the record ends before the game is over');
  return labels;
}

/** What the browsers promised and contributed, by seat; null where nothing was. */
function contributionsOf({ version, contributions, promised, contributed }, seats) {
  const isGiven = (value) => isHex(value, 16);
  if (version === 2) {
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

const KEYS = { 1: ['promised', 'contributed'], 2: ['version', 'contributions', 'salt', 'names'] };

function verify(file) {
  const { text, header, events } = read(file);
  const { dice, game, seats } = header;
  checkProof(dice !== 'real', 'the dice were real ones');
  checkProof(dice !== undefined && dice !== null, 'the dice do not follow from a seed');
  checkForm(header, events);
  const { version = 1, seed, shared, commitment, salt, names, lost = 0 } = dice;
  check(version === 1 || version === 2, 'the dice have an unknown version');
  const known = ['commitment', 'seed', 'shared', 'lost', ...KEYS[version]];
  check(Object.keys(dice).every((key) => known.includes(key)), 'the dice have unknown keys');
  check(typeof shared === 'boolean', '`shared` is neither true nor false');
  checkProof(seed !== undefined && seed !== null, 'the seed is not published yet');
  check(isHex(seed, 32), 'another seed');
  const rolls = events.filter(({ roll }) => roll);
  check(Number.isInteger(lost) && lost >= 0 && lost <= rolls.length, 'another number of lost rolls');
  checkProof(lost === 0 || lost < rolls.length, 'the seed of all rolls was lost');
  const { promised, contributed } = contributionsOf(dice, seats);
  let expected = sha256(bytes(seed));
  if (version === 2) {
    check(salt === undefined ? isHex(names, 32) : isHex(salt, 16) && names === undefined, 'no salt of the names');
    const hash = salt === undefined ? names : sha256(JSON.stringify([salt, ...seats]));
    expected = sha256(JSON.stringify(['knobel dice 2', game, shared, expected, lost, promised, hash]));
  }
  check(commitment === expected, 'another seed, contribution, game or name than those that were fixed');
  const given = contributed.filter((value) => value !== null).join(',');
  const labels = game in SIMULTANEOUS ? labelsOfRounds(game, seats, events) : labelsOfTurns(header, events);
  labels.forEach((label, i) => {
    check(rolls[i].label === label, `roll ${i + 1} has the label ${rolls[i].label}, not ${label}`);
    const faces = rolls[i].roll.map((_, die) => face(seed, `${label}/${die + 1}/${given}`));
    check(i < lost || `${faces}` === `${rolls[i].roll}`, `roll ${i + 1} shows ${rolls[i].roll}, not ${faces}`);
  });
  const [body, digest, ...more] = text.split(', "sha256": "');
  check(more.length === 0 && digest === `${sha256(body)}"}\n`, 'another digest');
  const isBound = version === 2 || (!shared && promised.every((value) => value === null));
  const doubts = [
    lost > 0 ? `; the first ${lost} cannot be checked` : '',
    version === 2 && salt === undefined ? '; the names are not proven' : '',
    promised.every((value, seat) => value === null || contributed[seat] !== null) ? '' :
      "; the table's log must say which browsers were missing, because the server could leave them out on purpose",
    isBound ? '' : '; version 1: the hash does not cover the contributions, so anyone who knew the seed could choose the rolls',
  ];
  if (doubts[0] || doubts[1]) process.exitCode = 1;
  return `${rolls.length - lost} rolls are right${doubts.join('')}; compare the hash with the table's log: ${commitment}`;
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
