import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../shared/json.js';
import { MemorySecretStore } from '../testing/memory-ports.js';
import type { Wanted } from './host.test-kit.js';
import { httpLaunch, type RemoteHost } from './remote-host.test-kit.js';
import { GuardedServer, hostWithBrowser, pagesAsked } from './sign-in-world.test-kit.js';

vi.setConfig({ testTimeout: 60_000 });

const cleanUp: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

async function guarded(name = 'one'): Promise<GuardedServer> {
  const server = await GuardedServer.start(name);
  cleanUp.push(() => server.close());
  return server;
}

async function hostOf(wanted: Wanted = {}): Promise<RemoteHost> {
  const host = await hostWithBrowser(wanted);
  cleanUp.push(() => host.close());
  return host;
}

/** A server that the user has signed in to. */
async function signedIn(wanted: Wanted = {}, autoConnect = false) {
  const far = await guarded();
  const host = await hostOf(wanted);
  const id = await host.add('far', httpLaunch(far.url), { autoConnect });
  await host.connect(id);
  return { far, host, id };
}

/** Everything that a page could know: all that it was told, and all that it can ask for. */
async function seenByPage({ host }: RemoteHost): Promise<string> {
  return JSON.stringify([host.events, await host.now()]);
}

describe('signing in to a server', () => {
  it('shows the whole page natively, opens it in the browser, and lets the user in', async () => {
    const { far, host, id } = await signedIn();
    const view = await host.view(id);
    expect(view).toMatchObject({ status: { kind: 'running' }, signedInTo: far.issuer.origin });
    expect(await host.call('mcp__far__echo')).toBe('done');
    const [asked, ...more] = pagesAsked(host);
    expect(more).toEqual([]);
    expect(asked).toMatchObject({ signInTo: 'far', url: host.host.desk.opened[0] });
    expect(asked?.url).toContain(`${far.issuer.origin}/authorize?`);
  });

  it('shows its secrets to nobody: not to the page, not to the log, not to another server', async () => {
    const { far, host, id } = await signedIn();
    const other = await guarded('two');
    await host.connect(await host.add('other', httpLaunch(other.url)));
    await host.call('mcp__far__echo');
    await host.call('mcp__other__echo');
    expect(await seenByPage(host)).not.toMatch(/(?:one|two)-(?:access|refresh|code)/);
    expect(await host.said(id)).not.toContain('one-');
    for (const { whole } of [...other.server.seen, ...other.issuer.seen]) expect(whole).not.toContain('one-');
    for (const { whole } of [...far.server.seen, ...far.issuer.seen]) expect(whole).not.toContain('two-');
    // Nor does a call carry one elsewhere, whoever puts it into the arguments.
    expect(await host.call('mcp__other__echo', { text: 'one-access-1' })).toContain(
      'a secret of far, which goes to nobody',
    );
  });

  it('says so while the browser is waited for, and can be cancelled', async () => {
    const far = await guarded();
    const host = await hostOf();
    host.host.desk.openLink = async (url) => void host.host.desk.opened.push(url);
    const id = await host.add('far', httpLaunch(far.url));
    const connecting = host.connect(id);
    connecting.catch(() => undefined);
    await host.host.until('the page is open', () => host.host.desk.opened.length === 1);
    expect((await host.view(id)).status).toMatchObject({ kind: 'starting', phase: 'signing-in' });
    await host.host.commands['servers.disconnect']({ id });
    await expect(connecting).rejects.toMatchObject({ code: 'cancelled' });
    expect((await host.view(id)).status.kind).toBe('stopped');
    const redirect = new URL(new URL(host.host.desk.opened[0] ?? '').searchParams.get('redirect_uri') ?? '');
    await host.host.until('its port is closed', () =>
      fetch(redirect).then(
        () => false,
        () => true,
      ),
    );
  });

  it('that the user does not want is asked once, and offered again', async () => {
    const far = await guarded();
    const host = await hostOf();
    host.host.desk.answer = ({ kind }) => kind !== 'open-link';
    const id = await host.add('far', httpLaunch(far.url));
    await expect(host.connect(id)).rejects.toMatchObject({ code: 'sign-in-declined' });
    expect((await host.view(id)).status).toMatchObject({
      kind: 'sign-in-required',
      message: 'far wants you to sign in, and its page was not opened in your browser.',
    });
    expect(pagesAsked(host)).toHaveLength(1);
    host.host.desk.answer = () => true;
    expect((await host.connect(id)).status.kind).toBe('running');
  });

  it('that fails at the sign-in server is told with its words, and offered again', async () => {
    const far = await guarded();
    far.issuer.redirect = { code: null, error: 'access_denied', error_description: 'Ask your admin' };
    const host = await hostOf();
    const id = await host.add('far', httpLaunch(far.url));
    await expect(host.connect(id)).rejects.toMatchObject({ code: 'sign-in-refused' });
    expect((await host.view(id)).status).toMatchObject({
      kind: 'sign-in-required',
      message: expect.stringContaining('access_denied, Ask your admin'),
    });
  });

  it('is not tried where the user has given an Authorization header', async () => {
    const far = await guarded();
    const host = await hostOf();
    const id = await host.add('far', httpLaunch(far.url, { headers: { authorization: 'Bearer own' } }));
    await expect(host.connect(id)).rejects.toMatchObject({ code: 'sign-in-required' });
    expect(far.issuer.seen).toEqual([]);
    expect(pagesAsked(host)).toEqual([]);
  });
});

