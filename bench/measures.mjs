// What is measured, and the goals: our figure divided by that of the official SDK of the same round.

/**
 * @typedef {object} Measure
 * @property {string} id
 * @property {string} title
 * @property {string} unit
 * @property {'lower' | 'higher'} better
 * @property {string} scenario a name in measure.ts
 * @property {'stdio' | 'json' | 'sse' | 'tiny'} server
 * @property {number} count how many calls, bytes, messages or servers
 * @property {readonly [number, number] | undefined} goals against SDK 1.x and 2.x
 * @property {number} rounds
 * @property {number} [patienceMs] a client that takes longer is ended, and counts with this time
 * @property {boolean} [oneCore] client and server share one core: no wake-up of a second one is measured
 * @property {boolean} [delivered] all of `count` must be delivered by our client
 * @property {boolean} [bundled] the SDKs are bundled like our client, not loaded from their packages
 * @property {Readonly<Record<string, string>>} [env] for the server
 */

const TEN_THOUSAND_TOOLS = { TOOLS: '10000', PAGE: '100', OUTPUT_SCHEMA: '1' };

/** @type {readonly Measure[]} */
export const MEASURES = [
  {
    id: 'stdio-sequential',
    title: 'stdio, 100 B, one call after the other, on one core: p50',
    unit: 'µs',
    better: 'lower',
    scenario: 'sequential',
    server: 'stdio',
    count: 20_000,
    goals: [0.88, 0.66],
    rounds: 7,
    oneCore: true,
  },
  {
    id: 'stdio-in-flight',
    title: 'stdio, 100 B, 64 calls in flight',
    unit: 'calls/s',
    better: 'higher',
    scenario: 'in-flight',
    server: 'stdio',
    // Long enough that it is not V8's compiling that is measured.
    count: 200_000,
    goals: [2.8, 5],
    rounds: 7,
  },
  {
    id: 'http-json',
    title: 'HTTP with JSON answers, 100 B, on one core: p50',
    unit: 'µs',
    better: 'lower',
    scenario: 'sequential',
    server: 'json',
    // As above.
    count: 10_000,
    goals: [0.33, 0.29],
    rounds: 7,
    oneCore: true,
  },
  {
    id: 'http-sse',
    title: 'HTTP with SSE answers, 100 B, on one core: p50',
    unit: 'µs',
    better: 'lower',
    scenario: 'sequential',
    server: 'sse',
    count: 10_000,
    goals: [0.14, 0.13],
    rounds: 7,
    oneCore: true,
  },
  {
    id: 'stdio-10-mb',
    title: 'stdio, a result of 10 MB',
    unit: 'ms',
    better: 'lower',
    scenario: 'large',
    server: 'stdio',
    count: 10_000_000,
    goals: [0.1, 0.1],
    rounds: 7,
  },
  {
    id: 'stdio-100-mb',
    title: 'stdio, a result of 100 MB',
    unit: 'ms',
    better: 'lower',
    scenario: 'large',
    server: 'stdio',
    count: 100_000_000,
    goals: [0.01, 0.01],
    rounds: 1,
    // The SDKs copy all that came for each piece that comes: up to ten minutes, which say no more than this does.
    patienceMs: 240_000,
  },
  {
    id: 'notifications',
    title: 'stdio, 10,000 notifications',
    unit: 'ms',
    better: 'lower',
    scenario: 'notifications',
    server: 'stdio',
    count: 10_000,
    goals: [0.1, 0.09],
    rounds: 7,
    delivered: true,
  },
  {
    id: 'progress',
    title: 'stdio, 10,000 progress notifications of one call',
    unit: 'ms',
    better: 'lower',
    scenario: 'progress',
    server: 'stdio',
    count: 10_000,
    goals: [0.13, 0.12],
    rounds: 7,
    delivered: true,
  },
  {
    id: 'tools',
    title: 'stdio, 10,000 tools with output schemas on 100 pages, listed a second time, unchanged',
    unit: 'ms',
    better: 'lower',
    scenario: 'listing',
    server: 'stdio',
    count: 10_000,
    goals: [0.1, 0.33],
    rounds: 5,
    delivered: true,
    env: TEN_THOUSAND_TOOLS,
  },
  {
    id: 'cold-connect',
    title: 'stdio, cold: import, start, handshake, 20 tools',
    unit: 'ms',
    better: 'lower',
    scenario: 'cold',
    server: 'tiny',
    count: 20,
    goals: [0.1, 0.1],
    rounds: 9,
  },
  {
    id: 'cold-connect-bundled',
    title: 'the same, with the SDKs bundled like our client',
    unit: 'ms',
    better: 'lower',
    scenario: 'cold',
    server: 'tiny',
    count: 20,
    goals: undefined,
    rounds: 9,
    bundled: true,
  },
  {
    id: 'servers',
    title: '100 stdio servers with 20 tools each: memory of the host for each',
    unit: 'MB',
    better: 'lower',
    scenario: 'many',
    server: 'tiny',
    count: 100,
    goals: [0.55, 0.4],
    rounds: 5,
    delivered: true,
  },
];

/** How much a goal may be missed before `--check` fails: what the neighbours of a shared machine do to a figure. */
export const TOLERANCE = 1.15;
/** Time of the 100 MB result ÷ that of the 10 MB one, at most: reading is linear. */
export const LINEAR = 11;
