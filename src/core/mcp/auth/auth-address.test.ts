import { afterEach, describe, expect, it } from 'vitest';
import { startHttpServer } from '../../http/http-server.test-kit.js';
import type { NameLookup } from '../../http/private-address.js';
import { AuthAddresses } from './auth-address.js';
import { AuthDoor } from './auth-door.js';
import { checkBrowserAddress } from './browser-address.js';
import { challengeParameter, readChallenges } from './challenge.js';
import { metadataAddresses } from './issuer-metadata.js';
import { verifies } from '../protocol-requirements.test-kit.js';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of cleanUp.splice(0).toReversed()) await end();
});

function codeOf(server: string, address: string, trust = false): string {
  try {
    new AuthAddresses(new URL(server), trust).check(address, 'x');
    return 'ok';
  } catch (error) {
    return String(Reflect.get(Object(error), 'code'));
  }
}

describe('an address that metadata names', () => {
  it.each([
    'https://169.254.169.254/latest',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://[::1]/',
    'https://[::ffff:7f00:1]/',
    'https://[fd00:ec2::254]/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://0.0.0.0/',
    'https://localhost/',
    'http://127.0.0.1:8080/',
    'https://me.localhost/',
  ])('is not asked where it is %s and the server is a public one', (address) => {
    expect(codeOf('https://mcp.example.com/mcp', address)).toBe('private-address');
    expect(codeOf('https://mcp.example.com/mcp', address, true)).toBe('ok');
  });

  it.each([
    ['http://localhost:1/mcp', 'http://127.0.0.1:2/', 'ok'],
    ['http://localhost:1/mcp', 'http://10.0.0.1/', 'insecure-address'],
    ['http://localhost:1/mcp', 'https://10.0.0.1/', 'private-address'],
    ['http://10.0.0.1/mcp', 'http://10.0.0.1:9000/', 'ok'],
    ['https://10.0.0.1/mcp', 'https://10.9.9.9/', 'ok'],
    ['https://10.0.0.1/mcp', 'https://169.254.169.254/', 'private-address'],
    ['https://10.0.0.1/mcp', 'https://127.0.0.1/', 'private-address'],
    ['https://mcp.corp/mcp', 'https://10.9.9.9/', 'ok'],
    ['https://mcp.example.com/mcp', 'http://login.example.com/', 'insecure-address'],
    ['https://mcp.example.com/mcp', 'https://login.example.net/', 'ok'],
    ['https://mcp.example.com/mcp', 'https://u:p@login.example.net/', 'bad-address'],
    ['https://mcp.example.com/mcp', 'file:///etc/passwd', 'bad-address'],
    ['https://mcp.example.com/mcp', 'nothing', 'bad-address'],
  ])('is judged from where the server is: %s names %s', (server, address, code) => {
    expect(codeOf(server, address)).toBe(code);
  });

  it(
    verifies('auth.private-address', 'is not even connected to where its name leads into a private network'),
    async () => {
      const canary = await startHttpServer((_request, response) => void response.end('{}'));
      cleanUp.push(() => canary.close());
      const addresses = new AuthAddresses(new URL('https://mcp.example.com/mcp'), false);
      const lookup: NameLookup = (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
      const door = new AuthDoor(addresses, { env: {}, lookup }, new AbortController().signal);
      cleanUp.push(() => door.close());
      for (const host of ['login.example.com', 'localhost', '127.0.0.1', '2130706433', '[::ffff:7f00:1]']) {
        const asked = door.fetch(`https://${host}:${canary.port}/`, { method: 'GET', headers: {} });
        await expect(asked).rejects.toMatchObject({ code: 'private-address' });
      }
      expect(canary.connections).toBe(0);
    },
  );
});

describe('a page for the browser', () => {
  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'ms-settings:privacy',
    'smb://host/share',
    'a:$(calc)',
    'http://login.example.com/',
    'https://user@login.example.com/',
    'https://login.example.com/ --flag',
    'https://login.example.com/\n',
    'https://login.example.com/\u0007',
    'https://login.example.com/\u0085',
    '-flag',
    '',
  ])('is not %j', (address) => {
    expect(() => checkBrowserAddress(address)).toThrow(/was not opened/);
  });

  it.each(['https://login.example.com/authorize?x=1', 'http://127.0.0.1:8080/a', 'http://localhost/a'])(
    'may be %s',
    (address) => {
      expect(checkBrowserAddress(address).href).toBe(address);
    },
  );
});

describe('the places of an issuer’s metadata', () => {
  it(verifies('auth.issuer-discovery', 'are three, in order, where it has a path, and two where it has none'), () => {
    expect(metadataAddresses(new URL('https://a.example/t/1'))).toEqual([
      'https://a.example/.well-known/oauth-authorization-server/t/1',
      'https://a.example/.well-known/openid-configuration/t/1',
      'https://a.example/t/1/.well-known/openid-configuration',
    ]);
    expect(metadataAddresses(new URL('https://a.example'))).toEqual([
      'https://a.example/.well-known/oauth-authorization-server',
      'https://a.example/.well-known/openid-configuration',
    ]);
  });
});

describe('a challenge', () => {
  it.each([
    ['Bearer scope="a b", error=invalid_token', 'scope', 'a b'],
    ['Bearer realm="x, scope=\\"y\\"", SCOPE="z"', 'scope', 'z'],
    ['Basic realm="r", scope="no", DPoP algs="ES256", scope = "yes"', 'scope', 'yes'],
    ['Negotiate dG9rZW4=, Bearer scope="a"', 'scope', 'a'],
    ['Bearer', 'scope', undefined],
    ['"', 'scope', undefined],
    [undefined, 'scope', undefined],
  ])('%s is read', (header, name, value) => {
    expect(challengeParameter(readChallenges(header), name)).toBe(value);
  });
});
