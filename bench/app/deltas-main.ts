import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';
import { createMemoryConversationStore } from '../../src/core/conversation/memory-conversation-store.js';
import { AppStateFeed } from '../../src/core/host/app-state.js';
import { ConversationBook } from '../../src/core/host/conversation-book.js';
import { sendEvent } from '../../src/main/ipc-binder.js';
import type { AgentEvent } from '../../src/shared/agent-event.js';
import { branded } from '../../src/shared/brand.js';
import type { MessageId, TurnId } from '../../src/shared/conversation.js';

/*
 * The way of a delta from the book to the page, as the app wires it, and nothing else of the app: prints how much CPU main
 * takes for so many in a chat of so many messages. Arguments: the preload script, deltas, messages.
 */

const [preload = '', deltas = '10000', messages = '2000'] = process.argv.slice(-3);
const count = Number(deltas);
/** What comes from a model in one turn of the loop. */
const AT_ONCE = 32;
/** How often it is measured; the median counts. */
const TIMES = 5;

const nothing = (): never => {
  throw new Error('only events of a chat are asked for here');
};
const store = createMemoryConversationStore();
const book = new ConversationBook({ store, now: () => 0, newId: () => 'chat' });
const { id } = book.create();
const turnId = branded<TurnId>('turn');
const answer = branded<MessageId>('answer');
const past = Array.from({ length: Number(messages) }, (_, at): AgentEvent => {
  const block = { type: 'text', text: `Message ${at}` } as const;
  return { type: 'user-message', message: { role: 'user', id: branded<MessageId>(`m${at}`), at, blocks: [block] } };
});
store.appendAll(id, past);
book.append(id, { type: 'turn-started', turnId, at: 0 });
book.append(id, { type: 'assistant-started', messageId: answer, model: 'm', at: 0 });

// Parts of the state are never due: every event here is one of the chat.
const parts = new Proxy<Record<string, () => never>>({}, { get: () => nothing });
const feed = new AppStateFeed(Object.assign(Object.create(parts)));
book.events.subscribe((told) => feed.agent(told.id, told.event));

async function measure(window: BrowserWindow): Promise<void> {
  const page = window.webContents;
  await page.executeJavaScript(
    `window.heard = 0; window.gatehouse.onEvent((event) => { for (const one of event.events ?? []) window.heard += (one.text ?? '').length; }); null`,
  );
  const stop = feed.subscribe((event) => sendEvent(page, event));
  // The first ones are slower than all others of the app's life; and the loop itself takes something, with nothing in it.
  await cpuOf(say);
  await page.executeJavaScript('window.heard = 0');
  const took: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one page is told, and what else runs would be counted
    took.push(-(await cpuOf(() => {})) + (await cpuOf(say)));
  }
  stop();
  const heard = Number(await page.executeJavaScript('window.heard')) / TIMES;
  const cpuMs = took.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)];
  process.stdout.write(`${JSON.stringify({ cpuMs, heard })}\n`);
}

function say(): void {
  book.append(id, { type: 'text-delta', messageId: answer, text: 'word ' });
}

/** What main takes for so many of them, in ms. */
async function cpuOf(work: () => void): Promise<number> {
  const before = process.cpuUsage();
  for (let done = 0; done < count; done += 1) {
    work();
    // oxlint-disable-next-line no-await-in-loop -- a stream comes in pieces, and between them the event loop turns
    if (done % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  feed.flush();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

async function run(): Promise<void> {
  const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true, contextIsolation: true } });
  await window.loadURL('data:text/html,<title>deltas</title>');
  await measure(window);
  app.exit(0);
}

app.setPath('userData', join(process.env['GATEHOUSE_HOME'] ?? '', 'deltas'));
// Not awaited here: Electron is ready only once this file is done.
app
  .whenReady()
  .then(run)
  .catch((error: unknown) => {
    console.error(error);
    app.exit(1);
  });
