import { McpClient } from '../../src/core/mcp/client.js';
import { HttpSessionEra } from '../../src/core/mcp/http-session-era.js';
import type { CompileValidator } from '../../src/core/mcp/output-check.js';
import type { Transport } from '../../src/core/mcp/transport.js';
import { StdioTransport } from '../../src/core/mcp/transports/stdio.js';
import { childEnvironment } from '../../src/core/process/child-environment.js';
import { ServerLog } from '../../src/core/servers/server-log.js';
import { branded } from '../../src/shared/brand.js';
import type { RawToolName } from '../../src/shared/tool.js';
import type { Open, Target } from './subject.js';

/** Some measures have results over the default limit of 64 MB; the limit is on all the same. */
const MAX_MESSAGE_BYTES = 2 ** 30;

/** Loaded with the first output schema that is needed, as the app does. */
const compileValidator: CompileValidator = async (schema) => {
  const { createValidatorCache } = await import('../../src/core/schema/validator.js');
  return createValidatorCache().compile(schema);
};

/** Gatehouse's client as the app uses it: probe of the era, limits, timeouts, output validation and log are on. */
export const open: Open = async (target, onNotification) => {
  const log = new ServerLog(Date.now);
  const httpEra = new HttpSessionEra();
  const make = (): Promise<Transport> => makeTransport(target, httpEra);
  const session = await new McpClient('0').connect(await make(), {
    restart: make,
    httpEra,
    compileValidator,
    onLog: (source, line) => log.add(source, line),
  });
  session.logging.onMessage(onNotification);
  return {
    call: (name, args, onProgress) => {
      const tool = branded<RawToolName>(name);
      return onProgress === undefined ? session.callTool(tool, args) : session.callTool(tool, args, { onProgress });
    },
    listTools: async () => (await session.listTools({ fresh: true })).tools,
    close: () => session.close(),
  };
};

async function makeTransport(target: Target, httpEra: HttpSessionEra): Promise<Transport> {
  if (target.transport === 'stdio') {
    const { command, args, env } = target;
    const launch = { command, args, env: childEnvironment(process.env, env), cwd: process.cwd() };
    return new StdioTransport(launch, { maxMessageBytes: MAX_MESSAGE_BYTES });
  }
  const { RemoteHttpTransport } = await import('../../src/core/mcp/transports/remote-http.js');
  const transport = new RemoteHttpTransport({ url: target.url, maxMessageBytes: MAX_MESSAGE_BYTES });
  transport.setEra(httpEra);
  return transport;
}
