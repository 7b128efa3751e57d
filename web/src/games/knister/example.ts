/** A sheet to look at, as it came about in a game. */
import { example } from '../../howto/example';
import { LINES } from '../../sheet/cells';

export default example('knister', {
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
