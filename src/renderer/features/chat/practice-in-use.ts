import { PRACTICE_MODEL_ID, type ModelsView } from '../../../shared/settings.js';

/** True where the next turn would be answered by the practice model; the page then says so. */
export function practiceInUse(models: ModelsView): boolean {
  if (models.current === PRACTICE_MODEL_ID) return true;
  return models.models.some((model) => model.id === models.current && model.practice);
}
