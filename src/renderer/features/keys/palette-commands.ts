import type { ConversationSummary } from '../../../shared/conversation.js';
import { TEXT_SIZES, type Settings } from '../../../shared/settings.js';
import type { Words } from '../../i18n/en.js';
import { chatVerbs, importChat } from '../../store/chat-verbs.js';
import type { PageState } from '../../store/page-state.js';
import type { PageStore } from '../../store/page-store.js';
import { runShortcut } from './page-actions.js';
import { SHORTCUTS, type ShortcutId } from './shortcuts.js';

/** Something that the palette can do. None can let a tool run, or change what may: that is asked natively, elsewhere. */
export interface PaletteCommand {
  readonly id: string;
  /** Set where a key does the same. */
  readonly shortcut?: ShortcutId;
  readonly name: (words: Words) => string;
  readonly run: () => void;
}

/** What can be done now, in the order in which it is offered. */
export function paletteCommands(page: PageState, words: Words, store: PageStore): readonly PaletteCommand[] {
  const settings = page.app?.settings;
  return [
    ...shortcutCommands(page, store),
    ...chatCommands(openChat(page), words, store),
    { id: 'import', name: (said) => said.keys.commands.importChat, run: () => importChat(store) },
    ...(settings === undefined ? [] : lookCommands(settings, store)),
  ];
}

function shortcutCommands(page: PageState, store: PageStore): readonly PaletteCommand[] {
  const inChat = page.route.page === 'chat' && page.conversation.kind === 'open';
  const running = page.conversation.kind === 'open' && page.conversation.state.turn.kind === 'running';
  const useless = new Set<ShortcutId>([
    'palette',
    // The same as `composer`.
    'chat',
    ...(running ? [] : (['stop'] as const)),
    ...(inChat ? [] : (['previous-message', 'next-message'] as const)),
  ]);
  return SHORTCUTS.filter(({ id }) => !useless.has(id)).map(({ id }) => ({
    id,
    shortcut: id,
    name: (words) => words.keys.names[id],
    run: () => runShortcut(id, store),
  }));
}

function chatCommands(
  chat: ConversationSummary | undefined,
  words: Words,
  store: PageStore,
): readonly PaletteCommand[] {
  if (chat === undefined) return [];
  const verbs = chatVerbs(store, words, chat);
  const pinned = chat.pinned === true;
  return [
    {
      id: 'pin',
      name: ({ keys }) => (pinned ? keys.commands.unpinChat : keys.commands.pinChat),
      run: () => verbs.pin(!pinned),
    },
    { id: 'export-markdown', name: ({ keys }) => keys.commands.exportMarkdown, run: () => verbs.exportAs('markdown') },
    { id: 'export-json', name: ({ keys }) => keys.commands.exportJson, run: () => verbs.exportAs('json') },
  ];
}

function lookCommands(settings: Settings, store: PageStore): readonly PaletteCommand[] {
  const change = (part: Parameters<PageStore['changeSettings']>[0]) => () => store.changeSettings(part);
  const at = TEXT_SIZES.indexOf(settings.textSize);
  const larger = TEXT_SIZES[at + 1];
  const smaller = TEXT_SIZES[at - 1];
  return [
    { id: 'theme-system', name: ({ keys }) => keys.commands.themeSystem, run: change({ theme: 'system' }) },
    { id: 'theme-light', name: ({ keys }) => keys.commands.themeLight, run: change({ theme: 'light' }) },
    { id: 'theme-dark', name: ({ keys }) => keys.commands.themeDark, run: change({ theme: 'dark' }) },
    ...(larger === undefined
      ? []
      : [{ id: 'text-larger', name: nameOf('textLarger'), run: change({ textSize: larger }) }]),
    ...(smaller === undefined
      ? []
      : [{ id: 'text-smaller', name: nameOf('textSmaller'), run: change({ textSize: smaller }) }]),
    settings.density === 'compact'
      ? { id: 'density', name: nameOf('comfortable'), run: change({ density: 'comfortable' }) }
      : { id: 'density', name: nameOf('compact'), run: change({ density: 'compact' }) },
    { id: 'english', name: () => 'English', run: change({ language: 'en' }) },
    { id: 'chinese', name: () => '简体中文', run: change({ language: 'zh-CN' }) },
  ];
}

function nameOf(key: keyof Words['keys']['commands']): PaletteCommand['name'] {
  return ({ keys }) => keys.commands[key];
}

function openChat({ route, app }: PageState): ConversationSummary | undefined {
  return route.page === 'chat' ? app?.conversations.find(({ id }) => id === route.conversationId) : undefined;
}
