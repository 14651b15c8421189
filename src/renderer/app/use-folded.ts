import { useApp } from '../store/store-context.js';
import { useNarrow } from '../ui/narrow.js';

/** Whether the side column shows icons only: the user chose it, or the window has no room for more. */
export function useFolded(): boolean {
  const { sideFolded, textSize } = useApp((app) => app.settings);
  const narrow = useNarrow(textSize);
  return sideFolded || narrow;
}