describe('what nobody asked for', () => {
  it('opens no page and registers nothing: not the start of the app, not a restart, not a call of the model', async () => {
    const far = await guarded();
    const host = await hostOf();
    host.host.desk.answer = ({ kind }) => kind !== 'open-link';
    const id = await host.add('far', httpLaunch(far.url), { autoConnect: true });
    await host.connect(id).catch(() => undefined);
    host.host.desk.questions.length = 0;
    await host.host.restart();
    host.host.desk.answer = () => true;
    const before = far.issuer.at('/register').length;
    host.host.host.start();
    const { status } = await host.reaches(id, 'sign-in-required');
    expect(status).toMatchObject({ message: expect.stringContaining(`sign in at ${far.issuer.origin}`) });
    host.host.host.wake();
    expect(await host.call('connect_mcp', { server: 'far' })).toContain('wants you to sign in');
    expect(host.host.desk.questions).toEqual([]);
    expect(far.issuer.at('/register')).toHaveLength(before);
    expect((await host.connect(id)).status.kind).toBe('running');
  });

  it('uses what is kept: after a restart of the app the user is still signed in', async () => {
    const { far, host, id } = await signedIn({}, true);
    await host.host.restart();
    host.host.host.start();
    expect(await host.reaches(id, 'running')).toMatchObject({ signedInTo: far.issuer.origin });
    expect(pagesAsked(host)).toHaveLength(1);
    expect(far.issuer.at('/token')).toHaveLength(1);
  });

  it('is told of a server that is not connected, too', async () => {
    const { far, host, id } = await signedIn();
    await host.host.restart();
    host.host.host.start();
    await host.host.until('it is known', async () => (await host.view(id)).signedInTo === far.issuer.origin);
    expect((await host.view(id)).status.kind).toBe('stopped');
  });

  it('renews a token once, however many calls meet its end', async () => {
    const { far, host } = await signedIn();
    await host.call('mcp__far__echo');
    far.expire();
    const chats = await Promise.all([1, 2, 3].map(() => host.host.newChat()));
    await Promise.all(chats.map((chat) => host.host.say(chat, '/call mcp__far__echo {}')));
    const kinds = far.issuer.at('/token').map(({ form }) => form.get('grant_type'));
    expect(kinds).toEqual(['authorization_code', 'refresh_token']);
    expect(far.heard.filter((method) => method === 'tools/call')).toHaveLength(4);
    expect(pagesAsked(host)).toHaveLength(1);
  });

  it('ends at a renewal that is refused: the user is asked to sign in, by the page alone', async () => {
    const { far, host, id } = await signedIn();
    await host.host.restart();
    await host.connect(id);
    far.expire();
    far.issuer.instead.set('/token', (_seen, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
    });
    expect(await host.call('mcp__far__echo')).toContain('wants you to sign in');
    await host.reaches(id, 'sign-in-required');
    expect(pagesAsked(host)).toHaveLength(1);
    far.issuer.instead.clear();
    expect((await host.connect(id)).status.kind).toBe('running');
  });
});

describe('a call that needs more rights', () => {
  async function stepped() {
    const world = await signedIn();
    world.far.instead = (method, _seen, response) => {
      if (method !== 'tools/call' || world.far.issuer.granted.includes('files:write')) return false;
      const challenge = 'Bearer error="insufficient_scope", scope="files:write"';
      response.writeHead(403, { 'www-authenticate': challenge }).end();
      return true;
    };
    return world;
  }

  it('asks for them natively, and goes on', async () => {
    const { host } = await stepped();
    expect(await host.call('mcp__far__write')).toBe('done');
    expect(pagesAsked(host)).toHaveLength(2);
    expect(pagesAsked(host)[1]?.url).toContain('scope=files%3Awrite');
  });

  it('fails with what to do where the user does not give them, and leaves the server as it is', async () => {
    const { host, id } = await stepped();
    host.host.desk.answer = ({ kind }) => kind !== 'open-link';
    expect(await host.call('mcp__far__write')).toContain('its page was not opened');
    expect((await host.view(id)).status.kind).toBe('running');
    expect(await host.call('mcp__far__write')).toContain('wants more rights (files:write)');
    expect(pagesAsked(host)).toHaveLength(2);
  });
});

