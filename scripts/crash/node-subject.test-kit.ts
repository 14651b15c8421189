import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { HostEvent } from '../../src/shared/host-event.js';
import type { IpcResult } from '../../src/shared/ipc/result.js';
import { type Bridge, gone, killAll, sendKill, type StartSubject, subjectMark } from './crash-subject.test-kit.js';

type FromHost =
  | { readonly kind: 'ready' }
  | { readonly kind: 'event'; readonly event: HostEvent }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: IpcResult<unknown> };

/** Starts the host in a Node process of its own, on the files of the app; `program` is the built crash-host.ts. */
export function nodeSubject(program: string): StartSubject {
  return ({ home, env, onEvent }) => {
    const mark = subjectMark();
    const child = fork(program, {
      env: { ...process.env, ...env, GATEHOUSE_HOME: home, [mark.name]: mark.value },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const waiting = new Map<number, (answer: IpcResult<unknown>) => void>();
    let commands = 0;
    const bridge: Bridge = {
      command: (name, input) =>
        new Promise((resolve) => {
          commands += 1;
          waiting.set(commands, resolve);
          child.send({ id: commands, name, input }, () => {
            // A host that was killed meanwhile never answers, as it does not in a page.
          });
        }),
    };
    const ready = new Promise<Bridge>((resolve, reject) => {
      child.on('message', (message: FromHost) => {
        if (message.kind === 'ready') resolve(bridge);
        else if (message.kind === 'event') onEvent(message.event);
        else waiting.get(message.id)?.(message.answer);
      });
      child.once('exit', () => reject(new Error('the host ended')));
    });
    ready.catch(() => {}); // nobody waits for a start that is killed
    const end = async (signal: 'SIGKILL' | 'SIGTERM', tree: boolean): Promise<void> => {
      const exited = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
      if (child.pid !== undefined && signal === 'SIGKILL') sendKill(child.pid);
      else child.kill(signal);
      if (tree) killAll(mark.entry);
      await exited;
      await gone(mark.entry);
    };
    return { ready, kill: (tree) => end('SIGKILL', tree), quit: () => end('SIGTERM', false) };
  };
}
