import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ElectronApplication } from '@playwright/test';

/*
 * Answers the real native boxes as a user does: with keys of the X server (`xdotool`). No hook inside the app presses a
 * button, so what a test allows here a user could have allowed.
 */

const run = promisify(execFile);

/** What main asked the system to draw; recorded by `recordBoxes`. */
export interface DrawnBox {
  readonly title: string;
  readonly message: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

/** A native box on the screen. */
export interface NativeDialog {
  /** Of its window, such as `Gatehouse: notes ▸ add_note`. */
  readonly title: string;
  /** Walks to the button with Tab and presses Enter; 0 is the one that says no. Resolves when the box is gone. */
  press(button: number): Promise<void>;
  /** Presses one key, such as `Return`, `space` or `Escape`. Resolves when the box is gone. */
  key(name: string): Promise<void>;
  /** Puts the box elsewhere on the screen: for pictures, where no window manager places it. */
  moveTo(x: number, y: number): Promise<void>;
  /** Resolves when the box is gone, for whatever reason. */
  gone(): Promise<void>;
}

const LONGEST = 30_000;
/** Gatehouse takes no yes within 500 ms of showing a box. */
const MEANT_AFTER = 700;
/** Every title of Gatehouse's boxes begins like this; that of its window does not. */
const TITLE = 'Gatehouse: ';

/** Waits for a box whose title holds `title`. Without `title` any box of Gatehouse. */
export async function nativeDialog(title = ''): Promise<NativeDialog> {
  const found = await until(`a native box with “${title}” in its title`, async () =>
    (await boxes()).find(({ name }) => name.includes(title)),
  );
  const shown = performance.now();
  const gone = (): Promise<void> =>
    until(`the box “${found.name}” to go`, async () =>
      (await boxes()).some(({ id }) => id === found.id) ? undefined : true,
    ).then(() => undefined);
  const press = async (keys: readonly string[]): Promise<void> => {
    await wait(Math.max(0, MEANT_AFTER - (performance.now() - shown)));
    // Where no window manager runs, nobody else gives the box the keyboard.
    await xdotool('windowfocus', found.id);
    // Apart in time, as fingers are: GTK moves the focus between two keys.
    await xdotool('key', '--delay', '40', '--clearmodifiers', ...keys);
    await gone();
  };
  return {
    title: found.name,
    press: (button) => press([...Array.from({ length: button }, () => 'Tab'), 'Return']),
    key: (name) => press([name]),
    moveTo: async (x, y) => {
      await xdotool('windowmove', '--sync', found.id, String(x), String(y));
    },
    gone,
  };
}

/** Presses keys in the window of the app itself, such as `ctrl+minus`, by way of the system: the menu hears them too. */
export async function pressInWindow(...keys: readonly string[]): Promise<void> {
  const [id = ''] = (await xdotool('search', '--onlyvisible', '--name', '^Gatehouse$')).split('\n');
  await xdotool('windowfocus', '--sync', id);
  await xdotool('key', '--delay', '40', '--clearmodifiers', ...keys);
}

/** True when no native box of Gatehouse is on the screen now. */
export async function noNativeDialog(): Promise<boolean> {
  return (await boxes()).length === 0;
}

/**
 * From now on notes what every box says before the system draws it: a picture can't be read by a test. The boxes stay the
 * real ones. Gives a function that tells what was noted so far.
 */
export async function recordBoxes(app: ElectronApplication): Promise<() => Promise<readonly DrawnBox[]>> {
  await app.evaluate(({ dialog }) => {
    const drawn: unknown[] = [];
    // One box after another may be recorded in one app, each from its own beginning.
    const before: unknown = Reflect.get(globalThis, 'drawnBoxes');
    Object.assign(globalThis, { drawnBoxes: drawn });
    if (before !== undefined) return;
    const show = dialog.showMessageBox.bind(dialog);
    const noting = (...args: Parameters<typeof show>): ReturnType<typeof show> => {
      const { title, message, detail, buttons } = args.at(-1) as unknown as Electron.MessageBoxOptions;
      const now: unknown[] = Reflect.get(globalThis, 'drawnBoxes');
      now.push({ title, message, detail, buttons });
      return show(...args);
    };
    Object.assign(dialog, { showMessageBox: noting });
  });
  return () => app.evaluate(() => (globalThis as unknown as { drawnBoxes: DrawnBox[] }).drawnBoxes);
}

interface OpenBox {
  readonly id: string;
  readonly name: string;
}

/** The boxes that are on the screen. */
async function boxes(): Promise<readonly OpenBox[]> {
  // By class and not by name: in a locale that lacks a character of the title, GTK sets only the name that `search` does not
  // look at. It exits with 1 where nothing is found.
  const found = await xdotool('search', '--onlyvisible', '--class', '.').catch(() => '');
  const ids = found.split('\n').filter((id) => id !== '');
  // A window can go between the two looks.
  const names = await Promise.all(ids.map((id) => xdotool('getwindowname', id).catch(() => '')));
  return ids.map((id, i) => ({ id, name: names[i] ?? '' })).filter(({ name }) => name.startsWith(TITLE));
}

async function xdotool(...args: readonly string[]): Promise<string> {
  const { stdout } = await run('xdotool', [...args], { timeout: LONGEST });
  return stdout.trim();
}

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const deadline = performance.now() + LONGEST;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > deadline) throw new Error(`waited ${LONGEST} ms for ${what}`);
    await wait(50);
  }
}
