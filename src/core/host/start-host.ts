import { errorMessage } from '../errors.js';
import type { ApiKey } from './api-key.js';
import type { DraftBook } from './draft-book.js';
import type { FileShelf } from './file-shelf.js';
import type { ModelAccess } from './model-access.js';
import { moveSecrets } from './move-secrets.js';
import type { NoticeBoard } from './notice-board.js';
import type { SecretStore } from './ports.js';
import type { ServerSecrets } from './server-secrets.js';
import { launchFingerprint } from '../servers/launch-fingerprint.js';
import type { ServerBook } from '../servers/server-book.js';
import type { ServerManager } from '../servers/server-manager.js';
import type { SignIns } from './sign-ins.js';

/** Servers that start at a time: each is a new process, and the window wants the processor too. */
const AT_A_TIME = 6;

export interface StartParts {
  readonly apiKey: ApiKey;
  readonly models: ModelAccess;
  readonly notices: NoticeBoard;
  readonly servers: ServerBook;
  readonly manager: ServerManager;
  readonly signIns: SignIns;
  readonly secrets: SecretStore;
  readonly serverSecrets: ServerSecrets;
  readonly drafts: DraftBook;
  readonly shelf: FileShelf;
  readonly signal: AbortSignal;
}

/** Sets in motion what runs by itself. Returns at once; what fails shows where it belongs. */
export function startHost(parts: StartParts): void {
  // All keep their own failures.
  void loadKey(parts);
  void parts.serverSecrets.load(parts.servers.list());
  void parts.signIns.load(parts.servers.list());
  releaseFiles(parts);
  void moveSecrets(parts).then(() => connectServers(parts));
}

/** Files that were attached and never sent are nobody's any more, but for those of drafts. */
function releaseFiles({ drafts, shelf }: StartParts): void {
  try {
    shelf.release(drafts.files().map((file) => file.hash));
  } catch (error) {
    console.error('files that were never sent could not be removed', error);
  }
}

async function loadKey({ apiKey, models, notices }: StartParts): Promise<void> {
  try {
    await apiKey.load();
  } catch (error) {
    const why = errorMessage(error);
    notices.add('key-unreadable', `The stored API key could not be read; set it again. ${why}`, { why });
  }
  await models.refresh();
}

/** Only launches that were confirmed: a question that nobody asked for is no way to begin. */
async function connectServers({ servers, manager, signal }: StartParts): Promise<void> {
  const waiting = servers
    .list()
    .filter((config) => config.autoConnect && config.confirmedLaunch === launchFingerprint(config.launch));
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- a worker starts one server at a time
        await manager.connect(next.id, signal);
      } catch {
        // The server's own state says why.
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}
