import type { ReviseRequest } from '../core/approval/approval-presenter.js';
import { canonicalJson } from '../core/canonical-json.js';
import { errorMessage } from '../core/errors.js';
import type { ApprovalRequest } from '../shared/approval.js';
import { isJsonObject } from '../shared/json.js';
import { hiddenAsEscapes } from '../shared/visible-text.js';
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
      let args: unknown;
      try {
        args = JSON.parse(json);
      } catch (error) {
        return viewer.notJson(errorMessage(error));
      }
      if (!isJsonObject(args)) return viewer.notAnObject;
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
