import { useEffect, useRef, useState } from 'react';
import type { CommandInput } from '../../../shared/ipc/contract.js';
import { usePageStore } from '../../store/store-context.js';

/** A pause in typing after which a server is asked, ms. */
const PAUSE = 200;

export type CompletionTarget = Omit<CommandInput<'offers.complete'>, 'argument'>;

/**
 * What a server suggests for an argument, while the field has the focus. Asked after a pause in typing; an answer that
 * comes when something else stands there already is dropped. No suggestions where the server fails: they are a help.
 */
export function useCompletion(
  target: CompletionTarget,
  argument: { readonly name: string; readonly value: string },
  wanted: boolean,
): readonly string[] {
  const { bridge } = usePageStore();
  const { name, value } = argument;
  const [found, setFound] = useState<{ readonly for: string; readonly values: readonly string[] }>();
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  });
  useEffect(() => {
    if (!wanted) return undefined;
    let late = false;
    const ask = async (): Promise<void> => {
      const answer = await bridge.commands['offers.complete']({ ...latest.current, argument: { name, value } });
      if (!late) setFound({ for: value, values: answer.ok ? answer.value.values : [] });
    };
    const timer = setTimeout(() => void ask().catch(() => undefined), PAUSE);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [bridge, name, value, wanted]);
  return wanted && found?.for === value ? found.values : [];
}
