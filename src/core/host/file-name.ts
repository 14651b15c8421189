import { visibleText } from '../../shared/visible-text.js';

/** What no system wants in the name of a file. */
// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const NOT_IN_NAMES = /[\u0000-\u001F\u007F<>:"/\\|?*]+/gu;
/** Names that are devices on Windows, whatever follows the dot. */
const DEVICE = /^(?:aux|con|nul|prn|com\d|lpt\d)(?:\.|$)/iu;
const NAME_LENGTH = 60;
const EXTENSION = /\.[a-z0-9]{1,12}$/iu;

/**
 * A name for a file, out of text from outside: one part of a path, neither hidden nor a device, nothing in it that can't
 * be seen, short. `fallback` where nothing of it is left. The end of a name says what opens it, so it stays.
 */
export function fileName(text: string, fallback: string): string {
  // Hidden characters are written out, so that nothing turns the end of the name around.
  const plain = visibleText(text).replaceAll(NOT_IN_NAMES, ' ').replaceAll(/\s+/gu, ' ');
  const bare = plain.replace(/^[\s.]+/u, '').replace(/[\s.]+$/u, '');
  const extension = EXTENSION.exec(bare)?.[0] ?? '';
  const stem = Array.from(bare.slice(0, bare.length - extension.length))
    .slice(0, NAME_LENGTH)
    .join('')
    .trim();
  if (stem === '') return fallback;
  return DEVICE.test(`${stem}.`) ? `_${stem}${extension}` : `${stem}${extension}`;
}
