import { join, resolve } from 'node:path';

/** Where the app keeps its data: `GATEHOUSE_HOME`, or the system's place for the data of an application. */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: string,
  homeDir: string,
): string {
  const { GATEHOUSE_HOME: home, XDG_CONFIG_HOME: xdg, APPDATA: roaming } = env;
  if (home !== undefined && home !== '') return resolve(home);
  if (platform === 'darwin') return join(homeDir, 'Library', 'Application Support', 'gatehouse');
  if (platform === 'win32') return join(roaming || join(homeDir, 'AppData', 'Roaming'), 'gatehouse');
  return join(xdg || join(homeDir, '.config'), 'gatehouse');
}
