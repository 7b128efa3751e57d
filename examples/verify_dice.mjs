// Checks the dice of game records by the scheme of docs/dice.md: node verify_dice.mjs FILE...
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

const bytes = (hex) => Buffer.from(hex, 'hex');
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

function check(condition, problem) {
  if (!condition) throw new Error(problem);
}

function face(seed, message) {
  for (let block = message; ;) {
    block = createHmac('sha256', bytes(seed)).update(block).digest();
    const byte = block.find((value) => value < 252);
    if (byte !== undefined) return (byte % 6) + 1;
  }
}

/** Returns the label that the place of each roll in the game requires. */
function labels({ game, seats, dice }, events) {
  if (['knister', 'knaster', 'knapp_daneben'].includes(game))
    return events.filter(({ roll }) => roll).map((_, i) => `${i + 1}/-/pips/1`);
  let [round, seat, turn, thrown] = [0, 0, -1, 0];
  return events.flatMap(({ roll, label }, i) => {
    if (!roll) return [];
    const again = /^[kf][1-6]{0,4}$/.test(events[i - 1]?.move);
    const action = game === 'kniffeliger' && roll.length === 1 && !again;
    if (!again && !action) {
      [round, seat, thrown] = [parseInt(label), events[i + 1].seat, 0];
      const before = turn;
      turn = (round - 1) * seats.length + seat;
      check(game === 'kniffeliger' ? turn > before : turn === before + 1, `${label} is not in order`);
    }
    return [`${round}/${dice.shared ? '-' : seat}/${action ? 'action/1' : `pips/${++thrown}`}`];
  });
}

function verify(record) {
  const [header, ...events] = record.split('\n').filter((line) => line.trim()).map((line) => JSON.parse(line));
  const { seed, commitment, promised, contributed, lost = 0 } = header.dice;
  check(sha256(bytes(seed)) === commitment, 'another seed');
  contributed.forEach((value, seat) =>
    check(value === null || sha256(bytes(value)) === promised[seat], `another contribution of seat ${seat}`));
  const given = contributed.filter((value) => value !== null).join(',');
  const rolls = events.filter(({ roll }) => roll);
  labels(header, events).forEach((label, i) => {
    check(rolls[i].label === label, `roll ${i + 1} has the label ${rolls[i].label}, not ${label}`);
    const faces = rolls[i].roll.map((_, die) => face(seed, `${label}/${die + 1}/${given}`));
    check(i < lost || `${faces}` === `${rolls[i].roll}`, `roll ${i + 1} shows ${rolls[i].roll}, not ${faces}`);
  });
  const [body, digest] = record.split(', "sha256": "');
  check(digest === `${sha256(body)}"}\n`, 'another digest');
  return `${rolls.length - lost} rolls are right`;
}

for (const path of process.argv.slice(2)) console.log(path, verify(readFileSync(path, 'utf8')));
