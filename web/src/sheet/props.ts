import type { Position } from '../wire';

/** The props of every game's sheet. */
export interface SheetProps {
  position: Position;
  seat: number;
  /** True if it is the receiver's sheet. */
  own: boolean;
  /** True if the receiver may act now: `position.choices` apply. */
  active: boolean;
  /** Show what each place would score. */
  hints: boolean;
  names: string[];
  act: (action: string) => void;
  /** The seat to show beside this one if there is not enough room for all. */
  preferredSeat?: number | null;
  /** Small, for an overview. */
  compact?: boolean;
  /** Printed without entries, to be filled by hand. It fills the container around it. */
  blank?: boolean;
}
