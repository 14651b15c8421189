import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { KindSum, UsageDay } from '../../../shared/usage-day.js';
import type { PageLanguage } from '../../i18n/language.js';
import { WordsProvider } from '../../i18n/words-context.js';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { Rows } from './DaysTable.js';
import { UsageDays } from './UsageDays.js';

const opus: KindSum = {
  kind: 'chat',
  model: 'claude-opus-5',
  requests: 12,
  inputTokens: 1_234_567,
  cacheReadTokens: 1_000_000,
  outputTokens: 8_900,
  dollars: 1234.5,
};
const few = { requests: 1, inputTokens: 100, cacheReadTokens: 0, outputTokens: 10 };
const own: KindSum = { kind: 'chat', model: 'own\u202E', ...few };
const DAYS: readonly UsageDay[] = [
  { day: '2026-11-28', sums: [opus] },
  { day: '2026-11-29', sums: [] },
  { day: '2026-11-30', sums: [opus, own] },
];

function html(days: readonly UsageDay[], language: PageLanguage = 'en', table = false): string {
  return renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <WordsProvider language={language}>
        {table ? <Rows days={days} byModel /> : <UsageDays days={days} />}
      </WordsProvider>
    </StoreProvider>,
  );
}

const textOf = (markup: string): string => markup.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the page with the usage of all chats', () => {
  it('has the sums of all days, what they do not hold, and the last day in words', () => {
    const text = textOf(html(DAYS));
    expect(text).toContain('Cost $2,469.00');
    expect(text).toContain('Requests 25');
    expect(text).toContain('1 request without a known price: not in the cost.');
    expect(text).toContain('Mon, Nov 30, 2026 · 1,234,667 read · 8,910 written · $1,234.50');
    expect(text).toContain('Not counted: chats in the terminal.');
    expect(text).not.toContain('By purpose');
  });

  it('names models only where there are several, and shows what hides in their names', () => {
    const text = textOf(html(DAYS));
    expect(text).toContain('By model');
    expect(text).toContain(String.raw`own\u{202E}`);
    const alone = textOf(html(DAYS.slice(0, 2)));
    expect(alone).not.toContain('claude-opus-5');
    expect(alone).toContain('Sun, Nov 29, 2026 · nothing');
  });

  it('says what was paid for beside chats, and what is not known of it', () => {
    const broken: KindSum = { ...own, kind: 'broken', model: 'claude-opus-5', dollars: 0.5 };
    const server: KindSum = { ...own, kind: 'server' };
    const days = [...DAYS, { day: '2026-12-01', sums: [server, broken, opus] }];
    const text = textOf(html(days));
    expect(text).toContain('Answers and summaries 37 3,703,801 3,000,000 26,710 $3,703.50');
    expect(text).toContain('Answers that broke off 1 100 0 10 $0.50');
    expect(text).toContain('Servers (sampling) 1 100 0 10 —');
    expect(text).toContain('Of an answer that broke off only what was counted by then is known');
    expect(text).toContain('2 requests without a known price');
    // A model has one row, whatever it was asked for.
    expect(textOf(html(days, 'en', true))).toContain('Tue, Dec 1, 2026 claude-opus-5 13 1,234,667 1,000,000 8,910');
    expect(textOf(html(days, 'zh-CN'))).toContain('服务器的请求（sampling） 1 100');
  });

  it('shows no cost at all where no price is known', () => {
    const text = textOf(html([{ day: '2026-11-30', sums: [own] }]));
    expect(text).toContain('Cost no known price');
    expect(text).not.toContain('$');
    expect(text).not.toContain('list prices');
  });

  it('says what is missing, and what to do, where nothing was asked', () => {
    const text = textOf(html(DAYS.map(({ day }) => ({ day, sums: [] }))));
    expect(text).toContain('Nothing in the last 3 days');
    expect(text).toContain('Start a chat');
    expect(text).not.toContain('Cost');
  });

  it('writes cents beside cents at the lines of the picture', () => {
    const days = (dollars: number) => [{ day: '2026-11-30', sums: [{ ...opus, dollars }] }];
    expect(textOf(html(days(1.2)))).toContain('$0.00 $0.50 $1.00 $1.50');
    expect(textOf(html(days(12)))).toContain('$0 $5 $10');
    expect(textOf(html(days(0.0031)))).toContain('$0.001');
  });

  it('speaks Chinese, with its dates and numbers', () => {
    const text = textOf(html(DAYS, 'zh-CN'));
    expect(text).toContain('2026年11月30日周一 · 读入 1,234,667 · 写出 8,910 · $1,234.50');
    expect(text).toContain('11月28日');
  });

  it('has a row for each model and day, the newest first, with days as heads', () => {
    const markup = html(DAYS, 'en', true);
    const rows = markup.split('<tr').slice(2).map(textOf);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toContain('Mon, Nov 30, 2026 claude-opus-5 12 1,234,567 1,000,000 8,900 $1,234.50');
    expect(rows[1]).toContain('—');
    expect(rows[2]).toContain('Sat, Nov 28, 2026');
    expect(markup).toContain('<th scope="row">');
  });

  it('has no style of its own: the CSP lets none in', () => {
    const markup = html(DAYS);
    expect(markup).not.toContain('style=');
    expect(markup).toMatch(/<svg[^>]*role="img"[^>]*aria-labelledby=/u);
  });
});
