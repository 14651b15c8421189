import type { CallPreview } from '../../../shared/approval.js';
import { branded } from '../../../shared/brand.js';
import type { ContentOrigin } from '../../../shared/content-origin.js';
import type { JsonObject } from '../../../shared/json.js';
import type { RawToolName, ToolAnnotations, ToolDefinition } from '../../../shared/tool.js';
import { errorMessage, GatehouseError } from '../../errors.js';
import { toolFingerprint } from '../fingerprint.js';
import { BUILTIN_SERVER_ID, type ToolHandler, type ToolSource } from '../tool.js';
import { errorResult } from '../tool-result.js';

/** What is written down of a tool of the house. */
export interface BuiltinTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly annotations: ToolAnnotations;
  readonly handler: ToolHandler;
  readonly invariant?: (args: JsonObject) => Promise<string | undefined>;
  /** May throw: then the question says why there is nothing to show. */
  readonly preview?: (args: JsonObject) => Promise<CallPreview>;
  readonly origin?: (args: JsonObject) => ContentOrigin;
}

/** A tool of the house for the pool. Whatever its handler throws becomes a result for the model. */
export function builtinTool(tool: BuiltinTool): ToolSource {
  const { description, inputSchema, annotations, handler, invariant, preview, origin } = tool;
  const name = branded<RawToolName>(tool.name);
  const definition: ToolDefinition = { name, description, inputSchema, annotations };
  return {
    serverId: BUILTIN_SERVER_ID,
    serverName: BUILTIN_SERVER_ID,
    builtin: true,
    connectionId: 'builtin',
    trustReadOnlyHint: false,
    name,
    description,
    inputSchema,
    annotations,
    fingerprint: toolFingerprint(definition),
    handler: async (args, context) => {
      try {
        return await handler(args, context);
      } catch (error) {
        return errorResult(errorMessage(error));
      }
    },
    origin: (args) => origin?.(args),
    ...(invariant === undefined ? {} : { invariant }),
    ...(preview === undefined ? {} : { preview: (args) => preview(args).catch(unknownPreview) }),
  };
}

function unknownPreview(error: unknown): CallPreview {
  return { kind: 'unknown', why: errorMessage(error) };
}

/** An argument that its schema says is a string. */
export function stringArgument(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === 'string') return value;
  throw new GatehouseError('bad-arguments', `The argument "${name}" must be a string.`);
}

/** An argument that its schema says is a number, where it is given. */
export function numberArgument(args: JsonObject, name: string): number | undefined {
  const value = args[name];
  return typeof value === 'number' ? value : undefined;
}
