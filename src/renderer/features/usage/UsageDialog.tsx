import { useMemo } from 'react';
import { chatUsage, type ChatUsage } from '../../../shared/chat-usage.js';
import { PRICES_AS_OF } from '../../../shared/model-prices.js';
import type { RequestUsage } from '../../../shared/request-usage.js';
import { visibleText } from '../../../shared/visible-text.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import { Modal, ModalBody, ModalFoot } from '../../ui/Modal.js';
import { dollarsText } from './dollars-text.js';
import { UsageChart } from './UsageChart.js';
import { UsageFacts } from './UsageFacts.js';
import styles from './UsageDialog.module.css';

/** What a chat took up to now: totals, request by request, and what each server's tools add. */
export function UsageDialog({
  requests,
  onClose,
}: {
  readonly requests: readonly RequestUsage[];
  readonly onClose: () => void;
}) {
  const words = useWords();
  const store = usePageStore();
  const usage = useMemo(() => chatUsage(requests), [requests]);
  return (
    <Modal title={words.budget.title} open onClose={onClose}>
      <ModalBody>
        {requests.length === 0 ? (
          <p className={styles.hint}>{words.budget.empty}</p>
        ) : (
          <>
            <section className={styles.part}>
              <UsageFacts usage={usage} />
              {usage.dollars === undefined ? null : <p className={styles.hint}>{words.budget.prices(PRICES_AS_OF)}</p>}
            </section>
            <UsageChart requests={requests} />
            <ServerTable usage={usage} />
          </>
        )}
      </ModalBody>
      <ModalFoot>
        <Button
          onClick={() => {
            onClose();
            store.openPage({ page: 'usage' });
          }}
        >
          {words.usage.allChats}
        </Button>
      </ModalFoot>
    </Modal>
  );
}

function ServerTable({ usage }: { readonly usage: ChatUsage }) {
  const words = useWords();
  const { servers, inputTokens, readDollars } = usage;
  if (servers.length === 0) return null;
  const ofServers = servers.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0);
  const rows = [
    ...servers.map(({ serverName, ...rest }) => ({ name: visibleText(serverName), ...rest })),
    {
      name: words.budget.chatItself,
      tokens: Math.max(0, inputTokens - servers.reduce((sum, { tokens }) => sum + tokens, 0)),
      dollars: readDollars === undefined ? undefined : Math.max(0, readDollars - ofServers),
    },
  ];
  return (
    <section className={styles.part}>
      <table className={styles.table}>
        <caption className={styles.caption}>{words.budget.byServer}</caption>
        <thead>
          <tr>
            <th scope="col">{words.budget.server}</th>
            <th scope="col">{words.budget.tokens}</th>
            <th scope="col">{words.budget.costColumn}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, tokens, dollars }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{tokens.toLocaleString('en')}</td>
              <td>{dollars === undefined ? '—' : dollarsText(dollars)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.hint}>{words.budget.byServerHint}</p>
    </section>
  );
}
