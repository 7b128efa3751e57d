// An example sheet from a game, for the how-to.
import { examplePosition } from '../../howto/examplePosition';
import { LINES } from '../../sheet/cells';

export default examplePosition('knister', {
  grid: [
    [0, 4, 0, 5, 11],
    [6, 0, 0, 0, 0],
    [6, 0, 11, 0, 7],
    [0, 0, 8, 8, 0],
    [4, 0, 10, 0, 6],
  ],
  lines: Object.fromEntries(LINES.map((line) => [line, null])),
  total: 0,
});
