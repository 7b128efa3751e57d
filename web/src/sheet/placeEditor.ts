// The places of a sheet that can be changed one by one, such as those of a sheet that was read from paper.

import { getContext, setContext } from 'svelte';

export interface EditedPlace {
  /** What stands there must be confirmed. */
  doubtful: boolean;
  chosen: boolean;
  /** The piece of the photo that is shown in place of the content, empty for none, and what was read there. */
  picture: string;
  read: string;
  /** Added to the accessible name of the place. */
  label: string;
}

export interface PlaceEditor {
  /** A place that can be changed. */
  at: (seat: number, place: string) => EditedPlace | undefined;
  choose: (seat: number, place: string) => void;
}

const KEY = Symbol('editor');

/** Let the places of the sheets among the component's children be changed. */
export function providePlaceEditor(editor: PlaceEditor): void {
  setContext(KEY, editor);
}

/** The editor that an ancestor provides. */
export function usePlaceEditor(): PlaceEditor | undefined {
  return getContext<PlaceEditor | undefined>(KEY);
}
