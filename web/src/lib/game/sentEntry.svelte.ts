// The action that was sent and not answered yet: the sheet shows its entry at once, even while the connection is lost.

import { Draft } from './draft.svelte';

export const sentEntry = new Draft<string | null>(() => null);
