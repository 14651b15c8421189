import type { ReviseRequest } from '../core/approval/approval-presenter.js';
import { canonicalJson } from '../core/canonical-json.js';
import { errorMessage } from '../core/errors.js';
import { BrokenJsonError, parsePositionedJson } from '../core/servers/positioned-json.js';
import type { ApprovalRequest } from '../shared/approval.js';
import { isJsonObject, type JsonObject } from '../shared/json.js';
import { hiddenAsEscapes } from '../shared/visible-text.js';
import { strangersName } from './approval-sections.js';
import type { ArgumentsEdit } from './native-question.js';
import type { Words } from './words/words.js';

/** UTF-16 units of a JSON text that is taken. */
const LONGEST = 1_000_000;

/** Lets the arguments of a question be changed; `accept` is given the question that came of it. */
export function editArguments(
  request: ApprovalRequest,
  revise: ReviseRequest,
  { viewer }: Words,
  accept: (next: ApprovalRequest) => void,
): ArgumentsEdit {
  return {
    // An escape is the same JSON, and can be seen.
    json: hiddenAsEscapes(JSON.stringify(request.arguments, null, 2)),
    revise: async (json) => {
      if (json.length > LONGEST) return viewer.tooLong;
      const args = readJson(json, viewer);
      if (typeof args === 'string') return args;
      try {
        if (canonicalJson(args) === canonicalJson(request.arguments)) return undefined;
        const next = await revise(args);
        if (typeof next === 'string') return next;
        accept(next);
        return undefined;
      } catch (error) {
        return errorMessage(error);
      }
    },
  };
}

/** The arguments, or what is wrong with the text and where. */
function readJson(json: string, viewer: Words['viewer']): JsonObject | string {
  try {
    const { value, duplicates } = parsePositionedJson(json);
    const [twice] = duplicates;
    if (twice !== undefined) return viewer.keyTwice(strangersName(twice.key), twice.line, twice.column);
    return isJsonObject(value) ? value : viewer.notAnObject;
  } catch (error) {
    if (error instanceof BrokenJsonError) return viewer.notJson(error.line, error.column);
    return errorMessage(error);
  }
}
