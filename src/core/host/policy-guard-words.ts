import { GatehouseError } from '../errors.js';
import { DANGEROUS_WORDS } from '../policy/guard.js';
import type { HostCommands } from './host.js';
import { confirmed, type PolicyCommandParts } from './policy-commands.js';

type GuardCommands = Pick<HostCommands, 'policy.addGuardWord' | 'policy.removeGuardWord'>;

/** More words of the user's own are a mistake. */
const MAX_WORDS = 500;

/** The list of dangerous words. A word is added at once; one less loosens, so it is asked natively. */
export function guardCommands(parts: PolicyCommandParts): GuardCommands {
  const { policies } = parts;
  return {
    'policy.addGuardWord': async (input) => {
      const word = input.word.trim();
      const { added, removed } = policies.guardEdits;
      if (!/\p{L}/u.test(word)) throw new GatehouseError('bad-word', 'A word needs a letter at least.');
      if (added.length >= MAX_WORDS) throw new GatehouseError('too-many-words', `You have ${MAX_WORDS} words already.`);
      const others = removed.filter((other) => other !== word);
      const isShipped = DANGEROUS_WORDS.includes(word);
      if (others.length === removed.length && (isShipped || added.includes(word))) return null;
      policies.editGuard({ added: isShipped ? added : [...added, word], removed: others });
      return null;
    },
    'policy.removeGuardWord': async ({ word }) => {
      const counts = (): boolean => {
        const { added, removed } = policies.guardEdits;
        return added.includes(word) || (DANGEROUS_WORDS.includes(word) && !removed.includes(word));
      };
      if (!counts()) throw new GatehouseError('unknown-word', `“${word}” is not in the list.`, { parts: { word } });
      await confirmed({ kind: 'remove-guard-word', word }, `“${word}” still makes a tool ask.`, parts);
      if (!counts()) return null;
      const { added, removed } = policies.guardEdits;
      policies.editGuard({
        added: added.filter((other) => other !== word),
        removed: DANGEROUS_WORDS.includes(word) ? [...removed, word] : removed,
      });
      return null;
    },
  };
}
