import { GatehouseError } from '../core/errors.js';
import { isLoopbackName } from '../shared/loopback-name.js';
import { visibleText } from '../shared/visible-text.js';

const LONGEST = 2048;

/**
 * The address that a browser may be given: https, or http of this computer, short, without a user's name in front of the host and without a
 * character that hides. Names in other alphabets come back as `xn--…`. Throws a `GatehouseError` with code `bad-link`.
 */
export function checkedLink(link: string): string {
  if (link.length > LONGEST) throw badLink(`it is longer than ${LONGEST} characters`);
  // The parser drops tabs, new lines and blanks at the ends, and bends a backslash to a slash: what is shown would not be
  // what was asked for.
  if (visibleText(link) !== link || /[\s\\]/u.test(link))
    throw badLink('it holds a blank, a backslash or a hidden character');
  const url = parsed(link);
  if (url === undefined) throw badLink('it is not an address');
  const isOwn = url.protocol === 'http:' && isLoopbackName(url.hostname);
  if (url.protocol !== 'https:' && !isOwn) throw badLink('only https addresses are opened');
  if (!/^https?:\/\/[^/]/iu.test(link) || url.hostname === '') throw badLink('it names no host');
  if (url.username !== '' || url.password !== '' || /^https?:\/\/[^/?#]*@/iu.test(link)) {
    throw badLink('it carries a user name, which hides the real host');
  }
  if (url.href.length > LONGEST) throw badLink(`it is longer than ${LONGEST} characters`);
  return url.href;
}

function parsed(link: string): URL | undefined {
  try {
    return new URL(link);
  } catch {
    return undefined;
  }
}

function badLink(why: string): GatehouseError {
  return new GatehouseError('bad-link', `The link was not opened: ${why}.`);
}
