import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyEvent, emptyConversation } from '../../shared/apply-event.js';
import { branded } from '../../shared/brand.js';
import type { AssistantMessage, ConversationId, ConversationState } from '../../shared/conversation.js';
import { toModelMessages } from '../conversation/to-model-messages.js';
import { createAnthropicModel } from '../model/anthropic.js';
import type { ModelClient } from '../model/model-client.js';
import { RECORDED_STREAMS } from '../model/recorded-streams.test-kit.js';
import { ManualClock } from '../testing/manual-clock.js';
import { checkMessagesRequest } from '../testing/messages-request-check.js';
import { stopPlan } from './stop-plan.js';
import { streamAssistant } from './stream-assistant.js';

const never = new AbortController().signal;
const begun: ConversationState = applyEvent(emptyConversation(branded<ConversationId>('c')), {
  type: 'user-message',
  message: { role: 'user', id: branded('u'), at: 1, blocks: [{ type: 'text', text: 'hi' }] },
});
const encoder = new TextEncoder();

const headers = new Headers({ 'content-type': 'text/event-stream' });

/** One body as it arrives: all of it, and then its end as a proxy ends it, or as a wire breaks. */
async function* arriving(body: Uint8Array, ends: boolean): AsyncGenerator<Uint8Array> {
  if (body.length > 0) yield body;
  if (!ends) throw new TypeError('terminated');
}

/**
 * A model whose every answer is the next of these bodies. The answers are what the SDK reads of a `Response`: a real one
 * for each cut would cost a third of the whole, and one whose stream is broken at once drops what it holds.
 */
function modelOf(bodies: Iterator<Uint8Array>, ends: (count: number) => boolean): ModelClient {
  let count = 0;
  return createAnthropicModel({
    apiKey: 'k',
    fetch: async () => {
      const { value, done } = bodies.next();
      count += 1;
      const body = arriving(done === true ? new Uint8Array() : value, ends(count));
      return { ok: true, status: 200, url: '', headers, body } as unknown as Response;
    },
  });
}

interface Played {
  readonly message: AssistantMessage | undefined;
  /** As it was heard, with the passing events. */
  readonly seen: ConversationState;
  /** As it is read back: of what was stored alone. */
  readonly stored: ConversationState;
}

async function play(client: ModelClient): Promise<Played> {
  let seen = begun;
  let stored = begun;
  const message = await streamAssistant(
    { model: 'm', system: '', messages: toModelMessages(begun), tools: [], maxTokens: 100 },
    {
      client,
      signal: never,
      clock: new ManualClock(1),
      attempts: 1,
      hurry: undefined,
      newMessageId: () => branded('a'),
      emit: (event) => {
        seen = applyEvent(seen, event);
        if (event.type === 'assistant-finished') stored = applyEvent(stored, event);
      },
    },
  ).catch(() => undefined);
  return { message, seen, stored };
}

const judged = new WeakMap<ConversationState, { readonly problem: string | undefined }>();

/** What the strict server says of a history. Most cuts leave the very same one, which is judged once. */
function refusal(state: ConversationState): string | undefined {
  const known = judged.get(state);
  if (known !== undefined) return known.problem;
  const problem = checkMessagesRequest({ model: 'm', max_tokens: 1, messages: toModelMessages(state) })?.message;
  judged.set(state, { problem });
  return problem;
}

function runs(message: AssistantMessage | undefined): readonly string[] {
  if (message === undefined) return [];
  return stopPlan(message, 100).run.flatMap((call) => (call.invalidJson === undefined ? [call.id] : []));
}

/** What a cut answer did that it must not do. */
function faultOf({ message, seen, stored }: Played, mayBeWhole: boolean): string | undefined {
  if (message !== undefined && !mayBeWhole) return 'taken for whole';
  if (message === undefined) {
    const ran = runs(seen.messages.findLast((said) => said.role === 'assistant'));
    if (ran.length > 0) return `would run ${ran.join()}`;
  }
  return refusal(stored) ?? refusal(seen);
}

describe('an answer that is cut at any byte', () => {
  // Each cut throws several times, and nobody reads where from: writing that down is a third of the work.
  const { stackTraceLimit } = Error;
  beforeAll(() => {
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it('has thirty recorded streams and more to be tried on', () => {
    expect(RECORDED_STREAMS.length).toBeGreaterThanOrEqual(30);
    expect(new Set(RECORDED_STREAMS.map(({ body }) => body)).size).toBe(RECORDED_STREAMS.length);
  });

  it.each(RECORDED_STREAMS.map((stream) => [stream.name, stream] as const))(
    'runs nothing and leaves a history that can be sent: %s',
    async (_name, { body, whole }) => {
      const bytes = encoder.encode(body);
      const lastEvent = encoder.encode(body.slice(0, body.lastIndexOf('"message_stop"}'))).length + 15;
      const cuts = function* () {
        for (let end = 0; end <= bytes.length; end += 1) yield bytes.subarray(0, end);
      };
      // Odd cuts break as a wire does, even ones end as a proxy ends them.
      const client = modelOf(cuts(), (count) => count % 2 === 0 || count > bytes.length);
      // Twenty thousand cuts: what is wrong is gathered, and looked at once.
      const wrong: string[] = [];
      for (let end = 0; end < bytes.length; end += 1) {
        // oxlint-disable-next-line no-await-in-loop -- the cuts come in their order
        const played = await play(client);
        // After the last event of a message there is nothing more to wait for: without it no answer is whole.
        const problem = faultOf(played, whole && end >= lastEvent);
        if (problem !== undefined) wrong.push(`cut at byte ${end}: ${problem}`);
      }
      expect(wrong).toEqual([]);
      const { message, stored } = await play(client);
      expect(message !== undefined).toBe(whole);
      expect(refusal(stored)).toBeUndefined();
    },
    30_000,
  );

  it('runs, of the whole streams, the calls that the model asked for and no others', async () => {
    const ran: Record<string, readonly string[]> = {};
    for (const { name, body } of RECORDED_STREAMS) {
      const client = modelOf([encoder.encode(body)].values(), () => true);
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      const ids = runs((await play(client)).message);
      if (ids.length > 0) ran[name] = ids;
    }
    expect(ran).toEqual({
      'one call': ['toolu_01'],
      'a call without arguments': ['toolu_01'],
      'a call whose arguments come as no piece at all': ['toolu_01'],
      'a text and a call': ['toolu_01'],
      'three calls of one tool': ['toolu_01', 'toolu_02', 'toolu_03'],
      'signed thinking before a call': ['toolu_01'],
      'hidden thinking before a call': ['toolu_01'],
      'thinking between two calls': ['toolu_01', 'toolu_02'],
      'long arguments': ['toolu_01'],
      'deep arguments': ['toolu_01'],
      'pings and unknown events': ['toolu_01'],
      'calls whose pieces come in turns': ['toolu_01', 'toolu_02'],
      'carriage returns and comments': ['toolu_01'],
    });
  });

  it('keeps signed thinking to the byte', async () => {
    for (const { body } of RECORDED_STREAMS.filter((stream) => stream.name.startsWith('signed thinking'))) {
      // oxlint-disable-next-line no-await-in-loop -- one at a time
      const { message } = await play(modelOf([encoder.encode(body)].values(), () => true));
      expect(message?.blocks[0]).toEqual({
        type: 'thinking',
        thinking: expect.stringMatching(/^Which note\?/),
        signature: 'RXJvQkNrZ0lDaEFC+/==',
      });
    }
  });
});
