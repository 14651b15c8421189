import { branded } from '../../shared/brand.js';
import { MOST_MESSAGE_BYTES, type PartSource } from '../../shared/chat-file.js';
import type { UserBlock } from '../../shared/conversation.js';
import type { AttachmentInput } from '../../shared/ipc/file-schemas.js';
import type { ServerId } from '../../shared/server.js';
import { givenParts } from '../conversation/given-parts.js';
import { GatehouseError, toldOf } from '../errors.js';
import { type EarlierBook, earlierPart } from './earlier-part.js';
import type { FileShelf } from './file-shelf.js';
import type { HeldPrompts } from './held-prompts.js';
import type { ServerOffers } from './server-offers.js';

export interface OutgoingDeps {
  readonly book: EarlierBook;
  readonly held: HeldPrompts;
  readonly shelf: FileShelf;
  readonly offers: ServerOffers;
  readonly serverName: (id: string) => string;
  readonly redact: (text: string) => string;
  readonly newId: () => string;
  readonly closing: AbortSignal;
}

/** Makes what stands beside the text of a message into its parts, right before it is sent. */
export class OutgoingParts {
  readonly #deps: OutgoingDeps;

  constructor(deps: OutgoingDeps) {
    this.#deps = deps;
  }

  /** Asks a server for one of its prompts, and holds what it gave until it is sent. */
  async holdPrompt(
    serverId: string,
    name: string,
    args: Readonly<Record<string, string>>,
  ): Promise<{ readonly id: string; readonly description?: string; readonly parts: readonly UserBlock[] }> {
    const { offers, held, newId, closing } = this.#deps;
    const server = branded<ServerId>(serverId);
    const { description, messages } = await offers.prompt(server, { name, arguments: args }, closing);
    const id = newId();
    const talk = messages.some(({ role }) => role === 'assistant');
    const blocks = messages.map(({ role, content }) =>
      talk && content.type === 'text' ? { ...content, text: `${role}: ${content.text}` } : content,
    );
    const parts = this.#given(blocks, server, { kind: 'prompt', name, id });
    if (parts.length === 0) {
      throw new GatehouseError('empty-prompt', `The server gave nothing for the prompt ${JSON.stringify(name)}.`);
    }
    held.hold(id, parts);
    return { id, ...(description === undefined ? {} : { description }), parts };
  }

  /**
   * The parts of a message, in their order. Rejects where one can't be had, such as a resource that its server does not
   * give any more: then nothing is sent.
   */
  async of(attachments: readonly AttachmentInput[] = []): Promise<readonly UserBlock[]> {
    const parts = (await Promise.all(attachments.map((attachment) => this.#partsOf(attachment)))).flat();
    const size = parts.reduce((sum, part) => sum + (part.type === 'file' ? part.file.size : 0), 0);
    if (size <= MOST_MESSAGE_BYTES) return parts;
    throw new GatehouseError(
      'message-too-large',
      `The files of one message may have ${MOST_MESSAGE_BYTES / 1_000_000} MB together. Take one out.`,
    );
  }

  async #partsOf(attachment: AttachmentInput): Promise<readonly UserBlock[]> {
    switch (attachment.kind) {
      case 'file':
        return [{ type: 'file', file: this.#deps.shelf.named(attachment.hash, attachment.name) }];
      case 'resource':
        return this.#resource(attachment);
      case 'prompt': {
        const given = this.#deps.held.of(attachment.id);
        if (given !== undefined) return given;
        throw new GatehouseError(
          'prompt-gone',
          'What the server gave is not at hand any more. Choose the prompt again.',
        );
      }
      default: {
        const part = earlierPart(this.#deps.book, attachment);
        if (part !== undefined) return [part];
        throw new GatehouseError('unknown-message', 'The message that this was a part of is not in its chat any more.');
      }
    }
  }

  async #resource({ serverId, uri, name }: Extract<AttachmentInput, { kind: 'resource' }>) {
    const server = branded<ServerId>(serverId);
    const { offers, closing } = this.#deps;
    try {
      const contents = await offers.readResource(server, uri, closing);
      const blocks = contents.map((resource) => ({ type: 'resource', resource }) as const);
      const parts = this.#given(blocks, server, { kind: 'resource', uri, name });
      if (parts.length > 0) return parts;
    } catch (error) {
      const { code, message, ...rest } = toldOf(error, 'resource-failed');
      throw new GatehouseError(code, `The message was not sent: ${message}`, { cause: error, ...rest });
    }
    throw new GatehouseError('empty-resource', `The message was not sent: ${uri} is empty.`, { parts: { uri } });
  }

  #given(
    blocks: Parameters<typeof givenParts>[0],
    serverId: ServerId,
    given: PartSource['given'],
  ): readonly UserBlock[] {
    const { shelf, serverName, redact } = this.#deps;
    const source = { serverId, serverName: serverName(serverId), given };
    return givenParts(blocks, { source, redact, addFile: (name, bytes) => shelf.add(name, bytes) });
  }
}