describe('what a sign-in gave', () => {
  it('is kept encrypted, and only until the app ends where that can not be', async () => {
    for (const [protection, kept] of [
      ['encrypted', 'encrypted'],
      ['none', 'memory'],
    ] as const) {
      const secrets = new MemorySecretStore(protection);
      await signedIn({ secrets });
      const names = [...secrets.kept.keys()];
      expect(names).toEqual([expect.stringMatching(/^sign-in:[0-9a-f-]+$/)]);
      expect(secrets.kept.get(names[0] ?? '')).toMatchObject({ kept, value: expect.stringContaining('one-access') });
    }
  });

  it('is taken away and taken back by a sign-out', async () => {
    const secrets = new MemorySecretStore();
    const far = await guarded();
    far.issuer.metadata = { revocation_endpoint: `${far.issuer.origin}/revoke` };
    far.issuer.instead.set('/revoke', (_seen, response) => void response.writeHead(200).end());
    const host = await hostOf({ secrets });
    const id = await host.add('far', httpLaunch(far.url));
    await host.connect(id);
    await host.host.commands['servers.signOut']({ id });
    const view = await host.view(id);
    expect(view.status.kind).toBe('stopped');
    expect(view.signedInTo).toBeUndefined();
    expect(far.issuer.at('/revoke').map(({ form }) => form.get('token'))).toEqual(['one-refresh-1']);
    expect(JSON.stringify([...secrets.kept])).not.toContain('one-');
    await host.connect(id);
    expect(pagesAsked(host)).toHaveLength(2);
  });

  it('is gone here also where the sign-in server can not be told', async () => {
    const secrets = new MemorySecretStore();
    const { far, host, id } = await signedIn({ secrets });
    await far.issuer.close();
    await host.host.commands['servers.signOut']({ id });
    expect(JSON.stringify([...secrets.kept])).not.toContain('one-');
    expect(await host.said(id)).toContain('could not be told');
  });

  it('goes with the server, and with another launch of it', async () => {
    const secrets = new MemorySecretStore();
    const { far, host, id } = await signedIn({ secrets });
    await host.add('far', httpLaunch(far.url, { proxy: 'direct' }), { id });
    expect([...secrets.kept.keys()]).toEqual([]);
    await host.connect(id);
    expect([...secrets.kept.keys()]).toHaveLength(1);
    await host.host.commands['servers.remove']({ id });
    expect([...secrets.kept.keys()]).toEqual([]);
  });
});

describe('a client that was registered by hand', () => {
  it('signs in with its secret, which is kept apart and replaced, never shown', async () => {
    const secrets = new MemorySecretStore();
    const far = await guarded();
    const host = await hostOf({ secrets });
    const launch = httpLaunch(far.url, { clientId: 'hand-made', clientSecret: 'very-secret' });
    const id = await host.add('far', launch);
    await host.connect(id);
    expect(far.issuer.at('/register')).toEqual([]);
    const basic = `Basic ${Buffer.from('hand-made:very-secret').toString('base64')}`;
    expect(far.issuer.at('/token').map(({ authorization }) => authorization)).toEqual([basic]);
    expect((await host.view(id)).launch).toMatchObject({ clientId: 'hand-made', hasClientSecret: true });
    expect(await seenByPage(host)).not.toContain('very-secret');
    await host.add('far', httpLaunch(far.url, { clientId: 'hand-made', clientSecret: null, proxy: 'direct' }), { id });
    await host.connect(id);
    expect(far.issuer.at('/token').at(-1)?.authorization).toBe(basic);
    const other = httpLaunch(far.url, { clientId: 'another', clientSecret: null });
    await expect(host.add('far', other, { id })).rejects.toThrow('There is no stored client secret for this');
    await expect(host.add('far', httpLaunch(far.url, { clientSecret: 'x' }), { id })).rejects.toThrow('its client ID');
  });

  it('whose secret is not kept any more is said to be so', async () => {
    const secrets = new MemorySecretStore();
    const far = await guarded();
    const host = await hostOf({ secrets });
    const id = await host.add('far', httpLaunch(far.url, { clientId: 'hand-made', clientSecret: 'very-secret' }));
    secrets.kept.clear();
    await expect(host.connect(id)).rejects.toMatchObject({ code: 'client-secret-lost' });
  });

  it('comes with an import, which may also name the sign-in server otherwise', async () => {
    const far = await guarded();
    far.issuer.metadata = { issuer: `${far.issuer.origin}/` };
    far.issuer.redirect = { iss: `${far.issuer.origin}/` };
    const host = await hostOf();
    const oauth: JsonObject = {
      clientId: 'hand-made',
      clientSecret: 'very-secret',
      issuerAlias: `${far.issuer.origin}/`,
    };
    const mcpServers = { far: { url: far.url.href, oauth: { ...oauth, callbackPort: 1 } } };
    const { ids } = await host.host.commands['servers.import']({ json: JSON.stringify({ mcpServers }) });
    expect((await host.connect(ids[0] ?? '')).launch).toMatchObject({
      clientId: 'hand-made',
      hasClientSecret: true,
      issuerAlias: `${far.issuer.origin}/`,
    });
    expect(far.issuer.at('/token')[0]?.authorization).toMatch(/^Basic /);
    expect((await host.host.now()).notices).toMatchObject([{ message: expect.stringContaining('oauth.callbackPort') }]);
  });
});
