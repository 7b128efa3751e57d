/** The texts of quick reactions. */
import { defineTexts } from '..';

export const reactionText = defineTexts({
  de: {
    open: 'Reagieren',
    group: 'Am Tisch reagieren',
    thumbs_up: 'Daumen hoch',
    clap: 'Applaus',
    laugh: 'Haha',
    wow: 'Wow',
    oh_no: 'O nein',
    luck: 'Viel Glück',
  },
  en: {
    open: 'React',
    group: 'React at the table',
    thumbs_up: 'thumbs up',
    clap: 'applause',
    laugh: 'haha',
    wow: 'wow',
    oh_no: 'oh no',
    luck: 'good luck',
  },
  it: {
    open: 'Reagisci',
    group: 'Reagisci al tavolo',
    thumbs_up: 'pollice in su',
    clap: 'applauso',
    laugh: 'ahah',
    wow: 'accidenti',
    oh_no: 'oh no',
    luck: 'buona fortuna',
  },
});
