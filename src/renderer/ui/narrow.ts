import { useSyncExternalStore } from 'react';

/** Under this width of the window, px, there is no room for a wide side column; more where the text is larger. */
function leastWidth(textSize: number): number {
  return 900 + Math.max(0, textSize - 14) * 24;
}

function query(textSize: number): string {
  return `(width < ${leastWidth(textSize)}px)`;
}

/** Whether the window is too narrow for a wide side column now. `textSize` in px. */
export function isNarrow(textSize: number): boolean {
  return window.matchMedia(query(textSize)).matches;
}

/** The same, live. */
export function useNarrow(textSize: number): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query(textSize));
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => isNarrow(textSize),
    () => false,
  );
}
