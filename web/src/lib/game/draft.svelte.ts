// A move in preparation, which only this browser knows: a pencilled row, an aimed die, cells to circle.

import type { Position } from '../../wire';

/** A value that is kept while the same actions are legal, even if other players move. */
export class Draft<Value> {
  #current = $state.raw<{ key: string; value: Value }>();
  readonly #initial: (position: Position) => Value;

  constructor(initial: (position: Position) => Value) {
    this.#initial = initial;
  }

  of(position: Position): Value {
    return this.#current?.key === keyOf(position) ? this.#current.value : this.#initial(position);
  }

  set(position: Position, value: Value): void {
    this.#current = { key: keyOf(position), value };
  }
}

function keyOf({ game, at, choices }: Position): string {
  return [game, at, ...choices.map((choice) => choice.action)].join();
}
