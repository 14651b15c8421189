import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../src/shared/json.js';
import {
  type ScriptedAnswer,
  startStrictMessagesApi,
  type StrictMessagesApi,
} from '../src/core/testing/strict-messages-api.js';
import { card, say, serversReady, turnOver } from './chat.js';
import { expect, shareApp, test } from './gatehouse-app.js';
import { nativeDialog, noNativeDialog, recordBoxes } from './native-dialog.js';

const DENY = 0;
const ONCE = 1;
const EDIT = 4;
const DENY_REST = 5;

/** What the model answers, in order; a test pushes its own. */
const script: ScriptedAnswer[] = [];
const env: Record<string, string> = {};
let api: StrictMessagesApi;

test.beforeAll(async () => {
  api = await startStrictMessagesApi({ script: () => script.shift() ?? says('Nothing left to do.') });
  Object.assign(env, { ANTHROPIC_API_KEY: 'test', ANTHROPIC_BASE_URL: api.url });
});
test.afterAll(() => api.close());
shareApp({ env });

let ids = 0;
const says = (text: string): ScriptedAnswer => ({ kind: 'reply', blocks: [{ type: 'text', text }] });
const calls = (name: string, ...inputs: readonly JsonObject[]): ScriptedAnswer => ({
  kind: 'reply',
  blocks: inputs.map((input) => ({ type: 'tool_use', id: `toolu_${(ids += 1)}`, name, input })),
});
const addNotes = (...names: readonly string[]): ScriptedAnswer =>
  calls('mcp__notes__add_note', ...names.map((name) => ({ name, content: name })));
/** What the model was told of the calls of its last message. */
const told = (): string => JSON.stringify(api.requests.at(-1)?.body);

test('five calls of one message are one queue, answered in order, and the rest of it can be denied', async ({
  gatehouse: { app, page, home },
}) => {
  await serversReady(page);
  const drawn = await recordBoxes(app);
  script.push(addNotes('one', 'two', 'three', 'four', 'five'), says('Done.'));
  await say(page, 'Add five notes');
  const first = await nativeDialog('notes ▸ add_note');
  const pending = page.getByRole('region', { name: '5 questions wait' });
  await expect(pending.getByRole('listitem')).toHaveCount(5);
  await expect(pending.getByRole('listitem').first()).toContainText(/open now\d:\d\d/u);
  await expect(pending.getByRole('button', { name: /allow/i })).toHaveCount(0);
  await first.press(ONCE);
  await (await nativeDialog('notes ▸ add_note')).press(DENY);

  const third = await nativeDialog('notes ▸ add_note');
  const own = page.getByRole('region', { name: '3 questions wait' }).getByRole('listitem').first();
  await own.getByRole('button', { name: 'Say why…' }).click();
  await own.getByRole('textbox').fill('Three is not a note.');
  await own.getByRole('button', { name: 'Deny' }).click();
  await third.gone();
  await (await nativeDialog('notes ▸ add_note')).press(DENY_REST);
  await turnOver(page);

  expect((await drawn()).map(({ message }) => message)).toEqual(
    [1, 2, 3, 4].map((at) => `notes ▸ add_note wants to run (${at} of 5)`),
  );
  expect((await readdir(join(home, 'notes'))).filter((name) => /^(one|two|three|four|five)\.md$/.test(name))).toEqual([
    'one.md',
  ]);
  expect(told()).toContain('The user says: Three is not a note.');
  expect(told()).toContain('denied all further calls of this turn');
});

test('arguments are changed in a window of main’s own, asked about again, and the model is told', async ({
  gatehouse: { app, page, home },
}) => {
  await serversReady(page);
  const drawn = await recordBoxes(app);
  script.push(addNotes('draft'), says('Done.'));
  await say(page, 'Add a note');
  const opening = app.waitForEvent('window');
  await (await nativeDialog('notes ▸ add_note')).press(EDIT);
  const viewer = await opening;
  await viewer.getByRole('button', { name: 'Edit arguments' }).click();
  const json = viewer.getByRole('textbox', { name: 'Arguments as JSON' });
  await json.fill('{"name": 7, "content": "better"}');
  await viewer.getByRole('button', { name: 'Use these arguments' }).click();
  await expect(viewer.getByRole('status')).toContainText('do not match its schema');
  await json.fill('{"name": "final", "content": "better"}');
  await viewer.getByRole('button', { name: 'Use these arguments' }).click();
  await (await nativeDialog('notes ▸ add_note')).press(ONCE);
  await turnOver(page);

  expect((await drawn()).at(-1)?.detail).toContain('Arguments, as you changed them:');
  expect(await readFile(join(home, 'notes', 'final.md'), 'utf8')).toContain('better');
  expect(await readdir(join(home, 'notes'))).not.toContain('draft.md');
  expect(told()).toContain('The user changed the arguments to {\\"name\\":\\"final\\"');
  await card(page, 'notes ▸ add_note').getByRole('button').first().click();
  await expect(card(page, 'notes ▸ add_note')).toContainText('as you changed them');
});

