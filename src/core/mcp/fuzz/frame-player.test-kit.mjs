// A server for the fuzz test over stdio: the tool `play` writes the bytes of a file between two offsets to standard
// output, in chunks of odd sizes, and says "played" on standard error when they are out; any other tool gives its
// arguments back.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const bytes = readFileSync(process.argv[2] ?? '');
const CHUNKS = [65_536, 4_099, 31, 1_024, 7, 65_536];

/** @param {string} text */
function put(text) {
  return new Promise((resolve) => process.stdout.write(text, resolve));
}

/**
 * @param {number} from
 * @param {number} to
 */
async function play(from, to) {
  let turn = 0;
  for (let at = from; at < to;) {
    const end = Math.min(to, at + (CHUNKS[turn++ % CHUNKS.length] ?? 1));
    const chunk = bytes.subarray(at, end);
    await new Promise((resolve) => process.stdout.write(chunk, resolve));
    at = end;
  }
  // What was cut off must not swallow the next answer.
  await put('\n');
  process.stderr.write('played\n');
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    const result = { protocolVersion, capabilities: { tools: {}, logging: {}, resources: {} }, serverInfo: {} };
    await put(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  } else if (method === 'tools/call') {
    const { name, arguments: args } = params;
    if (name === 'play') await play(args.from, args.to);
    const text = JSON.stringify(args);
    await put(`${JSON.stringify({ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }] } })}\n`);
  }
}
