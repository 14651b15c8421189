/** The kinds of image that the Messages API takes. */
export type ImageKind = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';

export const IMAGE_KINDS: ReadonlySet<string> = new Set<ImageKind>([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** The largest image that is handed on, as bytes before base64; the API takes 5 MB of base64. */
export const MAX_IMAGE_BYTES = 3_750_000;

/** What kind of image the first bytes show, whatever name or type it was given; undefined for none the model takes. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 12)).toString('latin1');
  if (head.startsWith('\u0089PNG\r\n\u001A\n')) return 'image/png';
  if (head.startsWith('\u00FF\u00D8\u00FF')) return 'image/jpeg';
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return 'image/webp';
  return undefined;
}
