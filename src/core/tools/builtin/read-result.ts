import type { ContentOrigin } from '../../../shared/content-origin.js';
import type { ConversationId } from '../../../shared/conversation.js';
import type { ToolResult } from '../../../shared/tool.js';
import { cleanCut } from '../../clean-cut.js';
import { GatehouseError } from '../../errors.js';
import type { ToolSource } from '../tool.js';
import { errorResult, textResult } from '../tool-result.js';
import { builtinTool, numberArgument, stringArgument } from './builtin-tool.js';

/** Characters that one reading gives. The model is given as much of any result whole, so that it is not cut again. */
const USUAL_LENGTH = 10_000;
const MAX_LENGTH = 25_000;
/** Places that one search gives, and what is shown on each side of them, characters. */
const MAX_PLACES = 20;
const AROUND = 120;
/** So many places are counted. */
const MAX_COUNTED = 10_000;

/** A result as its conversation keeps it. */
export interface KeptResult {
  /** The name under which the model called the tool. */
  readonly of: string;
  /** The whole of it; undefined where the call has no result yet. */
  readonly text: string | undefined;
  readonly origin: ContentOrigin | undefined;
}

/** The result of a call of this very conversation; undefined where it has no such call. */
export type ReadKeptResult = (conversationId: ConversationId, call: string) => KeptResult | undefined;

export function readResultTool(read: ReadKeptResult): ToolSource {
  return builtinTool({
    name: 'read_result',
    description:
      'Read on in a tool result of this chat that was given to you shortened; the note in it names the arguments. ' +
      'Offset and length are in characters of the whole result. With search, gives the places where that text stands ' +
      '(in any case of letters), from offset on.',
    inputSchema: {
      type: 'object',
      properties: {
        call: { type: 'string', minLength: 1, description: 'The id of the call whose result it is.' },
        offset: { type: 'integer', minimum: 0, description: 'First character, from 0. Default 0.' },
        length: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_LENGTH,
          description: `Characters at most. Default ${USUAL_LENGTH}.`,
        },
        search: { type: 'string', minLength: 1, maxLength: 200, description: 'A text to look for.' },
      },
      required: ['call'],
      additionalProperties: false,
    },
    annotations: {
      title: 'Read a result',
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    handler: async (args, { turn }) => {
      const call = stringArgument(args, 'call');
      const { of, text, origin } = kept(read, turn?.conversationId, call);
      const offset = numberArgument(args, 'offset') ?? 0;
      if (text === undefined) return errorResult(`The call ${call} of ${of} has no result. Call the tool again.`);
      if (offset >= text.length) return errorResult(beyond(text.length, offset));
      const wanted = args['search'];
      const said =
        typeof wanted === 'string'
          ? found(text, { of, call, wanted, offset })
          : part(text, { of, call, offset, length: numberArgument(args, 'length') ?? USUAL_LENGTH });
      return withOrigin(textResult(said), origin);
    },
  });
}

function kept(read: ReadKeptResult, conversationId: ConversationId | undefined, call: string): KeptResult {
  const result = conversationId === undefined ? undefined : read(conversationId, call);
  if (result !== undefined) return result;
  throw new GatehouseError(
    'unknown-call',
    `This chat has no call ${JSON.stringify(call.slice(0, 100))}. Take the id from the note in the shortened result.`,
  );
}

function beyond(length: number, offset: number): string {
  return `The result has ${length} characters, so there is nothing at ${offset}. Give an offset below ${length}.`;
}

/** What is read of a result is as foreign as all of it. */
function withOrigin(result: ToolResult, origin: ContentOrigin | undefined): ToolResult {
  return origin === undefined ? result : { ...result, origin };
}

interface Place {
  readonly of: string;
  readonly call: string;
  readonly offset: number;
}

function part(text: string, { of, call, offset, length }: Place & { readonly length: number }): string {
  const from = cleanCut(text, offset);
  // At least one character, also where it has two units.
  const least = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
  const to = Math.max(least, cleanCut(text, Math.min(text.length, from + length)));
  const head = `[Characters ${from} to ${to} of ${text.length}, of the result of ${of}]`;
  const more = `[${text.length - to} characters follow. Read on with ${JSON.stringify({ call, offset: to })}]`;
  return [head, text.slice(from, to), ...(to < text.length ? [more] : ['[This is the end of it.]'])].join('\n');
}

function found(text: string, { of, call, offset, wanted }: Place & { readonly wanted: string }): string {
  // Not by lower case of all: that can have another length, and the places would not be those of the text.
  const pattern = new RegExp(wanted.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&'), 'giu');
  pattern.lastIndex = offset;
  const places: number[] = [];
  for (let match = pattern.exec(text); match !== null && places.length < MAX_COUNTED; match = pattern.exec(text)) {
    places.push(match.index);
  }
  const quoted = JSON.stringify(wanted);
  const range = offset === 0 ? '' : ` from character ${offset} on`;
  if (places.length === 0) return `[${quoted} does not stand in the result of ${of}${range}.]`;
  const shown = places.slice(0, MAX_PLACES);
  const next = places[MAX_PLACES];
  const count = places.length === MAX_COUNTED ? `at least ${MAX_COUNTED}` : places.length;
  return [
    `[${quoted} stands in the result of ${of}${range} ${count} ${count === 1 ? 'time' : 'times'}. Read there with offset.]`,
    ...shown.map((at) => `[at ${at}] ${around(text, at, wanted.length)}`),
    ...(next === undefined ? [] : [`[More: ${JSON.stringify({ call, search: wanted, offset: next })}]`]),
  ].join('\n');
}

/** What stands at a place, on one line. */
function around(text: string, at: number, length: number): string {
  const from = cleanCut(text, Math.max(0, at - AROUND));
  const to = cleanCut(text, Math.min(text.length, at + length + AROUND));
  const line = text.slice(from, to).replaceAll(/\s+/gu, ' ').trim();
  return `${from > 0 ? '…' : ''}${line}${to < text.length ? '…' : ''}`;
}
