// An example sheet from a game, for the how-to.
import { examplePosition } from '../../howto/examplePosition';

export default examplePosition(
  'knapp_daneben',
  {
    colour: 'k',
    grid: [
      [8, 9, 7, 6, 0],
      [3, 2, 6, 5, 0],
      [0, 10, 0, 6, 0],
      [0, 2, 0, 0, 9],
      [0, 0, 4, 12, 2],
    ],
    ticks: {
      row1: [true, false, true, false],
      row2: [true, false, true, false],
      row3: [false, false, false, false],
      row4: [false, false, false, false],
      row5: [false, false, false, false],
      col1: [false, false, false, false],
      col2: [false, false, false, false],
      col3: [true, false, false, false],
      col4: [true, true, false, false],
      col5: [false, false, false, false],
    },
    lines: { row1: 3, row2: 3, row3: 0, row4: 0, row5: 0, col1: 0, col2: 0, col3: 1, col4: 3, col5: 0 },
    numbers: 22,
    total: 32,
  },
  { layout: 'kbgyrgyrkbrkbgybgyrkyrkbg' },
);
