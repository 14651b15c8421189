import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runChild } from './child-run.mjs';
import { projectRoot } from './project.mjs';
import { setUp } from './set-up/set-up.mjs';
import { hasDisplay, withVirtualDisplay } from './virtual-display.mjs';

/** Where the tour leaves its pictures and its transcript. */
const TOUR = 'out/tour';

/**
 * Plays the main job from end to end in the real app: a picture of each step goes to `out/tour/`, and what was said
 * is printed.
 *
 * @returns {Promise<number>} an exit code
 */
export async function playTour() {
  await setUp({ extras: ['Xvfb', 'xdotool', 'cjk-font'] });
  const folder = join(projectRoot, TOUR);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const args = [join(projectRoot, 'node_modules/@playwright/test/cli.js'), 'test', '--project', 'tour'];
  /** @param {Readonly<Record<string, string | undefined>>} env */
  const play = (env) => runChild(process.execPath, args, { cwd: projectRoot, deadlineMs: 5 * 60_000, env, show: true });
  // On Linux the tour answers native dialogs through X11, so a Wayland-only screen will not do.
  const ownScreen = hasDisplay() && (process.platform !== 'linux' || Boolean(process.env['DISPLAY']));
  const end = ownScreen ? await play({}) : await withVirtualDisplay(play);
  const transcript = join(folder, 'transcript.txt');
  if (existsSync(transcript)) console.log(`\n${readFileSync(transcript, 'utf8').trim()}\n`);
  if (end.timedOut) console.error('The tour did not end within 5 minutes.');
  if (end.code === 0) console.log(`The pictures are in ${TOUR}/.`);
  return end.code;
}
