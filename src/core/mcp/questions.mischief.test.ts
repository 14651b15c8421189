import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../shared/brand.js';
import type { JsonObject } from '../../shared/json.js';
import type { RawToolName } from '../../shared/tool.js';
import { McpClient } from './client.js';
import type { ElicitationAnswer, ElicitationRequest } from './elicitation.js';
import type { InputPort } from './input-port.js';
import { StdioTransport } from './transports/stdio.js';

vi.setConfig({ testTimeout: 30_000 }); // children start slowly on a busy machine

/* A real server that asks in the middle of a call: by requests of its own, or inside its result. */

const MISCHIEF = path.resolve('out/servers/mischief.js');

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0)) await end();
});

/** What the server heard in answer to its questions, by their keys. */
async function answersOf(input: InputPort, era: 'legacy' | 'modern', ...flags: string[]): Promise<JsonObject> {
  const args = [MISCHIEF, ...(era === 'modern' ? ['--modern'] : []), ...flags];
  const transport = new StdioTransport({ command: process.execPath, args, env: {}, cwd: tmpdir() });
  cleanUp.push(() => transport.close());
  const session = await new McpClient('0').connect(transport, { input, era });
  expect(session.revision).toBe(era === 'modern' ? '2026-07-28' : '2025-11-25');
  const { content } = await session.callTool(branded<RawToolName>('echo'), {});
  const [block] = content;
  if (block?.type !== 'text') throw new Error(`no text: ${JSON.stringify(content)}`);
  return JSON.parse(block.text) as JsonObject;
}

describe.each(['legacy', 'modern'] as const)('a %s server that asks in the middle of a call', (era) => {
  it('hears what the user filled in, with defaults, and that they agreed to a page', async () => {
    const asked: ElicitationRequest[] = [];
    const elicit = async (request: ElicitationRequest): Promise<ElicitationAnswer> => {
      asked.push(request);
      return { action: 'accept', ...(request.mode === 'form' ? { content: { name: 'Ann 😀' } } : {}) };
    };
    expect(await answersOf({ elicit }, era, '--elicit-form', '--elicit-url')).toEqual({
      form: { action: 'accept', content: { name: 'Ann 😀', count: 3 } },
      page: { action: 'accept' },
    });
    const [form, page] = asked.toSorted((one, other) => one.mode.localeCompare(other.mode));
    expect(form).toMatchObject({ mode: 'form', message: 'Who are you, and how many? 😀' });
    expect(form?.mode === 'form' ? form.fields.map(({ name }) => name) : []).toEqual(['name', 'colour', 'count']);
    expect(page).toMatchObject({ mode: 'url', url: 'https://mischief.example/connect?state=1' });
  });

  it('hears that the user declined, and nothing of what they had typed', async () => {
    const elicit = async (): Promise<ElicitationAnswer> => ({ action: 'decline', content: { name: 'half' } });
    expect(await answersOf({ elicit }, era, '--elicit-form')).toEqual({ form: { action: 'decline' } });
  });

  it('hears the model where it was offered one', async () => {
    const content = { type: 'text', text: 'yes' };
    const sample = async () => ({ role: 'assistant', content, model: 'm' }) as const;
    expect(await answersOf({ sample }, era, '--ask-model')).toEqual({
      'model-1': { role: 'assistant', content, model: 'm' },
    });
  });
});

describe('a server that asks for what was not offered to it', () => {
  it('is refused by an error where it asked by a request', async () => {
    expect(await answersOf({}, 'legacy', '--elicit-form', '--ask-model')).toMatchObject({
      form: { error: { code: -32_601 } },
      'model-1': { error: { code: -32_601 } },
    });
  });

  it('has its call fail where it asked inside the result', async () => {
    await expect(answersOf({}, 'modern', '--ask-model')).rejects.toThrow(
      'sampling/createMessage was not offered to this server.',
    );
  });
});
