import { branded } from '../../../shared/brand.js';
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
}

/** A tool of the house for the pool. Whatever its handler throws becomes a result for the model. */
export function builtinTool(tool: BuiltinTool): ToolSource {
  const { description, inputSchema, annotations, handler, invariant } = tool;
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
    ...(invariant === undefined ? {} : { invariant }),
  };
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
