import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { classNames } from '../../ui/class-names.js';
import { Button } from '../../ui/Button.js';
import styles from './JsonTree.module.css';

/** Members shown at first, and with each press of “Show more”. */
const FIRST = 100;
/** Of a long text so much is shown here; the text view has all of it. */
const LONGEST_TEXT = 500;
/** Branches with more members than this start folded, below the first. */
const MOST_OPEN = 12;

/** A value as a tree that unfolds. Only what is unfolded is there to be drawn. */
export function JsonTree({ value, label }: { readonly value: JsonValue; readonly label: string }) {
  return (
    <div className={styles.tree} role="group" aria-label={label} tabIndex={0}>
      {isBranch(value) ? <Members of={value} depth={0} /> : <Leaf value={value} />}
    </div>
  );
}

type Branch = JsonObject | readonly JsonValue[];

function Members({ of, depth }: { readonly of: Branch; readonly depth: number }) {
  const words = useWords();
  const [limit, setLimit] = useState(FIRST);
  const members = Object.entries(of);
  return (
    <ul className={styles.members}>
      {members.slice(0, limit).map(([name, member]) => (
        <li key={name}>
          <Member name={name} listed={isList(of)} value={member ?? null} depth={depth} />
        </li>
      ))}
      {members.length > limit ? (
        <li>
          <Button look="quiet" onClick={() => setLimit(limit * 10)}>
            {words.card.more((members.length - limit).toLocaleString('en'))}
          </Button>
        </li>
      ) : null}
    </ul>
  );
}

interface MemberProps {
  readonly name: string;
  /** Its name is its place in a list. */
  readonly listed: boolean;
  readonly value: JsonValue;
  readonly depth: number;
}

function Member({ name, listed, value, depth }: MemberProps) {
  const words = useWords();
  const size = isBranch(value) ? Object.keys(value).length : 0;
  const [open, setOpen] = useState(depth === 0 && size <= MOST_OPEN);
  const shown = <span className={listed ? styles.place : styles.name}>{visibleText(name)}</span>;
  if (!isBranch(value) || size === 0) {
    return (
      <div className={styles.line}>
        {shown} <Leaf value={value} />
      </div>
    );
  }
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={12} aria-hidden="true" className={classNames(styles.arrow, open && styles.open)} />
        {shown} <span className={styles.size}>{isList(value) ? words.card.items(size) : words.card.fields(size)}</span>
      </button>
      {open ? <Members of={value} depth={depth + 1} /> : null}
    </>
  );
}

function Leaf({ value }: { readonly value: JsonValue }) {
  if (typeof value === 'string') {
    const cut = value.length > LONGEST_TEXT;
    const text = visibleText(cut ? value.slice(0, LONGEST_TEXT) : value);
    return <span className={styles.string}>{cut ? `“${text}…` : `“${text}”`}</span>;
  }
  const kind = typeof value === 'number' ? styles.number : styles.constant;
  return <span className={kind}>{JSON.stringify(value)}</span>;
}

function isBranch(value: JsonValue): value is Branch {
  return isJsonObject(value) || isList(value);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
