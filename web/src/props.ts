import type { Position } from './wire';

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
}

/** What the dice tray is given. */
export interface TrayProps {
  position: Position;
  names: string[];
  /** The people throw their own dice and say what they show. */
  realDice: boolean;
  act: (action: string) => void;
  roll: (dice?: number[]) => void;
  muted?: boolean;
}
