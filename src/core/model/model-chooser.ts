import type { Settings } from '../../shared/settings.js';
import { PRACTICE_MODEL_ID } from '../../shared/settings.js';
import { GatehouseError } from '../errors.js';
import { ANTHROPIC_BASE_URL, createAnthropicModel } from './anthropic.js';
import { defaultModel } from './default-model.js';
import type { ModelClient } from './model-client.js';
import type { PracticeFetchOptions } from './practice/practice-fetch.js';
import { createPracticeFetch } from './practice/practice-fetch.js';

export interface ModelFacts {
  readonly settings: Pick<Settings, 'model' | 'baseUrl'>;
  /** The key that the user stored; empty or undefined where there is none. */
  readonly apiKey: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Which model a turn uses. */
export interface ModelChoice {
  readonly kind: 'practice' | 'api';
  readonly client: ModelClient;
  /** The model's id; empty where the user picked none and the server must be asked (`chosenModelId`). */
  readonly model: string;
  /** Where requests go. */
  readonly baseUrl: string;
}

const PRACTICE_BASE_URL = 'http://practice.invalid';
/** Local servers ask for no key, but the SDK sends none that is empty. */
const NO_KEY = 'none';

/**
 * The practice model where the user picked it, or where there is no key and the address is Anthropic's own; else the
 * server at the address of the settings, of `ANTHROPIC_BASE_URL`, or of Anthropic, with the stored key or
 * `ANTHROPIC_API_KEY`. A server at another address may need no key: Ollama, LM Studio, llama.cpp.
 */
export function chooseModel(facts: ModelFacts, practice: PracticeFetchOptions = {}): ModelChoice {
  const { settings, env } = facts;
  const apiKey = facts.apiKey?.trim() || env['ANTHROPIC_API_KEY']?.trim() || '';
  const baseUrl = settings.baseUrl.trim() || env['ANTHROPIC_BASE_URL']?.trim() || ANTHROPIC_BASE_URL;
  const keyless = apiKey === '' && isAnthropic(baseUrl);
  if (settings.model === PRACTICE_MODEL_ID || keyless) return practiceChoice(practice);
  return {
    kind: 'api',
    client: createAnthropicModel({ apiKey: apiKey || NO_KEY, baseUrl }),
    model: settings.model,
    baseUrl,
  };
}

function practiceChoice(options: PracticeFetchOptions = {}): ModelChoice {
  return {
    kind: 'practice',
    client: createAnthropicModel({
      apiKey: 'practice',
      baseUrl: PRACTICE_BASE_URL,
      fetch: createPracticeFetch(options),
    }),
    model: PRACTICE_MODEL_ID,
    baseUrl: PRACTICE_BASE_URL,
  };
}

/** The id to put into the next request. Asks the server for its models only where the user picked none. */
export async function chosenModelId(choice: ModelChoice, signal: AbortSignal): Promise<string> {
  if (choice.model !== '') return choice.model;
  const id = defaultModel(await choice.client.listModels(signal));
  if (id !== undefined) return id;
  throw new GatehouseError(
    'no-models',
    `The model server at ${choice.baseUrl} lists no models. Load one there, or pick the practice model in the settings.`,
    { parts: { address: choice.baseUrl } },
  );
}

function isAnthropic(baseUrl: string): boolean {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '') === ANTHROPIC_BASE_URL;
}
