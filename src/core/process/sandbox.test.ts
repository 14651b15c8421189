import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnGuarded } from './guarded-child.js';
import { runningWith, until } from './process-probe.test-kit.js';
import type { SandboxRules } from './sandbox.js';

/** Without bubblewrap there is no wall to test; that nothing starts then is tested everywhere. */
const HAS_BWRAP = process.platform === 'linux' && existsSync('/usr/bin/bwrap');

let base = '';
const at = (...names: string[]): string => path.join(base, ...names);

beforeAll(() => {
  base = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-sandbox-')));
  for (const folder of ['home/.ssh', 'home/notes', 'home/tool/bin', 'home/.config/gatehouse', 'home/ws/.git/hooks']) {
    mkdirSync(at(folder), { recursive: true });
  }
  writeFileSync(at('home/.ssh/id'), 'private key');
  writeFileSync(at('home/notes/a.txt'), 'a note');
  writeFileSync(at('home/.bashrc'), '# mine\n');
  writeFileSync(at('home/.config/gatehouse/policies.json'), '{}');
  writeFileSync(at('home/ws/.mcp.json'), '{}');
  symlinkSync(at('home/.ssh'), at('home/ws/keys'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

function rules(more: Partial<SandboxRules> = {}): SandboxRules {
  return {
    network: false,
    read: [],
    workspace: at('home/ws'),
    own: at('home/.config/gatehouse/s1'),
    homeDir: at('home'),
    hidden: [at('home/.config/gatehouse')],
    ...more,
  };
}

/** What a shell in the sandbox prints on both streams, and its exit code. */
async function sh(script: string, more: Partial<SandboxRules> = {}, env: Readonly<Record<string, string>> = {}) {
  const child = await spawnGuarded({
    command: '/bin/sh',
    args: ['-c', `exec 2>&1; ${script}`],
    env: { PATH: '/usr/bin:/bin', HOME: at('home'), ...env },
    cwd: at('home/ws'),
    sandbox: rules(more),
  });
  child.stdin.end();
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const { code } = await child.exited;
  return { text, code };
}

describe.skipIf(!HAS_BWRAP)(
  'a sandboxed program (skipped where bubblewrap is not installed)',
  { timeout: 60_000 },
  () => {
    it('sees nothing of the home folder but what is listed', async () => {
      const asked = `cat ${at('home/.ssh/id')} ${at('home/notes/a.txt')}; ls -A ${at('home')}; cat keys/id`;
      const { text } = await sh(asked, { read: [at('home/notes')] });
      expect(text).toContain('a note');
      expect(text).not.toContain('private key');
      expect(text).not.toContain('.bashrc');
      expect((await sh(`cat ${at('home/notes/a.txt')}`)).code).not.toBe(0);
    });

    it('can read, not write, what is listed', async () => {
      const { text } = await sh(`echo x > ${at('home/notes/a.txt')}`, { read: [at('home/notes')] });
      expect(text).toMatch(/Read-only/u);
      expect(readFileSync(at('home/notes/a.txt'), 'utf8')).toBe('a note');
    });

    it('writes in the workspace and in its own data folder, and nowhere else', async () => {
      const own = at('home/.config/gatehouse/s1');
      const { text } = await sh(
        `echo in > made.txt; echo in > ${own}/made.txt; echo out > /usr/made; echo out > ${at('outside')}; echo out > ${at('home/.bashrc')}`,
      );
      expect(text).toMatch(/Read-only/u);
      expect(readFileSync(at('home/ws/made.txt'), 'utf8')).toBe('in\n');
      expect(readFileSync(path.join(own, 'made.txt'), 'utf8')).toBe('in\n');
      expect(existsSync('/usr/made') || existsSync(at('outside'))).toBe(false);
      expect(readFileSync(at('home/.bashrc'), 'utf8')).toBe('# mine\n');
    });

    it("never sees Gatehouse's data, also where its whole home folder is listed", async () => {
      const { text } = await sh(`ls -A ${at('home/.config/gatehouse')}; cat ${at('home/.ssh/id')}`, {
        read: [at('home')],
      });
      expect(text).toContain('private key');
      expect(text).not.toContain('policies.json');
      expect(text).toContain('s1');
    });

    it('can not plant what runs by itself later', async () => {
      const { code, text } = await sh(
        'mv .git .got || echo x > .git/hooks/pre-commit || rm .mcp.json || echo x > .mcp.json',
      );
      expect(code).not.toBe(0);
      expect(text).toMatch(/Read-only|busy/u);
      expect(existsSync(at('home/ws/.git/hooks/pre-commit'))).toBe(false);
      expect(readFileSync(at('home/ws/.mcp.json'), 'utf8')).toBe('{}');
    });

    it('has no network, or has it where that is on', async () => {
      const server = createServer((_request, response) => response.end('hello'));
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      const script = `${process.execPath} -e "fetch('http://127.0.0.1:${port}').then(r=>r.text()).then(console.log,e=>console.log('none',e.cause.code))"`;
      try {
        expect((await sh(script)).text).toMatch(/^none /u);
        expect((await sh(script, { network: true })).text).toBe('hello\n');
      } finally {
        server.close();
      }
    });

    it('gets its own environment and nothing else, and is alone among processes without any rights', async () => {
      const { text } = await sh(
        'env; ls /proc | grep -c "^[0-9]"; grep CapEff /proc/self/status; ls -A /run',
        {},
        { OWN: 'yes' },
      );
      expect(text).toContain('OWN=yes');
      expect(text).not.toMatch(/^(?:npm_|VITEST|NODE_)/mu);
      expect(text).toMatch(/CapEff:\s+0{16}\n/u);
      expect(Number(/^\d+$/mu.exec(text)?.[0])).toBeLessThan(7);
    });

    it('runs a program of the home folder with its own modules and the package of its script', async () => {
      mkdirSync(at('home/server/dist'), { recursive: true });
      writeFileSync(at('home/server/package.json'), '{"type":"commonjs"}');
      writeFileSync(at('home/server/words.js'), 'module.exports = "found"');
      writeFileSync(at('home/server/dist/index.js'), 'console.log(require("../words.js"))');
      writeFileSync(at('home/tool/bin/mytool'), `#!/bin/sh\nexec ${process.execPath} "$@"\n`, { mode: 0o755 });
      const child = await spawnGuarded({
        command: at('home/tool/bin/mytool'),
        args: [at('home/server/dist/index.js')],
        env: { PATH: '/usr/bin:/bin' },
        cwd: at('home'),
        sandbox: rules(),
      });
      let text = '';
      for await (const chunk of child.stdout) text += String(chunk);
      expect(text).toBe('found\n');
    });

    it('is gone with all that it started when the host is killed, also what left its group', async () => {
      const script = at('host.mjs');
      buildSync({
        stdin: {
          contents: `import { spawnGuarded } from './guarded-child.js';
          const child = await spawnGuarded(${JSON.stringify({
            command: '/bin/sh',
            args: ['-c', 'setsid sleep 300 & echo ready; sleep 300'],
            env: { PATH: '/usr/bin:/bin', SANDBOX_MARK: base },
            cwd: at('home/ws'),
            sandbox: rules(),
          })});
          child.stdout.on('data', (chunk) => process.stdout.write(chunk));`,
          resolveDir: import.meta.dirname,
        },
        bundle: true,
        platform: 'node',
        format: 'esm',
        external: ['cross-spawn'],
        outfile: script,
      });
      const host = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      await once(host.stdout, 'data');
      const mark = `SANDBOX_MARK=${base}`;
      expect(runningWith(mark).length).toBeGreaterThan(2);
      host.kill('SIGKILL');
      await until(() => runningWith(mark).length === 0, 20_000);
      expect(runningWith(mark)).toEqual([]);
    });

    it('is refused where a listed folder is missing, or the workspace holds the whole home folder', async () => {
      await expect(sh('true', { read: [at('nowhere')] })).rejects.toThrow(`${at('nowhere')} in its list`);
      await expect(sh('true', { read: ['notes'] })).rejects.toThrow('is no absolute path');
      await expect(sh('true', { workspace: at('home') })).rejects.toThrow('Pick a smaller workspace');
      await expect(sh('true', { workspace: base })).rejects.toThrow('Pick a smaller workspace');
      await expect(sh('true', { workspace: at('home/.config/gatehouse') })).rejects.toThrow("Gatehouse's own data");
    });
  },
);

describe.skipIf(process.platform !== 'linux')('where no sandbox can be made', () => {
  it('nothing is started while bubblewrap is missing', async () => {
    const missing = sh(`echo ran > ${at('ran')}`, { bwrap: at('no-bwrap') });
    await expect(missing).rejects.toMatchObject({ code: 'no-sandbox' });
    await expect(missing).rejects.toThrow('A sandbox needs bubblewrap (bwrap), which is not installed here.');
    expect(existsSync(at('ran'))).toBe(false);
  });

  it('nothing is started, and what bubblewrap said is told', async () => {
    const broken = at('broken-bwrap');
    writeFileSync(broken, '#!/bin/sh\necho "bwrap: No permissions to create a new namespace" >&2\nexit 1\n', {
      mode: 0o755,
    });
    await expect(sh('true', { bwrap: broken })).rejects.toThrow(
      "A sandbox can't be made on this system: bwrap: No permissions to create a new namespace.",
    );
  });
});
