import type { ComponentProps, KeyboardEvent } from 'react';
import { classNames } from './class-names.js';
import { isComposing, isSendKey, type KeyPress } from './keys.js';
import styles from './TextInput.module.css';

/** What decides of a React key event. */
export function keyPressOf(event: KeyboardEvent): KeyPress {
  const { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey, isComposing: composing } = event.nativeEvent;
  return { key, code, keyCode, shiftKey, ctrlKey, metaKey, altKey, isComposing: composing };
}

interface TextInputProps extends Omit<ComponentProps<'input'>, 'onKeyDown' | 'className'> {
  /** Enter, but never the one that ends a composition. */
  readonly onEnter?: () => void;
  readonly onEscape?: () => void;
  readonly mono?: boolean;
  readonly bad?: boolean;
}

/** One line of text. While an input method composes, no key of it reaches a form, a dialog or a shortcut. */
export function TextInput({ onEnter, onEscape, mono = false, bad = false, ...rest }: TextInputProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    const press = keyPressOf(event);
    if (isComposing(press)) {
      event.stopPropagation();
      if (press.key === 'Enter') event.preventDefault();
    } else if (isSendKey(press) && onEnter !== undefined) {
      event.preventDefault();
      onEnter();
    } else if (press.key === 'Escape' && onEscape !== undefined) {
      event.stopPropagation();
      onEscape();
    }
  };
  return (
    <input
      type="text"
      autoComplete="off"
      spellCheck={false}
      aria-invalid={bad || undefined}
      {...rest}
      onKeyDown={onKeyDown}
      className={classNames(styles.input, mono && styles.mono)}
    />
  );
}

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onKeyDown' | 'className'> {
  readonly mono?: boolean;
}

/** Several lines of text, where Enter breaks the line. */
export function TextArea({ mono = false, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={false}
      {...rest}
      onKeyDown={keepComposing}
      className={classNames(styles.input, styles.area, mono && styles.mono)}
    />
  );
}

function keepComposing(event: KeyboardEvent): void {
  if (isComposing(keyPressOf(event))) event.stopPropagation();
}
