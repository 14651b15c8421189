import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../../i18n/words-context.js';
import { Button, IconButton } from '../../ui/Button.js';
import { FieldGroup } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import styles from './FormRows.module.css';
import { renamedRow, type NamedRow } from './server-form.js';

/** What the rows are called. */
interface RowWords {
  readonly label: string;
  readonly hint: string;
  readonly keyOf: (number: number) => string;
  readonly valueOf: (number: number) => string;
  readonly keyPlaceholder: string;
  readonly add: string;
  readonly remove: (number: number) => string;
}

interface NamedValueRowsProps {
  readonly called: RowWords;
  readonly rows: readonly NamedRow[];
  /** The rows whose name is what is wrong. */
  readonly wrong: readonly NamedRow[];
  readonly onChange: (rows: readonly NamedRow[]) => void;
}

/** Variables or headers, a name and a value a row. A stored value is not here to be shown; it is kept or replaced. */
export function NamedValueRows({ called, rows, wrong, onChange }: NamedValueRowsProps) {
  const [fresh, setFresh] = useState(-1);
  const add = (): void => {
    onChange([...rows, { key: '', value: '', kept: false, secret: false }]);
    setFresh(rows.length);
  };
  return (
    <FieldGroup label={called.label} hint={called.hint}>
      {rows.map((row, index) => (
        <div key={index} className={styles.row}>
          <TextInput
            mono
            aria-label={called.keyOf(index + 1)}
            placeholder={called.keyPlaceholder}
            autoFocus={index === fresh}
            readOnly={row.kept}
            bad={wrong.includes(row)}
            value={row.key}
            onChange={(event) => onChange(rows.with(index, renamedRow(row, event.target.value)))}
          />
          <Value row={row} label={called.valueOf(index + 1)} onChange={(next) => onChange(rows.with(index, next))} />
          <IconButton
            label={called.remove(index + 1)}
            icon={<X size={16} aria-hidden="true" />}
            onClick={() => onChange(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button icon={<Plus size={16} aria-hidden="true" />} onClick={add}>
          {called.add}
        </Button>
      </div>
    </FieldGroup>
  );
}

interface ValueProps {
  readonly row: NamedRow;
  readonly label: string;
  readonly onChange: (row: NamedRow) => void;
}

function Value({ row, label, onChange }: ValueProps) {
  const words = useWords();
  const [replacing, setReplacing] = useState(false);
  if (row.kept) {
    return (
      <div className={styles.kept}>
        <span>{row.keptAs === undefined ? words.serverForm.kept : words.serverForm.keptAs[row.keptAs]}</span>
        <Button
          look="quiet"
          aria-label={words.serverForm.replaceLabel(row.key)}
          onClick={() => {
            setReplacing(true);
            onChange({ key: row.key, value: '', kept: false, secret: row.secret });
          }}
        >
          {words.serverForm.replace}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.value}>
      <TextInput
        mono
        type={row.secret ? 'password' : 'text'}
        autoFocus={replacing}
        aria-label={label}
        placeholder={words.serverForm.valuePlaceholder}
        value={row.value}
        onChange={(event) => onChange({ ...row, value: event.target.value })}
      />
      <label className={styles.secret} title={words.serverForm.secretHint}>
        <input
          type="checkbox"
          checked={row.secret}
          aria-label={`${words.serverForm.secret}: ${label}`}
          onChange={(event) => onChange({ ...row, secret: event.target.checked })}
        />
        {words.serverForm.secret}
      </label>
    </div>
  );
}
