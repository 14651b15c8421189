import { HARD_EDGE, LONG_EDGE, MOST_IMAGE_BYTES } from '../../shared/chat-file.js';
import type { ConversationState } from '../../shared/conversation.js';
import { imageSize } from '../../shared/image-size.js';
import type { McpContentBlock } from '../../shared/tool.js';
import { imageKind } from '../image-kind.js';
import type { ScaledImage, ScaleJob } from '../images/scale-job.js';

/** An image of a server with more pixels is not decoded: 100 MB of memory, and seconds of work. */
const MOST_PIXELS = 25_000_000;
/** As long as base64 of the largest image that is looked at, characters. */
const MOST_BASE64 = 20_000_000;

/** An image of a result as the model is sent it, or the words that stand in its place. */
export type ModelImage =
  | { readonly kind: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'note'; readonly note: string };

/** Scales one image; never rejects. */
export type ScaleImage = (job: ScaleJob) => Promise<ScaledImage>;

/**
 * What the model is sent of the images in results. Each is decoded once, before the first request that has it: the API
 * refuses a whole request for one image that is broken or too large. The store keeps what the server sent.
 */
export class ResultImages {
  readonly #scale: ScaleImage | undefined;
  readonly #ready = new WeakMap<McpContentBlock, ModelImage>();

  /** Without `scale` nothing is decoded; what says of itself that it is too large is named instead. */
  constructor(scale: ScaleImage | undefined) {
    this.#scale = scale;
  }

  /** Looks at every image of a conversation that was not looked at yet. */
  async prepare({ calls }: Pick<ConversationState, 'calls'>): Promise<void> {
    const blocks = Object.values(calls).flatMap(({ result }) => (result?.isError === false ? result.content : []));
    for (const block of blocks) {
      const base64 = base64Of(block);
      if (base64 === undefined || this.#ready.has(block)) continue;
      // oxlint-disable-next-line no-await-in-loop -- one image is in memory at a time
      this.#ready.set(block, await this.#look(base64));
    }
  }

  /** Undefined for what is no image, and for one that was not prepared. */
  of(block: McpContentBlock): ModelImage | undefined {
    return this.#ready.get(block);
  }

  async #look(base64: string): Promise<ModelImage> {
    if (base64.length > MOST_BASE64) return note('too large for the model');
    const bytes = Buffer.from(base64, 'base64');
    const kind = imageKind(bytes);
    if (kind === undefined) return note('not a kind the model can see');
    const size = imageSize(bytes);
    if (size === undefined || size.width * size.height === 0) return note('broken');
    const { width, height } = size;
    const whole = { kind, bytes };
    // The decoder knows no WebP: one that fits is sent as it is.
    if (kind === 'image/webp' || this.#scale === undefined) {
      return Math.max(width, height) > HARD_EDGE || bytes.byteLength > MOST_IMAGE_BYTES
        ? note(`too large for the model: ${width} × ${height} pixels`)
        : image(whole);
    }
    if (width * height > MOST_PIXELS) return note(`too large to be scaled: ${width} × ${height} pixels`);
    const scaled = await this.#scale({ bytes, longEdge: LONG_EDGE, mostBytes: MOST_IMAGE_BYTES });
    return scaled.kind === 'refused' ? note(scaled.why) : image(scaled);
  }
}

function image({ kind, bytes }: Exclude<ScaledImage, { kind: 'refused' }>): ModelImage {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { kind: 'image', mediaType: kind, data };
}

function note(words: string): ModelImage {
  return { kind: 'note', note: words };
}

/** The base64 of a block that is an image; an embedded resource may be one. */
function base64Of(block: McpContentBlock): string | undefined {
  if (block.type === 'image') return plain(block.data);
  if (block.type !== 'resource') return undefined;
  const { blob, mimeType } = block.resource;
  return typeof blob === 'string' && typeof mimeType === 'string' && mimeType.startsWith('image/')
    ? plain(blob)
    : undefined;
}

function plain(data: string): string {
  return data.replace(/^data:[^,]*,/u, '');
}
