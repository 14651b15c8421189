import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { GatehouseError } from '../errors.js';

/** Networks that are not the public internet (IANA special-purpose registries, RFC 6890 and its successors). */
const PRIVATE_V4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of IPv6 only 2000::/3 is public; within it these are not. */
const PRIVATE_V6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
];

const privateV4 = listOf(PRIVATE_V4, 'ipv4');
const privateV6 = listOf(PRIVATE_V6, 'ipv6');
const publicV6 = listOf([['2000::', 3]], 'ipv6');

function listOf(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks) list.addSubnet(address, prefix, family);
  return list;
}

/**
 * Whether an IP address leads anywhere but to the public internet: loopback, link-local, private, reserved, multicast,
 * and the IPv6 forms that carry such an IPv4 address (mapped, compatible, NAT64, 6to4). What is no IP address at all
 * counts as private.
 */
export function isPrivateAddress(address: string): boolean {
  // A zone index (`fe80::1%eth0`) belongs to link-local addresses only.
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '');
  const family = isIP(plain);
  if (family === 4) return privateV4.check(plain, 'ipv4');
  if (family !== 6) return true;
  const inner = embeddedV4(expandV6(plain));
  if (inner !== undefined) return privateV4.check(inner, 'ipv4');
  return !publicV6.check(plain, 'ipv6') || privateV6.check(plain, 'ipv6');
}

/** The eight groups of an IPv6 address. */
function expandV6(address: string): readonly number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) => {
    return `${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}`;
  });
  const [head = '', tail] = hex.split('::');
  const first = groups(head);
  const last = tail === undefined ? [] : groups(tail);
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last];
}

function groups(text: string): readonly number[] {
  return text === '' ? [] : text.split(':').map((part) => Number.parseInt(part, 16));
}

/** The IPv4 address inside ::ffff:0:0/96, ::/96, 64:ff9b::/96 (RFC 6052) or 2002::/16 (RFC 3056). */
function embeddedV4(parts: readonly number[]): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  const zeros = c === 0 && d === 0 && e === 0;
  if (a === 0 && b === 0 && zeros && (f === 0xffff || f === 0)) return dotted(g, h);
  if (a === 0x64 && b === 0xff9b && zeros && f === 0) return dotted(g, h);
  return a === 0x2002 ? dotted(b, c) : undefined;
}

function dotted(high: number, low: number): string {
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** The refusal of an address that leads into a private network. */
export function privateAddressError(host: string): GatehouseError {
  const message = `The address ${host} leads into a private network, where only a server that the user added may send Gatehouse. It was not contacted.`;
  return new GatehouseError('private-address', message, { parts: { host } });
}

/** As `dns.lookup` with `all`. */
export type NameLookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A name look-up for sockets that fails where any address of a name is private. The socket connects to the very
 * addresses that were looked at, so a name that answers differently the second time gains nothing.
 */
export function publicLookup(lookup: NameLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const [first] = addresses;
      if (first === undefined || isAnyPrivate(addresses)) return callback(privateAddressError(hostname), []);
      if (options.all === true) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });
  };
}

/**
 * Rejects with code `private-address` where a name that a proxy is going to look up leads into a private network as seen
 * from here. One that only the proxy knows passes: in a network that lets nothing out but the proxy all names are so, and
 * where those lead is the proxy's to judge.
 */
export function refusePrivateName(hostname: string, lookup: NameLookup): Promise<void> {
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error === null && isAnyPrivate(addresses)) reject(privateAddressError(hostname));
      else resolve();
    });
  });
}

function isAnyPrivate(addresses: readonly LookupAddress[]): boolean {
  return addresses.some(({ address }) => isPrivateAddress(address));
}
