import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerSandbox, ServerView } from '../../shared/server.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { calls, results, says, TestHost } from './host.test-kit.js';

const HAS_BWRAP = process.platform === 'linux' && existsSync('/usr/bin/bwrap');

let host: TestHost;
let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-walls-')));
  mkdirSync(join(base, 'ws'));
  mkdirSync(join(base, 'other'));
});
afterEach(async () => {
  await host.close();
  rmSync(base, { recursive: true, force: true });
});

const SHELL = { kind: 'stdio', command: '${node}', env: {}, cwd: '' } as const;

async function saved(sandbox: ServerSandbox | undefined, id?: string): Promise<string> {
  const args = ['${servers}/mischief.js', host.folder];
  const walls = sandbox === undefined ? {} : { sandbox: { ...sandbox, read: [...sandbox.read] } };
  const launch = { ...SHELL, args, ...walls };
  const input = { name: 'walled', launch, autoConnect: false, ...(id === undefined ? {} : { id }) };
  return (await host.commands['servers.save'](input)).id;
}

async function view(id: string): Promise<ServerView> {
  const found = (await host.now()).servers.find((server) => server.id === id);
  if (found === undefined) throw new Error('the server is gone');
  return found;
}

const asked = (): readonly string[] => host.desk.questions.map(({ kind }) => kind);

describe('the sandbox of a server', () => {
  it('is shown before its first start, and on its card', async () => {
    host = await TestHost.open();
    const id = await saved({ network: false, read: ['${home}/notes'] });
    await expect(host.commands['servers.connect']({ id })).rejects.toMatchObject({ code: 'not-confirmed' });
    expect(host.desk.questions).toMatchObject([
      { kind: 'start-server', sandbox: { network: false, read: [join(host.folder, 'notes')] } },
    ]);
    expect((await view(id)).launch).toMatchObject({
      sandbox: {
        network: false,
        read: ['${home}/notes'],
        shown: [join(host.folder, 'notes')],
        own: join(host.folder, id),
      },
    });
  });

  it('refuses a folder that is no absolute path', async () => {
    host = await TestHost.open();
    await expect(saved({ network: false, read: ['notes'] })).rejects.toThrow('must be an absolute path');
  });

  it('is tightened freely, and loosened only by a yes in the native dialog', async () => {
    host = await TestHost.open();
    const id = await saved(undefined);
    host.desk.answer = (question) => question.kind === 'start-server';
    await host.commands['servers.connect']({ id });
    await host.commands['servers.disconnect']({ id });
    await saved({ network: false, read: [] }, id);
    expect(asked()).toEqual(['start-server']);
    const no = { code: 'cancelled', message: 'The sandbox of walled stays as it was.' };
    await expect(saved({ network: true, read: [] }, id)).rejects.toMatchObject(no);
    await expect(saved({ network: false, read: ['/srv'] }, id)).rejects.toMatchObject(no);
    await expect(saved(undefined, id)).rejects.toMatchObject(no);
    expect((await view(id)).launch).toMatchObject({ sandbox: { network: false, read: [] } });
    host.desk.answer = (question) => question.kind === 'loosen-sandbox';
    await saved({ network: true, read: [] }, id);
    expect((await view(id)).launch).toMatchObject({ sandbox: { network: true } });
    expect(asked().filter((kind) => kind === 'start-server')).toHaveLength(1);
  });

  it.skipIf(!HAS_BWRAP)('holds a real server, which starts anew when the workspace is another one', async () => {
    host = await TestHost.open({ settings: { workspace: join(base, 'ws') } });
    host.desk.answer = (question) => question.kind === 'start-server';
    const id = await saved({ network: false, read: [] });
    await host.commands['servers.connect']({ id });
    const first = (await view(id)).status;
    expect(first.kind).toBe('running');
    expect(existsSync(join(host.folder, id))).toBe(true);
    host.desk.folder = join(base, 'other');
    await host.commands['workspace.pick']({});
    await host.until('it has started anew', async () => {
      const { status } = await view(id);
      return status.kind === 'running' && JSON.stringify(status) !== JSON.stringify(first);
    });
  });

  it.skipIf(!HAS_BWRAP)(
    'that can not be made keeps the server from starting, with the reason on its card',
    async () => {
      host = await TestHost.open();
      host.desk.answer = () => true;
      const id = await saved({ network: false, read: [join(base, 'nowhere')] });
      await expect(host.commands['servers.connect']({ id })).rejects.toThrow('is not there. Create it');
      expect((await view(id)).status).toMatchObject({ kind: 'failed', message: expect.stringContaining('nowhere') });
      expect(host.serverProcesses()).toEqual([]);
    },
  );
});

describe('the sandbox of bash', () => {
  it('is loosened only by a yes in the native dialog', async () => {
    host = await TestHost.open({ settings: { bashSandbox: 'without-network' } });
    const update = host.commands['settings.update'];
    await expect(update({ bashSandbox: 'with-network' })).rejects.toMatchObject({ code: 'cancelled' });
    await expect(update({ bashSandbox: 'off' })).rejects.toMatchObject({ code: 'cancelled' });
    expect((await host.now()).settings.bashSandbox).toBe('without-network');
    host.desk.answer = () => true;
    await update({ bashSandbox: 'off' });
    await update({ bashSandbox: 'without-network' });
    expect(host.desk.questions).toEqual([
      { kind: 'loosen-bash', to: 'with-network' },
      { kind: 'loosen-bash', to: 'off' },
      { kind: 'loosen-bash', to: 'off' },
    ]);
  });

  it.skipIf(!HAS_BWRAP)(
    'holds what the model runs: the workspace can be written, the home folder not read',
    async () => {
      const command = `echo made > made.txt; cat ${join(base, 'other/secret')} 2>&1; cat made.txt`;
      host = await TestHost.open({
        presenter: new AutoPresenter({ kind: 'allowed', scope: 'once' }),
        settings: { workspace: join(base, 'ws'), bashSandbox: 'without-network' },
        model: [calls(['bash', { command }]), says('done')],
      });
      writeFileSync(join(base, 'other/secret'), 'private');
      const chat = await host.say(await host.newChat(), 'run it');
      expect(results(chat)[0]).toMatch(/No such file[^]*made\n/u);
      expect(results(chat)[0]).not.toContain('private');
      expect(existsSync(join(base, 'ws/made.txt'))).toBe(true);
    },
  );
});
