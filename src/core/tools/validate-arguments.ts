import type { JsonObject } from '../../shared/json.js';
import { errorMessage } from '../errors.js';
import type { ValidatorCache } from '../schema/validator.js';
import type { Tool } from './tool.js';

/**
 * What is wrong with the arguments of a call, as a sentence for the model that names the path and what was expected;
 * undefined = they match the tool's own schema. A schema that can't be used refuses every call.
 */
export async function validateArguments(
  tool: Tool,
  args: JsonObject,
  validators: ValidatorCache,
): Promise<string | undefined> {
  try {
    const problem = await validators.validate(tool.inputSchema, args);
    return problem === undefined ? undefined : `The arguments of ${tool.wireName} do not match its schema: ${problem}.`;
  } catch (error) {
    return `The arguments of ${tool.wireName} can't be checked. ${errorMessage(error)}`;
  }
}
