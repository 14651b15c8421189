/*
 * A small host, killed in the middle of its life by kill-run.mjs: it starts five kinds of server the way Gatehouse does,
 * and prints "up" when those that can be met were met. Arguments: the file of the mischief server, and a token that goes
 * into the environment of everything that is started.
 */
import { McpClient } from '../src/core/mcp/client.js';
import { StdioTransport } from '../src/core/mcp/transports/stdio.js';
import { childEnvironment } from '../src/core/process/child-environment.js';

const [mischief = '', token = ''] = process.argv.slice(2);
const client = new McpClient('0');

async function connect(command: string, args: readonly string[]): Promise<void> {
  const env = childEnvironment(process.env, { GATEHOUSE_KILL_TOKEN: token });
  await client.connect(new StdioTransport({ command, args, env, cwd: process.cwd() }));
}

/** Starts a server that ends at once, again and again. */
async function crashLoop(): Promise<never> {
  for (;;) await connect(process.execPath, [mischief, '--exit-before-handshake']).catch(() => {});
}

void crashLoop();
// Still starting when the host is killed.
void connect(process.execPath, [mischief, '--slow-start=60000']);
await Promise.all([
  connect(process.execPath, [mischief]),
  connect(process.execPath, [mischief, '--ignore-eof-and-term']),
  // A shell that stays, a node that stays, and the server behind them.
  connect('/bin/sh', ['-c', '"$@"; exit', 'sh', process.execPath, mischief, '--grandchild', '--ignore-eof-and-term']),
]);
process.stdout.write('up\n');
