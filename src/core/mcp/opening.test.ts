import { afterEach, describe, expect, it } from 'vitest';
import { McpClient } from './client.js';
import type { ConnectOptions } from './client.js';
import { verifies } from './protocol-requirements.test-kit.js';
import { RecordedTransport } from './schema-check.test-kit.js';
import type { McpSession } from './session.js';
import { StdioTransport } from './transports/stdio.js';

/** A server of a few lines that answers by the rules in `rules`, a function of the message and `answer`. */
const SERVER = `
const answer = (id, body) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, ...body }) + '\\n');
const hello = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'rogue', version: '1' } };
const found = { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: {}, ttlMs: 0, cacheScope: 'private' };
const rules = RULES;
let buffer = '';
process.stdin.on('data', (chunk) => {
  buffer += chunk;
  for (let at = buffer.indexOf('\\n'); at >= 0; at = buffer.indexOf('\\n')) {
    const message = JSON.parse(buffer.slice(0, at));
    buffer = buffer.slice(at + 1);
    if ('id' in message) rules(message, answer);
  }
});
process.stdin.on('end', () => process.exit(0));
`;

const INITIALIZE = `if (method === 'initialize') answer(id, { result: hello });`;
const PATIENCE = { afterSignMs: 300, unseenMs: 1_000 };
const sessions: McpSession[] = [];
const transports: RecordedTransport[] = [];

afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.close()));
  transports.length = 0;
});

function start(rules: string): RecordedTransport {
  const source = SERVER.replace('RULES', () => `({ id, method }, answer) => { ${rules} }`);
  const launch = { command: process.execPath, args: ['--eval', source], env: {}, cwd: process.cwd() };
  const transport = new RecordedTransport(new StdioTransport(launch, { grace: { eofMs: 500, termMs: 500 } }));
  transports.push(transport);
  return transport;
}

async function connect(rules: string, options: ConnectOptions = {}): Promise<McpSession> {
  const restart = (): Promise<RecordedTransport> => Promise.resolve(start(rules));
  const session = await new McpClient('0').connect(start(rules), { restart, probePatience: PATIENCE, ...options });
  sessions.push(session);
  return session;
}

describe('meeting a server', () => {
  it.each<[string, string]>([
    ['-32601', `answer(id, { error: { code: -32601, message: 'unknown' } });`],
    ['-32602', `answer(id, { error: { code: -32602, message: 'bad' } });`],
    ['-32000', `answer(id, { error: { code: -32000, message: 'Server not initialized' } });`],
    ['a code of its own', `answer(id, { error: { code: 7, message: 'seven' } });`],
    ['-32022 without a list', `answer(id, { error: { code: -32022, message: 'no' } });`],
    ['an empty result', `answer(id, { result: {} });`],
    ['an answer that is none', `process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error: 'no' }) + '\\n');`],
  ])(verifies('discover.fallback', 'such as one that answers %s'), async (_name, otherwise) => {
    const session = await connect(`${INITIALIZE} else ${otherwise}`);
    expect(session).toMatchObject({ era: 'legacy', knownEra: 'legacy', revision: '2025-11-25' });
    expect(transports[0]?.methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
    expect(transports).toHaveLength(1);
  });

  it(verifies('discover.fallback', 'such as one that is silent'), async () => {
    expect(await connect(INITIALIZE)).toMatchObject({ era: 'legacy', knownEra: 'legacy' });
    expect(transports).toHaveLength(1);
  });

  it('starts a server that dies of the probe once more, without it', async () => {
    const log: string[] = [];
    const phases: string[] = [];
    const session = await connect(`${INITIALIZE} else process.exit(3);`, {
      onLog: (_source, text) => log.push(text),
      onPhase: (phase) => phases.push(phase),
    });
    expect(session).toMatchObject({ era: 'legacy', knownEra: 'legacy' });
    expect(transports.map(({ methods }) => methods)).toEqual([
      ['server/discover'],
      ['initialize', 'notifications/initialized'],
    ]);
    expect(log.join()).toContain('started once more');
    expect(phases).toEqual(['spawning', 'handshake', 'spawning', 'handshake']);
  });

  it('says how a server ended that dies either way', async () => {
    await expect(connect(`console.error('boom'); process.exit(4);`)).rejects.toMatchObject({
      code: 'exited',
      message: expect.stringMatching(/code 4.*boom/),
    });
    expect(transports).toHaveLength(2);
  });

  it(verifies('discover.verdict-cached', 'so a known server is asked nothing twice'), async () => {
    await connect(INITIALIZE, { knownEra: 'legacy' });
    expect(transports[0]?.methods).toEqual(['initialize', 'notifications/initialized']);
  });

  it('probes a server again that refuses what was known of it', async () => {
    const rules = `if (method === 'server/discover') answer(id, { result: found }); else answer(id, { error: { code: -32022, message: 'no' } });`;
    expect(await connect(rules, { knownEra: 'legacy' })).toMatchObject({ era: 'modern', knownEra: 'modern' });
    expect(transports[0]?.methods).toEqual(['initialize', 'server/discover']);
  });

  it('waits for a slow modern server that has said nothing yet, and knows it the next time', async () => {
    const late = `setTimeout(() => answer(id, { result: found }), 600)`;
    const patient = { afterSignMs: 50, unseenMs: 60_000 };
    expect(await connect(`if (method === 'server/discover') ${late};`, { probePatience: patient })).toMatchObject({
      era: 'modern',
    });
  });

  it('keeps to a handshake that was taken before the answer to the probe was known, and learns for the next time', async () => {
    const both = `if (method === 'server/discover') globalThis.probe = id;
      else { answer(globalThis.probe, { result: found }); answer(id, { result: hello }); }`;
    const patience = { afterSignMs: 50, unseenMs: 50 };
    expect(await connect(both, { probePatience: patience })).toMatchObject({ era: 'legacy', knownEra: 'modern' });
  });

  it('does as it is told for one server', async () => {
    await connect(INITIALIZE, { era: 'legacy' });
    expect(transports[0]?.methods).not.toContain('server/discover');
    const refuses = `${INITIALIZE} else answer(id, { error: { code: -32601, message: 'unknown' } });`;
    await expect(connect(refuses, { era: 'modern' })).rejects.toMatchObject({ code: 'unsupported-revision' });
    expect(transports[1]?.methods).toEqual(['server/discover']);
  });

  it('can be cancelled while the probe waits, and starts nothing then', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const onLog = (): void => controller.abort();
    await expect(connect(`console.error('here');`, { signal, onLog })).rejects.toMatchObject({ code: 'cancelled' });
    expect(transports).toHaveLength(1);
  });
});
