import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema, LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Open, Target } from './subject.js';

/** Its default of 60 s would end the largest results. */
const OPTIONS = { timeout: 600_000 };

/** The official SDK 1.x. */
export const open: Open = async (target, onNotification) => {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {} });
  client.setNotificationHandler(LoggingMessageNotificationSchema, onNotification);
  await client.connect(await makeTransport(target));
  return {
    call: async (name, args, onProgress) => {
      const options = onProgress === undefined ? OPTIONS : { ...OPTIONS, onprogress: onProgress };
      const { content } = await client.callTool({ name, arguments: args }, CallToolResultSchema, options);
      return { content: Array.isArray(content) ? content : [] };
    },
    listTools: async () => {
      const tools: object[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.listTools(cursor === undefined ? {} : { cursor }, OPTIONS);
        for (const tool of page.tools) tools.push(tool);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      return tools;
    },
    close: () => client.close(),
  };
};

async function makeTransport(target: Target): Promise<Transport> {
  if (target.transport === 'stdio') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
    const { command, args, env } = target;
    // Its default of 10 MiB ends the connection.
    return new StdioClientTransport({ command, args: [...args], env: { ...env }, maxBufferSize: 2 ** 30 });
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return new StreamableHTTPClientTransport(target.url);
}
