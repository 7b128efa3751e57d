/** The texts about people with whom the person played. */
import { defineTexts } from '..';

export const companionsText = defineTexts({
  de: {
    title: 'Zuletzt zusammen gespielt',
    invite: 'Noch mal einladen',
  },
  en: {
    title: 'Played with lately',
    invite: 'Invite again',
  },
  it: {
    title: 'Hai giocato con',
    invite: 'Invita di nuovo',
  },
});
