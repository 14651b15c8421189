import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { nameOfModel } from '../chat/model-name.js';

/** Gives a model of the past its name; its id where the model server does not offer it any more. */
export function useModelName(): (id: string) => string {
  const words = useWords();
  const models = usePage((page) => page.app?.models.models);
  return (id) => visibleText(nameOfModel(id, models ?? [], words));
}
