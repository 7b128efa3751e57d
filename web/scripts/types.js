// Writes src/wire.ts from the server's messages; with --check, fails when the file is stale.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from 'json-schema-to-typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = fileURLToPath(new URL('../src/wire.ts', import.meta.url));
const python = process.env.PYTHON ?? (existsSync(`${root}/.venv/bin/python`) ? `${root}/.venv/bin/python` : 'python3');

const schema = execFileSync(python, ['-m', 'knobel.server.wire_schema'], {
  cwd: root,
  encoding: 'utf8',
  env: { ...process.env, PYTHONPATH: `${root}/src` },
});
const types = await compile(JSON.parse(schema), 'Wire', {
  bannerComment: '// Generated from the messages of the server by `npm run types`. Do not edit.',
  additionalProperties: false,
  unreachableDefinitions: false,
  style: { printWidth: 120, singleQuote: true },
});

if (process.argv.includes('--check')) {
  if (!existsSync(target) || readFileSync(target, 'utf8') !== types) {
    console.error('web/src/wire.ts is stale: run `npm run types` in web/ and commit the result');
    process.exit(1);
  }
} else {
  writeFileSync(target, types);
}
