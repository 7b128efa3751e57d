/** The texts of the page about the player’s devices, bots and data. */
import { defineTexts } from '..';

export const accountText = defineTexts({
  de: {
    devices: 'Deine Geräte',
    device_unknown: 'Unbekannter Browser',
    device_here: 'dieses Gerät',
    device_times: 'seit {added}, zuletzt da {seen}',
    device_remove: 'Abmelden',
    bots_title: 'Deine Bots',
    bots_explain:
      'Ein eigenes Programm kann an Tischen mitspielen. Gib ihm hier einen Namen: Du bekommst einen Schlüssel, an dem der Server es erkennt. Alle sehen, dass es ein Bot ist.',
    bots_seen: 'zuletzt hier {seen}',
    bots_name: 'Name eines neuen Bots',
    bots_create: 'Anlegen',
    bots_made:
      '{name} ist bereit. Bewahre diesen Schlüssel auf, er wird nur jetzt gezeigt. Wer ihn hat, spielt als dein Bot.',
    bots_token: 'Schlüssel',
    bots_revoke: 'Widerrufen',
    bots_revoke_title: '{name} widerrufen?',
    bots_revoke_explain:
      'Der Schlüssel gilt von da an nicht mehr, und der Name verschwindet aus den Spielen, in denen der Bot mitgespielt hat.',
    blocked: 'Blockierte Leute',
    blocked_none: 'Du hast niemanden blockiert.',
    app: 'Knobel als App',
    app_explain: 'Installiert hat Knobel ein eigenes Symbol und ein eigenes Fenster und startet auch ohne Netz.',
    app_installed: 'Knobel ist auf diesem Gerät installiert und startet auch ohne Netz.',
    app_menu:
      'Wenn dieser Browser Seiten installieren kann, steht es in seinem Menü: „Installieren“ oder „Zum Startbildschirm hinzufügen“. Auch ohne das startet Knobel auf diesem Gerät ohne Netz.',
    app_insecure:
      'Dieser Server wird ohne HTTPS aufgerufen. Deshalb erlaubt der Browser nicht, Knobel zu installieren oder ohne Netz zu starten.',
    app_no_worker: 'Dieser Browser erlaubt hier keinen Start ohne Netz, zum Beispiel in einem privaten Fenster.',
    pack_keep: 'Auch ohne Netz spielen: {size} MB',
    pack_explain: 'Dafür wird einmal geladen, was sonst der Server rechnet.',
    pack_kept: 'Auf diesem Gerät kannst du auch ohne Netz spielen.',
    pack_drop: 'Vom Gerät löschen',
    pack_failed: 'Das konnte nicht geladen werden. Versuch es mit besserem Netz oder mehr freiem Speicher noch einmal.',
    reviews: 'Der Trainer rechnet auf diesem Gerät',
    reviews_explain:
      'Das entlastet den Server. Jedes Spiel lädt dafür einmal bis zu {size} MB, aber nicht mit Datensparmodus oder langsamem Netz. Was dieses Gerät nicht kann, rechnet weiter der Server.',
    days: 'Partien über Tage: Pause und Kalender',
    data: 'Deine Daten',
    data_explain:
      'Gespeichert sind dein Name, deine Geräte, wen du blockierst, was du meldest, deine Ergebnisse und deine Partien. Chatnachrichten werden nur gespeichert, wenn jemand sie meldet.',
    download: 'Alles herunterladen',
    log_out: 'Abmelden',
    log_out_title: 'Auf diesem Gerät abmelden?',
    log_out_explain: 'Auf diesem Gerät fängst du dann neu an. Auf deinen anderen Geräten bleibst du {name}.',
    log_out_last:
      'Das ist dein einziges Gerät: Danach kann ohne Rettungsblatt niemand mehr als {name} spielen. Wenn du {name} bleiben willst, nimm vorher ein weiteres Gerät dazu oder mach ein Rettungsblatt.',
    forget: 'Meine Daten löschen',
    forget_title: 'Alle deine Daten löschen?',
    forget_explain:
      'Dein Name und deine Geräte werden sofort und endgültig gelöscht. Aus allen Ergebnissen und Partien verschwindet dein Name.',
  },
  en: {
    devices: 'Your devices',
    device_unknown: 'Unknown browser',
    device_here: 'this device',
    device_times: 'since {added}, last here {seen}',
    device_remove: 'Log out',
    bots_title: 'Your bots',
    bots_explain:
      'A program of your own can play at tables. Give it a name: you get a token by which the server recognises it. Everybody sees that it’s a bot.',
    bots_seen: 'last here {seen}',
    bots_name: 'Name of a new bot',
    bots_create: 'Create',
    bots_made:
      '{name} is ready. Keep this token safe: it’s shown only once, and anybody who has it can play as your bot.',
    bots_token: 'Token',
    bots_revoke: 'Revoke',
    bots_revoke_title: 'Revoke {name}?',
    bots_revoke_explain: 'The token stops working, and the name disappears from the games that the bot has played.',
    blocked: 'Blocked people',
    blocked_none: 'You haven’t blocked anybody.',
    app: 'Knobel as an app',
    app_explain: 'Installed, Knobel has its own icon and its own window, and also starts without a network.',
    app_installed: 'Knobel is installed on this device and also starts without a network.',
    app_menu:
      'If this browser can install pages, its menu has “Install” or “Add to Home screen”. Even without that, Knobel starts without a network on this device.',
    app_insecure:
      'This server is reached without HTTPS. Therefore the browser permits neither installing Knobel nor starting it without a network.',
    app_no_worker: 'This browser doesn’t permit a start without a network here, for example in a private window.',
    pack_keep: 'Also play without a network: {size} MB',
    pack_explain: 'This loads once what the server computes otherwise.',
    pack_kept: 'You can also play without a network on this device.',
    pack_drop: 'Delete from this device',
    pack_failed: 'This couldn’t be loaded. Try again with a better network or more free storage.',
    reviews: 'The coach computes on this device',
    reviews_explain:
      'This saves the server’s work. Each game loads up to {size} MB once, but not with data saver or a slow network. What this device can’t do, the server still does.',
    days: 'Games over days: break and calendar',
    data: 'Your data',
    data_explain:
      'Stored are your name, your devices, the people you block, your reports, your results and your games. Chat messages are stored only if somebody reports them.',
    download: 'Download everything',
    log_out: 'Log out',
    log_out_title: 'Log out on this device?',
    log_out_explain: 'You will be a new player on this device. On your other devices you remain {name}.',
    log_out_last:
      'This is your only device. Afterwards, without a recovery sheet, nobody can play as {name} any more. To remain {name}, add another device or make a recovery sheet first.',
    forget: 'Delete my data',
    forget_title: 'Delete all your data?',
    forget_explain:
      'Your name and your devices are deleted immediately and permanently. Your name is removed from all results and games.',
  },
  it: {
    devices: 'I tuoi dispositivi',
    device_unknown: 'Browser sconosciuto',
    device_here: 'questo dispositivo',
    device_times: 'dal {added}, ultima visita {seen}',
    device_remove: 'Disconnetti',
    bots_title: 'I tuoi bot',
    bots_explain:
      'Un tuo programma può giocare ai tavoli. Dagli qui un nome: ricevi un token con cui il server lo riconosce. Tutti vedono che è un bot.',
    bots_seen: 'visto l’ultima volta {seen}',
    bots_name: 'Nome di un nuovo bot',
    bots_create: 'Crea',
    bots_made: '{name} è pronto. Conserva questo token: viene mostrato solo ora. Chi lo ha gioca come il tuo bot.',
    bots_token: 'Token',
    bots_revoke: 'Revoca',
    bots_revoke_title: 'Revocare {name}?',
    bots_revoke_explain:
      'Da quel momento il token non vale più, e il nome sparisce dalle partite che il bot ha giocato.',
    blocked: 'Persone bloccate',
    blocked_none: 'Non hai bloccato nessuno.',
    app: 'Knobel come app',
    app_explain: 'Una volta installato, Knobel ha la sua icona e la sua finestra, e si avvia anche senza rete.',
    app_installed: 'Knobel è installato su questo dispositivo e si avvia anche senza rete.',
    app_menu:
      'Se questo browser può installare pagine, nel suo menu c’è «Installa» o «Aggiungi a schermata Home». Anche così, su questo dispositivo Knobel si avvia senza rete.',
    app_insecure:
      'Questo server è raggiunto senza HTTPS. Perciò il browser non permette né di installare Knobel né di avviarlo senza rete.',
    app_no_worker: 'Questo browser qui non permette l’avvio senza rete, per esempio in una finestra privata.',
    pack_keep: 'Gioca anche senza rete: {size} MB',
    pack_explain: 'Si carica una volta ciò che altrimenti calcola il server.',
    pack_kept: 'Su questo dispositivo puoi giocare anche senza rete.',
    pack_drop: 'Elimina dal dispositivo',
    pack_failed: 'Non è stato possibile caricare. Riprova con una rete migliore o più spazio libero.',
    reviews: 'L’allenatore calcola su questo dispositivo',
    reviews_explain:
      'Così il server ha meno lavoro. Ogni gioco carica una volta fino a {size} MB, ma non con il risparmio dati o una rete lenta. Ciò che questo dispositivo non può fare, lo fa ancora il server.',
    days: 'Partite su più giorni: pausa e calendario',
    data: 'I tuoi dati',
    data_explain:
      'Si conservano il tuo nome, i tuoi dispositivi, le persone che blocchi, le tue segnalazioni, i tuoi risultati e le tue partite. I messaggi in chat si conservano solo se qualcuno li segnala.',
    download: 'Scarica tutto',
    log_out: 'Esci',
    log_out_title: 'Uscire da questo dispositivo?',
    log_out_explain: 'Su questo dispositivo ricominci da capo. Sugli altri tuoi dispositivi resti {name}.',
    log_out_last:
      'È il tuo unico dispositivo: dopo, senza un foglio di recupero, nessuno potrà più essere {name}. Per restare {name}, aggiungi prima un altro dispositivo o crea un foglio di recupero.',
    forget: 'Elimina i miei dati',
    forget_title: 'Eliminare tutti i tuoi dati?',
    forget_explain:
      'Il tuo nome e i tuoi dispositivi vengono eliminati subito e per sempre. Il tuo nome sparisce da tutti i risultati e da tutte le partite.',
  },
});
