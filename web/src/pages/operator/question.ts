/** A command of the operator that needs a confirmation, and what is asked. */
export interface OperatorQuestion {
  title: string;
  /** The label of the button. */
  action: string;
  text: string;
  command: Record<string, unknown>;
}
