// An example sheet from a game, for the how-to and the paper page.
import { examplePosition } from '../../howto/examplePosition';

export default examplePosition('knister', {
  grid: [
    [7, 5, 6, 8, 9],
    [2, 5, 6, 3, 4],
    [7, 10, 8, 6, 9],
    [7, 5, 6, 8, 4],
    [9, 10, 11, 8, 7],
  ],
  lines: {
    row1: 8,
    row2: 12,
    row3: 8,
    row4: 8,
    row5: 8,
    col1: 3,
    col2: 8,
    col3: 3,
    col4: 3,
    col5: 3,
    diag: 6,
    anti: 2,
  },
  combinations: {
    row1: 'straight_with_7',
    row2: 'straight_without_7',
    row3: 'straight_with_7',
    row4: 'straight_with_7',
    row5: 'straight_with_7',
    col1: 'three',
    col2: 'full_house',
    col3: 'three',
    col4: 'three',
    col5: 'two_pairs',
    diag: 'two_pairs',
    anti: 'pair',
  },
  total: 72,
});
