// An example sheet from a game, for the how-to.
import { examplePosition } from '../../howto/examplePosition';

export default examplePosition('kniffeliger', {
  rows: {
    '1s': 0,
    '2s': 6,
    '3s': 3,
    '4s': 8,
    '5s': null,
    '6s': 18,
    '3k': 0,
    '4k': 0,
    ch: 20,
    fh: 25,
    ss: null,
    ls: null,
    kn: null,
    pi: null,
  },
  frozen: [],
  frozen_next_round: [],
  crossed: [],
  action_dice: { steal: 0, freeze: 1, cross: 0, shift: 0, swap: 0 },
  action_dice_next_round: { steal: 0, freeze: 0, cross: 0, shift: 0, swap: 0 },
  total: 80,
});
