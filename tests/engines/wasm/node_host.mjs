// Runs a WebAssembly module as the page does, for `node_host.py`: requests and their answers in bytes.

import { readFileSync, readSync, writeSync } from 'node:fs';
import { instantiate } from '../../../web/src/lib/kernels/module.ts';

const module = await instantiate(readFileSync(process.argv[2]));

/** Read so many bytes. The program ends with its input. */
function read(size) {
  const found = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const count = readSync(0, found, at, size - at);
    if (count === 0) process.exit();
    at += count;
  }
  return found;
}

function write(content) {
  for (let at = 0; at < content.length; ) at += writeSync(1, content, at);
}

const numbers = (...values) => new Uint8Array(Uint32Array.from(values).buffer);

for (;;) {
  const [name, ...values] = JSON.parse(read(read(4).readUInt32LE()));
  if (name === 'read') write(module.view(...values));
  else if (name === 'write') module.view(...values).set(read(values[1]));
  else if (name === 'release') module.release(...values);
  else write(numbers(module[name](...values)));
}
