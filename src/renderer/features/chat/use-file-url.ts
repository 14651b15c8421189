import { type RefObject, useEffect, useState } from 'react';
import { type ChatFile, isImageFile } from '../../../shared/chat-file.js';
import { usePageStore } from '../../store/store-context.js';

/** How far out of sight a picture is fetched already. */
const NEAR = '400px';

/**
 * An address of the page's own for a picture, once its element is nearly in sight; undefined until then, `lost` where the
 * store does not have it. The bytes come over once and go with the element.
 */
export function useFileUrl(file: ChatFile, element: RefObject<Element | null>): string | undefined {
  const { bridge } = usePageStore();
  const [url, setUrl] = useState<string>();
  const { hash, kind } = file;
  const image = isImageFile(file);
  useEffect(() => {
    const place = element.current;
    if (!image || place === null) return undefined;
    let made: string | undefined;
    let gone = false;
    const fetchIt = async (): Promise<void> => {
      const answer = await bridge.commands['files.read']({ hash });
      if (gone) return;
      if (!answer.ok) return setUrl('lost');
      made = URL.createObjectURL(new Blob([Uint8Array.from(answer.value.bytes)], { type: kind }));
      setUrl(made);
    };
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        watcher.disconnect();
        fetchIt().catch(() => setUrl('lost'));
      },
      { rootMargin: NEAR },
    );
    watcher.observe(place);
    return () => {
      gone = true;
      watcher.disconnect();
      if (made !== undefined) URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [bridge, element, hash, kind, image]);
  return url;
}
