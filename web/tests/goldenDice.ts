// The records whose dice all programs check, and changes of one of them (tests/golden/dice, tests/golden/regenerate.py).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '../../tests/golden/dice');

/** The records in a folder, by name. */
export const goldenDice = (folder: string): [string, string][] =>
  readdirSync(join(FOLDER, folder))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => [file.replace('.jsonl', ''), readFileSync(join(FOLDER, folder, file), 'utf8')]);

export const bytes = (text: string) => new TextEncoder().encode(text);

/** A record with a new digest, as every forger can compute it. */
export function sealed(text: string): string {
  const body = text.replace(/, "sha256": "[^"]*"\}\n$/, '}\n').slice(0, -2);
  return `${body}, "sha256": "${createHash('sha256').update(body).digest('hex')}"}\n`;
}

export interface FormCase {
  name: string;
  /** What is replaced, once, and by what. */
  old: string;
  new: string;
  passes: boolean;
}

export const formCases = (): FormCase[] => JSON.parse(readFileSync(join(FOLDER, 'forms.json'), 'utf8'));
