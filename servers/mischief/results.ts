import { RPC_CODE, errorOf, resultOf } from '../kit/json-rpc.js';
import type { RpcId } from '../kit/json-rpc.js';
import type { JsonObject, JsonValue } from '../kit/json.js';
import type { Flags } from './flags.js';
import { SPOOFED_TEXT } from './tool-list.js';

/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** What a tool found: its text, and whether that is a failure. */
interface Finding {
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
  if (flags.has('image-result')) return { content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] };
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
      return typeof tool === 'string' && /^tool_\d+$/.test(tool) ? { text: `${tool} ran.`, isError: false } : undefined;
  }
}
