// The peer of the stdio measures: lines on standard input and output.
import { answer } from './answers.mjs';

/** What leaves in one write, at most, UTF-16 units. */
const BATCH = 32_768;

/** @type {Buffer[]} */
let held = [];
let waiting = '';

function flush() {
  if (waiting !== '') process.stdout.write(waiting);
  waiting = '';
}

/** @param {readonly (string | Buffer)[]} parts */
function send(parts) {
  const [first = ''] = parts;
  if (parts.length === 1 && typeof first === 'string') {
    waiting += `${first}\n`;
    if (waiting.length > BATCH) flush();
    return;
  }
  flush();
  process.stdout.cork();
  for (const part of parts) process.stdout.write(part);
  process.stdout.write('\n');
  process.stdout.uncork();
}

process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  let start = 0;
  for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
    if (held.length === 0) {
      answer(chunk.toString('utf8', start, end), send);
    } else {
      answer(Buffer.concat([...held, chunk.subarray(start, end)]).toString(), send);
      held = [];
    }
    start = end + 1;
  }
  if (start < chunk.length) held.push(chunk.subarray(start));
  flush();
});
process.stdin.on('end', () => process.exit(0));
