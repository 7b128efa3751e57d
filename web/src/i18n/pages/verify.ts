/** The texts of the page that checks the dice of a game. */
import { defineTexts } from '..';

export const verifyText = defineTexts({
  de: {
    right: 'Die Würfel stimmen',
    ask: 'Die Würfel stehen vor dem ersten Wurf fest. Hier rechnet dein Browser nach, ob sie gefallen sind wie versprochen.',
    proof: 'Der Beweis',
    how: 'Wie das geht',
    lead: 'Vor dem ersten Wurf legt Knobel die Würfel einer Partie fest, durch eine geheime Zahl und durch Zufall von den Geräten der Spieler, und zeigt eine Prüfzahl davon. Nach der Partie steht alles in der Aufzeichnung. Diese Seite rechnet damit jeden Wurf in deinem Browser nach und vergleicht, was dein Gerät aufbewahrt hat.',
    checking: 'Die Würfe werden nachgerechnet …',
    proven: { one: 'Der Wurf stimmt.', other: 'Alle {n} Würfe stimmen.' },
    fixed: 'Prüfzahl, die vor dem ersten Wurf feststand',
    browsers: 'Geräte von Spielern, die Zufall beigetragen haben: {contributed} von {promised}',
    lost: {
      one: 'Nicht nachgewiesen: Der erste Wurf lässt sich nicht prüfen, weil seine geheime Zahl verloren ging.',
      other: 'Nicht nachgewiesen: Die ersten {n} Würfe lassen sich nicht prüfen, weil ihre geheime Zahl verloren ging.',
    },
    no_seed: 'Die Würfel dieser Partie folgen nicht aus einer vorher festgelegten Zahl.',
    real: 'In dieser Partie wurde mit echten Würfeln gewürfelt.',
    running: 'Die Partie läuft noch: Die geheime Zahl steht erst danach in der Aufzeichnung.',
    contribution: 'Der Beitrag von Platz {n} ist nicht der angekündigte.',
    label: 'Wurf {n} ist nicht richtig bezeichnet.',
    roll: 'Wurf {n} stimmt nicht: In der Aufzeichnung steht {found}, aus der Zahl folgt {expected}.',
    digest: 'Die Aufzeichnung ist verändert oder unvollständig: Ihre Prüfsumme stimmt nicht.',
    compare:
      'Das beweist nur etwas, wenn diese Prüfzahl vor dem ersten Wurf zu sehen war: Vergleiche sie mit dem Protokoll der Partie und mit den Geräten der anderen.',
    missing:
      'Welche Geräte fehlten, steht im Protokoll der Partie. Stimmt das nicht überein, wurden Beiträge nachträglich weggelassen; auch konnte der Betreiber durch Auslassen auf die Würfel Einfluss nehmen.',
    version_1:
      'Nicht nachgewiesen: Diese Aufzeichnung hat Version 1, deren Prüfzahl nicht umfasst, was die Geräte beitrugen. Der Server konnte die Würfe deshalb noch wählen.',
    no_names:
      'Nicht ganz nachgewiesen: Alle Würfe folgen aus der Prüfzahl, aber die Namen lassen sich nicht prüfen, weil einer davon gelöscht wurde.',
    deal: 'Das ist eine Partie mit denselben Würfeln für alle: Die Prüfzahl gehört zu ihrer geheimen Zahl, die alle Würfe festlegt, und umfasst keine Namen.',
    no_proof: 'Diese Aufzeichnung enthält keinen Nachweis. {text}',
    lost_all: 'Die geheime Zahl zu allen Würfen ging verloren.',
    commitment:
      'Die geheime Zahl, ein Beitrag, ein Name oder das Spiel ist nicht, was vor dem ersten Wurf festgelegt wurde.',
    form: 'Das ist keine Aufzeichnung einer Partie in der Form, in der Knobel sie schreibt.',
    cut: 'Die Aufzeichnung endet vor dem Ende der Partie.',
    own_same:
      'Auf diesem Gerät verglichen: Alle Würfe folgen aus der Prüfzahl, die es vor dem ersten Wurf gezeigt hat.',
    own_late:
      'Auf diesem Gerät verglichen: Alle Würfe folgen aus der Prüfzahl. Gezeigt hat es sie erst während der Partie.',
    own_unknown:
      'Alle Würfe folgen aus der Prüfzahl. Dieses Gerät hat von der Partie nichts aufbewahrt, womit es vergleichen könnte.',
    own_absent:
      'Alle Würfe folgen aus der Prüfzahl. Dieses Gerät war nicht verbunden, als die Würfel festgelegt wurden, und hat nichts beigetragen.',
    own_unasked:
      'Auf diesem Gerät verglichen: Alle Würfe folgen aus der Prüfzahl, die es vor dem ersten Wurf gezeigt hat. Es hat aber nichts beigetragen, weil der Server vorher keinen Beitrag von ihm angenommen hat.',
    own_refused:
      'Dieses Gerät hat nichts beigetragen, weil die gezeigte Prüfzahl seinen Beitrag nicht umfasste: Der Server hätte die Würfe danach noch wählen können.',
    own_other_deal:
      'Laut Aufzeichnung war das eine Partie mit denselben Würfeln für alle. Auf diesem Gerät war sie das nicht.',
    own_other_hash: 'In der Aufzeichnung steht eine andere Prüfzahl, als dieses Gerät gezeigt hat.',
    own_other_promise:
      'In der Aufzeichnung steht an deinem Platz nicht der Beitrag dieses Geräts. Falls du nicht auch mit einem anderen Gerät am Tisch warst, wurde er ausgetauscht.',
    own_left_out:
      'Dieses Gerät hat seinen Beitrag gesendet, aber die Würfel wurden ohne ihn festgelegt: Er kam zu spät, oder er wurde ausgelassen.',
    own_other_rolls: 'In der Aufzeichnung stehen andere Würfe, als dieses Gerät gezeigt hat.',
    own_other_players:
      'Die Aufzeichnung nennt eine andere Zahl von Geräten, die beigetragen haben, als vor dem ersten Wurf feststand.',
    own_no_proof:
      'Vor dem ersten Wurf hat dieses Gerät eine Prüfzahl gezeigt, aber die Aufzeichnung enthält keinen Nachweis dazu.',
    choose: 'Aufzeichnung auswählen',
    source: 'Das Programm, das hier prüft',
  },
  en: {
    right: 'The dice are right',
    ask: 'The dice are fixed before the first roll. Here your browser checks that they fell as promised.',
    proof: 'The proof',
    how: 'How it works',
    lead: 'Before the first roll, Knobel fixes the dice of a game by a secret number and by random numbers from the players’ devices, and shows a hash of them. After the game, all of it’s in the record. With it, this page computes every roll again in your browser, and compares what your device has kept.',
    checking: 'Computing the rolls…',
    proven: { one: 'The roll is right.', other: 'All {n} rolls are right.' },
    fixed: 'Hash that was fixed before the first roll',
    browsers: 'Players’ devices that contributed random numbers: {contributed} of {promised}',
    lost: {
      one: 'Not proven: the first roll can’t be checked, because its secret number was lost.',
      other: 'Not proven: the first {n} rolls can’t be checked, because their secret number was lost.',
    },
    no_seed: 'The dice of this game don’t follow from a number fixed before it.',
    real: 'This game was played with real dice.',
    running: 'The game is still running: the secret number is in the record only afterwards.',
    contribution: 'The contribution of seat {n} isn’t the one that was promised.',
    label: 'Roll {n} doesn’t have the right label.',
    roll: 'Roll {n} is wrong: the record has {found}, the number gives {expected}.',
    digest: 'The record was changed or is incomplete: its checksum is wrong.',
    compare:
      'This proves something only if this hash was shown before the first roll: compare it with the game’s log, and with the other players’ devices.',
    missing:
      'The game’s log says which devices were missing. If that differs, contributions were left out afterwards; and by leaving devices out, the operator could influence the dice.',
    version_1:
      'Not proven: this record has version 1, whose hash doesn’t cover what the devices contributed. The server could therefore still choose the rolls.',
    no_names:
      'Not proven completely: all rolls follow from the hash, but the names can’t be checked, because one of them was deleted.',
    deal: 'This is a game with the same dice for everybody: the hash is that of its secret number, which fixes all rolls, and covers no names.',
    no_proof: 'This record has no proof. {text}',
    lost_all: 'The secret number of all rolls was lost.',
    commitment:
      'The secret number, a contribution, a name or the game isn’t the one that was fixed before the first roll.',
    form: 'This isn’t the record of a game in the form in which Knobel writes it.',
    cut: 'The record ends before the game is over.',
    own_same: 'Compared on this device: all rolls follow from the hash that it showed before the first roll.',
    own_late: 'Compared on this device: all rolls follow from the hash. The device showed it only during the game.',
    own_unknown:
      'All rolls follow from the hash. This device has kept nothing of the game with which it could compare.',
    own_absent:
      'All rolls follow from the hash. This device wasn’t connected when the dice were fixed, and contributed nothing.',
    own_unasked:
      'Compared on this device: all rolls follow from the hash that it showed before the first roll. But it contributed nothing, because the server took no contribution from it before.',
    own_refused:
      'This device contributed nothing, because the hash that was shown didn’t cover its contribution: the server could have chosen the rolls afterwards.',
    own_other_deal: 'The record says that this game had the same dice for everybody. On this device it didn’t.',
    own_other_hash: 'The record has another hash than this device showed.',
    own_other_promise:
      'At your seat, the record doesn’t have this device’s contribution. Unless you were at the table with another device too, it was exchanged.',
    own_left_out:
      'This device sent its contribution, but the dice were fixed without it: it arrived too late, or it was left out.',
    own_other_rolls: 'The record has other rolls than this device showed.',
    own_other_players:
      'The record has another number of devices that contributed than there was before the first roll.',
    own_no_proof: 'This device showed a hash before the first roll, but the record has no proof for it.',
    choose: 'Choose a record',
    source: 'The program that checks',
  },
  it: {
    right: 'I dadi sono giusti',
    ask: 'I dadi sono fissati prima del primo lancio. Qui il tuo browser controlla che siano caduti come promesso.',
    proof: 'La prova',
    how: 'Come funziona',
    lead: 'Prima del primo lancio Knobel fissa i dadi di una partita con un numero segreto e con numeri casuali dei dispositivi dei giocatori, e ne mostra un’impronta. Dopo la partita tutto è nella registrazione. Con essa questa pagina ricalcola ogni lancio nel tuo browser e confronta ciò che il tuo dispositivo ha conservato.',
    checking: 'Ricalcolo i lanci…',
    proven: { one: 'Il lancio è giusto.', other: 'Tutti i {n} lanci sono giusti.' },
    fixed: 'Impronta fissata prima del primo lancio',
    browsers: 'Dispositivi dei giocatori che hanno contribuito con numeri casuali: {contributed} su {promised}',
    lost: {
      one: 'Non dimostrato: il primo lancio non si può controllare, perché il suo numero segreto è andato perso.',
      other:
        'Non dimostrato: i primi {n} lanci non si possono controllare, perché il loro numero segreto è andato perso.',
    },
    no_seed: 'I dadi di questa partita non derivano da un numero fissato prima.',
    real: 'Questa partita è stata giocata con dadi veri.',
    running: 'La partita è ancora in corso: il numero segreto sarà nella registrazione solo alla fine.',
    contribution: 'Il contributo del posto {n} non è quello annunciato.',
    label: 'Il lancio {n} non ha la denominazione giusta.',
    roll: 'Il lancio {n} è sbagliato: nella registrazione c’è {found}, dal numero risulta {expected}.',
    digest: 'La registrazione è stata modificata o è incompleta: la somma di controllo è sbagliata.',
    compare:
      'Questo dimostra qualcosa solo se questa impronta era visibile prima del primo lancio: confrontala con la cronaca della partita e con i dispositivi degli altri.',
    missing:
      'La cronaca della partita dice quali dispositivi mancavano. Se non coincide, dei contributi sono stati tolti dopo; e escludendo dispositivi il gestore ha potuto influire sui dadi.',
    version_1:
      'Non dimostrato: questa registrazione ha la versione 1, la cui impronta non comprende i contributi dei dispositivi. Il server poteva quindi ancora scegliere i lanci.',
    no_names:
      'Non del tutto dimostrato: tutti i lanci derivano dall’impronta, ma i nomi non si possono controllare, perché uno di essi è stato cancellato.',
    deal: 'È una partita con gli stessi dadi per tutti: l’impronta è quella del suo numero segreto, che fissa tutti i lanci, e non comprende i nomi.',
    no_proof: 'Questa registrazione non contiene una prova. {text}',
    lost_all: 'Il numero segreto di tutti i lanci è andato perso.',
    commitment: 'Il numero segreto, un contributo, un nome o il gioco non è quello fissato prima del primo lancio.',
    form: 'Questa non è la registrazione di una partita nella forma in cui Knobel la scrive.',
    cut: 'La registrazione finisce prima della fine della partita.',
    own_same:
      'Confrontato su questo dispositivo: tutti i lanci derivano dall’impronta che ha mostrato prima del primo lancio.',
    own_late:
      'Confrontato su questo dispositivo: tutti i lanci derivano dall’impronta. Il dispositivo l’ha mostrata solo durante la partita.',
    own_unknown:
      'Tutti i lanci derivano dall’impronta. Questo dispositivo non ha conservato nulla della partita con cui confrontare.',
    own_absent:
      'Tutti i lanci derivano dall’impronta. Questo dispositivo non era collegato quando i dadi sono stati fissati e non ha contribuito.',
    own_unasked:
      'Confrontato su questo dispositivo: tutti i lanci derivano dall’impronta che ha mostrato prima del primo lancio. Però non ha contribuito, perché il server prima non ha accettato nessun suo contributo.',
    own_refused:
      'Questo dispositivo non ha contribuito, perché l’impronta mostrata non comprendeva il suo contributo: il server avrebbe potuto scegliere i lanci dopo.',
    own_other_deal:
      'La registrazione dice che era una partita con gli stessi dadi per tutti. Su questo dispositivo non lo era.',
    own_other_hash: 'Nella registrazione c’è un’impronta diversa da quella mostrata da questo dispositivo.',
    own_other_promise:
      'Al tuo posto la registrazione non ha il contributo di questo dispositivo. Se non eri al tavolo anche con un altro dispositivo, è stato scambiato.',
    own_left_out:
      'Questo dispositivo ha inviato il suo contributo, ma i dadi sono stati fissati senza: è arrivato troppo tardi o è stato escluso.',
    own_other_rolls: 'Nella registrazione ci sono lanci diversi da quelli mostrati da questo dispositivo.',
    own_other_players:
      'La registrazione indica un numero di dispositivi che hanno contribuito diverso da quello fissato prima del primo lancio.',
    own_no_proof:
      'Prima del primo lancio questo dispositivo ha mostrato un’impronta, ma la registrazione non ne contiene la prova.',
    choose: 'Scegli una registrazione',
    source: 'Il programma che controlla',
  },
});
