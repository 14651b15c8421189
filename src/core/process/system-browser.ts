import { spawn } from 'node:child_process';
import { GatehouseError } from '../errors.js';

/**
 * Gives an address to the browser of the system, which goes on when this process ends. The address was checked and the
 * user has agreed. Rejects with code `no-browser`; says nothing of whether a page was shown.
 */
export async function openInBrowser(
  address: URL,
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const [command, ...args] = opener(platform);
  const child = spawn(command, [...args, address.href], { env: { ...env }, detached: true, stdio: 'ignore' });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      const { message: why } = error;
      const text = `${command} could not be started: ${why}.`;
      reject(new GatehouseError('no-browser', text, { cause: error, parts: { command, why } }));
    });
  });
  child.unref();
}

/** No shell among them: an address holds characters that mean something to one. */
function opener(platform: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open'];
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  return ['xdg-open'];
}
