// Writes the types of the server's messages (wire.ts) and of its requests (requests.ts) for the compiler, which reads
// .types as if its files were beside those of src. The build needs no types.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';
import { format } from 'prettier';
import { requestTypes } from './requestTypes.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const python = process.env.PYTHON ?? (existsSync(`${root}/.venv/bin/python`) ? `${root}/.venv/bin/python` : 'python3');
const style = { printWidth: 120, singleQuote: true };

const { wire, api, device } = JSON.parse(
  execFileSync(python, ['tools/page_schema.py'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    env: { ...process.env, PYTHONPATH: `${root}/src` },
  }),
);
const files = {
  'wire.ts': await compile(wire, 'Wire', {
    bannerComment: '',
    additionalProperties: false,
    unreachableDefinitions: false,
    style,
  }),
  'requests.ts': await format(requestTypes(api, device), { parser: 'typescript', ...style }),
};

for (const [name, text] of Object.entries(files)) {
  const target = new URL(`../.types/src/${name}`, import.meta.url);
  mkdirSync(new URL('.', target), { recursive: true });
  writeFileSync(target, text);
}
