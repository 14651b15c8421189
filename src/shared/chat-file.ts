import type { Brand } from './brand.js';
import type { ServerId } from './server.js';

/** The SHA-256 of a file's bytes, hex: the name under which the store keeps it. */
export type FileHash = Brand<'FileHash'>;

/** What a file of a message can be; text is UTF-8. */
export type FileKind = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf' | 'text/plain';

/** A file that belongs to a message. Its bytes are in the store, under its hash. */
export interface ChatFile {
  readonly hash: FileHash;
  readonly name: string;
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** Of an image, pixels. */
  readonly width?: number;
  readonly height?: number;
}

/** Where a part of a user's message came from that a server gave: one of its prompts, or a resource. */
export interface PartSource {
  readonly serverId: ServerId;
  /** As the user named it. */
  readonly serverName: string;
  readonly given:
    | {
        readonly kind: 'prompt';
        readonly name: string;
        /** By which it was held while it was not sent. */
        readonly id: string;
      }
    | { readonly kind: 'resource'; readonly uri: string; readonly name: string };
}

/** True for what the page shows as a picture. */
export function isImageFile({ kind }: Pick<ChatFile, 'kind'>): boolean {
  return kind.startsWith('image/');
}

/*
 * What the Messages API takes (platform.claude.com/docs, build-with-claude/vision and /pdf-support, read on 2026-11-30):
 * images of 8,000 × 8,000 px at most, 2,000 × 2,000 where a request has more than 20; one whose long edge is over
 * 1,568 px is scaled down there, so it is scaled here; 5 MB of base64 for an image; 100 images and 100 pages of PDF for
 * a request to a model with 200,000 tokens; 32 MB for a whole request.
 */

/** The long edge that an image is scaled down to, pixels. */
export const LONG_EDGE = 1568;
/** The largest edge that the API takes, pixels. */
export const HARD_EDGE = 8000;
/** An image with more pixels than this is not decoded: 256 MB of memory. */
export const MOST_PIXELS = 64_000_000;
/** The largest image that is sent, bytes before base64. */
export const MOST_IMAGE_BYTES = 3_750_000;
/** The largest PDF, bytes: in base64 it still leaves room in a request. */
export const MOST_PDF_BYTES = 16_000_000;
/** The largest text file, bytes: more would fill the window of most models. */
export const MOST_TEXT_BYTES = 500_000;
/** The largest file that the page reads at all, bytes: an image may become smaller. */
export const MOST_CHOSEN_BYTES = 64_000_000;
/** Parts beside the text that one message may have. */
export const MOST_PARTS = 20;
/** The files of one message together, bytes. */
export const MOST_MESSAGE_BYTES = 16_000_000;
