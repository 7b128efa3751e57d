/** The texts about people with whom the person played. */
import { defineTexts } from '..';

export const companionsText = defineTexts({
  de: {
    title: 'Zuletzt zusammen gespielt',
    invite: 'Noch mal einladen',
    invite_to: '{names} zu {game} einladen',
  },
  en: {
    title: 'Played with lately',
    invite: 'Invite again',
    invite_to: 'Invite {names} to {game}',
  },
  it: {
    title: 'Hai giocato con',
    invite: 'Invita di nuovo',
    invite_to: 'Invita {names} a {game}',
  },
});
