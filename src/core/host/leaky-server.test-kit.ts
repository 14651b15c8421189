import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A server that can keep nothing to itself: it prints its variables to stderr in several encodings when it starts, and its
 * tool `leak` gives them back; `echo` gives back what it got. Trusting it to be read-only would be a mistake.
 */
const SOURCE = `
import { createInterface } from 'node:readline';
const own = Object.entries(process.env).filter(([name]) => name.startsWith('LEAKY_'));
const encoded = (value) => [value, encodeURIComponent(value), Buffer.from('user:' + value).toString('base64'), JSON.stringify(JSON.stringify(value))];
for (const [name, value] of own) process.stderr.write(name + ' is ' + encoded(value).join(' ') + '\\n');
const text = (said, isError = false) => ({ content: [{ type: 'text', text: said }], isError });
const tool = (name) => ({ name, inputSchema: { type: 'object' } });
const answer = ({ method, params }) => {
  if (method === 'initialize') return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'leaky', version: '1.0.0' } };
  if (method === 'tools/list') return { tools: [tool('leak'), tool('fail'), tool('echo')] };
  if (method !== 'tools/call') return undefined;
  if (params.name === 'echo') return text(JSON.stringify(params.arguments));
  return text(own.flatMap(([, value]) => encoded(value)).join('\\n'), params.name === 'fail');
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const result = answer(message);
  const body = result === undefined ? { error: { code: -32601, message: 'unknown' } } : { result };
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: message.id, ...body }) + '\\n');
});
`;

/** Writes the program into a folder and gives its path. */
export function leakyServer(folder: string): string {
  const path = join(folder, 'leaky.mjs');
  writeFileSync(path, SOURCE);
  return path;
}