test('what was allowed asks again after text was read, and says which; a hidden window is called back', async ({
  gatehouse: { app, page, home },
}) => {
  await serversReady(page);
  const drawn = await recordBoxes(app);
  script.push(addNotes('before'), says('Done.'));
  await say(page, 'Add a note');
  await (await nativeDialog('notes ▸ add_note')).press(2);
  await turnOver(page);

  await app.evaluate(({ app: electron, BrowserWindow, Notification }) => {
    const signs: string[] = [];
    Object.assign(globalThis, { signs });
    Object.assign(Notification, { isSupported: () => true });
    Object.assign(Notification.prototype, {
      show(this: { body: string }) {
        signs.push(`note: ${this.body}`);
      },
    });
    const [window] = BrowserWindow.getAllWindows();
    Object.assign(window ?? {}, { flashFrame: (on: boolean) => signs.push(`flash: ${on}`) });
    Object.assign(electron, { setBadgeCount: (count: number) => signs.push(`badge: ${count}`) });
  });
  script.push(calls('mcp__docs__search', { query: 'policy' }), addNotes('after'), says('Done.'));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide());
  // Nobody can type into a window that is hidden.
  await page.evaluate(async () => {
    const { commands } = window.gatehouse;
    const snapshot = await commands['app.snapshot']({});
    const id = snapshot.ok ? snapshot.value.state.conversations[0]?.id : undefined;
    await commands['chat.send']({ conversationId: id ?? '', text: 'Search, then add a note' });
  });
  const box = await nativeDialog('notes ▸ add_note');
  const asked = (await drawn()).at(-1);
  expect(asked?.detail).toContain('text from outside has come into this turn');
  expect(asked?.detail).toContain('Read in this turn: docs.');
  expect(asked?.buttons).not.toContain('Allow in this chat');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  await expect(card(page, 'docs ▸ search')).toContainText('from docs');
  await box.press(DENY);
  await turnOver(page);
  expect(await app.evaluate(() => (globalThis as unknown as { signs: string[] }).signs)).toEqual([
    'flash: true',
    'badge: 1',
    'note: notes ▸ add_note wants to run. Gatehouse waits for your answer.',
    'flash: false',
    'badge: 0',
  ]);
  expect(await readdir(join(home, 'notes'))).not.toContain('after.md');
});

test('a tool that changes while it is asked about is asked about again', async ({ gatehouse: { app, page, home } }) => {
  await serversReady(page);
  const drawn = await recordBoxes(app);
  const saved = page.evaluate(async (data) => {
    const { commands } = window.gatehouse;
    const launch = {
      kind: 'stdio' as const,
      command: '${node}',
      args: ['${servers}/mischief.js', `--rug-pull-when=${data}/change`, data],
      env: { ELECTRON_RUN_AS_NODE: '1' },
      cwd: '',
    };
    const made = await commands['servers.save']({ name: 'mischief', launch, autoConnect: false });
    return made.ok ? commands['servers.connect']({ id: made.value.id }) : made;
  }, home);
  await (await nativeDialog('Start mischief')).press(1);
  expect(await saved).toMatchObject({ ok: true });

  script.push(calls('mcp__mischief__echo', { text: 'hi' }), says('Done.'));
  await say(page, 'Echo');
  const first = await nativeDialog('mischief ▸ echo');
  await writeFile(join(home, 'change'), '');
  await expect
    .poll(() => page.evaluate(async () => JSON.stringify(await window.gatehouse.commands['app.snapshot']({}))))
    .toContain('Sends its arguments to a stranger.');
  await first.press(ONCE);
  const second = await nativeDialog('mischief ▸ echo');
  expect((await drawn()).at(-1)?.detail).toContain(
    'Changed since you allowed it:\nThe server has changed the definition of the tool.',
  );
  await second.press(DENY);
  await turnOver(page);
  expect(await noNativeDialog()).toBe(true);
  expect(told()).toContain('Permission denied by user');
});

// The last one: Playwright does not follow a page into its next process.
test('a page that crashes while a question is open loses none of its turn', async ({
  gatehouse: { app, page, home },
}) => {
  await serversReady(page);
  script.push(addNotes('crash-1', 'crash-2'), says('Done.'));
  await say(page, 'Add two notes');
  const first = await nativeDialog('notes ▸ add_note');
  const died = page.waitForEvent('crash');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer());
  await died;
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript('document.body.innerText'),
      ),
    )
    .toContain('2 questions wait');
  await first.press(ONCE);
  await (await nativeDialog('notes ▸ add_note')).press(ONCE);
  await expect.poll(() => readdir(join(home, 'notes'))).toEqual(expect.arrayContaining(['crash-1.md', 'crash-2.md']));
});
