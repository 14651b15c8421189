import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../shared/json.js';
import { json } from '../transports/scripted-http.test-kit.js';
import type { GrantChoice, OAuthOptions } from './oauth-options.js';
import { ProtectedServer, TestIssuer, Visitor } from './oauth-world.test-kit.js';
import type { MemoryCredentials } from './oauth-world.test-kit.js';
import { verifies } from '../protocol-requirements.test-kit.js';

vi.setConfig({ testTimeout: 60_000 });

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function newIssuer(name: string): Promise<TestIssuer> {
  const issuer = await new TestIssuer(name).start();
  cleanUp.push(() => issuer.close());
  return issuer;
}

async function world(...others: readonly TestIssuer[]): Promise<{ server: ProtectedServer; issuer: TestIssuer }> {
  const issuer = await newIssuer('one');
  const server = await new ProtectedServer(issuer, ...others).start();
  cleanUp.push(() => server.close());
  return { server, issuer };
}

async function visit(
  server: ProtectedServer,
  options?: Partial<OAuthOptions>,
  credentials?: MemoryCredentials,
): Promise<Visitor> {
  const visitor = await new Visitor(server, options, credentials).start();
  cleanUp.push(() => visitor.close());
  return visitor;
}

function grants(issuer: TestIssuer): readonly (string | null)[] {
  return issuer.at('/token').map(({ form }) => form.get('grant_type'));
}

describe('a token that the server refuses later', () => {
  it('is renewed once for all requests that met the refusal, with the resource named again', async () => {
    const { server, issuer } = await world();
    const visitor = await visit(server);
    await visitor.call();
    issuer.tokens.clear();
    await Promise.all([visitor.call(), visitor.call(), visitor.call()]);
    expect(grants(issuer)).toEqual(['authorization_code', 'refresh_token']);
    expect(issuer.at('/token')[1]?.form.get('resource')).toBe(`${server.origin}/mcp`);
    expect(visitor.pages).toHaveLength(1);
  });

  it(verifies('auth.renewal', 'brings a new refresh token, which alone is used from then on and kept'), async () => {
    const { server, issuer } = await world();
    let now = 1_000_000;
    const visitor = await visit(server, { now: () => now });
    await visitor.call();
    for (let n = 0; n < 2; n++) {
      now += 3_600_000;
      issuer.tokens.clear();
      await visitor.call();
    }
    issuer.tokens.clear();
    await (await visit(server, {}, visitor.credentials)).call();
    const used = issuer.at('/token').map(({ form }) => form.get('refresh_token'));
    expect(used).toEqual([null, 'one-refresh-1', 'one-refresh-2', 'one-refresh-3']);
  });

  it('leads to a new sign-in where the refresh token is spent', async () => {
    const { server, issuer } = await world();
    let now = 1_000_000;
    const visitor = await visit(server, { now: () => now });
    await visitor.call();
    now += 3_600_000;
    issuer.tokens.clear();
    issuer.instead.set('/token', (_seen, response) => {
      issuer.instead.delete('/token');
      json(response, { error: 'invalid_grant' }, 400);
    });
    await visitor.call();
    expect(visitor.pages).toHaveLength(2);
    expect(grants(issuer)).toEqual(['authorization_code', 'refresh_token', 'authorization_code']);
  });

  it.each<[string, number, JsonObject | undefined]>([
    ['HTTP 503', 503, undefined],
    ['HTTP 429 with an error of OAuth', 429, { error: 'invalid_request' }],
    ['“temporarily_unavailable”', 400, { error: 'temporarily_unavailable' }],
  ])('is kept where the token endpoint answers with %s, and nobody is asked', async (_what, status, body) => {
    const { server, issuer } = await world();
    let now = 1_000_000;
    const visitor = await visit(server, { now: () => now });
    await visitor.call();
    now += 3_600_000;
    issuer.tokens.clear();
    issuer.instead.set('/token', (_seen, response) => json(response, body ?? 'down for a moment', status));
    await expect(visitor.call()).rejects.toMatchObject({
      code: 'unreachable',
      message: `${issuer.origin} answered the request for a token with HTTP ${status}. Try again later.`,
    });
    issuer.instead.delete('/token');
    await visitor.call();
    expect(visitor.pages).toHaveLength(1);
    expect(grants(issuer).at(-1)).toBe('refresh_token');
  });

  it('is renewed before it is used where its time is up', async () => {
    const { server, issuer } = await world();
    let now = 1_000_000;
    issuer.token = { expires_in: 100 };
    const visitor = await visit(server, { now: () => now });
    await visitor.call();
    const before = server.seen.length;
    now += 80_000;
    await Promise.all([visitor.call(), visitor.call()]);
    expect(server.seen.slice(before).map(({ authorization }) => authorization)).toEqual([
      'Bearer one-access-2',
      'Bearer one-access-2',
    ]);
    expect(grants(issuer)).toEqual(['authorization_code', 'refresh_token']);
  });
});

