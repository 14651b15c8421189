import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { isComposing } from '../../ui/keys.js';
import { keyPressOf } from '../../ui/TextInput.js';
import { type CompletionTarget, useCompletion } from './use-completion.js';

export interface Suggestions {
  readonly listId: string;
  /** Empty: the list is closed. */
  readonly values: readonly string[];
  /** -1: none is chosen. */
  readonly chosen: number;
  readonly choose: (index: number) => void;
  readonly take: (value: string) => void;
  /** Typing opens the list again. */
  readonly typed: (value: string) => void;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
  /** Before the field itself: Enter takes what was chosen, else it is the field's. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** What a server suggests for an argument, and what the keys do with it. */
export function useSuggestions(
  target: CompletionTarget,
  argument: { readonly name: string; readonly value: string },
  onChange: (value: string) => void,
): Suggestions {
  const listId = useId();
  const [focused, setFocused] = useState(false);
  const [closed, setClosed] = useState(false);
  const [active, setActive] = useState(-1);
  const found = useCompletion(target, argument, focused && !closed);
  const values = found.filter((text) => text !== argument.value);
  const chosen = active < values.length ? active : -1;
  const change = (value: string, close: boolean): void => {
    setClosed(close);
    setActive(-1);
    onChange(value);
  };
  const take = (value: string): void => change(value, true);
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = keyPressOf(event);
    if (values.length === 0 || isComposing(press)) return;
    const text = values[chosen];
    if (press.key === 'ArrowDown') setActive(chosen === values.length - 1 ? -1 : chosen + 1);
    else if (press.key === 'ArrowUp') setActive(chosen === -1 ? values.length - 1 : chosen - 1);
    else if (press.key === 'Enter' && text !== undefined) take(text);
    else if (press.key === 'Escape') setClosed(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const typed = (value: string): void => change(value, false);
  const leave = (): void => setFocused(false);
  const onBlur = ({ relatedTarget }: FocusEvent): void => {
    // The list takes room: were it gone at once, what is being pressed would move away before it is let go.
    if (relatedTarget?.matches(':active') === true) window.addEventListener('click', leave, { once: true });
    else leave();
  };
  const onFocus = (): void => setFocused(true);
  return { listId, values, chosen, choose: setActive, take, typed, onFocus, onBlur, onKeyDown };
}
