import { useCallback, useMemo } from 'react';
import { bytesOf } from './result-media.js';

/** Gives an element its source, and takes it back when the element goes. */
type GiveSource = (element: HTMLImageElement | HTMLAudioElement | null) => (() => void) | undefined;

/** The bytes of a picture or a sound as a source inside the page; undefined where they are no base64. */
export function useBlobSource(data: string, mimeType: string): GiveSource | undefined {
  const bytes = useMemo(() => bytesOf(data), [data]);
  const give = useCallback<GiveSource>(
    (element) => {
      if (element === null) return undefined;
      const url = URL.createObjectURL(new Blob(bytes === undefined ? [] : [bytes], { type: mimeType }));
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [bytes, mimeType],
  );
  return bytes === undefined ? undefined : give;
}
