import type { RequestUsage } from '../../../shared/request-usage.js';
import { dollarsOf } from '../../../shared/usage-cost.js';
import type { Words } from '../../i18n/en.js';
import { useWords, usePageLanguage } from '../../i18n/words-context.js';
import { dollarsText } from './dollars-text.js';
import { TableFold } from './TableFold.js';
import { timeText } from './time-text.js';
import { cachedOf } from './usage-chart.js';
import styles from './UsageDialog.module.css';

/** The picture in words: each request in a row. */
export function RequestTable({ requests }: { readonly requests: readonly RequestUsage[] }) {
  return (
    <TableFold>
      <Rows requests={requests} />
    </TableFold>
  );
}

function Rows({ requests }: { readonly requests: readonly RequestUsage[] }) {
  const words = useWords();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.budget.request}</th>
          <th scope="col">{words.budget.time}</th>
          <th scope="col">{words.budget.chartRead}</th>
          <th scope="col">{words.budget.cached}</th>
          <th scope="col">{words.budget.chartWritten}</th>
          <th scope="col">{words.budget.costColumn}</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request, place) => (
          <Row key={request.id} request={request} place={place} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ request, place }: { readonly request: RequestUsage; readonly place: number }) {
  const words = useWords();
  const language = usePageLanguage();
  const { kind, at, model, usage } = request;
  const dollars = dollarsOf(model, usage);
  return (
    <tr>
      <th scope="row">{nameOf(kind, place + 1, words)}</th>
      <td>{timeText(at, language)}</td>
      <td>{usage.inputTokens.toLocaleString('en')}</td>
      <td>{cachedOf(request).toLocaleString('en')}</td>
      <td>{usage.outputTokens.toLocaleString('en')}</td>
      <td>{dollars === undefined ? '—' : dollarsText(dollars)}</td>
    </tr>
  );
}

function nameOf(kind: RequestUsage['kind'], number: number, { budget }: Words): string {
  if (kind === 'summary') return budget.summaryRequest(number);
  return kind === 'broken' ? budget.brokenRequest(number) : String(number);
}
