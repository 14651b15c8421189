import type { HookEvent } from '../../shared/hook.js';

/** Words about whose a text is. */
export const enTrust = {
  trust: {
    /** Why a rule of an import is not taken over. */
    skipped: {
      'no-server': 'there is no such server here',
      'built-in': 'a built-in tool is never allowed for good',
      'no-definition': 'it does not say which definition is allowed',
    },
    aHook: 'a hook',
    fromHook: 'from a hook',
    fromHookTip: (event: HookEvent) => `This text was written by a ${event} hook of yours.`,
  },
};
