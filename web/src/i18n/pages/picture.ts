/** The texts of the picture of a finished game. */
import { defineTexts } from '..';

export const pictureWords = defineTexts({
  de: {
    title: 'Bild zum Teilen',
    share: 'Teilen',
    copy: 'Kopieren',
    copied: 'Kopiert',
    save: 'Speichern',
    drawing: 'Das Bild wird gezeichnet …',
    copy_failed: 'Kopieren ging nicht. Speichere das Bild.',
    share_failed: 'Teilen ging nicht. Speichere das Bild.',
    points: { one: 'Punkt', other: 'Punkte' },
  },
  en: {
    title: 'Picture to share',
    share: 'Share',
    copy: 'Copy',
    copied: 'Copied',
    save: 'Save',
    drawing: 'Drawing the picture…',
    copy_failed: 'Copying didn’t work. Save the picture instead.',
    share_failed: 'Sharing didn’t work. Save the picture instead.',
    points: { one: 'point', other: 'points' },
  },
  it: {
    title: 'Immagine da condividere',
    share: 'Condividi',
    copy: 'Copia',
    copied: 'Copiata',
    save: 'Salva',
    drawing: 'Sto disegnando l’immagine…',
    copy_failed: 'La copia non è riuscita. Salva l’immagine.',
    share_failed: 'La condivisione non è riuscita. Salva l’immagine.',
    points: { one: 'punto', other: 'punti' },
  },
});
