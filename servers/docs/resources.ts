import type { JsonObject } from '../kit/json.js';
import { RPC_CODE, RpcError } from '../kit/json-rpc.js';
import type { Offer } from '../kit/offer.js';
import { titleOf } from './page-search.js';
import type { Page } from './page-search.js';
import type { PageSource } from './tools.js';

const SCHEME = 'docs://pages/';
/** The template that every page fits (RFC 6570). */
export const PAGE_TEMPLATE = `${SCHEME}{file}`;
/** `Resource not found` (server/resources, 2025-11-25). */
const NOT_FOUND = -32_002;
const TYPE = 'text/markdown';

/** The pages as resources (server/resources, 2025-11-25): each by its address, and the template that they all fit. */
export function docsResources(pages: PageSource): Offer {
  return {
    capability: 'resources',
    methods: {
      'resources/list': async () => ({ resources: (await pages()).map(resourceOf) }),
      'resources/templates/list': () => ({
        resourceTemplates: [{ uriTemplate: PAGE_TEMPLATE, name: 'page', title: 'A page', mimeType: TYPE }],
      }),
      'resources/read': async ({ uri }) => {
        if (typeof uri !== 'string')
          throw new RpcError(RPC_CODE.invalidParams, 'resources/read needs "uri", a string.');
        const page = (await pages()).find(({ file }) => addressOf(file) === uri);
        if (page === undefined) throw new RpcError(NOT_FOUND, `There is no page at ${uri}.`);
        return { contents: [{ uri, mimeType: TYPE, text: page.text }] };
      },
    },
  };
}

function resourceOf(page: Page): JsonObject {
  const { file, text } = page;
  return { uri: addressOf(file), name: file, title: titleOf(page), mimeType: TYPE, size: Buffer.byteLength(text) };
}

function addressOf(file: string): string {
  return SCHEME + encodeURIComponent(file);
}
