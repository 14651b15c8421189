import { shell } from 'electron';
import { checkedLink } from './link-check.js';

/** Hands an address to the system's browser. The only door to `shell`; asking the user first is the caller's duty. */
export async function openExternalLink(link: string): Promise<void> {
  await shell.openExternal(checkedLink(link));
}