describe('scopes', () => {
  const CASES: readonly [string, string | undefined, JsonObject, JsonObject, string | null][] = [
    ['of the challenge come first', 'a b', { scopes_supported: ['c'] }, {}, 'a b'],
    ['that are supported come next', undefined, { scopes_supported: ['c', 'd'] }, {}, 'c d'],
    ['are left out where nobody names any', undefined, {}, { scopes_supported: ['offline_access'] }, null],
    [
      'have offline_access where the issuer lists it',
      'a',
      {},
      { scopes_supported: ['offline_access'] },
      'a offline_access',
    ],
    ['do not have it otherwise', 'a', {}, { scopes_supported: ['a'] }, 'a'],
  ];
  it.each(CASES)(verifies('auth.scope-choice', '%s'), async (_name, challenged, resource, metadata, asked) => {
    const { server, issuer } = await world();
    server.metadata = resource;
    issuer.metadata = metadata;
    const { challenge } = server;
    if (challenged !== undefined) server.challenge = (origin) => `${challenge(origin)}, scope="${challenged}"`;
    await (await visit(server)).call();
    expect(issuer.at('/authorize')[0]?.query.get('scope')).toBe(asked);
  });

  /** A server that wants one scope more for each call of a tool. */
  async function demanding(scopeOf: (call: number) => string): Promise<Visitor & { issuer: TestIssuer }> {
    const { server, issuer } = await world();
    const { challenge } = server;
    server.challenge = (origin) => `${challenge(origin)}, scope="basic"`;
    let calls = 0;
    server.refuse = ({ whole }, response) => {
      if (!whole.includes('tools/call')) return false;
      const scope = scopeOf(calls++);
      if (issuer.granted.includes(scope)) return false;
      response.writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` }).end();
      return true;
    };
    return Object.assign(await visit(server), { issuer });
  }

  it(verifies('auth.step-up', 'are asked for besides the earlier ones where a call needs more'), async () => {
    const visitor = await demanding(() => 'write');
    await visitor.call();
    await visitor.call('tools/call');
    const asked = visitor.issuer.at('/authorize').map(({ query }) => query.get('scope'));
    expect(asked).toEqual(['basic', 'basic write']);
  });

  it('that the user would not give are asked for once', async () => {
    const visitor = await demanding(() => 'write');
    await visitor.call();
    visitor.issuer.redirect = { code: null, error: 'access_denied' };
    await expect(visitor.call('tools/call')).rejects.toMatchObject({
      code: 'scope-refused',
      message: expect.stringContaining('access_denied'),
    });
    await expect(visitor.call('tools/call')).rejects.toMatchObject({ code: 'scope-refused' });
    expect(visitor.pages).toHaveLength(2);
    // What was allowed before still is.
    await visitor.call();
  });

  it('that are never enough end after a few pages', async () => {
    const visitor = await demanding((call) => `s${call}`);
    await visitor.call();
    for (let n = 0; n < 4; n++) await visitor.call('tools/call').catch(() => {});
    await expect(visitor.call('tools/call')).rejects.toMatchObject({ code: 'scope-refused' });
    expect(visitor.pages).toHaveLength(6);
  });

  it('are not what any other 403 is about', async () => {
    const { server } = await world();
    server.refuse = (_seen, response) => {
      response.writeHead(403, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return true;
    };
    const visitor = await visit(server);
    await expect(visitor.call()).rejects.toMatchObject({ status: 403 });
    expect(visitor.pages).toHaveLength(1);
  });
});

describe('another issuer', () => {
  it(verifies('auth.issuer-bound', 'gets nothing that the first one gave'), async () => {
    const evil = await newIssuer('evil');
    const { server, issuer } = await world(evil);
    issuer.registration = { client_secret: 'one-secret', token_endpoint_auth_method: 'client_secret_post' };
    const visitor = await visit(server);
    await visitor.call();
    server.issuers = () => [evil.origin];
    await visitor.call();
    expect(evil.at('/register')).toHaveLength(1);
    expect(grants(evil)).toEqual(['authorization_code']);
    for (const { whole } of evil.seen) expect(whole).not.toMatch(/one-(?:access|refresh|code|client|secret)/);
    // Nor is anything of the first one left behind.
    expect([...visitor.credentials.kept.values()].join()).not.toMatch(/one-/);
  });

  it.each([
    ['that is named in the settings', true],
    ['that was signed in with first', false],
  ])('is not shown the client of the one %s', async (_name, named) => {
    const evil = await newIssuer('evil');
    const { server, issuer } = await world(evil);
    const own = { clientId: 'own-client', clientSecret: 'own-secret' };
    const client = named ? { ...own, issuer: issuer.origin } : own;
    const visitor = await visit(server, { client });
    await visitor.call();
    server.issuers = () => [evil.origin];
    for (const one of [visitor, await visit(server, { client }, visitor.credentials)]) {
      issuer.tokens.clear();
      await expect(one.call()).rejects.toMatchObject({ code: 'issuer-changed' });
    }
    expect(evil.seen).toHaveLength(0);
  });

  it('in the list is no reason to leave the one that is signed in with', async () => {
    const other = await newIssuer('two');
    const { server, issuer } = await world(other);
    const visitor = await visit(server);
    await visitor.call();
    server.issuers = () => [other.origin, issuer.origin];
    issuer.tokens.clear();
    await visitor.call();
    expect(other.seen).toHaveLength(0);
    expect(visitor.pages).toHaveLength(1);
  });
});

describe('a token that is bound to a key', () => {
  function claims(proof: string | undefined): JsonObject {
    return JSON.parse(Buffer.from(proof?.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
  }

  it('is asked for where the server wants it, and shown with a fresh proof each time', async () => {
    const { server, issuer } = await world();
    const { challenge } = server;
    server.challenge = (origin) => challenge(origin).replace('Bearer', 'DPoP');
    issuer.metadata = { dpop_signing_alg_values_supported: ['ES256'] };
    const visitor = await visit(server);
    await visitor.call();
    await visitor.call();
    const shown = server.seen.filter(({ authorization }) => authorization !== undefined);
    expect(shown.map(({ authorization }) => authorization)).toEqual(['DPoP one-access-1', 'DPoP one-access-1']);
    expect(new Set(shown.map(({ dpop }) => claims(dpop)['jti'])).size).toBe(2);
    expect(claims(shown[0]?.dpop)).toMatchObject({ htm: 'POST', htu: `${server.origin}/mcp` });
    expect(issuer.at('/authorize')[0]?.query.get('dpop_jkt')).toMatch(/^.{43}$/);
    // The key is kept with the token, which is worth nothing without it.
    const later = await visit(server, {}, visitor.credentials);
    await later.call();
    expect(later.pages).toHaveLength(0);
    expect(server.seen.at(-1)?.dpop).toBeDefined();
  });

  it('is asked for once more with the nonce that a server wants', async () => {
    const { server, issuer } = await world();
    server.challenge = (origin) =>
      `DPoP resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", algs="ES256"`;
    issuer.metadata = { dpop_signing_alg_values_supported: ['ES256'] };
    issuer.instead.set('/token', (_seen, response) => {
      issuer.instead.delete('/token');
      response.setHeader('dpop-nonce', 'issuer-nonce');
      json(response, { error: 'use_dpop_nonce' }, 400);
    });
    server.refuse = ({ dpop }, response) => {
      if (claims(dpop)['nonce'] === 'server-nonce') return false;
      const headers = { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'server-nonce' };
      response.writeHead(401, headers).end();
      return true;
    };
    const visitor = await visit(server);
    await visitor.call();
    expect(claims(issuer.at('/token')[1]?.dpop)['nonce']).toBe('issuer-nonce');
    expect(visitor.pages).toHaveLength(1);
  });

  it('is not asked for only because the issuer could bind one', async () => {
    const { server, issuer } = await world();
    issuer.metadata = { dpop_signing_alg_values_supported: ['ES256'] };
    await (await visit(server)).call();
    expect(issuer.at('/token')[0]?.dpop).toBeUndefined();
  });

  it('is what the issuer must be able to give where the server takes no other', async () => {
    const { server, issuer } = await world();
    server.metadata = { dpop_bound_access_tokens_required: true };
    await expect((await visit(server)).call()).rejects.toThrow(/DPoP/);
    issuer.metadata = { dpop_signing_alg_values_supported: ['ES256'] };
    issuer.token = { token_type: 'Bearer' };
    await expect((await visit(server)).call()).rejects.toThrow(/gave one that is not/);
  });
});

