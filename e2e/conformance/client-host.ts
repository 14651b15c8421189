import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { isJsonObject } from '../../src/shared/json.js';
import { playScenario, type Scenario } from './everything-client.js';

/*
 * Plays scenarios of the conformance suite in one process, some at once: a process for each would be most of the time.
 * `scripts/conformance/client.sh` asks for one over a connection of its own, with four lines: the scenario, the revision,
 * the context as JSON and the address of the server. Lines that begin with "> " come back, then "exit" and a code.
 */

const AT_ONCE = Number(process.argv[2] ?? 3);

const waiting: Socket[] = [];
let playing = 0;

function next(): void {
  while (playing < AT_ONCE) {
    const socket = waiting.shift();
    if (socket === undefined) return;
    playing++;
    void play(socket).finally(() => {
      playing--;
      next();
    });
  }
}

/** Never rejects: who asked hears of it. */
async function play(socket: Socket): Promise<void> {
  const say = (text: string): void => {
    for (const line of text.split('\n')) if (socket.writable) socket.write(`> ${line}\n`);
  };
  let isGood = false;
  try {
    isGood = await playScenario(await readScenario(socket, say));
  } catch (error) {
    say(String(error));
  }
  if (socket.writable) socket.end(`exit ${isGood ? 0 : 1}\n`);
}

async function readScenario(socket: Socket, say: Scenario['say']): Promise<Scenario> {
  const lines: string[] = [];
  const reader = createInterface({ input: socket });
  reader.on('line', (line) => {
    lines.push(line);
    if (lines.length === 4) reader.close();
  });
  await once(reader, 'close');
  const [name = '', revision = '', context = '', address = ''] = lines;
  const value: unknown = context === '' ? {} : JSON.parse(context);
  return { name, revision, context: isJsonObject(value) ? value : {}, server: new URL(address), say };
}

const server = createServer((socket) => {
  socket.on('error', () => socket.destroy());
  waiting.push(socket);
  next();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : 0}\n`);
// It lives as long as whoever started it.
process.stdin.resume().once('end', () => process.exit(0));
