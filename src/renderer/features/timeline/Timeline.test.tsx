import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ToolCallRecord } from '../../../shared/conversation.js';
import { TimelineChart } from './TimelineChart.js';

const call: ToolCallRecord = {
  id: branded('k'),
  messageId: branded('m'),
  wireName: 'w',
  serverName: 'notes',
  tool: branded('read\u202Enote_with_a_very_long_name'),
  badges: [],
  stage: 'finished',
};

describe('the picture of a turn', () => {
  const html = renderToStaticMarkup(
    <TimelineChart
      label="in words"
      turn={{
        from: 1000,
        to: 5000,
        spans: [
          { kind: 'model', from: 1000, to: 2000, began: 1500 },
          { kind: 'tool', from: 2000, to: 2001, call },
        ],
      }}
    />,
  );

  it('has its words, and a name and a time for each bar', () => {
    expect(html).toContain('aria-label="in words"');
    expect(html).toContain('<title>Model · 1.0 s</title>');
    expect(html).toContain('· 1 ms</title>');
  });

  it('shows what hides in names, and no more of them than fits', () => {
    expect(html).not.toContain('\u202E');
    expect(html).toContain('read\\u{202E}note…');
  });

  it('draws what took no time to speak of so that it is seen', () => {
    expect(html).toMatch(/<rect[^>]* width="2"/u);
  });

  it('has no style of its own: the CSP lets none in', () => {
    expect(html).not.toContain('style=');
  });
});
