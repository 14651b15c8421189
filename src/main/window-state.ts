import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject } from '../shared/json.js';

export interface Bounds {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window stood. */
export interface WindowState {
  /** While it is not maximized. */
  readonly bounds: Bounds;
  readonly maximized: boolean;
}

export const SMALLEST = { width: 720, height: 520 } as const;
const FIRST = { width: 1180, height: 780 } as const;
/** So much of a window must be on a screen that its title can be caught. px. */
const VISIBLE = 80;

/** A window's size and, where that place is still on a screen, its place. */
export interface Placement {
  readonly width: number;
  readonly height: number;
  readonly x?: number;
  readonly y?: number;
}

/** Where to open the window: as it was, unless its screen is gone; never smaller than usable, nor larger than a screen. */
export function placement(state: WindowState | undefined, screens: readonly Bounds[]): Placement {
  const wanted = state?.bounds ?? { ...FIRST, x: 0, y: 0 };
  const screen = screens.find((area) => isOn(area, wanted));
  const room = screen ?? screens[0] ?? { ...wanted, x: 0, y: 0 };
  const size = {
    width: Math.max(SMALLEST.width, Math.min(wanted.width, room.width)),
    height: Math.max(SMALLEST.height, Math.min(wanted.height, room.height)),
  };
  return state === undefined || screen === undefined ? size : { ...size, x: wanted.x, y: wanted.y };
}

/** Reads `window.json`; undefined where it is missing or useless: a place is no loss. */
export function readWindowState(folder: string): WindowState | undefined {
  try {
    const state: unknown = JSON.parse(readFileSync(join(folder, 'window.json'), 'utf8'));
    if (!isJsonObject(state) || !isJsonObject(state['bounds'])) return undefined;
    const { x, y, width, height } = state['bounds'];
    if (!isWhole(x) || !isWhole(y) || !isWhole(width) || !isWhole(height)) return undefined;
    return { bounds: { x, y, width, height }, maximized: state['maximized'] === true };
  } catch {
    return undefined;
  }
}

export function writeWindowState(folder: string, state: WindowState): void {
  const path = join(folder, 'window.json');
  writeFileSync(`${path}.next`, JSON.stringify({ version: 1, ...state }), { mode: 0o600 });
  renameSync(`${path}.next`, path);
}

function isOn(screen: Bounds, bounds: Bounds): boolean {
  return (
    bounds.x + bounds.width >= screen.x + VISIBLE &&
    bounds.x <= screen.x + screen.width - VISIBLE &&
    bounds.y >= screen.y &&
    bounds.y <= screen.y + screen.height - VISIBLE
  );
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value);
}
