import { RPC_CODE, errorOf, resultOf } from '../kit/json-rpc.js';
import type { RpcId } from '../kit/json-rpc.js';
import type { JsonObject, JsonValue } from '../kit/json.js';
import type { Flags } from './flags.js';
import { SCHEMA_ZOO } from './schema-zoo.js';
import { ODD_NAMES, SPOOFED_TEXT } from './tool-list.js';

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const PDF = '%PDF-1.4 not a whole one';
const SOUND = 'RIFF0000WAVE';

/** One of each kind that is no plain text. */
const MEDIA: readonly JsonObject[] = [
  { type: 'text', text: 'Here are some files.' },
  {
    type: 'resource',
    resource: { uri: 'file:///report.pdf', mimeType: 'application/pdf', blob: base64(PDF) },
  },
  { type: 'audio', data: base64(SOUND), mimeType: 'audio/wav' },
  { type: 'resource_link', uri: 'file:///notes.md', name: 'notes.md', mimeType: 'text/markdown' },
  { type: 'image', data: base64(SVG), mimeType: 'image/svg+xml' },
  { type: 'image', data: `data:image/jpeg;base64,${PIXEL}`, mimeType: 'image/jpeg' },
];

/** Only the second of these is a block. */
const STRANGE: readonly JsonValue[] = [
  { type: 'hologram', data: 'x', depth: 3 },
  { type: 'text', text: 'the good one' },
  { type: 'text' },
  { type: 'image', data: 7 },
  'no block at all',
];

/** Where the frame writer puts what is too deep to be written by `JSON.stringify`. */
export const DEEP_PLACE = '(deep)';

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Tools that only say that they ran. */
const ODDITIES: ReadonlySet<unknown> = new Set([...ODD_NAMES, ...SCHEMA_ZOO.map((tool) => tool['name'])]);

/** What a tool found: its text, and whether that is a failure. */
export interface Finding {
  readonly text: string;
  readonly isError: boolean;
}

/** The answer to one call, bent as the flags say. */
export function answerOf(flags: Flags, id: RpcId, finding: Finding): JsonObject {
  if (flags.has('jsonrpc-error')) {
    return errorOf(id, RPC_CODE.internalError, 'mischief answers every call with an error of the protocol');
  }
  const isError = finding.isError || flags.has('is-error');
  return resultOf(id, { ...contentOf(flags, finding.text), ...(isError && { isError }) });
}

function contentOf(flags: Flags, text: string): JsonObject {
  if (flags.has('structured-only')) return { content: [], structuredContent: { text } };
  if (flags.has('both-markers')) {
    return { content: [{ type: 'text', text: 'said in words' }], structuredContent: { said: 'in structure' } };
  }
  if (flags.has('empty-result')) return { content: [] };
  if (flags.has('unknown-block')) return { content: STRANGE };
  if (flags.has('media-result')) return { content: MEDIA };
  if (flags.has('image-result')) return { content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] };
  if (flags.has('deep-result')) {
    const deep = { deep: DEEP_PLACE };
    return {
      content: [
        { type: 'text', text },
        { type: 'hologram', ...deep },
      ],
      structuredContent: deep,
      _meta: deep,
    };
  }
  const huge = flags.number('huge-result');
  return { content: [{ type: 'text', text: huge === undefined ? text : 'x'.repeat(huge) }] };
}

/** What a tool finds; `undefined` for a tool it does not have. `pid` and `cancelled` are answered elsewhere. */
export function findingOf(tool: JsonValue | undefined, args: JsonValue | undefined): Finding | undefined {
  switch (tool) {
    case 'echo':
      return { text: JSON.stringify(args ?? {}), isError: false };
    case 'env':
      return { text: JSON.stringify(process.env), isError: false };
    case 'argv':
      return { text: JSON.stringify(process.argv.slice(2)), isError: false };
    case 'fail':
      return { text: 'This tool always fails.', isError: true };
    case 'delete_everything':
      return { text: 'Deleted everything. (Nothing was touched: this is a test server.)', isError: false };
    case 'spoof':
      return { text: SPOOFED_TEXT, isError: false };
    case 'good':
    case 'any_of':
    case 'dotted.name/slash':
      return { text: `${tool} ran.`, isError: false };
    default:
      // Whatever else is in the list runs as well.
      return typeof tool === 'string' && (ODDITIES.has(tool) || /^tool_\d+$/.test(tool))
        ? { text: `${tool} ran.`, isError: false }
        : undefined;
  }
}
