const IMAGES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);
const SOUNDS: ReadonlySet<string> = new Set([
  'audio/aac',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'audio/x-wav',
]);

/** Names that servers use for these, too. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/pjpeg', 'image/jpeg'],
  ['image/x-png', 'image/png'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-mp3', 'audio/mpeg'],
  ['audio/wave', 'audio/wav'],
  ['audio/m4a', 'audio/mp4'],
  ['audio/x-m4a', 'audio/mp4'],
]);

/** How a file of this type is shown. Pixel images are drawn; an SVG is a document, and is only named. */
export function mediaKind(mimeType: string | undefined): 'image' | 'audio' | undefined {
  const said = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const type = ALIASES.get(said) ?? said;
  if (IMAGES.has(type)) return 'image';
  return SOUNDS.has(type) ? 'audio' : undefined;
}

/** Base64 as it should be: some servers send a whole data URL, some break lines. */
function plainBase64(data: string): string {
  return data.replace(/^data:[^,]*,/u, '').replaceAll(/\s+/gu, '');
}

/** Of base64, in bytes: three in four characters. */
export function bytesIn(data: string): number {
  return Math.floor((plainBase64(data).replace(/=+$/u, '').length * 3) / 4);
}

/** The bytes themselves; undefined where it is no base64. */
export function bytesOf(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(plainBase64(data));
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
    return bytes;
  } catch {
    return undefined;
  }
}
