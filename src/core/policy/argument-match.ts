import { isAbsolute, relative, sep } from 'node:path';
import type { ArgumentRule, ArgumentTest } from '../../shared/argument-rule.js';
import type { JsonObject, JsonValue } from '../../shared/json.js';
import { fitsPattern } from './text-pattern.js';
import { isHost, plainHost } from './url-host.js';

/** What a call brings along for the rules that look at its arguments. */
export interface ArgumentFacts {
  readonly arguments: JsonObject;
  /** Where the paths in the arguments really lead, by the text in which they stand. Those not in it can't be judged. */
  readonly realPaths: ReadonlyMap<string, string>;
  /** The same for the folders that rules name. */
  readonly realFolders: ReadonlyMap<string, string>;
}

/** `unclear`: the argument is missing, of another type, or nobody can say what it names. */
export type Match = 'yes' | 'no' | 'unclear';

/**
 * Whether the arguments pass every test of a rule. What is unclear never passes a test of an allow. To a rule that asks
 * or denies, an argument of which it is unclear that it is the named one *is not* it, so that `not` rules can't be evaded
 * by leaving it out; otherwise it stays unclear, and the caller asks.
 */
export function matchRule({ when, verdict }: Pick<ArgumentRule, 'when' | 'verdict'>, facts: ArgumentFacts): Match {
  const matches = when.map((test) => (verdict === 'allow' ? certainly(test, facts) : possibly(test, facts)));
  if (matches.length === 0 || matches.includes('no')) return 'no';
  return matches.includes('unclear') ? 'unclear' : 'yes';
}

function certainly(test: ArgumentTest, facts: ArgumentFacts): Match {
  const found = valueOf(test.argument, facts.arguments);
  // What spans lines is several values to a shell, and to who reads only the first.
  if (test.kind === 'matches' && typeof found === 'string' && /\p{Cc}/u.test(found)) return 'unclear';
  const match = matchValue(test, found, facts);
  if (match === 'unclear' || test.not !== true) return match;
  return match === 'yes' ? 'no' : 'yes';
}

function possibly(test: ArgumentTest, facts: ArgumentFacts): Match {
  const match = matchValue(test, valueOf(test.argument, facts.arguments), facts);
  if (test.not !== true) return match;
  return match === 'yes' ? 'no' : 'yes';
}

function valueOf(name: string, args: JsonObject): JsonValue | undefined {
  return Object.hasOwn(args, name) ? args[name] : undefined;
}

function matchValue(test: ArgumentTest, value: JsonValue | undefined, facts: ArgumentFacts): Match {
  switch (test.kind) {
    case 'under':
      return typeof value === 'string'
        ? matchFolder(facts.realPaths.get(value), facts.realFolders.get(test.folder))
        : 'unclear';
    case 'host':
      return typeof value === 'string' ? matchHost(value, test.hosts) : 'unclear';
    case 'equals':
      return matchOne(value, [test.value]);
    case 'one-of':
      return matchOne(value, test.values);
    case 'matches':
      return typeof value === 'string' ? answer(fitsPattern(value, test.pattern)) : 'unclear';
    default:
      // A test that a later release knows.
      return 'unclear';
  }
}

/** Both as they really are. */
function matchFolder(path: string | undefined, root: string | undefined): Match {
  if (path === undefined || root === undefined) return 'unclear';
  const way = relative(root, path);
  return answer(!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`));
}

function matchHost(value: string, hosts: readonly string[]): Match {
  const host = plainHost(value);
  return host === undefined ? 'unclear' : answer(hosts.some((wanted) => isHost(host, wanted)));
}

function matchOne(value: JsonValue | undefined, wanted: readonly unknown[]): Match {
  if (wanted.includes(value)) return 'yes';
  return wanted.some((other) => typeof other === typeof value) ? 'no' : 'unclear';
}

function answer(holds: boolean): Match {
  return holds ? 'yes' : 'no';
}
