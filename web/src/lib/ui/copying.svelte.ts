import { t } from '../../i18n';
import { announce } from './announcer.svelte';

const COPIED_MS = 2_000;

/** Copies texts, and tells for a moment that it has. */
export class Copying {
  done = $state(false);

  /** @param onfail Called where a text cannot be copied: without a secure connection there is no clipboard. */
  async copy(text: string, onfail: () => unknown): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      await onfail();
      return;
    }
    this.done = true;
    announce(t('share.copied'));
    setTimeout(() => (this.done = false), COPIED_MS);
  }
}
