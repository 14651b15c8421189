import { appendFileSync } from 'node:fs';
import { McpServer } from '../../servers/kit/mcp-server.js';
import { serveStdio } from '../../servers/kit/stdio.js';
import { ToolRegistry } from '../../servers/kit/tool-registry.js';

/*
 * A server whose one tool does something that can be counted: `ledger-server.mjs <file>` adds a line to the file with each
 * call of `enter`, and never takes one for another.
 */

/** So long is the answer that is kept as a file of its own, characters. */
const LONG = 40_000;

const [file = ''] = process.argv.slice(2);
const tools = new ToolRegistry('ledger').register({
  name: 'enter',
  title: 'Enter',
  description: 'Adds a line to the ledger. Each call is one line.',
  parameters: { entry: 'The line.', answer: 'short or long.' },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  run: ({ entry, answer }) => {
    // One write at the end of the file: whole, or not there.
    appendFileSync(file, `${entry}\n`);
    return answer === 'long' ? `Entered ${entry}. `.padEnd(LONG, `${entry} `) : `Entered ${entry}.`;
  },
});
serveStdio(
  new McpServer({ name: 'ledger', title: 'Ledger', version: '1.0.0', instructions: 'Each call adds a line.' }, tools),
);
