/** So many levels of lists and objects of a message are taken. JSON in use has a dozen; schemas may have 64. */
const MAX_LEVELS = 256;

/** Stands where something was cut, for whoever reads the rest: the user, the model and the log. */
export const CUT = `(left out by Gatehouse: nested deeper than ${MAX_LEVELS} levels)`;

/** The line of a server's log for a message that lost a part. */
export const DEEP_MESSAGE = `A part of what the server sent was left out: it is nested deeper than ${MAX_LEVELS} levels.`;

/** A text that has more levels than are taken is longer than this: each has a beginning and an end. UTF-16 units. */
const SHORTEST = 2 * MAX_LEVELS;

/**
 * Cuts what is nested too deep out of a JSON value that was parsed from `text`, in place, and says whether it did. V8
 * parses any depth; whatever goes through the value later, `JSON.stringify` among it, would end in a stack overflow and
 * lose the rest of the message too.
 */
export function cutDeepParts(value: unknown, text: string): boolean {
  return text.length > SHORTEST && cut(value, 1);
}

/** Pages of tools and large results go through here: `for in` takes a third of the time of `Object.keys`. */
function cut(value: unknown, level: number): boolean {
  let found = false;
  if (isObject(value)) {
    // What JSON made has no members but its own.
    // oxlint-disable-next-line guard-for-in
    for (const key in value) {
      const part = value[key];
      if (!isObject(part)) continue;
      if (level < MAX_LEVELS) {
        found = cut(part, level + 1) || found;
        continue;
      }
      // Defined, not set: a member may be named `__proto__`.
      Object.defineProperty(value, key, { value: CUT, writable: true, enumerable: true, configurable: true });
      found = true;
    }
  }
  return found;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
