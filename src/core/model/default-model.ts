import type { ModelInfo } from '../../shared/settings.js';

/**
 * The model a new user gets, by id: the newest of the middle line, since it is the best for tools at its price;
 * elsewhere the first that is listed. Servers list the newest first. Undefined for an empty list.
 */
export function defaultModel(models: readonly ModelInfo[]): string | undefined {
  const sonnet = models.find((model) => /sonnet/i.test(model.id));
  return (sonnet ?? models.find((model) => !model.practice) ?? models[0])?.id;
}
