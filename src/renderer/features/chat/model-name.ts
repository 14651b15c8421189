import type { ModelInfo } from '../../../shared/settings.js';
import type { Words } from '../../i18n/en.js';

/** A model's name; the practice model is named in the page's language. */
export function modelName(model: ModelInfo, words: Words): string {
  return model.practice ? words.chat.practiceName : model.name;
}

/** The name of the model with this id; the id itself where the list does not know it. */
export function nameOfModel(id: string, models: readonly ModelInfo[], words: Words): string {
  const model = models.find((item) => item.id === id);
  if (model !== undefined) return modelName(model, words);
  return id === '' ? words.chat.noModel : id;
}
