import type { OpenedServer } from '../servers/opened-server.js';
import type { ScriptedSession } from './scripted-session.js';

/** A server that has been met, with a scripted session behind it. */
export function openedServer(session: ScriptedSession, more: Partial<OpenedServer> = {}): OpenedServer {
  return {
    session,
    transport: 'stdio',
    knownEra: 'legacy',
    rootsChanged: async () => undefined,
    wake: async () => undefined,
    ...more,
  };
}
