import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { Button, IconButton } from '../../ui/Button.js';
import { FieldGroup } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './FormRows.module.css';

interface ArgumentRowsProps {
  readonly args: readonly string[];
  readonly onChange: (args: readonly string[]) => void;
}

/** The arguments, one a row: no quoting, so none to get wrong. Enter opens the next row. */
export function ArgumentRows({ args, onChange }: ArgumentRowsProps) {
  const words = useWords();
  const [fresh, setFresh] = useState(-1);
  const insert = (index: number): void => {
    onChange(args.toSpliced(index, 0, ''));
    setFresh(index);
  };
  return (
    <FieldGroup label={words.serverForm.args} hint={words.serverForm.argsHint}>
      {args.map((arg, index) => (
        <div key={index} className={styles.row}>
          <TextInput
            mono
            aria-label={words.serverForm.arg(index + 1)}
            autoFocus={index === fresh}
            value={arg}
            onChange={(event) => onChange(args.with(index, event.target.value))}
            onEnter={() => insert(index + 1)}
          />
          <IconButton
            label={words.serverForm.removeArg(index + 1)}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onChange(args.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={() => insert(args.length)}>
          {words.serverForm.addArg}
        </Button>
      </div>
    </FieldGroup>
  );
}
