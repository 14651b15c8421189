import { _electron, type ElectronApplication, type Page } from '@playwright/test';
import type { HostEvent } from '../../src/shared/host-event.js';
import type { IpcResult } from '../../src/shared/ipc/result.js';
import { type Bridge, gone, killAll, sendKill, type StartSubject, subjectMark } from './crash-subject.test-kit.js';

/** Starts the real app, whose page the commands go through. `root`: the project's folder, with the build in it. */
export function electronSubject(root: string): StartSubject {
  return ({ home, env, onEvent }) => {
    const mark = subjectMark();
    const { ANTHROPIC_API_KEY: _key, ANTHROPIC_BASE_URL: _url, ...inherited } = process.env;
    const launched = _electron.launch({
      cwd: root,
      chromiumSandbox: false,
      args: ['.', '--lang=en-US'],
      env: { ...(inherited as Record<string, string>), ...env, GATEHOUSE_HOME: home, [mark.name]: mark.value },
    });
    const ready = launched.then((app) => bridgeOf(app, onEvent));
    ready.catch(() => {}); // nobody waits for a start that is killed
    return {
      ready,
      kill: async (tree) => {
        // Playwright takes an end before it has the app for a failure of its own. What is opened is opened after that.
        const { pid } = (await launched).process();
        if (pid !== undefined) sendKill(pid);
        if (tree) killAll(mark.entry);
        await gone(mark.entry);
      },
      quit: async () => {
        await (await launched).close();
        await gone(mark.entry);
      },
    };
  };
}

async function bridgeOf(app: ElectronApplication, onEvent: (event: HostEvent) => void): Promise<Bridge> {
  const page = await app.firstWindow();
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.exposeFunction('crashHeard', onEvent);
  await page.evaluate(() => {
    const { gatehouse, crashHeard } = window as unknown as PageWindow;
    gatehouse.onEvent(crashHeard);
  });
  return { command: (name, input) => commandOf(page, name, input) };
}

interface PageWindow {
  readonly gatehouse: {
    readonly commands: Readonly<Record<string, (input: object) => Promise<IpcResult<unknown>>>>;
    readonly onEvent: (listener: (event: HostEvent) => void) => void;
  };
  readonly crashHeard: (event: HostEvent) => void;
}

function commandOf(page: Page, name: string, input: object): Promise<IpcResult<unknown>> {
  return page.evaluate(
    async ([asked, value]) => {
      const command = (window as unknown as PageWindow).gatehouse.commands[asked];
      if (command === undefined) throw new Error(`There is no command ${asked}.`);
      return command(value);
    },
    [name, input] as const,
  );
}
