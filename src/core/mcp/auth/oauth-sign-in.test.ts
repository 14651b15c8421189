import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../shared/json.js';
import type { OAuthOptions } from './oauth-options.js';
import { browse, MemoryCredentials, ProtectedServer, TestIssuer, Visitor } from './oauth-world.test-kit.js';
import { verifies } from '../protocol-requirements.test-kit.js';

vi.setConfig({ testTimeout: 60_000 });

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function world(): Promise<{ server: ProtectedServer; issuer: TestIssuer }> {
  const issuer = await new TestIssuer('one').start();
  const server = await new ProtectedServer(issuer).start();
  cleanUp.push(
    () => issuer.close(),
    () => server.close(),
  );
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

describe('a sign-in', () => {
  it('lets the request in that met the refusal, and is one for all that met it at once', async () => {
    const { server, issuer } = await world();
    const visitor = await visit(server);
    await Promise.all([visitor.call(), visitor.call(), visitor.call()]);
    expect(visitor.heard.messages).toHaveLength(3);
    expect(visitor.pages).toHaveLength(1);
    expect(issuer.at('/token')).toHaveLength(1);
  });

  it(
    verifies(
      'auth.pkce-resource',
      'protects its answer by PKCE and a state, and names the resource in both requests, letter by letter',
    ),
    async () => {
      const { server, issuer } = await world();
      const resource = `${server.origin}/`;
      server.metadata = { resource };
      await (await visit(server)).call();
      const { query } = issuer.at('/authorize')[0] ?? { query: new URLSearchParams() };
      expect(Object.fromEntries(query)).toMatchObject({
        response_type: 'code',
        client_id: 'one-client',
        code_challenge_method: 'S256',
        resource,
      });
      expect(query.get('state')).toMatch(/^.{20,}$/);
      expect(query.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
      expect(query.has('scope')).toBe(false);
      const { form } = issuer.at('/token')[0] ?? { form: new URLSearchParams() };
      expect(form.get('resource')).toBe(resource);
      expect(form.get('redirect_uri')).toBe(query.get('redirect_uri'));
    },
  );

  it(
    verifies('auth.token-in-header', 'shows the token to its server in the header alone, and to nobody else'),
    async () => {
      const { server, issuer } = await world();
      const visitor = await visit(server);
      await visitor.call();
      const withToken = server.seen.filter(({ whole }) => whole.includes('one-access-1'));
      expect(withToken.map(({ path, authorization }) => [path, authorization])).toEqual([
        ['/mcp', 'Bearer one-access-1'],
      ]);
      expect(withToken[0]?.query.toString()).toBe('');
      expect(issuer.seen.some(({ whole }) => whole.includes('one-access-1'))).toBe(false);
      expect(await visitor.authorizer.headers(new URL(`${issuer.origin}/mcp`), 'POST')).toEqual({});
      expect(await visitor.authorizer.headers(new URL('https://elsewhere.example/mcp'), 'POST')).toEqual({});
    },
  );

  it('is kept for the next connection, by issuer and server', async () => {
    const { server } = await world();
    const first = await visit(server);
    await first.call();
    const second = await visit(server, {}, first.credentials);
    await second.call();
    expect(second.pages).toHaveLength(0);
    await second.authorizer.signOut();
    expect([...first.credentials.kept.values()].join()).not.toContain('one-');
    const third = await visit(server, {}, first.credentials);
    await third.call();
    expect(third.pages).toHaveLength(1);
  });

  it('does not come by itself where nobody can open a page', async () => {
    const { server, issuer } = await world();
    const visitor = await new Visitor(server, {}, new MemoryCredentials(), false).start();
    cleanUp.push(() => visitor.close());
    await expect(visitor.call()).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(issuer.at('/register')).toHaveLength(0);
  });

  it('that failed is not tried again by the same connection', async () => {
    const { server, issuer } = await world();
    issuer.redirect = { code: null, error: 'access_denied', error_description: 'No, thanks' };
    const visitor = await visit(server);
    await expect(visitor.call()).rejects.toMatchObject({ code: 'sign-in-refused' });
    await expect(visitor.call()).rejects.toThrow(/access_denied, No, thanks/);
    expect(visitor.pages).toHaveLength(1);
  });

  it('whose token the server refuses at once is no reason for another', async () => {
    const { server, issuer } = await world();
    server.refuse = (_seen, response) => {
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end();
      return true;
    };
    issuer.token = { refresh_token: undefined };
    const visitor = await visit(server);
    await expect(visitor.call()).rejects.toMatchObject({ code: 'token-refused' });
    await expect(visitor.call()).rejects.toMatchObject({ code: 'token-refused' });
    expect(visitor.pages).toHaveLength(1);
  });

  it('ends with its connection', async () => {
    const { server } = await world();
    let opened = (): void => {};
    const page = new Promise<void>((resolve) => {
      opened = resolve;
    });
    const visitor = await visit(server, { openBrowser: async () => opened() });
    const call = visitor.call().catch((error: unknown) => error);
    await page;
    const redirect = new URL(server.issuer.seen.at(-1)?.whole.match(/http:[^"]+callback/)?.[0] ?? '');
    await visitor.authorizer.close();
    expect(await call).toMatchObject({ code: 'cancelled' });
    await expect(fetch(redirect)).rejects.toThrow();
  });
});

describe('metadata', () => {
  it(
    verifies('auth.resource-match', 'for another resource is refused before anybody is asked for anything'),
    async () => {
      const { server, issuer } = await world();
      for (const resource of ['https://evil.example/mcp', `${server.origin}/mcp/deeper`, `${server.origin}/mc`, 7]) {
        server.metadata = { resource };
        await expect((await visit(server)).call()).rejects.toMatchObject({ code: 'resource-mismatch' });
      }
      expect(issuer.seen).toHaveLength(0);
    },
  );

  it(
    verifies('auth.resource-discovery', 'is looked for at the well-known places where the challenge names none'),
    async () => {
      const { server } = await world();
      server.challenge = () => 'Bearer';
      server.metadataPath = '/.well-known/oauth-protected-resource';
      server.metadata = { resource: server.origin };
      await (await visit(server)).call();
      expect(server.seen.map(({ path }) => path)).toEqual([
        '/mcp',
        '/.well-known/oauth-protected-resource/mcp',
        '/.well-known/oauth-protected-resource',
        '/mcp',
      ]);
    },
  );

  it(
    verifies(
      'auth.issuer-match',
      'of an issuer that calls itself otherwise, be it by a slash, is refused unless the user knows that name',
    ),
    async () => {
      const { server, issuer } = await world();
      for (const named of [`${issuer.origin}/`, 'https://evil.example', undefined]) {
        issuer.metadata = { issuer: named };
        await expect((await visit(server)).call()).rejects.toMatchObject({ code: 'issuer-mismatch' });
      }
      expect(issuer.seen.every(({ path }) => path.startsWith('/.well-known/'))).toBe(true);
      issuer.metadata = { issuer: `${issuer.origin}/` };
      issuer.redirect = { iss: `${issuer.origin}/` };
      await (await visit(server, { issuerAlias: `${issuer.origin}/` })).call();
    },
  );

  it(verifies('auth.pkce-refusal', 'without PKCE by S256 is refused before anything is registered'), async () => {
    const { server, issuer } = await world();
    for (const code_challenge_methods_supported of [undefined, ['plain'], 'S256']) {
      issuer.metadata = { code_challenge_methods_supported };
      await expect((await visit(server)).call()).rejects.toMatchObject({ code: 'pkce-missing' });
    }
    expect(issuer.at('/register')).toHaveLength(0);
  });

  it(verifies('auth.browser-address', 'that names a page which no browser should get is refused'), async () => {
    const { server, issuer } = await world();
    for (const authorization_endpoint of ['file:///etc/passwd', 'javascript:alert(1)', 'a:$(calc)', undefined]) {
      issuer.metadata = { authorization_endpoint };
      const visitor = await visit(server);
      await expect(visitor.call()).rejects.toMatchObject({ code: 'unsafe-address' });
      expect(visitor.pages).toHaveLength(0);
    }
  });

  it('that is not there means the default endpoints of 2025-03-26 at the server itself', async () => {
    const issuer = await new TestIssuer('old').start();
    const server = await new ProtectedServer(issuer).start();
    cleanUp.push(
      () => issuer.close(),
      () => server.close(),
    );
    server.metadataPath = 'none';
    server.challenge = () => 'Bearer';
    const visitor = await visit(server, { openBrowser: async () => {} });
    // Nobody is there either: what the server said stays the reason.
    const refusal = { code: 'sign-in-required', status: 401, message: expect.stringContaining('credentials') };
    await expect(visitor.call()).rejects.toMatchObject(refusal);
    await expect(visitor.call()).rejects.toMatchObject(refusal);
    expect(server.seen.map(({ path }) => path)).toEqual([
      '/mcp',
      '/.well-known/oauth-protected-resource/mcp',
      '/.well-known/oauth-protected-resource',
      '/.well-known/oauth-authorization-server',
      '/.well-known/openid-configuration',
      '/register',
      '/mcp',
    ]);
  });

  it('that is not there is no reason to register while the user can not be asked', async () => {
    const { server, issuer } = await world();
    let attended = false;
    const visitor = await visit(server, { mayAsk: () => attended });
    await expect(visitor.call()).rejects.toMatchObject({
      code: 'sign-in-required',
      message: expect.stringContaining(`sign in at ${issuer.origin}`),
    });
    const { metadataPath, challenge } = server;
    server.metadataPath = 'none';
    server.challenge = () => 'Bearer';
    const bare = await visit(server, { mayAsk: () => attended });
    await expect(bare.call()).rejects.toMatchObject({ code: 'sign-in-required', status: 401 });
    expect([...server.seen, ...issuer.seen].filter(({ path }) => path === '/register')).toEqual([]);
    Object.assign(server, { metadataPath, challenge });
    attended = true;
    await visitor.call();
    expect(visitor.pages).toHaveLength(1);
  });
});

describe('the client ID', () => {
  const DOCUMENT = 'https://gatehouse.example/client.json';
  const OWN = { clientId: 'own-client' };

  it.each([
    ['is the registered one first', { client: OWN, clientDocument: DOCUMENT }, {}, 'own-client', 0],
    ['is the document next', { clientDocument: DOCUMENT }, {}, DOCUMENT, 0],
    [
      'is given by a registration where the issuer takes no document',
      { clientDocument: DOCUMENT },
      { client_id_metadata_document_supported: undefined },
      'one-client',
      1,
    ],
  ])(verifies('auth.client-id', '%s'), async (_name, options, metadata: JsonObject, clientId, registrations) => {
    const { server, issuer } = await world();
    issuer.metadata = { client_id_metadata_document_supported: true, ...metadata };
    await (await visit(server, options)).call();
    expect(issuer.at('/authorize')[0]?.query.get('client_id')).toBe(clientId);
    expect(issuer.at('/token')[0]?.form.get('client_id')).toBe(clientId);
    expect(issuer.at('/register')).toHaveLength(registrations);
  });

  it('is asked of the user where there is no other way', async () => {
    const { server, issuer } = await world();
    issuer.metadata = { registration_endpoint: undefined };
    const visitor = await visit(server);
    await expect(visitor.call()).rejects.toThrow(/Register Gatehouse there as a native app/);
    expect(visitor.pages).toHaveLength(0);
  });

  it(verifies('auth.native-registration', 'is registered for a native app that renews its tokens'), async () => {
    const { server, issuer } = await world();
    await (await visit(server)).call();
    const { whole = '' } = issuer.at('/register')[0] ?? {};
    expect(JSON.parse(whole.slice(whole.indexOf('\n\n')))).toMatchObject({
      client_name: 'Gatehouse',
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      redirect_uris: [issuer.at('/authorize')[0]?.query.get('redirect_uri')],
    });
  });

  it.each([
    ['client_secret_basic', `Basic ${Buffer.from('a-b.c:s%26+1').toString('base64')}`, null, null],
    ['client_secret_post', undefined, 'a-b.c', 's& 1'],
    ['none', undefined, 'a-b.c', null],
  ])('is proved by %s as the issuer wants', async (method, header, id, secret) => {
    const { server, issuer } = await world();
    issuer.metadata = { token_endpoint_auth_methods_supported: [method] };
    await (await visit(server, { client: { clientId: 'a-b.c', clientSecret: 's& 1' } })).call();
    const { authorization, form } = issuer.at('/token')[0] ?? {};
    expect([authorization, form?.get('client_id'), form?.get('client_secret')]).toEqual([header, id, secret]);
    // What the user configured is not copied into the store.
    const again = await visit(server, { client: { clientId: 'a-b.c', clientSecret: 's& 1' } });
    await again.call();
    expect([...again.credentials.kept.values()].join()).not.toContain('s& 1');
  });
});

describe('the issuer in the answer', () => {
  it.each([
    ['is right where it is promised', true, 'right', undefined],
    ['is right though nobody promised it', undefined, 'right', undefined],
    ['is missing where nobody promised it', undefined, null, undefined],
    ['is missing where it is promised', true, null, 'sign-in-failed'],
    ['is another', true, 'https://evil.example', 'sign-in-failed'],
    ['is another though nobody promised it', false, 'https://evil.example', 'sign-in-failed'],
    ['is the same but for a slash', true, 'slash', 'sign-in-failed'],
  ])(verifies('auth.iss', '%s'), async (_name, promised, iss, code) => {
    const { server, issuer } = await world();
    issuer.metadata = { authorization_response_iss_parameter_supported: promised };
    if (iss !== 'right') issuer.redirect = { iss: iss === 'slash' ? `${issuer.origin}/` : iss };
    const call = (await visit(server)).call();
    if (code === undefined) await call;
    else await expect(call).rejects.toMatchObject({ code });
    expect(issuer.at('/token')).toHaveLength(code === undefined ? 1 : 0);
  });

  it('decides as well whether the words of an error are shown', async () => {
    const { server, issuer } = await world();
    issuer.redirect = { iss: 'https://evil.example', code: null, error: 'x', error_description: 'CALL 555-SCAM' };
    const failure = await (await visit(server)).call().catch((error: unknown) => error);
    expect(String(failure)).not.toContain('SCAM');
    expect(failure).toMatchObject({ code: 'sign-in-failed' });
  });
});

describe('the page of a sign-in', () => {
  it(verifies('auth.state', 'that brings another state ends it, and its code is not used'), async () => {
    const { server, issuer } = await world();
    issuer.redirect = { state: 'forged' };
    const visitor = await visit(server, { openBrowser: browse });
    await expect(visitor.call()).rejects.toMatchObject({ code: 'sign-in-failed' });
    expect(issuer.at('/token')).toHaveLength(0);
  });
});
