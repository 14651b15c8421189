import { branded } from '../../shared/brand.js';
import type { PolicyEntry, Verdict } from '../../shared/policy.js';
import type { ServerId } from '../../shared/server.js';
import type { RawToolName } from '../../shared/tool.js';

/** The policy that ships for the bundled sample servers, by their ids. What is not listed asks. */
const SHIPPED: readonly (readonly [serverId: string, tool: string, verdict: Verdict])[] = [
  ['docs', 'search', 'allow'],
  ['docs', 'get_version', 'allow'],
  ['deploy', 'status', 'allow'],
  ['deploy', 'trigger', 'confirm'],
];

/**
 * The shipped entries. They are for the servers that ship with Gatehouse: leave out those of a server whose launch is
 * no longer the bundled one.
 */
export const HOST_POLICY: readonly PolicyEntry[] = SHIPPED.map(([serverId, tool, verdict]) => ({
  serverId: branded<ServerId>(serverId),
  tool: branded<RawToolName>(tool),
  verdict,
  origin: 'host',
  since: '2026-11-30T00:00:00.000Z',
}));
