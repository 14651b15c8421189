import { type ReactNode, useMemo, useState } from 'react';
import type { JsonValue } from '../../../shared/json.js';
import { useWords } from '../../i18n/words-context.js';
import { CopyButton } from '../../ui/CopyButton.js';
import type { CodeLanguage } from '../code/code-language.js';
import { LongText } from '../chat/LongText.js';
import { Markdown } from '../chat/Markdown.js';
import { DataTable } from './DataTable.js';
import { JsonTree } from './JsonTree.js';
import { resultTable } from './result-table.js';
import { ResultHead } from './ResultHead.js';
import { type TextKind, textKind } from './result-text.js';
import { type ResultView, ViewSwitch } from './ViewSwitch.js';
import styles from './Result.module.css';

interface TextResultProps {
  readonly text: string;
  readonly title: string;
  readonly mimeType?: string | undefined;
  /** What it is written in, where it is code. */
  readonly language?: CodeLanguage | undefined;
  /** Folded to its head: the same is shown in another way already. */
  readonly doubled?: boolean;
  /** What else can be done with it. */
  readonly children?: ReactNode;
}

/** A text as what it is: Markdown, a tree or a table of JSON, else text; always also as it came. */
export function TextResult({ text, title, mimeType, language, doubled = false, children }: TextResultProps) {
  const words = useWords();
  const kind = useMemo(() => textKind(text, mimeType), [text, mimeType]);
  const [shown, setShown] = useState(!doubled);
  if (!shown) {
    return (
      <ResultHead title={words.card.doubled}>
        <button type="button" className={styles.link} onClick={() => setShown(true)}>
          {words.card.showText}
        </button>
      </ResultHead>
    );
  }
  return (
    <Views kind={kind} text={text} title={title} language={language}>
      {children}
    </Views>
  );
}

/** A value that came as JSON. */
export function ValueResult({ value, title }: { readonly value: JsonValue; readonly title: string }) {
  const text = useMemo(() => JSON.stringify(value, null, 2), [value]);
  return <Views kind={{ kind: 'json', value }} text={text} title={title} />;
}

interface ViewsProps {
  readonly kind: TextKind;
  readonly text: string;
  readonly title: string;
  readonly language?: CodeLanguage | undefined;
  readonly children?: ReactNode;
}

function Views({ kind, text, title, language, children }: ViewsProps) {
  const value = kind.kind === 'json' ? kind.value : undefined;
  const table = useMemo(() => (value === undefined ? undefined : resultTable(value)), [value]);
  const views = viewsOf(kind, table !== undefined);
  const [chosen, setChosen] = useState<ResultView>(views[0] ?? 'text');
  return (
    <>
      <ResultHead title={title}>
        {views.length > 1 ? <ViewSwitch views={views} value={chosen} onChange={setChosen} /> : null}
        {children}
        <CopyButton text={() => text} />
      </ResultHead>
      {chosen === 'table' && table !== undefined ? <DataTable table={table} /> : null}
      {chosen === 'tree' && value !== undefined ? <JsonTree value={value} label={title} /> : null}
      {chosen === 'formatted' ? (
        <div className={styles.formatted} role="region" aria-label={title} tabIndex={0}>
          <Markdown text={text} />
        </div>
      ) : null}
      {chosen === 'text' ? <PlainText text={text} value={value} language={language} /> : null}
    </>
  );
}

interface PlainTextProps {
  readonly text: string;
  /** What it says, where it is JSON: then it is laid out for reading. */
  readonly value: JsonValue | undefined;
  readonly language: CodeLanguage | undefined;
}

function PlainText({ text, value, language }: PlainTextProps) {
  const laidOut = useMemo(() => (value === undefined ? text : JSON.stringify(value, null, 2)), [text, value]);
  return <LongText text={laidOut} language={value === undefined ? language : 'json'} />;
}

function viewsOf(kind: TextKind, tabular: boolean): readonly ResultView[] {
  if (kind.kind === 'markdown') return ['formatted', 'text'];
  if (kind.kind === 'plain') return ['text'];
  return tabular ? ['table', 'tree', 'text'] : ['tree', 'text'];
}
