import { afterEach, describe, expect, it } from 'vitest';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { AgentEvent } from '../../shared/agent-event.js';
import type { ConversationId, MessageId, ToolCallId } from '../../shared/conversation.js';
import type { ServerId, ServerLogLine } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';
import { Redactor } from '../secrets/redactor.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { withServerLog } from './call-log.js';
import { TestHost } from './host.test-kit.js';

const line = (text: string, at = 10): ServerLogLine => ({ at, source: 'stderr', text });

describe('the lines that are kept with a call', () => {
  it('hold no secret that became known after they were said', () => {
    const redactor = new Redactor();
    redactor.know('abcdefgh12345678', 'notes');
    const callId = branded<ToolCallId>('c');
    const serverId = branded<ServerId>('s');
    const tool = branded<RawToolName>('t');
    const messageId = branded<MessageId>('m');
    const block = { type: 'tool_use', id: callId, name: 't', input: {} } as const;
    const events: readonly AgentEvent[] = [
      {
        type: 'assistant-finished',
        message: { role: 'assistant', id: messageId, at: 1, model: 'm', blocks: [block], complete: true },
      },
      { type: 'tool-resolved', callId, serverId, serverName: 'notes', tool, badges: [] },
      { type: 'tool-running', callId, at: 5 },
    ];
    const state = events.reduce(applyEvent, emptyConversation(branded<ConversationId>('id')));
    const result = { content: [], isError: false };
    const log = () => [line('before', 4), line('token abcdefgh12345678')];
    const ended = withServerLog({ type: 'tool-finished', callId, result, at: 12 }, state, {
      manager: { log },
      audit: { redactor },
    });
    const kept = ended.type === 'tool-finished' ? (ended.log ?? []) : [];
    expect(kept).toHaveLength(1);
    expect(kept[0]?.text).toMatch(/^token (?!abcdefgh)/);
  });
});

describe('a call in a chat', () => {
  let host: TestHost | undefined;
  afterEach(() => host?.close());

  it('has the lines of its server after a restart of the app', async () => {
    host = await TestHost.open({ presenter: new AutoPresenter({ kind: 'allowed', scope: 'once' }) });
    await host.mischief('--banner');
    const id = await host.newChat();
    await host.say(id, '/call mcp__mischief__echo {"text":"hi"}');
    await host.restart();
    const { state } = await host.commands['conversations.open']({ id });
    const [call] = Object.values(state.calls);
    expect(call?.stage).toBe('finished');
    expect(call?.log?.length).toBeGreaterThan(0);
    expect(call?.log?.every(({ source }) => source === 'stdout')).toBe(true);
    expect(JSON.stringify(call?.result)).not.toContain(call?.log?.[0]?.text);
  });
});
