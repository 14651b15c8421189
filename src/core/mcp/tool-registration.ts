import { GatehouseError } from '../errors.js';

/**
 * Adds one tool to those of its server. Three checks, each of which raises: the name is not empty (code
 * `tool-without-name`), no other tool of the server has it (`tool-name-twice`), and there is a handler
 * (`tool-without-handler`). The caller catches for each tool, so that a bad one never hides the others.
 */
export function registerTool<T extends { readonly name: string }>(
  registry: Map<string, T>,
  tool: T,
  handler: unknown,
): void {
  if (tool.name.trim() === '') throw new GatehouseError('tool-without-name', 'Its name is empty.');
  if (registry.has(tool.name)) {
    const message = `The server has another tool named "${tool.name}", listed before it.`;
    throw new GatehouseError('tool-name-twice', message, { parts: { name: tool.name } });
  }
  if (typeof handler !== 'function') {
    throw new GatehouseError('tool-without-handler', 'Nothing is there that could run it.');
  }
  registry.set(tool.name, tool);
}
