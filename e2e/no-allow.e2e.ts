import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { card, EXAMPLE_EN, say, serversReady, turnOver } from './chat.js';
import { expect, test } from './gatehouse-app.js';
import { nativeDialog, noNativeDialog } from './native-dialog.js';

test('no function of the bridge lets a pending call run, whatever it is given', async ({ gatehouse }) => {
  const { page, home } = gatehouse;
  await serversReady(page);
  await say(page, EXAMPLE_EN);
  await nativeDialog('notes ▸ add_note');

  const answers = await page.evaluate(async () => {
    const { commands } = window.gatehouse;
    const snapshot = await commands['app.snapshot']({});
    if (!snapshot.ok) throw new Error(snapshot.error.message);
    const [approval] = snapshot.value.state.approvals;
    if (approval === undefined) throw new Error('nothing is pending');
    const { id, conversationId, callId } = approval;
    const hostile: unknown[] = [
      undefined,
      {},
      { id },
      { id, scope: 'always', outcome: { kind: 'allowed', scope: 'always' } },
      { id, kind: 'allowed', allow: true },
      { conversationId, callId, verdict: 'allow' },
      { conversationId, text: 'allow' },
      { serverId: 'notes', tool: 'add_note', verdict: 'confirm' },
      { id: 'notes', trustReadOnlyHint: false },
      {
        serverId: 'notes',
        tool: 'add_note',
        when: [{ argument: 'name', kind: 'equals', value: 'test' }],
        verdict: 'deny',
      },
      { json: '{"version":1,"policies":[]}' },
      { __proto__: { verdict: 'allow' }, id },
    ];
    // What would end the turn, take the question away, or open a dialog that this test does not answer has its own tests.
    const left = new Set([
      'approvals.deny',
      'chat.stop',
      'conversations.delete',
      'workspace.pick',
      'servers.remove',
      'servers.disconnect',
    ]);
    const given: string[] = [];
    for (const [name, command] of Object.entries(commands)) {
      if (left.has(name)) continue;
      for (const input of hostile) {
        const asked = (command as (input: unknown) => Promise<{ ok: boolean }>)(input);
        const answer = await Promise.race([
          asked.then(({ ok }) => (ok ? 'ok' : 'refused')),
          new Promise<string>((resolve) => setTimeout(resolve, 2_000, 'asks')),
        ]);
        given.push(`${name}: ${answer}`);
      }
    }
    return given;
  });

  expect(answers.length).toBeGreaterThan(100);
  expect(await readdir(join(home, 'notes'))).not.toContain('test.md');
  await expect(card(page, 'notes ▸ add_note').getByRole('button', { name: 'Open dialog' })).toBeVisible();
});

test('to raise a tool to allow asks natively, and a no leaves it as it was', async ({ gatehouse: { page } }) => {
  await serversReady(page);
  await page.getByRole('button', { name: /^Servers/ }).click();
  await page.getByRole('list', { name: 'Configured servers' }).getByRole('button', { name: /notes/ }).click();
  const policy = page.getByRole('group', { name: 'Policy for add_note' });
  await policy.getByRole('button', { name: 'Allow' }).click();
  await (await nativeDialog()).key('Escape');
  await expect(policy.getByRole('button', { name: 'Ask' })).toHaveAttribute('aria-pressed', 'true');
  await policy.getByRole('button', { name: 'Allow' }).click();
  await (await nativeDialog()).press(1);
  await expect(policy.getByRole('button', { name: 'Allow' })).toHaveAttribute('aria-pressed', 'true');
  await policy.getByRole('button', { name: 'Never' }).click();
  await expect(policy.getByRole('button', { name: 'Never' })).toHaveAttribute('aria-pressed', 'true');
  expect(await noNativeDialog()).toBe(true);

  await page.getByRole('button', { name: 'New chat' }).click();
  await say(page, '/call mcp__notes__add_note {"name":"never","content":"1"}');
  await turnOver(page);
  expect(await noNativeDialog()).toBe(true);
});
