import { Popover } from '@base-ui/react/popover';
import { lazy, Suspense, useState } from 'react';
import { chatUsage } from '../../../shared/chat-usage.js';
import type { ContextUse } from '../../../shared/conversation.js';
import type { RequestUsage } from '../../../shared/request-usage.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePage } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import chip from '../../ui/Chip.module.css';
import { classNames } from '../../ui/class-names.js';
import popup from '../../ui/Popup.module.css';
import { dollarsText } from '../usage/dollars-text.js';
import styles from './ContextChip.module.css';

/** The chart and its library are read when they are asked for: the start of the app need not wait for them. */
const UsageDialog = lazy(async () => ({ default: (await import('../usage/UsageDialog.js')).UsageDialog }));

const NONE: readonly RequestUsage[] = [];

/** How full the model's window is, and what the chat has cost. Opens to the parts. Nothing before the first request. */
export function ContextChip() {
  const words = useWords();
  const [open, setOpen] = useState(false);
  const [dialog, setDialog] = useState(false);
  const use = usePage((page) => (page.conversation.kind === 'open' ? page.conversation.state.context : undefined));
  const requests = usePage((page) =>
    page.conversation.kind === 'open' ? (page.conversation.state.requests ?? NONE) : NONE,
  );
  if (use === undefined && requests.length === 0) return null;
  return (
    <>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger className={chip.chip} title={words.turn.contextLabel}>
          <ChipText use={use} requests={requests} />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} align="end" className={popup.positioner}>
            <Popover.Popup className={classNames(popup.popup, styles.popup)} aria-label={words.turn.contextLabel}>
              {use === undefined ? null : <Parts use={use} />}
              {requests.length === 0 ? null : <SoFar requests={requests} />}
              <Button
                onClick={() => {
                  setOpen(false);
                  setDialog(true);
                }}
              >
                {words.budget.show}
              </Button>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      {dialog ? (
        <Suspense fallback={null}>
          <UsageDialog requests={requests} onClose={() => setDialog(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function ChipText({
  use,
  requests,
}: {
  readonly use: ContextUse | undefined;
  readonly requests: readonly RequestUsage[];
}) {
  const words = useWords();
  const { dollars } = chatUsage(requests);
  const parts = [
    ...(use === undefined ? [] : [words.turn.context(percentOf(use))]),
    ...(dollars === undefined ? [] : [dollarsText(dollars)]),
  ];
  return parts.length === 0 ? words.budget.chip : parts.join(' · ');
}

function sumOf(use: ContextUse): number {
  return use.system + use.history + use.tools.reduce((sum, { tokens }) => sum + tokens, 0);
}

function percentOf(use: ContextUse): number {
  return Math.min(100, Math.ceil(((use.counted ?? sumOf(use)) / use.window) * 100));
}

function Parts({ use }: { readonly use: ContextUse }) {
  const words = useWords();
  const rows = [
    { name: words.turn.contextSystem, tokens: use.system },
    ...use.tools.map(({ serverName, tokens }) => ({
      name: words.turn.contextTools(visibleText(serverName)),
      tokens,
    })),
    { name: words.turn.contextHistory, tokens: use.history },
  ];
  const window = use.window.toLocaleString('en');
  return (
    <>
      <dl className={styles.parts}>
        {rows.map(({ name, tokens }) => (
          <div key={name} className={styles.part}>
            <dt>{name}</dt>
            <dd>{words.turn.contextTokens(tokens.toLocaleString('en'))}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        {use.counted === undefined
          ? words.budget.estimated(window)
          : words.budget.counted(use.counted.toLocaleString('en'), window)}{' '}
        {words.budget.fitting}
        {use.deferred === undefined ? null : ` ${words.budget.deferred(use.deferred)}`}
      </p>
    </>
  );
}

function SoFar({ requests }: { readonly requests: readonly RequestUsage[] }) {
  const words = useWords();
  const usage = chatUsage(requests);
  const rows = [
    { name: words.budget.read, value: usage.inputTokens.toLocaleString('en') },
    { name: words.budget.cached, value: usage.cacheReadTokens.toLocaleString('en') },
    { name: words.budget.written, value: usage.outputTokens.toLocaleString('en') },
    {
      name: words.budget.total,
      value: usage.dollars === undefined ? words.budget.noPrice : dollarsText(usage.dollars),
    },
  ];
  return (
    <section className={styles.soFar} aria-label={words.budget.soFar}>
      <div className={styles.heading}>{words.budget.soFar}</div>
      <dl className={styles.parts}>
        {rows.map(({ name, value }) => (
          <div key={name} className={styles.part}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
