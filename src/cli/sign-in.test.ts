import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GuardedServer } from '../core/host/sign-in-world.test-kit.js';
import { startHttpServer } from '../core/http/http-server.test-kit.js';
import { CliHome } from './cli.test-kit.js';
import { Prompt } from './prompt.js';
import { createTerminalDesk } from './terminal-desk.js';

vi.setConfig({ testTimeout: 60_000 });

const hasScript = spawnSync('script', ['--version']).status === 0;

let home: CliHome;
let far: GuardedServer;
let options: readonly string[];
beforeEach(async () => {
  home = new CliHome();
  far = await GuardedServer.start('one');
  options = ['--config', home.config({ far: { url: far.url.href } })];
});
afterEach(async () => {
  expect(await home.leftovers()).toEqual([]);
  await home.close();
  await far.close();
});

/** A browser and its user, who agrees to everything. */
const BROWSER = `#!${process.execPath}
const { get } = require('node:http');
const visit = (page) => get(page, { headers: { 'sec-fetch-mode': 'navigate', connection: 'close' } }, (response) => {
  response.resume();
  if (response.headers.location) visit(response.headers.location);
});
visit(process.argv[2]);
`;

/** The environment in which the browser of the system is that one. */
function withBrowser(program = BROWSER): Readonly<Record<string, string>> {
  const folder = join(home.folder, 'bin');
  mkdirSync(folder);
  const file = join(folder, 'xdg-open');
  writeFileSync(file, program);
  chmodSync(file, 0o755);
  return { PATH: `${folder}:${process.env['PATH'] ?? ''}` };
}

describe('a server that wants a sign-in, where there is no terminal', () => {
  it('is said to, with what to do, and nothing is registered; it never hangs', async () => {
    const { code, stdout, stderr } = await home.run(['tools', 'far', ...options, '--yes-start'], { input: 'y\ny\n' });
    expect([code, stdout]).toEqual([3, '']);
    expect(stderr).toContain(`wants you to sign in at ${far.issuer.origin}. There is no terminal to ask on.`);
    expect(stderr).toContain('Run this on a terminal to sign in');
    const call = await home.json(['call', 'far', 'echo', ...options, '--yes-start']);
    expect(call).toMatchObject({ code: 3, value: { error: { code: 'sign-in-declined' } } });
    expect(far.issuer.at('/register')).toEqual([]);
  });

  it('and that says no more than 401 is said to do so', async () => {
    const bare = await startHttpServer((_request, response) => void response.writeHead(401).end());
    const config = home.config({ bare: { url: `${bare.origin}/mcp` } });
    const ended = await home.json(['resources', 'bare', '--config', config, '--yes-start']);
    await bare.close();
    expect(ended).toMatchObject({
      code: 1,
      value: { failed: [{ code: 'sign-in-required', message: expect.stringContaining('check the credentials') }] },
    });
  });

  it('has to be confirmed with its address first', async () => {
    const { code, stderr } = await home.run(['tools', 'far', ...options]);
    expect(code).toBe(3);
    expect(stderr).toContain('far was not connected: its address has to be confirmed, and there is no terminal');
    expect(far.server.seen).toEqual([]);
  });
});

describe.skipIf(!hasScript)('a server that wants a sign-in, on a terminal (needs “script” of util-linux)', () => {
  it('shows its address, then the whole page, and is connected once the user has signed in', async () => {
    const running = home.onTerminal(['tools', 'far', ...options], { env: withBrowser() });
    await running.answer('Connect far? [y/N]', 'y\n');
    await running.answer('Open this address in the browser? [y/N]', 'y\n');
    const { code, stdout } = await running.ended;
    expect(stdout).toContain('far wants you to sign in on this page:');
    expect(stdout.replace(/\r?\n +│ /gu, '')).toContain(far.issuer.at('/authorize')[0]?.query.get('state'));
    expect(stdout).toMatch(/^far +echo /mu);
    expect(stdout).not.toMatch(/one-(?:access|refresh)/u);
    expect(code).toBe(0);
  });

  it('ends with 3 where the user does not want to', async () => {
    const running = home.onTerminal(['tools', 'far', ...options, '--yes-start'], { env: withBrowser() });
    await running.answer('Open this address in the browser? [y/N]', '\n');
    const { code, stdout } = await running.ended;
    expect(code).toBe(3);
    expect(stdout).toContain('far wants you to sign in, and its page was not opened');
    expect(far.issuer.at('/authorize')).toEqual([]);
  });

  it('waits for the browser, and is stopped by Ctrl+C', async () => {
    const env = withBrowser('#!/bin/sh\n');
    const running = home.onTerminal(['tools', 'far', ...options, '--yes-start'], { env });
    await running.answer('Open this address in the browser? [y/N]', 'y\n');
    await running.until('the remark', () => running.stdout.includes('Waiting for you to sign in there.'));
    running.write('\u0003');
    expect((await running.ended).code).toBe(130);
  });
});

describe('the desk of a terminal', () => {
  it('says that no browser could be started, and leaves the page to the user', async () => {
    const notes: string[] = [];
    const nobody = { input: process.stdin, output: process.stderr, inputIsFree: false, now: () => 0 };
    const desk = createTerminalDesk(new Prompt(nobody), {
      yesStart: false,
      platform: 'linux',
      env: { PATH: home.folder },
      note: (text) => notes.push(text),
    });
    await desk.openLink('https://login.example/');
    expect(notes).toEqual([
      expect.stringMatching(/^xdg-open could not be started: .*Open the address above yourself/u),
    ]);
    expect(desk.canAsk?.()).toBe(false);
    const signal = new AbortController().signal;
    expect(await desk.confirm({ kind: 'open-link', url: 'https://a.example/', signInTo: 'far' }, signal)).toBe(false);
    expect(await desk.confirm({ kind: 'trust-read-only-hint', serverName: 'far' }, signal)).toBe(false);
  });
});
