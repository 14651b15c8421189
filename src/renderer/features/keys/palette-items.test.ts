import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyConversation } from '../../../shared/apply-event.js';
import { branded } from '../../../shared/brand.js';
import type { ConversationId, ConversationSummary, TurnId } from '../../../shared/conversation.js';
import type { AppState } from '../../../shared/host-event.js';
import type { ServerId, ServerView } from '../../../shared/server.js';
import type { PageLanguage } from '../../i18n/language.js';
import { APP, pageKit, settle, type PageKit } from '../../store/page.test-kit.js';
import { foundItems, paletteItems } from './palette-items.js';

const chat = (id: string, title: string, updatedAt: number): ConversationSummary => ({
  id: branded<ConversationId>(id),
  title,
  createdAt: 0,
  updatedAt,
});
const CHATS = [chat('c1', 'Zebras in the zoo', 1), chat('c2', '斑马的笔记', 9), chat('c3', '', 5)];
const SERVER: ServerView = {
  id: branded<ServerId>('s1'),
  name: 'weather\u202E',
  launch: { kind: 'stdio', command: 'x', args: [], envKeys: [], commandLine: 'x' },
  era: 'auto',
  trustReadOnlyHint: false,
  mayAskModel: false,
  autoConnect: true,
  bundled: false,
  status: { kind: 'stopped' },
  tools: [],
  unavailable: [],
  hidden: [],
  log: [],
};

async function openPage(app: Partial<AppState> = {}, hash = '#/chat/c1'): Promise<PageKit> {
  const kit = pageKit(hash, 1);
  const state = { ...APP, conversations: CHATS, servers: [SERVER], ...app };
  kit.answers['app.snapshot'] = () => ({
    ok: true,
    value: { seq: 1, state, systemLanguage: 'en', platform: 'linux', version: '1' },
  });
  kit.answers['conversations.open'] = (input) => ({
    ok: true,
    value: { seq: 1, state: emptyConversation((input as { id: ConversationId }).id) },
  });
  kit.store.start();
  await settle();
  return kit;
}

function names(kit: PageKit, query: string, language: PageLanguage = 'en'): readonly string[] {
  const page = kit.store.state.getState();
  return foundItems(paletteItems(page, language, kit.store), query, page.paletteUsed).map(({ name }) => name);
}

// No window here: the palette's own commands must not need one until they are run.
beforeEach(() => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) });
  return () => void vi.unstubAllGlobals();
});

describe('the palette', () => {
  it('offers the newest chats, then commands, before anything is asked for', async () => {
    const kit = await openPage();
    expect(names(kit, '').slice(0, 4)).toEqual(['斑马的笔记', 'Untitled chat', 'Zebras in the zoo', 'New chat']);
    expect(names(kit, '')).not.toContain('weather\\u{202E}');
  });

  it.each([
    ['zeb', 'Zebras in the zoo'],
    ['zoo zeb', 'Zebras in the zoo'],
    ['斑马', '斑马的笔记'],
    ['斑笔', '斑马的笔记'],
    ['ＺＥＢ', 'Zebras in the zoo'],
    ['weat', 'weather\\u{202E}'],
    ['nc', 'New chat'],
    ['dark', 'Theme: dark'],
    ['theme d', 'Theme: dark'],
    ['设置', 'Settings'],
    ['简体', '简体中文'],
    ['export json', 'Export this chat as JSON'],
  ])('%s leads to %s', async (query, first) => {
    expect(names(await openPage(), query)[0]).toBe(first);
  });

  it('speaks Chinese, and still understands the English names', async () => {
    const kit = await openPage();
    expect(names(kit, '主题', 'zh-CN')).toContain('主题：深色');
    expect(names(kit, 'settings', 'zh-CN')[0]).toBe('设置');
    expect(names(kit, '深色', 'zh-CN')).toEqual(['主题：深色']);
  });

  it('finds nothing for what nothing is called', async () => {
    expect(names(await openPage(), 'zeb qqq')).toEqual([]);
  });

  it('puts what was used last at the top, and first among equals', async () => {
    const kit = await openPage();
    kit.store.paletteChose('theme-dark');
    kit.store.paletteChose('server s1');
    expect(names(kit, '').slice(0, 2)).toEqual(['weather\\u{202E}', 'Theme: dark']);
    expect(names(kit, 'theme')[0]).toBe('Theme: dark');
  });

  it('offers only what can be done now', async () => {
    const idle = await openPage({}, '#/servers');
    expect(names(idle, '')).not.toContain('Export this chat as JSON');
    expect(names(idle, '')).not.toContain('Your message before');
    expect(names(idle, '')).not.toContain('Stop the turn');
    const kit = await openPage();
    kit.emit({
      seq: 2,
      type: 'agent',
      conversationId: branded<ConversationId>('c1'),
      events: [{ type: 'turn-started', turnId: branded<TurnId>('t'), at: 0 }],
    });
    kit.draw();
    expect(names(kit, '')).toContain('Stop the turn');
    const large = await openPage({ settings: { ...APP.settings, textSize: 20, density: 'compact' } });
    expect(names(large, 'text')).not.toContain('Larger text');
    expect(names(large, 'density')).toEqual(['Density: comfortable']);
  });

  it('gives no order that could let a tool run, or change what may, whatever is chosen', async () => {
    const harmless = [
      'app.snapshot',
      'conversations.open',
      'conversations.export',
      'conversations.import',
      'conversations.pin',
      'drafts.list',
      'settings.update',
    ];
    const settings = ['theme', 'textSize', 'density', 'language', 'sideFolded'];
    vi.stubGlobal('document', { querySelectorAll: () => [] });
    const count = paletteItems((await openPage()).store.state.getState(), 'en', (await openPage()).store).length;
    expect(count).toBeGreaterThan(25);
    for (let at = 0; at < count; at += 1) {
      const kit = await openPage();
      paletteItems(kit.store.state.getState(), 'en', kit.store)[at]?.run();
      await settle();
      for (const [name, input] of kit.calls) {
        expect(harmless).toContain(name);
        if (name === 'settings.update') expect(settings).toEqual(expect.arrayContaining(Object.keys(input as object)));
      }
    }
  });
});
