// What a person is about to do, told to nobody yet: a row pencilled in, a die that is aimed, cells to circle.

import type { Position } from '../wire';

/** A value that lasts for as long as the same may be done; others' moves are no reason to begin again. */
export class Draft<Value> {
  #kept = $state.raw<{ open: string; value: Value }>();
  readonly #first: (position: Position) => Value;

  /** `first` is the value that one begins with. */
  constructor(first: (position: Position) => Value) {
    this.#first = first;
  }

  of(position: Position): Value {
    return this.#kept?.open === open(position) ? this.#kept.value : this.#first(position);
  }

  set(position: Position, value: Value): void {
    this.#kept = { open: open(position), value };
  }
}

function open({ game, at, choices }: Position): string {
  return [game, at, ...choices.map((choice) => choice.action)].join();
}
