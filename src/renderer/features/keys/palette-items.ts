import { visibleText } from '../../../shared/visible-text.js';
import { WORDS, type PageLanguage } from '../../i18n/language.js';
import { chatName } from '../../store/chat-verbs.js';
import type { PageState } from '../../store/page-state.js';
import type { PageStore } from '../../store/page-store.js';
import { matchScore } from './match-score.js';
import { paletteCommands } from './palette-commands.js';
import type { ShortcutId } from './shortcuts.js';

/** A line of the palette. */
export interface PaletteItem {
  readonly id: string;
  readonly kind: 'command' | 'chat' | 'server';
  readonly name: string;
  /** Its names in other languages: who thinks of a command in one of those finds it too. */
  readonly also: readonly string[];
  readonly shortcut?: ShortcutId;
  readonly run: () => void;
}

/** Chats that are offered before anything is asked for. */
const FIRST_CHATS = 5;
/** Lines, at most. */
const MOST = 50;

/** All that the palette knows: what was used last, then chats from the newest on, commands, servers. */
export function paletteItems(page: PageState, language: PageLanguage, store: PageStore): readonly PaletteItem[] {
  const items = [...chats(page, language, store), ...commands(page, language, store), ...servers(page, store)];
  const used = page.paletteUsed.flatMap((id) => items.filter((item) => item.id === id));
  return [...used, ...items.filter(({ id }) => !page.paletteUsed.includes(id))];
}

/** The items that a query finds, best first; of equals the one that stands earlier. Without a query the first of each kind. */
export function foundItems(
  items: readonly PaletteItem[],
  query: string,
  used: readonly string[],
): readonly PaletteItem[] {
  if (query.trim() === '') {
    const first = new Set(items.filter(({ kind }) => kind === 'chat').slice(0, FIRST_CHATS));
    return items.filter((item) => used.includes(item.id) || item.kind === 'command' || first.has(item)).slice(0, MOST);
  }
  return items
    .map((item) => ({ item, score: matchScore(query, [item.name, ...item.also]) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ item }) => item);
}

function chats({ app }: PageState, language: PageLanguage, store: PageStore): readonly PaletteItem[] {
  return (app?.conversations ?? [])
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .map(({ id, title }) => ({
      id: `chat ${id}`,
      kind: 'chat',
      name: chatName(title, WORDS[language]),
      also: [],
      run: () => {
        store.go({ page: 'chat', conversationId: id });
        store.focusComposer();
      },
    }));
}

function commands(page: PageState, language: PageLanguage, store: PageStore): readonly PaletteItem[] {
  return paletteCommands(page, WORDS[language], store).map(({ id, shortcut, name, run }) => {
    const names = new Set(Object.values(WORDS).map(name));
    names.delete(name(WORDS[language]));
    return {
      id,
      kind: 'command',
      name: name(WORDS[language]),
      also: [...names],
      ...(shortcut === undefined ? {} : { shortcut }),
      run,
    };
  });
}

function servers({ app }: PageState, store: PageStore): readonly PaletteItem[] {
  return (app?.servers ?? []).map(({ id, name }) => ({
    id: `server ${id}`,
    kind: 'server',
    name: visibleText(name),
    also: [],
    run: () => store.openPage({ page: 'servers', serverId: id }),
  }));
}
