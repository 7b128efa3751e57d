import type { Position } from '../wire';

/** What the sheet of every game is given. */
export interface SheetProps {
  position: Position;
  seat: number;
  /** It is the receiver's own sheet. */
  own: boolean;
  /** The receiver may act now: `position.choices` apply. */
  active: boolean;
  /** Show what each place would score. */
  hints: boolean;
  names: string[];
  act: (action: string) => void;
  /** Whose sheet is of most interest beside this one, where there is not room for all others. */
  beside?: number | null;
  /** Small, for an overview. */
  compact?: boolean;
}
