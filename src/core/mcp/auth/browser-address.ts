import { GatehouseError } from '../../errors.js';
import { isLoopbackName } from '../../../shared/loopback-name.js';

/**
 * The address of a sign-in page, looked at before a browser gets it: https, or http of this computer; nothing else,
 * because what the system does with other schemes can't be foreseen. Throws code `unsafe-address`.
 */
export function checkBrowserAddress(address: string): URL {
  // eslint-disable-next-line no-control-regex
  if (/[\s\u0000-\u001f\u007f-\u009f]/u.test(address)) throw unsafe('it holds spaces or control characters');
  if (!URL.canParse(address)) throw unsafe('it is no address');
  const url = new URL(address);
  const plain = url.protocol === 'http:' && isLoopbackName(url.hostname);
  if (url.protocol !== 'https:' && !plain) throw unsafe(`it begins with ${url.protocol} instead of https:`);
  if (url.username !== '' || url.password !== '') throw unsafe('it holds a user name or password');
  return url;
}

function unsafe(why: string): GatehouseError {
  const text = `The sign-in page that the server names was not opened: ${why}. Tell whoever runs the server.`;
  return new GatehouseError('unsafe-address', text, { parts: { why } });
}
