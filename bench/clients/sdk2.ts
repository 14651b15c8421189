import { Client } from '@modelcontextprotocol/client';
import type { Transport } from '@modelcontextprotocol/client';
import type { Open, Target } from './subject.js';

const OPTIONS = { timeout: 600_000 };

/** The official SDK 2.x. */
export const open: Open = async (target, onNotification) => {
  const client = new Client({ name: 'bench', version: '0' }, { capabilities: {}, listMaxPages: 1_000 });
  client.setNotificationHandler('notifications/message', onNotification);
  await client.connect(await makeTransport(target));
  return {
    call: async (name, args, onProgress) => {
      const options = onProgress === undefined ? OPTIONS : { ...OPTIONS, onprogress: onProgress };
      const { content } = await client.callTool({ name, arguments: args }, options);
      return { content };
    },
    // It walks the pages itself.
    listTools: async () => (await client.listTools({}, OPTIONS)).tools,
    close: () => client.close(),
  };
};

async function makeTransport(target: Target): Promise<Transport> {
  if (target.transport === 'stdio') {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    const { command, args, env } = target;
    return new StdioClientTransport({ command, args: [...args], env: { ...env }, maxBufferSize: 2 ** 30 });
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  return new StreamableHTTPClientTransport(target.url);
}
