import type { HookEvent } from '../../shared/hook.js';

/** Words about whose a text is. */
export const enTrust = {
  trust: {
    aHook: 'a hook',
    fromHook: 'from a hook',
    fromHookTip: (event: HookEvent) => `This text was written by a ${event} hook of yours.`,
  },
};
