import type { ImageKind } from '../image-kind.js';

/** An image to be scaled: its long edge may have so many pixels afterwards, and it so many bytes. */
export interface ScaleJob {
  readonly bytes: Uint8Array;
  readonly longEdge: number;
  readonly mostBytes: number;
}

/** The image as it may be sent, the very same bytes where they fit; or why there is none, in a few words (English). */
export type ScaledImage =
  | { readonly kind: ImageKind; readonly bytes: Uint8Array }
  | { readonly kind: 'refused'; readonly why: string };

export function isScaleJob(value: unknown): value is ScaleJob {
  return typeof value === 'object' && value !== null && 'bytes' in value && value.bytes instanceof Uint8Array;
}

export function isScaledImage(value: unknown): value is ScaledImage {
  return typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string';
}
