import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LoginPath } from './login-path.js';
import { until } from './process-probe.test-kit.js';

const SHORT = '/usr/bin:/bin';
let folder = '';
beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'login-path-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A shell that does this before what it is told; called as `shell -ilc script`. */
function shell(name: string, startUp: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho "$@" >>${folder}/${name}.calls\n${startUp}\nshift\neval "$1"\n`);
  chmodSync(file, 0o755);
  return file;
}

function ask(env: Readonly<Record<string, string>>, limitMs?: number): LoginPath {
  return new LoginPath({ PATH: SHORT, HOME: folder, ...env }, folder, limitMs);
}

describe.skipIf(process.platform === 'win32')('the PATH of an app that no terminal started', () => {
  it('begins with what the login shell adds, and loses nothing of its own', async () => {
    const SHELL = shell('nvm', 'PATH="$HOME/.nvm/bin:$HOME/own:/bin"; export PATH');
    expect(await ask({ SHELL, PATH: `${SHORT}:/opt/x` }).get()).toBe(
      `${folder}/.nvm/bin:${folder}/own:/bin:/usr/bin:/opt/x`,
    );
  });

  it('is found among what the start-up files print, before and after', async () => {
    const SHELL = shell(
      'fish',
      `echo 'Welcome 🐟 /not:/a:/path'; trap 'echo bye' EXIT; PATH=/fish/bin:$PATH; export PATH`,
    );
    expect(await ask({ SHELL }).get()).toBe(`/fish/bin:${SHORT}`);
  });

  it('is read of a real shell', async () => {
    writeFileSync(path.join(folder, '.bash_profile'), 'echo hello; export PATH="/from/profile:$PATH"\n');
    expect(await ask({ SHELL: '/bin/bash' }).get()).toMatch(/^\/from\/profile:.*\/usr\/bin/);
  });

  it('is asked for once, by however many starts', async () => {
    const asked = ask({ SHELL: shell('once', '') });
    expect(await Promise.all([asked.get(), asked.get()])).toEqual([SHORT, SHORT]);
    await asked.get();
    expect(readFileSync(`${folder}/once.calls`, 'utf8').match(/-ilc/g)).toHaveLength(1);
  });

  it.each([
    ['that is none', () => '/no/such/shell'],
    ['that fails', () => shell('fails', 'exit 3')],
    ['that is not named by its path', () => 'bash'],
  ])('stays as it is with a shell %s', async (_what, name) => {
    expect(await ask({ SHELL: name() }).get()).toBe(SHORT);
  });

  it('stays as it is with a shell that never comes to an end, and leaves nothing of it', async () => {
    const SHELL = shell('stuck', `echo $$ >${folder}/stuck.pid; sleep 600 & wait`);
    expect(await ask({ SHELL }, 1_000).get()).toBe(SHORT);
    const pid = Number(readFileSync(`${folder}/stuck.pid`, 'utf8'));
    await until(() => !existsSync(`/proc/${pid}`), 10_000);
    expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  it('is what a terminal gave it', async () => {
    const SHELL = shell('unasked', 'PATH=/other; export PATH');
    expect(await ask({ SHELL, TERM: 'xterm-256color' }).get()).toBe(SHORT);
  });
});
