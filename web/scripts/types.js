// Writes src/wire.ts from the server's messages and src/requests.ts from its OpenAPI document; with --check, fails when
// one of the files is stale.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
    bannerComment: '// Generated from the messages of the server by `npm run types`. Do not edit.',
    additionalProperties: false,
    unreachableDefinitions: false,
    style,
  }),
  'requests.ts': await format(requestTypes(api, device), { parser: 'typescript', ...style }),
};

let stale = false;
for (const [name, text] of Object.entries(files)) {
  const target = fileURLToPath(new URL(`../src/${name}`, import.meta.url));
  if (!process.argv.includes('--check')) {
    writeFileSync(target, text);
  } else if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
    console.error(`web/src/${name} is stale: run \`npm run types\` in web/ and commit the result`);
    stale = true;
  }
}
if (stale) process.exit(1);
