import { describe, expect, it } from 'vitest';
import { HttpDoor } from './http-door.js';
import { startHttpServer } from './http-server.test-kit.js';
import { isPrivateAddress } from './private-address.js';

describe('isPrivateAddress', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.8.8.8',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:a9fe:a9fe',
    '64:ff9b::10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2001::1',
    '2001:db8::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '4000::1',
    'localhost',
    '',
    '1.2.3',
  ])('holds for %j', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '100.128.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2002:808:808::1',
  ])('does not hold for %j', (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });
});

describe('a request that refuses private addresses', () => {
  it.each(['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:7f00:1]', 'localhost', 'a.localhost'])(
    'never reaches %s',
    async (host) => {
      const canary = await startHttpServer((_request, response) => void response.end('reached'));
      const door = await HttpDoor.open({ env: {} });
      const url = new URL(`http://${host}:${canary.port}/`);
      try {
        const fetched = door.fetch({ method: 'GET', url, refusePrivate: true });
        // A system without names below localhost can't look them up, which keeps them out as well.
        await expect(fetched).rejects.toMatchObject({ code: expect.stringMatching(/^(private-address|unreachable)$/) });
        expect(canary.connections).toBe(0);
      } finally {
        await door.close();
        await canary.close();
      }
    },
  );
});
