import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import type { CompletionTarget } from './use-completion.js';
import { type Suggestions, useSuggestions } from './use-suggestions.js';
import styles from './CompletedField.module.css';

interface CompletedFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string | undefined;
  readonly error: string | undefined;
  readonly value: string;
  readonly target: CompletionTarget;
  /** Takes the caret when the dialog opens. */
  readonly first: boolean;
  readonly onChange: (value: string) => void;
  readonly onEnter: () => void;
}

/** One argument, with what its server suggests in a list below: arrows choose, Enter takes, Esc closes. */
export function CompletedField(props: CompletedFieldProps) {
  const { name, label, hint, error, value, target, first, onChange, onEnter } = props;
  const suggestions = useSuggestions(target, { name, value }, onChange);
  const { listId, values, chosen, typed, onFocus, onBlur, onKeyDown } = suggestions;
  return (
    <Field label={label} hint={hint} error={error}>
      {(ids) => (
        <div className={styles.place} onKeyDownCapture={onKeyDown}>
          <TextInput
            {...ids}
            autoFocus={first}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={values.length > 0}
            aria-controls={listId}
            aria-activedescendant={chosen === -1 ? undefined : `${listId}-${chosen}`}
            bad={error !== undefined}
            value={value}
            onChange={(event) => typed(event.target.value)}
            onFocus={onFocus}
            onBlur={onBlur}
            onEnter={onEnter}
          />
          <SuggestionList name={name} suggestions={suggestions} />
        </div>
      )}
    </Field>
  );
}

function SuggestionList({ name, suggestions }: { readonly name: string; readonly suggestions: Suggestions }) {
  const words = useWords();
  const { listId, values, chosen, choose, take } = suggestions;
  return (
    <ul
      id={listId}
      role="listbox"
      aria-label={words.offers.suggestions(name)}
      hidden={values.length === 0}
      className={styles.list}
    >
      {values.map((text, index) => (
        <li
          key={text}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={classNames(styles.option, index === chosen && styles.chosen)}
          onPointerMove={() => choose(index)}
          // The caret stays where it is.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => take(text)}
        >
          {visibleText(text)}
        </li>
      ))}
    </ul>
  );
}
