import { useState } from 'react';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { Button } from '../../ui/Button.js';
import { classNames } from '../../ui/class-names.js';
import type { Cell, ResultTable } from './result-table.js';
import styles from './DataTable.module.css';

/** Rows shown before “Show all”. */
const FIRST = 50;
/** Of a long text so much is shown here; the text view has all of it. */
const LONGEST_CELL = 200;

/** A list of flat objects as a table. Numbers stand right. */
export function DataTable({ table }: { readonly table: ResultTable }) {
  const words = useWords();
  const [all, setAll] = useState(false);
  const { columns, rows } = table;
  const shown = all ? rows : rows.slice(0, FIRST);
  const numeric = columns.map((_column, at) => rows.every((row) => row[at] == null || typeof row[at] === 'number'));
  return (
    <>
      <div className={styles.frame} role="region" aria-label={words.chat.table} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {columns.map((name, at) => (
                <th key={name} scope="col" className={classNames(numeric[at] && styles.number)}>
                  {visibleText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              // A row has no other identity than its place, and never moves.
              <tr key={place}>
                {row.map((cell, at) => (
                  <td key={columns[at]} className={classNames(numeric[at] && styles.number)}>
                    <CellText cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {shown.length === rows.length ? null : (
        <div className={styles.rest}>
          {words.card.rowsShown(shown.length.toLocaleString('en'), rows.length.toLocaleString('en'))}
          <Button onClick={() => setAll(true)}>{words.card.showAll}</Button>
        </div>
      )}
    </>
  );
}

function CellText({ cell }: { readonly cell: Cell }) {
  if (cell === undefined) return null;
  if (cell === null) return <span className={styles.none}>null</span>;
  if (typeof cell !== 'string') return <span className={styles.plain}>{String(cell)}</span>;
  const cut = cell.length > LONGEST_CELL;
  return visibleText(cut ? `${cell.slice(0, LONGEST_CELL)}…` : cell);
}
