import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { Button, IconButton } from '../../ui/Button.js';
import { FieldGroup } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './FormRows.module.css';
import type { EnvRow } from './server-form.js';

interface EnvironmentRowsProps {
  readonly rows: readonly EnvRow[];
  readonly onChange: (rows: readonly EnvRow[]) => void;
}

/** The environment, a name and a value a row. A stored value is not here to be shown; it is kept or replaced. */
export function EnvironmentRows({ rows, onChange }: EnvironmentRowsProps) {
  const words = useWords();
  const [fresh, setFresh] = useState(-1);
  const add = (): void => {
    onChange([...rows, { key: '', value: '', kept: false }]);
    setFresh(rows.length);
  };
  return (
    <FieldGroup label={words.serverForm.env} hint={words.serverForm.envHint}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row}>
          <TextInput
            mono
            aria-label={words.serverForm.envKey(index + 1)}
            placeholder={words.serverForm.keyPlaceholder}
            autoFocus={index === fresh}
            readOnly={row.kept}
            value={row.key}
            onChange={(event) => onChange(rows.with(index, { ...row, key: event.target.value }))}
          />
          <Value row={row} number={index + 1} onChange={(next) => onChange(rows.with(index, next))} />
          <IconButton
            label={words.serverForm.removeEnv(index + 1)}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
          {words.serverForm.addEnv}
        </Button>
      </div>
    </FieldGroup>
  );
}

interface ValueProps {
  readonly row: EnvRow;
  readonly number: number;
  readonly onChange: (row: EnvRow) => void;
}

function Value({ row, number, onChange }: ValueProps) {
  const words = useWords();
  const [replacing, setReplacing] = useState(false);
  if (row.kept) {
    return (
      <div className={styles.kept}>
        <span>{words.serverForm.kept}</span>
        <Button
          look="quiet"
          aria-label={words.serverForm.replaceLabel(row.key)}
          onClick={() => {
            setReplacing(true);
            onChange({ ...row, kept: false });
          }}
        >
          {words.serverForm.replace}
        </Button>
      </div>
    );
  }
  return (
    <TextInput
      mono
      autoFocus={replacing}
      aria-label={words.serverForm.envValue(number)}
      placeholder={words.serverForm.valuePlaceholder}
      value={row.value}
      onChange={(event) => onChange({ ...row, value: event.target.value })}
    />
  );
}
