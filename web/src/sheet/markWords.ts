/** What marks on sheets and dice mean. */
import { words } from '../i18n';

export const m = words({
  de: { played: 'gespielt', better: 'besser' },
  en: { played: 'played', better: 'better' },
  it: { played: 'giocata', better: 'migliore' },
});
