import { RPC_CODE, errorOf } from './json-rpc.js';
import { LineSplitter, parseLine } from './line-splitter.js';
import type { McpServer } from './mcp-server.js';

/**
 * Carries one `McpServer` over stdin and stdout: one JSON message a line (basic/transports, 2025-11-25). When stdin
 * ends, calls that still run are answered and the process ends by itself. Nothing but messages is written to stdout.
 */
export function serveStdio(server: McpServer): void {
  const lines = new LineSplitter();
  const take = (line: Buffer): void => {
    // answer() has a catch of its own for what the line may hold, and McpServer.receive never rejects
    void answer(server, line);
  };
  process.stdin.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) take(line);
  });
  process.stdin.on('end', () => take(lines.rest()));
  // The host is gone: there is nobody left to answer or to complain to.
  process.stdout.on('error', () => process.stdin.destroy());
}

async function answer(server: McpServer, line: Buffer): Promise<void> {
  let message;
  try {
    message = parseLine(line);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    write(errorOf(null, RPC_CODE.parseError, `A line is one JSON message in UTF-8: ${why}`));
    return;
  }
  if (message === undefined) return;
  const said = await server.receive(message.value);
  if (said !== undefined) write(said);
}

function write(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
