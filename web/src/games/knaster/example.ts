// An example sheet from a game, for the how-to.
import { examplePosition } from '../../howto/examplePosition';
import { LINES } from '../../sheet/cells';

export default examplePosition('knaster', {
  grid: [
    [0, 0, 7, 0, 6],
    [0, 0, 12, 0, 0],
    [6, 9, 11, 0, 7],
    [0, 0, 0, 8, 4],
    [5, 0, 10, 11, 0],
  ],
  circled: ['a3', 'c3', 'd4', 'd5'],
  pending: {},
  lines: Object.fromEntries(LINES.map((line) => [line, null])),
  line_worth: {
    row1: 9,
    row2: 8,
    row3: 7,
    row4: 6,
    row5: 5,
    col1: 9,
    col2: 8,
    col3: 7,
    col4: 6,
    col5: 5,
    diag: 10,
    anti: 10,
  },
  circles: 4,
  total: 4,
});
