import { describe, expect, it } from 'vitest';
import { createValidatorCache } from '../schema/validator.js';
import { STORED_SERVERS } from './stored-servers.js';

const check = createValidatorCache().compile(STORED_SERVERS);
/** As version 1 wrote it before servers could be elsewhere. */
const OLD = {
  id: 'a',
  name: 'a',
  launch: { kind: 'stdio', command: 'x', args: ['-y'], env: { KEY: 'v' } },
  trustReadOnlyHint: false,
  autoConnect: true,
  bundled: false,
  confirmedLaunch: 'f00',
};
const HTTP = { kind: 'http', url: 'https://a.example/mcp', headers: { A: 'b' }, transport: 'auto' };

describe('the servers in servers.json', () => {
  it.each([
    [OLD],
    [{ ...OLD, era: 'modern', knownEra: 'legacy' }],
    [{ ...OLD, launch: HTTP }],
    [{ ...OLD, launch: { ...HTTP, transport: 'sse', caFile: '/ca.pem', proxy: 'direct' } }],
    [{ ...OLD, launch: { kind: 'websocket', url: 'wss://a.example', headers: {} } }],
  ])('can be %j', (server) => {
    expect(check([server])).toBeUndefined();
  });

  it.each([
    [{ ...OLD, era: 'stone' }],
    [{ ...OLD, launch: { ...HTTP, command: 'x' } }],
    [{ ...OLD, launch: { ...HTTP, transport: 'pigeon' } }],
    [{ ...OLD, launch: { kind: 'websocket', url: 7, headers: {} } }],
    [{ ...OLD, launch: { kind: 'telepathy' } }],
  ])('can not be %j', (server) => {
    expect(check([server])).toBeDefined();
  });
});
