import type { Reply, ReplyBlock, StreamEvent } from './message-stream.js';
import { replyEvents, sseText } from './message-stream.js';

/** The body of one streamed answer, byte by byte as a server sends it, and what it holds. */
export interface RecordedStream {
  readonly name: string;
  readonly body: string;
  /** True where it ends as an answer does; false where the server itself broke off. */
  readonly whole: boolean;
}

const say = (text: string): ReplyBlock => ({ type: 'text', text });
const think = (thinking: string): ReplyBlock => ({ type: 'thinking', thinking, signature: 'RXJvQkNrZ0lDaEFC+/==' });
const use = (n: number, input = {}, json?: string): ReplyBlock => ({
  type: 'tool_use',
  id: `toolu_0${n}`,
  name: 'read',
  input,
  ...(json === undefined ? {} : { json }),
});
const path = { path: 'notes/a.md' };

function events(blocks: readonly ReplyBlock[], more: Partial<Reply> = {}, piece = 40): readonly StreamEvent[] {
  return replyEvents({ id: 'msg_01', model: 'm', blocks, ...more }, piece);
}

function stream(name: string, sent: readonly StreamEvent[], whole = true): RecordedStream {
  return { name, body: sent.map(sseText).join(''), whole };
}

function reply(name: string, blocks: readonly ReplyBlock[], more: Partial<Reply> = {}, piece = 40): RecordedStream {
  return stream(name, events(blocks, more, piece));
}

const failing = (type: string): StreamEvent => ({ type: 'error', error: { type, message: 'It broke' } });
const broken = (name: string, blocks: readonly ReplyBlock[], keep: number, type: string): RecordedStream =>
  stream(name, [...events(blocks).slice(0, keep), failing(type)], false);

/** With pings and events of a later API between all others. */
function noisy(sent: readonly StreamEvent[]): readonly StreamEvent[] {
  return sent.flatMap((event) => [event, { type: 'ping' }, { type: 'weather', sky: 'blue' }]);
}

/** Two calls whose pieces come in turns, as a server that works on both at once would send them. */
function interleaved(): readonly StreamEvent[] {
  const [start, ...rest] = events([use(1, path), use(2, path)]);
  const end = rest.slice(-2);
  const middle = rest.slice(0, -2);
  const of = (index: number) => middle.filter((event) => event['index'] === index);
  const [one, two] = [of(0), of(1)];
  return [start, ...one.flatMap((event, at) => [event, two[at]]), ...end].filter((event) => event !== undefined);
}

/** A block of a tool that runs at the server's side, which Gatehouse never asks for. */
function foreignBlock(): readonly StreamEvent[] {
  const all = events([say('Found it.')], { stopReason: 'pause_turn' });
  const block = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
  return [
    ...all.slice(0, -2),
    { type: 'content_block_start', index: 1, content_block: block },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"q":1}' } },
    { type: 'content_block_stop', index: 1 },
    ...all.slice(-2),
  ];
}

const without = (type: string, sent: readonly StreamEvent[]): readonly StreamEvent[] =>
  sent.filter((event) => event.type !== type);

/** Line ends, comments and retry hints that server-sent events may have. */
function dressed(body: string): string {
  return `: open\nretry: 3000\n\n${body.replaceAll('\n', '\r\n')}`;
}

/** Answers of every shape that was seen, small: each is cut at every byte of it. */
export const RECORDED_STREAMS: readonly RecordedStream[] = [
  reply('a short text', [say('Yes.')]),
  reply('a text in many pieces', [say('Here is what the three notes say, one after the other.')], {}, 8),
  reply('characters of one to four bytes', [say('é 笔记 😀 👩‍👩‍👧 café')], {}, 1),
  reply('quotes, backslashes and line breaks', [say('"\\\n\t\u2028</script>{"a":1}')], {}, 7),
  reply('one call', [use(1, path)]),
  reply('a call without arguments', [use(1)]),
  reply('a call whose arguments come as no piece at all', [use(1, {}, '')]),
  reply('a text and a call', [say('I read it.'), use(1, path)]),
  reply('three calls of one tool', [use(1, path), use(2, { path: 'b' }), use(3, { path: '😀' })]),
  reply('signed thinking before a text', [think('Which note?'), say('The first.')]),
  reply('signed thinking before a call', [think('Which note? 笔记'), use(1, path)], {}, 6),
  reply('hidden thinking before a call', [{ type: 'redacted_thinking', data: 'Eo8BCkYI+/==' }, use(1, path)]),
  reply('thinking between two calls', [think('One'), use(1, path), think('Two'), use(2, path)]),
  reply('thinking and nothing after it', [think('Nothing to say')]),
  reply('long arguments', [use(1, { path: 'x', text: 'All work and no play. '.repeat(40) })], {}, 90),
  reply('deep arguments', [use(1, { path: 'x', a: { b: [1, -2.5e3, true, null, { c: '' }] } })], {}, 5),
  reply('arguments that end early', [use(1, {}, '{"path":"notes/a')]),
  reply('arguments that are no object', [use(1, {}, '["notes/a.md"]')]),
  reply('arguments with two objects', [use(1, {}, '{"path":"a"}{"path":"b"}')]),
  reply('a limit of tokens in a text', [say('And then')], { stopReason: 'max_tokens' }),
  reply('a limit of tokens in a call', [say('I write.'), use(1, {}, '{"path":"a')], { stopReason: 'max_tokens' }),
  reply('a limit of tokens after a call that looks whole', [use(1, path)], { stopReason: 'max_tokens' }),
  reply('a refusal after a call was begun', [say('I can’t.'), use(1, path)], { stopReason: 'refusal' }),
  reply('a full context', [say('So')], { stopReason: 'model_context_window_exceeded' }),
  reply('a stop sequence', [say('One, two')], { stopReason: 'stop_sequence' }),
  reply('a reason to stop that is new', [say('Hm.'), use(1, path)], { stopReason: 'moon_phase' }),
  stream('a pause of a tool at the server', foreignBlock()),
  stream('pings and unknown events', noisy(events([say('Yes.'), use(1, path)]))),
  stream('calls whose pieces come in turns', interleaved()),
  stream('an answer without a reason to stop', without('message_delta', events([use(1, path)]))),
  stream('blocks that never end', without('content_block_stop', events([say('Yes.'), use(1, path)]))),
  {
    ...stream('carriage returns and comments', []),
    body: dressed(
      events([use(1, path)])
        .map(sseText)
        .join(''),
    ),
  },
  broken('an overload in a text', [say('I read the notes now, then')], 3, 'overloaded_error'),
  broken('a failure in the arguments', [use(1, { path: 'notes/a long name for a note.md' })], 4, 'api_error'),
  broken('a failure after a whole call', [use(1, path), say('and')], 5, 'api_error'),
];
