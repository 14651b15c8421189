import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, safeStorage, type BrowserWindow } from 'electron';
import ElectronStore from 'electron-store';
import { AuditFolder } from '../core/audit/audit-folder.js';
import { openConversationStore } from '../core/conversation/sqlite-conversation-store.js';
import { createHost } from '../core/host/create-host.js';
import type { Host } from '../core/host/host.js';
import type { HostEnvironment } from '../core/host/ports.js';
import { isSignInSecret } from '../core/host/server-credentials.js';
import { secretLabel } from '../core/host/server-secrets.js';
import { createValidatorCache, OWN_SCHEMAS, type Validator } from '../core/schema/validator.js';
import { commandSchemas, type CommandName } from '../shared/ipc/contract.js';
import type { Notice } from '../shared/settings.js';
import type { Appearance } from './appearance.js';
import { createApprovalDialog } from './approval-dialog.js';
import { ApprovalViewer } from './approval-viewer.js';
import { Attention } from './attention.js';
import { openDraftStore } from './draft-store.js';
import { openExternalLink } from './external-links.js';
import { createHostDesk } from './host-desk.js';
import { closeForeignChannels } from './ipc-binder.js';
import type { NativeDialogs } from './native-dialogs.js';
import { openPolicyStore } from './policy-store.js';
import { QuestionDesk } from './question-desk.js';
import { SafeSecretStore } from './secret-store.js';
import { openServerStore } from './server-store.js';
import { openSettingsStore } from './settings-store.js';
import type { StorePlace } from './store-place.js';
import type { Words } from './words/words.js';

export interface ComposeOptions {
  /** Where all data lives; exists. */
  readonly dataFolder: string;
  /** The build: `preload/` and the like are in it. */
  readonly outFolder: string;
  /** The programs of the bundled servers. */
  readonly serversFolder: string;
  /** Of every page. */
  readonly origin: string;
  readonly window: () => BrowserWindow | undefined;
  readonly appearance: Appearance;
  readonly dialogs: NativeDialogs;
}

/** The mind with its hands on. */
export interface ComposedHost {
  readonly host: Host;
  readonly validatorOf: (name: CommandName) => Validator;
  /** Idempotent. */
  close(): Promise<void>;
}

/** A keyring that asks for a password, or does not answer at all, keeps nobody from starting. ms. */
const KEYRING_WAIT = 3000;

/** The one place where the hands' ports meet the host. It is not started: whoever listens to it does that. */
export async function composeHost(options: ComposeOptions): Promise<ComposedHost> {
  const words = (): Words => options.appearance.words;
  const validators = createValidatorCache(OWN_SCHEMAS);
  const notices: Notice[] = [];
  const notify = (code: string, message: string): void => {
    notices.push({ id: randomUUID(), code, message });
  };
  const place: StorePlace = {
    folder: options.dataFolder,
    compile: (schema) => validators.compile(schema),
    report: (problem) => notify('file-set-aside', words().notices.storeProblem(problem)),
  };
  // Its listener is registered once, by the first store or by this; then it is taken away.
  ElectronStore.initRenderer();
  closeForeignChannels();

  const settings = openSettingsStore(place);
  const servers = openServerStore(place);
  const policies = openPolicyStore(place);
  const secrets = new SafeSecretStore(safeStorage, place, (name) =>
    notify(
      'secret-lost',
      isSignInSecret(name) ? words().notices.signInLost : words().notices.secretLost(secretLabel(name, servers.load())),
    ),
  );
  const [conversations] = await Promise.all([
    // This process holds the single-instance lock of the folder: whoever locked the file before is dead.
    openConversationStore(join(options.dataFolder, 'conversations.db'), { clearStaleLock: true }),
    readSecrets(secrets),
  ]);
  notices.push(...conversations.notices);
  const host = createHost({
    settings,
    servers,
    policies,
    secrets,
    conversations: conversations.store,
    drafts: openDraftStore(place),
    audit: { disk: new AuditFolder(options.dataFolder), face: 'app' },
    ...questionPorts(options),
    environment: environment(options, notices),
  });
  return {
    host,
    validatorOf: (name) => validators.compile(commandSchemas[name]),
    close: async () => {
      await host.close();
      conversations.store.close();
    },
  };
}

function questionPorts({ window, appearance, dialogs, origin, outFolder }: ComposeOptions) {
  const words = (): Words => appearance.words;
  const viewer = new ApprovalViewer({
    parent: window,
    appearance,
    origin,
    preload: join(outFolder, 'preload/viewer.cjs'),
  });
  const desk = new QuestionDesk({
    showBox: (question, signal) => dialogs.showBox(question, signal),
    readWhole: (whole, mustRead, signal) => viewer.read(whole, mustRead, signal),
    raiseViewer: () => viewer.raise(),
    now: () => performance.now(),
  });
  const attention = new Attention(window, () => performance.now());
  const returnFocus = (): void => {
    const page = window();
    // Only where the window has the keyboard again: a user who went elsewhere is not called back.
    if (page?.isDestroyed() === false && page.isFocused()) page.webContents.focus();
  };
  return {
    approvals: createApprovalDialog({
      desk,
      words,
      callAttention: (message) => attention.call(message),
      returnFocus,
    }),
    desk: createHostDesk({
      desk,
      words,
      callAttention: (message) => {
        const signs = attention.call(message);
        return () => signs.end(true);
      },
      pickFolder: () => dialogs.pickFolder(words().page.pickFolder),
      pickOpenFile: () => dialogs.pickOpenFile(words().page.pickOpenFile),
      pickSaveFile: (name) => dialogs.pickSaveFile(words().page.pickSaveFile, name),
      openLink: openExternalLink,
      returnFocus,
    }),
  };
}

function environment(options: ComposeOptions, notices: readonly Notice[]): HostEnvironment {
  return {
    env: process.env,
    homeDir: homedir(),
    launchVariables: {
      node: process.execPath,
      servers: options.serversFolder,
      data: options.dataFolder,
      home: homedir(),
      version: app.getVersion(),
    },
    systemLanguage: app.getLocale(),
    platform: process.platform,
    version: app.getVersion(),
    validationScript: () => readFileSync(join(options.outFolder, 'workers/validation-worker.cjs'), 'utf8'),
    imageScript: () => readFileSync(join(options.outFolder, 'workers/image-worker.cjs'), 'utf8'),
    notices,
  };
}

/** Decrypts what is stored before the host asks, so that what can't be decrypted is among its first notices. */
async function readSecrets(secrets: SafeSecretStore): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, KEYRING_WAIT);
  });
  const read = Promise.all(secrets.names().map((name) => secrets.read(name)));
  await Promise.race([read, timeout]);
  clearTimeout(timer);
}
