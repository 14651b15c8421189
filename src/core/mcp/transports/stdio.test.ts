import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { until } from '../../process/process-probe.test-kit.js';
import type { CloseReason, TransportReceiver } from '../transport.js';
import { StdioTransport } from './stdio.js';
import type { StdioOptions } from './stdio.js';

class Recorder implements TransportReceiver {
  readonly messages: JsonRpcMessage[] = [];
  readonly lines: string[] = [];
  readonly reasons: CloseReason[] = [];

  message(message: JsonRpcMessage): void {
    this.messages.push(message);
  }

  oversized(): void {}

  log(source: 'stderr' | 'stdout', line: string): void {
    this.lines.push(`${source}: ${line}`);
  }

  closed(reason: CloseReason): void {
    this.reasons.push(reason);
  }
}

const GRACE = { eofMs: 50, termMs: 50 };
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

function sh(script: string, options: StdioOptions = { grace: GRACE }): StdioTransport {
  const env = { PATH: process.env['PATH'] ?? '' };
  return new StdioTransport({ command: 'sh', args: ['-c', script], env, cwd: tmpdir() }, options);
}

describe.skipIf(process.platform === 'win32')('StdioTransport', () => {
  it('writes one message a line and hears the lines that come back', async () => {
    const heard = new Recorder();
    const transport = sh('cat');
    await transport.start(heard);
    await Promise.all([transport.send(PING), transport.send({ ...PING, id: 'a\nb' })]);
    await until(() => heard.messages.length === 2, 10_000);
    expect(heard.messages).toEqual([PING, { ...PING, id: 'a\nb' }]);
    await transport.close();
    await transport.close();
    expect(heard.reasons).toEqual([{ code: 'closed-by-host', message: expect.any(String) }]);
    await expect(transport.send(PING)).rejects.toMatchObject({ code: 'connection-closed' });
  });

  it('refuses only the message that is no JSON', async () => {
    const heard = new Recorder();
    const transport = sh('cat');
    await transport.start(heard);
    const endless: { self?: unknown } = {};
    endless.self = endless;
    await expect(transport.send({ ...PING, params: endless as never })).rejects.toThrow(/circular/);
    await transport.send(PING);
    await until(() => heard.messages.length === 1, 10_000);
    await transport.close();
    expect(heard.messages).toEqual([PING]);
  });

  it('hears what a server said right before it exited, then why it ended, last', async () => {
    const heard = new Recorder();
    const transport = sh(`echo '${JSON.stringify(PING)}'; echo oops >&2; printf 'no line end'; exit 4`);
    await transport.start(heard);
    await until(() => heard.reasons.length === 1, 10_000);
    expect(heard.messages).toEqual([PING]);
    expect(heard.lines).toEqual(['stderr: oops', 'stdout: no line end']);
    const parts = { exitCode: '4', said: 'oops' };
    expect(heard.reasons).toEqual([
      { code: 'exited', message: 'The server exited with code 4. It last said: oops', parts },
    ]);
    await transport.close();
  });

  it('names the signal that ended a server', async () => {
    const heard = new Recorder();
    const transport = sh('kill -KILL $$');
    await transport.start(heard);
    await until(() => heard.reasons.length === 1, 10_000);
    expect(heard.reasons[0]?.message).toBe('The server was ended by SIGKILL. It said nothing on standard error.');
    await transport.close();
  });

  it.each([
    ['standard output', 'exec >&-; sleep 600'],
    ['standard input', 'exec <&-; sleep 600'],
  ])('ends a server that closes its %s and lives on', async (pipe, script) => {
    const heard = new Recorder();
    const transport = sh(script);
    await transport.start(heard);
    const send = async (): Promise<unknown> => {
      // The shell may close its end a moment later than the first message comes.
      for (;;) await transport.send(PING);
    };
    const failed = send().catch((error: unknown) => error);
    await until(() => heard.reasons.length === 1, 20_000);
    expect(heard.reasons).toEqual([{ code: 'transport-error', message: expect.stringContaining(pipe) }]);
    expect(await failed).toMatchObject({ code: 'connection-closed' });
    await transport.close();
  });

  it('tells the exit code also of a server that takes its time between its last word and its end', async () => {
    const heard = new Recorder();
    const transport = sh('trap "exit 3" TERM; exec >&-; sleep 600 & wait', { grace: { eofMs: 50, termMs: 20_000 } });
    await transport.start(heard);
    await until(() => heard.reasons.length === 1, 20_000);
    expect(heard.reasons).toEqual([
      {
        code: 'exited',
        message: expect.stringMatching(/closed its standard output, then exited with code 3\./),
        parts: { exitCode: '3' },
      },
    ]);
    await transport.close();
  });

  it('takes what a server reads late, and does not wait for a server that never reads', async () => {
    const late = new Recorder();
    const slow = sh('sleep 0.2; cat');
    await slow.start(late);
    const params = { text: 'x'.repeat(1_000_000) };
    await slow.send({ ...PING, params });
    await until(() => late.messages.length === 1, 20_000);
    expect(late.messages).toEqual([{ ...PING, params }]);
    await slow.close();

    const deaf = sh('sleep 600');
    await deaf.start(new Recorder());
    const stuck = deaf.send({ ...PING, params }).catch((error: unknown) => error);
    await deaf.close();
    expect(await stuck).toMatchObject({ code: 'connection-closed' });
  });

  it('tells a command that can not be started to both who waits and who listens', async () => {
    const heard = new Recorder();
    const transport = new StdioTransport({ command: 'gatehouse-no-such', args: [], env: {}, cwd: tmpdir() });
    await expect(transport.start(heard)).rejects.toMatchObject({ code: 'spawn-failed' });
    expect(heard.reasons).toMatchObject([{ code: 'spawn-failed', message: expect.stringContaining('no-such') }]);
    await transport.close();
    expect(heard.reasons).toHaveLength(1);
  });

  it('can be closed while it starts, and before', async () => {
    const heard = new Recorder();
    const transport = sh('sleep 600');
    const starting = transport.start(heard).catch((error: unknown) => error);
    await transport.close();
    expect(await starting).toMatchObject({ code: 'connection-closed' });
    expect(heard.reasons).toMatchObject([{ code: 'closed-by-host' }]);

    const unused = sh('sleep 600');
    await unused.close();
    await expect(unused.start(new Recorder())).rejects.toMatchObject({ code: 'connection-closed' });
  });
});