describe('a token without a user', () => {
  const client = { clientId: 'own-client', clientSecret: 'own-secret' };

  it('is the right of a client with a secret', async () => {
    const { server, issuer } = await world();
    const visitor = await visit(server, { grant: { kind: 'client-credentials' }, client, scope: 'work' });
    await visitor.call();
    const { form, authorization } = issuer.at('/token')[0] ?? {};
    expect(Object.fromEntries(form ?? [])).toEqual({
      grant_type: 'client_credentials',
      resource: `${server.origin}/mcp`,
      scope: 'work',
    });
    expect(authorization).toBe(`Basic ${Buffer.from('own-client:own-secret').toString('base64')}`);
    expect(visitor.pages).toHaveLength(0);
  });

  it('is the right of a client with a private key', async () => {
    const { server, issuer } = await world();
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const keyed = { clientId: 'own-client', privateKey: { pem, algorithm: 'ES256' } };
    await (await visit(server, { grant: { kind: 'client-credentials' }, client: keyed })).call();
    const assertion = issuer.at('/token')[0]?.form.get('client_assertion') ?? '';
    const said = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
    expect(said).toMatchObject({ iss: 'own-client', sub: 'own-client', aud: issuer.origin });
  });

  it('comes for a statement about the workload, and a refusal of it is the end', async () => {
    const { server, issuer } = await world();
    const audiences: string[] = [];
    const assertion = async (audience: string): Promise<string> => {
      audiences.push(audience);
      return 'signed';
    };
    const options = { grant: { kind: 'jwt-bearer', assertion } as const, client: { clientId: 'workload' } };
    await (await visit(server, options)).call();
    expect(audiences).toEqual([issuer.origin]);
    expect(issuer.at('/token')[0]?.form.get('assertion')).toBe('signed');
    issuer.instead.set('/token', (_seen, response) => json(response, { error: 'invalid_grant' }, 400));
    const refused = await visit(server, options);
    await expect(refused.call()).rejects.toMatchObject({ code: 'token-refused' });
    await expect(refused.call()).rejects.toMatchObject({ code: 'token-refused' });
    expect(issuer.at('/token')).toHaveLength(2);
  });

  it('comes by way of the company’s identity provider', async () => {
    const { server, issuer } = await world();
    const provider = await newIssuer('idp');
    provider.instead.set('/token', (_seen, response) =>
      json(response, {
        access_token: 'id-jag',
        token_type: 'N_A',
        issued_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      }),
    );
    const grant: GrantChoice = {
      kind: 'enterprise',
      identityProvider: { issuer: provider.origin, clientId: 'idp-client', clientSecret: 'idp-secret' },
      idToken: () => Promise.resolve('id-token'),
    };
    await (await visit(server, { grant, client })).call();
    expect(Object.fromEntries(provider.at('/token')[0]?.form ?? [])).toMatchObject({
      subject_token: 'id-token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:id-jag',
      audience: issuer.origin,
      resource: `${server.origin}/mcp`,
    });
    expect(issuer.at('/token')[0]?.form.get('assertion')).toBe('id-jag');
    // Each is shown its own credentials alone.
    expect(issuer.seen.map(({ whole }) => whole).join()).not.toMatch(/id-token|idp-/);
    expect(provider.seen.map(({ whole }) => whole).join()).not.toMatch(/own-/);
  });
});
