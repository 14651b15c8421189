import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../shared/agent-event.js';
import { branded } from '../shared/brand.js';
import type { ConversationId, ConversationSummary, TurnId, TurnOutcome } from '../shared/conversation.js';
import { DEFAULT_SETTINGS } from '../shared/settings.js';
import type { DesktopNote } from './desktop-note.js';
import { TurnNotes } from './turn-notes.js';
import { EN } from './words/en.js';

const CHAT = branded<ConversationId>('c1');
const OTHER = branded<ConversationId>('c2');
const TURN = branded<TurnId>('t');

interface World {
  readonly looking?: boolean;
  readonly wanted?: boolean;
  readonly title?: string;
}

function world({ looking = false, wanted = true, title = 'My notes' }: World = {}) {
  const shown: DesktopNote[] = [];
  const opened: ConversationId[] = [];
  const summary: ConversationSummary = { id: CHAT, title, createdAt: 0, updatedAt: 0 };
  const notes = new TurnNotes({
    isLooking: () => looking,
    state: () => Promise.resolve({ settings: { ...DEFAULT_SETTINGS, noteTurnEnds: wanted }, conversations: [summary] }),
    words: () => EN,
    show: (note) => void shown.push(note),
    open: (id) => void opened.push(id),
  });
  let seq = 0;
  const hear = (events: readonly AgentEvent[], conversationId = CHAT) =>
    notes.hear({ seq: (seq += 1), type: 'agent', conversationId, events });
  const turn = async (outcome: TurnOutcome, ms: number) => {
    await hear([{ type: 'turn-started', turnId: TURN, at: 1_000 }]);
    await hear([{ type: 'turn-finished', turnId: TURN, at: 1_000 + ms, outcome }]);
  };
  return { shown, opened, hear, turn, texts: () => shown.map(({ title: head, body }) => `${head}: ${body}`) };
}

describe('the end of a long turn, while nobody looks', () => {
  it.each([
    [{ kind: 'completed' }, 'My notes: The turn has ended.'],
    [{ kind: 'limit', rounds: 3 }, 'My notes: Paused at a limit you set. It can be continued.'],
    [{ kind: 'failed', code: 'x', message: 'words of a server' }, 'My notes: The model request failed.'],
  ] as const)('%j is told by the title of the chat and how it ended, in our own words', async (outcome, text) => {
    const { turn, texts } = world();
    await turn(outcome, 10_001);
    expect(texts()).toEqual([text]);
  });

  it('leads to its chat', async () => {
    const { turn, shown, opened } = world();
    await turn({ kind: 'completed' }, 60_000);
    shown[0]?.onClick();
    expect(opened).toEqual([CHAT]);
  });

  it('is told with what hides in a title written out, and a long title cut', async () => {
    const { turn, shown } = world({ title: `a\u202E${'b'.repeat(100)}` });
    await turn({ kind: 'completed' }, 60_000);
    expect(shown[0]?.title).toMatch(/^a\\u\{202E\}b+…$/u);
    expect(shown[0]?.title).toHaveLength(80);
  });

  it('names a chat that has no title', async () => {
    const { turn, texts } = world({ title: '' });
    await turn({ kind: 'completed' }, 60_000);
    expect(texts()).toEqual(['Untitled chat: The turn has ended.']);
  });

  it('is told of each chat by itself', async () => {
    const { hear, texts } = world();
    await hear([{ type: 'turn-started', turnId: TURN, at: 0 }]);
    await hear([{ type: 'turn-started', turnId: TURN, at: 50_000 }], OTHER);
    await hear([{ type: 'turn-finished', turnId: TURN, at: 55_000, outcome: { kind: 'completed' } }], OTHER);
    expect(texts()).toEqual([]);
    await hear([{ type: 'turn-finished', turnId: TURN, at: 56_000, outcome: { kind: 'completed' } }]);
    expect(texts()).toEqual(['My notes: The turn has ended.']);
  });
});

describe('nothing is told', () => {
  it('of a short turn', async () => {
    const { turn, shown } = world();
    await turn({ kind: 'completed' }, 10_000);
    expect(shown).toEqual([]);
  });

  it.each([
    ['to a user who looks at the window', { looking: true }],
    ['where the setting is off', { wanted: false }],
  ])('%s', async (_case, where) => {
    const { turn, shown } = world(where);
    await turn({ kind: 'completed' }, 60_000);
    expect(shown).toEqual([]);
  });

  it('of a turn that the user stopped', async () => {
    const { turn, shown } = world();
    await turn({ kind: 'cancelled' }, 60_000);
    expect(shown).toEqual([]);
  });
});
