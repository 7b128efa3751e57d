// An example sheet from a game, for the how-to.
import { examplePosition } from '../../howto/examplePosition';

export default examplePosition(
  'knoeffel',
  {
    columns: [
      {
        fields: {
          '1s': null,
          '2s': null,
          '3s': null,
          '4s': null,
          '5s': 10,
          '6s': 12,
          '3k': null,
          '4k': null,
          fh: 25,
          ss: 30,
          ls: null,
          kn: null,
          ch: 17,
        },
        upper: 22,
        bonus: 0,
        free_rolls_used: 0,
        free_roll_points: 15,
        joker_points: null,
        total: 109,
      },
      {
        fields: {
          '1s': 4,
          '2s': 2,
          '3s': null,
          '4s': null,
          '5s': 10,
          '6s': 12,
          '3k': 0,
          '4k': null,
          fh: null,
          ss: 0,
          ls: null,
          kn: null,
          ch: 12,
        },
        upper: 28,
        bonus: 0,
        free_rolls_used: 0,
        free_roll_points: 15,
        joker_points: null,
        total: 55,
      },
    ],
    total: 164,
  },
  { bonus_from: 63, free_roll_values: [15, 10, 5, 0], free_rolls_shared: false },
);
