/** The texts about the calendar of deadlines. */
import { defineTexts } from '..';

export const calendarText = defineTexts({
  de: {
    title: 'Kalender',
    explain:
      'Dein Kalender kann zeigen, bis wann du in Partien über Tage dran bist. Dafür bekommst du eine geheime Adresse. Wer sie kennt, sieht nur die Spiele und die Zeiten.',
    make: 'Adresse machen',
    made: 'Die Adresse ist vom {date}.',
    once: 'Sie wird nur jetzt gezeigt. Füge sie in deinem Kalender als Abonnement ein.',
    open: 'Im Kalender öffnen',
    renew: 'Neue Adresse machen',
    renew_explain: 'Die bisherige Adresse gilt dann nicht mehr.',
    revoke: 'Adresse löschen',
    revoke_title: 'Adresse löschen?',
    revoke_explain: 'Kalender, die sie abonniert haben, bekommen dann nichts mehr.',
  },
  en: {
    title: 'Calendar',
    explain:
      'Your calendar can show by when it’s your turn in games over days. You get a secret address for it. Anyone who knows it sees only the games and the times.',
    make: 'Make an address',
    made: 'The address is from {date}.',
    once: 'It’s shown only now. Add it to your calendar as a subscription.',
    open: 'Open in the calendar',
    renew: 'Make a new address',
    renew_explain: 'The old address is then no longer valid.',
    revoke: 'Delete the address',
    revoke_title: 'Delete the address?',
    revoke_explain: 'Calendars that subscribed to it then receive nothing more.',
  },
  it: {
    title: 'Calendario',
    explain:
      'Il tuo calendario può mostrare entro quando tocca a te nelle partite su più giorni. Per questo ricevi un indirizzo segreto. Chi lo conosce vede solo i giochi e gli orari.',
    make: 'Crea un indirizzo',
    made: 'L’indirizzo è del {date}.',
    once: 'Si vede solo adesso. Aggiungilo al tuo calendario come abbonamento.',
    open: 'Apri nel calendario',
    renew: 'Crea un nuovo indirizzo',
    renew_explain: 'L’indirizzo precedente non vale più.',
    revoke: 'Elimina l’indirizzo',
    revoke_title: 'Eliminare l’indirizzo?',
    revoke_explain: 'I calendari abbonati non ricevono più nulla.',
  },
});
