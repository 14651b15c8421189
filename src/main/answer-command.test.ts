import { beforeEach, describe, expect, it } from 'vitest';
import { GatehouseError } from '../core/errors.js';
import type { Host } from '../core/host/host.js';
import { createValidatorCache } from '../core/schema/validator.js';
import { commandSchemas, type CommandName } from '../shared/ipc/contract.js';
import { answerCommand, LARGEST_INPUT, type CommandPorts, type CommandSender } from './answer-command.js';

const validators = createValidatorCache();
const page: CommandSender = { webContentsId: 1, frame: { origin: 'app://ui', isMain: true } };
let calls: [string, unknown][];
let logged: unknown[];
let answer: (input: unknown) => Promise<unknown>;
let ports: CommandPorts;

beforeEach(() => {
  calls = [];
  logged = [];
  answer = async () => null;
  const names = Object.keys(commandSchemas);
  const commands = Object.fromEntries(
    names.map((name) => [
      name,
      (input: unknown) => {
        calls.push([name, input]);
        return answer(input);
      },
    ]),
  );
  ports = {
    isKnownPage: (id) => id === 1,
    origin: 'app://ui',
    host: Promise.resolve({ commands } as unknown as Host),
    validatorOf: async (name) => validators.compile(commandSchemas[name]),
    internalMessage: () => 'inside',
    log: (_message, error) => logged.push(error),
  };
});

const ask = (name: CommandName, args: readonly unknown[], sender = page) => answerCommand(name, sender, args, ports);
const refusedWith = (code: string, message: RegExp = /./u) => ({
  ok: false,
  error: { code, message: expect.stringMatching(message) as string },
});

describe('a command from the page', () => {
  it('runs with its input and answers with the value', async () => {
    answer = async () => ({ verdict: 'deny' });
    const input = { serverId: 's', tool: 't', verdict: 'deny' };
    expect(await ask('policy.set', [input])).toEqual({ ok: true, value: { verdict: 'deny' } });
    expect(calls).toEqual([['policy.set', input]]);
  });

  it.each(Object.keys(commandSchemas) as CommandName[])('%s never runs for a stranger or for garbage', async (name) => {
    for (const sender of [
      { ...page, frame: undefined },
      { ...page, frame: { origin: 'app://ui', isMain: false } },
      { ...page, frame: { origin: 'null', isMain: true } },
      { ...page, frame: { origin: 'https://evil.example', isMain: true } },
      { ...page, frame: { origin: 'app://ui.evil', isMain: true } },
      { ...page, webContentsId: 2 },
    ]) {
      expect(await ask(name, [{}], sender)).toMatchObject(refusedWith('bad-sender'));
    }
    for (const garbage of [undefined, null, 1, 'x', [], { constructor: 1 }, { __proto__x: 1 }, [[]]]) {
      expect(await ask(name, [garbage])).toMatchObject(refusedWith('bad-arguments'));
    }
    for (const args of [[], [{}, {}]]) expect(await ask(name, args)).toMatchObject(refusedWith('bad-arguments'));
    expect(calls).toEqual([]);
  });

  it('says which part of the argument is wrong', async () => {
    expect(await ask('policy.set', [{ serverId: 's', tool: 't', verdict: 'sure' }])).toMatchObject(
      refusedWith('bad-arguments', /verdict/u),
    );
  });

  it('is refused when it is too large, however the size is made', async () => {
    const name = 'servers.save';
    const many = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`k${i}`, null]));
    for (const input of [
      'x'.repeat(LARGEST_INPUT),
      { env: many },
      new Uint8Array(LARGEST_INPUT + 1),
      { ['k'.repeat(LARGEST_INPUT)]: 1 },
    ]) {
      expect(await ask(name, [input])).toMatchObject(refusedWith('too-large'));
    }
    expect(calls).toEqual([]);
  });

  it('takes the largest text that the contract allows', async () => {
    expect(await ask('chat.send', [{ conversationId: 'c', text: '笔'.repeat(1_000_000) }])).toEqual({
      ok: true,
      value: null,
    });
    expect(await ask('chat.send', [{ conversationId: 'c', text: '笔'.repeat(1_000_001) }])).toMatchObject(
      refusedWith('bad-arguments'),
    );
  });

  it('waits for the host to stand', async () => {
    let stand: ((host: Host) => void) | undefined;
    const host = new Promise<Host>((resolve) => {
      stand = resolve;
    });
    const waiting = answerCommand('app.snapshot', page, [{}], { ...ports, host });
    expect(calls).toEqual([]);
    stand?.(await ports.host);
    expect(await waiting).toEqual({ ok: true, value: null });
  });

  it('passes the code and words of a refusal on', async () => {
    answer = async () => {
      throw new GatehouseError('unknown-server', 'There is no server x.');
    };
    expect(await ask('app.snapshot', [{}])).toEqual({
      ok: false,
      error: { code: 'unknown-server', message: 'There is no server x.' },
    });
    expect(logged).toEqual([]);
  });

  it('keeps the words of any other failure to the log', async () => {
    const failure = new Error('/home/li/secret at line 3');
    answer = async () => {
      throw failure;
    };
    expect(await ask('app.snapshot', [{}])).toEqual({ ok: false, error: { code: 'internal', message: 'inside' } });
    expect(logged).toEqual([failure]);
  });

  it('answers also where the host never came to stand', async () => {
    const host = Promise.reject(new GatehouseError('no-host', 'The database is locked.'));
    expect(await answerCommand('app.snapshot', page, [{}], { ...ports, host })).toMatchObject(refusedWith('no-host'));
  });
});
