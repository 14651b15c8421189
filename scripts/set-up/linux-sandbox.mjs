import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailure } from '../step-failure.mjs';

/**
 * Chromium shuts its pages in with user namespaces. Where a Linux forbids those to ordinary users (Ubuntu since
 * 23.10), it needs its helper program to be root's and set-uid, which no npm package can bring. Without either Electron ends
 * at once with a page of text, so this fails first, with the one command that helps.
 *
 * @param {string} dist the runtime's folder
 */
export function checkLinuxSandbox(dist) {
  if (process.platform !== 'linux' || process.getuid?.() === 0 || namespacesAllowed()) return;
  const helper = join(dist, 'chrome-sandbox');
  if (existsSync(helper)) {
    const { uid, mode } = statSync(helper);
    if (uid === 0 && (mode & 0o4755) === 0o4755) return;
  }
  throw new StepFailure(
    'This Linux forbids user namespaces to ordinary users, so Chromium’s sandbox needs its helper. Run this, then try again:\n' +
      `  sudo chown root:root '${helper}' && sudo chmod 4755 '${helper}'`,
  );
}

/** @param {string} file */
function setting(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
}

function namespacesAllowed() {
  return (
    setting('/proc/sys/kernel/apparmor_restrict_unprivileged_userns') !== '1' &&
    setting('/proc/sys/kernel/unprivileged_userns_clone') !== '0' &&
    setting('/proc/sys/user/max_user_namespaces') !== '0'
  );
}
