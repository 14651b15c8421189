import { PRACTICE_MODEL_ID, type ModelInfo, type ModelsView } from '../../shared/settings.js';
import type { Told } from '../../shared/told.js';
import { toldOf } from '../errors.js';
import { defaultModel } from '../model/default-model.js';
import { chooseModel, chosenModelId, type ModelChoice } from '../model/model-chooser.js';
import type { ModelClient } from '../model/model-client.js';
import { Emitter } from '../observable.js';
import type { ApiKey } from './api-key.js';
import type { HostEnvironment } from './ports.js';
import type { SettingsBook } from './settings-book.js';

/** How long the list of models may take, ms: when it passes, the picker shows why there is none. */
const LIST_MS = 15_000;

const PRACTICE: ModelInfo = { id: PRACTICE_MODEL_ID, name: 'Practice model (offline)', practice: true };

export interface ChosenModel {
  readonly client: ModelClient;
  readonly id: string;
  /** Tokens that it can read in one request, where its server says so. */
  readonly window?: number;
}

/** The models there are and the one that a turn uses, by the settings and the key as they are now. */
export class ModelAccess {
  readonly changed = new Emitter<void>();
  readonly #settings: SettingsBook;
  readonly #apiKey: ApiKey;
  readonly #environment: HostEnvironment;
  #listed: readonly ModelInfo[] = [];
  #problem: Told | undefined;
  #refreshes = 0;

  constructor(parts: { settings: SettingsBook; apiKey: ApiKey; environment: HostEnvironment }) {
    this.#settings = parts.settings;
    this.#apiKey = parts.apiKey;
    this.#environment = parts.environment;
  }

  view(): ModelsView {
    const chosen = this.#choice().model;
    return {
      models: [...this.#listed, PRACTICE],
      current: chosen === '' ? (defaultModel(this.#listed) ?? '') : chosen,
      ...(this.#problem === undefined ? {} : { problem: this.#problem }),
    };
  }

  /** Reads the list of the model server again. Never rejects: what fails is the `problem` of the view. */
  async refresh(): Promise<void> {
    this.#refreshes += 1;
    const mine = this.#refreshes;
    const { models, problem } = await this.#list();
    // The list of a key or an address that was changed meanwhile is not shown.
    if (mine !== this.#refreshes) return;
    this.#listed = models;
    this.#problem = problem;
    this.changed.emit();
  }

  /** The model for a turn that begins now. Rejects where none is picked and the server can't be asked which it has. */
  async choose(signal: AbortSignal): Promise<ChosenModel> {
    // A key that can't be read is told of at the start; the turn goes on with what there is.
    await this.#apiKey.load().catch(() => undefined);
    const choice = this.#choice();
    const id = await chosenModelId(choice, signal);
    const window = this.#listed.find((model) => model.id === id)?.window;
    return { client: choice.client, id, ...(window === undefined ? {} : { window }) };
  }

  async #list(): Promise<{ readonly models: readonly ModelInfo[]; readonly problem?: Told }> {
    // Also with the practice model picked: the others are there to be picked instead.
    const choice = this.#choice('');
    if (choice.kind === 'practice') return { models: [] };
    try {
      return { models: await choice.client.listModels(AbortSignal.timeout(LIST_MS)) };
    } catch (error) {
      return { models: [], problem: toldOf(error, 'model-failed') };
    }
  }

  #choice(model = this.#settings.current.model): ModelChoice {
    const { baseUrl } = this.#settings.current;
    return chooseModel({ settings: { model, baseUrl }, apiKey: this.#apiKey.value, env: this.#environment.env });
  }
}
