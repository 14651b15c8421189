import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import { sticks } from './stick-to-end.js';

interface StickToEnd {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly atEnd: boolean;
  readonly onScroll: () => void;
  readonly toEnd: () => void;
  /** Goes to one of the elements in `content`, and stays there. */
  readonly show: (element: HTMLElement) => void;
}

/** Keeps a scrolling view at its end while the user is there, and leaves it alone while they read above. */
export function useStickToEnd(): StickToEnd {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const hold = useRef({ sticking: true, top: 0 });
  const [atEnd, setAtEnd] = useState(true);

  const toEnd = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    hold.current.sticking = true;
    view.scrollTop = view.scrollHeight;
    setAtEnd(true);
  }, []);

  const onScroll = useCallback(() => {
    const view = scroller.current;
    if (view === null) return;
    const now = { top: view.scrollTop, below: view.scrollHeight - view.clientHeight - view.scrollTop };
    hold.current = { sticking: sticks(hold.current.sticking, hold.current.top, now), top: now.top };
    setAtEnd(hold.current.sticking);
  }, []);

  useEffect(() => {
    if (scroller.current === null || content.current === null) return undefined;
    const observer = new ResizeObserver(() => {
      const view = scroller.current;
      if (view !== null && hold.current.sticking) view.scrollTop = view.scrollHeight;
    });
    observer.observe(scroller.current);
    observer.observe(content.current);
    return () => observer.disconnect();
  }, []);

  const show = useCallback((element: HTMLElement) => {
    hold.current.sticking = false;
    setAtEnd(false);
    element.scrollIntoView({ block: 'center' });
  }, []);

  return { scroller, content, atEnd, onScroll, toEnd, show };
}
