import { useCallback, useEffect, useRef, useState } from 'react';
import type { GatehouseBridge } from '../../shared/ipc/bridge.js';
import type { IpcResult } from '../../shared/ipc/result.js';
import { errorText } from '../i18n/error-text.js';
import { usePageLanguage, useWords } from '../i18n/words-context.js';
import { usePageStore } from './store-context.js';

/** Milliseconds after which a wait shows progress. */
const SLOW_AFTER = 300;

export interface CommandRun<A extends readonly unknown[], T> {
  /** Resolves to the value, or to undefined where the command was refused; `error` then says why. */
  readonly run: (...input: A) => Promise<T | undefined>;
  readonly busy: boolean;
  /** Busy for more than 300 ms. */
  readonly slow: boolean;
  readonly error: string | undefined;
  readonly clear: () => void;
}

/**
 * Runs a command and keeps its refusal, to be shown where the command was given. A `cancelled` is no error: the user
 * said no in a native dialog and knows it.
 */
export function useCommand<A extends readonly unknown[], T>(
  command: (commands: GatehouseBridge['commands'], ...input: A) => Promise<IpcResult<T>>,
): CommandRun<A, T> {
  const { bridge } = usePageStore();
  const lost = useWords().app.lost;
  const language = usePageLanguage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const latest = useRef(command);
  useEffect(() => {
    latest.current = command;
  });
  const run = useCallback(
    async (...input: A): Promise<T | undefined> => {
      setBusy(true);
      setError(undefined);
      try {
        const answer = await latest.current(bridge.commands, ...input);
        if (answer.ok) return answer.value;
        if (answer.error.code !== 'cancelled') setError(errorText(answer.error, language));
      } catch {
        setError(lost);
      } finally {
        setBusy(false);
      }
      return undefined;
    },
    [bridge, lost, language],
  );
  const clear = useCallback(() => setError(undefined), []);
  return { run, busy, slow: useSlow(busy), error, clear };
}

/** True once `busy` has lasted longer than a blink. */
export function useSlow(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}
