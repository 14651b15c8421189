import type { Brand } from './brand.js';
import type { GrantOrigin, Verdict } from './policy.js';
import type { ServerId } from './server.js';
import type { RawToolName } from './tool.js';

export type ArgumentRuleId = Brand<'ArgumentRuleId'>;

/** A value that an argument is compared with; type and all, so `1` is not `"1"`. */
export type ArgumentValue = string | number | boolean;

/** What one argument must be. `not` turns it round. */
export type ArgumentTest = { readonly argument: string; readonly not?: boolean } &
  /** A path at or below this folder, every link followed. `~` is the home folder. */
  (
    | { readonly kind: 'under'; readonly folder: string }
    /** A URL with one of these hosts; `*.example.com` is every host below `example.com`. */
    | { readonly kind: 'host'; readonly hosts: readonly string[] }
    | { readonly kind: 'equals'; readonly value: ArgumentValue }
    | { readonly kind: 'one-of'; readonly values: readonly ArgumentValue[] }
    /** A text that a pattern fits from end to end: `*` any characters, `?` one, `\` takes the next as it is. */
    | { readonly kind: 'matches'; readonly pattern: string }
  );

/** A verdict of the user's on calls of one tool whose arguments pass every test. */
export interface ArgumentRule {
  readonly id: ArgumentRuleId;
  readonly serverId: ServerId;
  readonly tool: RawToolName;
  /** All of them must hold; at least one. */
  readonly when: readonly ArgumentTest[];
  readonly verdict: Verdict;
  /** SHA-256 (hex) of the tool's definition when it was allowed. Only an allow has one. */
  readonly fingerprint?: string;
  /** ISO 8601. */
  readonly since: string;
  /** ISO 8601; when the user last renewed an allow. */
  readonly renewed?: string;
  readonly via: GrantOrigin;
}

/** A test in a line: `path is under ~/notes`. For questions, exports and sentences in English. */
export function argumentTestText(test: ArgumentTest): string {
  const name = JSON.stringify(test.argument);
  const is = test.not === true ? 'is not' : 'is';
  switch (test.kind) {
    case 'under':
      return `${name} ${is} under ${JSON.stringify(test.folder)}`;
    case 'host':
      return `the host of ${name} ${is} ${test.hosts.map((host) => JSON.stringify(host)).join(' or ')}`;
    case 'equals':
      return `${name} ${is} ${JSON.stringify(test.value)}`;
    case 'one-of':
      return `${name} ${is} one of ${test.values.map((value) => JSON.stringify(value)).join(', ')}`;
    default:
      return `${name} ${test.not === true ? 'does not match' : 'matches'} ${JSON.stringify(test.pattern)}`;
  }
}
