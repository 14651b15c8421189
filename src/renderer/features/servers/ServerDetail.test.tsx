import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { branded } from '../../../shared/brand.js';
import type { ServerId, ServerView } from '../../../shared/server.js';
import type { PageLanguage } from '../../i18n/language.js';
import { WordsProvider } from '../../i18n/words-context.js';
import { pageKit } from '../../store/page.test-kit.js';
import { StoreProvider } from '../../store/store-context.js';
import { ServerDetail } from './ServerDetail.js';

const SERVER: ServerView = {
  id: branded<ServerId>('s'),
  name: 'slow',
  launch: { kind: 'stdio', command: 'npx', args: [], envKeys: [], commandLine: 'npx' },
  era: 'auto',
  trustReadOnlyHint: false,
  mayAskModel: false,
  autoConnect: true,
  bundled: false,
  status: { kind: 'starting', since: 1_000, phase: 'handshake' },
  tools: [],
  unavailable: [],
  hidden: [],
  log: [{ at: 2_000, source: 'stdout', text: 'npm warn \u202Edeprecated' }],
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 76_000 }));
afterEach(() => void vi.useRealTimers());

function text(server: Partial<ServerView>, language: PageLanguage = 'en'): string {
  const html = renderToStaticMarkup(
    <StoreProvider store={pageKit().store}>
      <WordsProvider language={language}>
        <ServerDetail server={{ ...SERVER, ...server }} />
      </WordsProvider>
    </StoreProvider>,
  );
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

describe('a server that takes its time to start', () => {
  it('shows for how long, what it printed instead of an answer, and that one can wait or cancel', () => {
    const shown = text({});
    expect(shown).toContain('Starting · 1 min 15 s');
    expect(shown).toContain(' Cancel ');
    expect(shown).toContain('Not a word of MCP from the program yet.');
    expect(shown).toContain('wait, or cancel');
    expect(shown).toContain(String.raw`It last printed: npm warn \u{202E}deprecated`);
  });

  it('says nothing of that in its first seconds, nor once it has answered', () => {
    for (const status of [
      { kind: 'starting', since: 74_000, phase: 'handshake' },
      { kind: 'starting', since: 1_000, phase: 'listing' },
    ] as const) {
      expect(text({ status })).not.toContain('Not a word of MCP');
    }
  });
});

describe('whether a server may ask the model', () => {
  it.each(['en', 'zh-CN'] as const)('is shown as it is (%s)', (language) => {
    expect(text({}, language)).toContain(language === 'en' ? 'May ask your model' : '可以询问你的模型');
  });
});
