import { useEffect, useState } from 'react';

/** The time (ms since the epoch), renewed every `interval` ms. Used only by what shows a running clock. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
