// Components that a test mounts. They are gone after it: `allTexts.ts` unmounts them.
import { flushSync, mount, unmount, type Component } from 'svelte';

const mounted: ReturnType<typeof mount>[] = [];

/** Mount a component until the end of the test. */
export function mountHere<Props extends object>(component: Component<Props, any, any>, props: Props): void {
  mounted.push(mount(component as Component<object>, { target: document.body, props }));
  flushSync();
}

export async function unmountAll(): Promise<void> {
  for (const each of mounted.splice(0)) await unmount(each);
}

export const find = (testid: string) => document.querySelector<HTMLElement>(`[data-testid="${testid}"]`);
