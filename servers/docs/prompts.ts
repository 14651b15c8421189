import { isJsonObject, jsonKind } from '../kit/json.js';
import type { JsonObject } from '../kit/json.js';
import { RPC_CODE, RpcError } from '../kit/json-rpc.js';
import type { Offer } from '../kit/offer.js';
import { searchPages, titleOf } from './page-search.js';
import { PAGE_TEMPLATE } from './resources.js';
import type { PageSource } from './tools.js';

const EXPLAIN = {
  name: 'explain',
  title: 'Explain a part of Gatehouse',
  description:
    'Asks for an explanation in plain words, from the pages that fit. 请模型用平实的话解释 Gatehouse 的一个部分。',
  arguments: [
    { name: 'topic', description: 'What to explain, in English or Chinese.', required: true },
    { name: 'reader', description: 'Who it is for, such as a newcomer. Left out: anybody.', required: false },
  ],
} as const;

const LANGUAGE = /\p{Script=Han}/u;
/** The most values that one answer to `completion/complete` may have (server/utilities/completion, 2025-11-25). */
const MOST_VALUES = 100;

/** A prompt that asks about the pages (server/prompts, 2025-11-25). */
export function docsPrompts(pages: PageSource): Offer {
  return {
    capability: 'prompts',
    methods: {
      'prompts/list': () => ({ prompts: [EXPLAIN] }),
      'prompts/get': async ({ name, arguments: args = {} }) => {
        if (name !== EXPLAIN.name) {
          throw new RpcError(
            RPC_CODE.invalidParams,
            `Unknown prompt ${JSON.stringify(name)}. docs has: ${EXPLAIN.name}.`,
          );
        }
        const { topic, reader } = explainArguments(args);
        const hits = searchPages(await pages(), topic);
        const passages = hits.map(({ title, file, passage }) => `## ${title} (${file})\n${passage}`).join('\n\n');
        return { description: EXPLAIN.title, messages: [message(question(topic, reader, passages))] };
      },
    },
  };
}

/** Completes topics by the titles of the pages, and the pages' template by their files. */
export function docsCompletion(pages: PageSource): Offer {
  return {
    capability: 'completions',
    methods: {
      'completion/complete': async ({ ref, argument }) => {
        if (!isJsonObject(ref) || !isJsonObject(argument) || typeof argument['value'] !== 'string') {
          throw new RpcError(RPC_CODE.invalidParams, 'completion/complete needs "ref" and "argument", with a "value".');
        }
        const begun = argument['value'].toLowerCase();
        const known = await valuesOf(ref, argument['name'], pages);
        const values = known.filter((value) => value.toLowerCase().includes(begun));
        return {
          completion: {
            values: values.slice(0, MOST_VALUES),
            total: values.length,
            hasMore: values.length > MOST_VALUES,
          },
        };
      },
    },
  };
}

async function valuesOf(ref: JsonObject, argument: unknown, pages: PageSource): Promise<readonly string[]> {
  if (ref['type'] === 'ref/prompt' && ref['name'] === EXPLAIN.name) {
    return argument === 'topic' ? (await pages()).map(titleOf) : [];
  }
  if (ref['type'] === 'ref/resource' && ref['uri'] === PAGE_TEMPLATE) {
    return argument === 'file' ? (await pages()).map(({ file }) => file) : [];
  }
  throw new RpcError(RPC_CODE.invalidParams, 'docs completes the prompt explain and its pages, nothing else.');
}

function explainArguments(args: unknown): { readonly topic: string; readonly reader?: string } {
  if (!isJsonObject(args))
    throw new RpcError(RPC_CODE.invalidParams, `"arguments" must be an object, not ${jsonKind(args)}.`);
  const { topic, reader } = args;
  if (typeof topic !== 'string' || topic.trim() === '') {
    throw new RpcError(RPC_CODE.invalidParams, 'explain needs the argument "topic", a string that is not empty.');
  }
  if (reader !== undefined && typeof reader !== 'string') {
    throw new RpcError(RPC_CODE.invalidParams, `"reader" must be a string, not ${jsonKind(reader)}.`);
  }
  return { topic, ...(reader !== undefined && reader !== '' && { reader }) };
}

function question(topic: string, reader: string | undefined, passages: string): string {
  if (LANGUAGE.test(topic)) {
    const whom = reader === undefined ? '' : `，读者是${reader}`;
    const basis = passages === '' ? '文档里没有提到它；不知道就说不知道。' : `只根据下面的文档：\n\n${passages}`;
    return `请用平实的话解释 Gatehouse 的“${topic}”${whom}。${basis}`;
  }
  const whom = reader === undefined ? '' : ` to ${reader}`;
  const basis =
    passages === '' ? 'No page mentions it; say so where you do not know.' : `Use these pages alone:\n\n${passages}`;
  return `Explain “${topic}” in Gatehouse${whom}, in plain words. ${basis}`;
}

function message(text: string): JsonObject {
  return { role: 'user', content: { type: 'text', text } };
}
