import type { CommandInput } from '../../shared/ipc/contract.js';
import { GatehouseError } from '../errors.js';
import type { ApiKey } from './api-key.js';
import type { HostCommands } from './host.js';
import type { ModelAccess } from './model-access.js';
import type { Desk } from './ports.js';
import type { SettingsBook } from './settings-book.js';

export interface SettingsParts {
  readonly settings: SettingsBook;
  readonly apiKey: ApiKey;
  readonly models: ModelAccess;
  readonly desk: Desk;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

type SettingsCommands = Pick<
  HostCommands,
  Extract<keyof HostCommands, `settings.${string}` | `models.${string}` | `workspace.${string}`>
>;

/** What the user chooses for the whole app. */
export function settingsCommands({ settings, apiKey, models, desk, signal }: SettingsParts): SettingsCommands {
  return {
    'settings.update': async (input) => {
      await confirmAddress(input, settings, desk, signal);
      await confirmLoosening(input, settings, desk, signal);
      await confirmBash(input, settings, desk, signal);
      settings.update(changesOf(input));
      // It keeps its own failure for the model picker.
      if (input.baseUrl !== undefined) void models.refresh();
      return null;
    },
    'settings.setApiKey': async ({ key }) => {
      await apiKey.set(key, signal);
      // As above.
      void models.refresh();
      return null;
    },
    'settings.clearApiKey': async () => {
      await apiKey.clear();
      // As above.
      void models.refresh();
      return null;
    },
    'models.refresh': async () => {
      await models.refresh();
      return models.view();
    },
    'workspace.pick': async () => {
      const folder = await desk.pickFolder();
      if (folder !== undefined) settings.update({ workspace: folder });
      return { workspace: settings.current.workspace };
    },
  };
}

type Update = CommandInput<'settings.update'>;

/** Only what is there: an absent field keeps its value. */
function changesOf(input: Update): Update {
  const { model, baseUrl, maxRounds, maxTurnTokens, maxTurnMinutes, approvalTimeoutSeconds } = input;
  const { askAfterReading, bashSandbox, maxTurnCents } = input;
  return {
    ...lookOf(input),
    ...(model === undefined ? {} : { model }),
    ...(baseUrl === undefined ? {} : { baseUrl: baseUrl.trim() }),
    ...(maxRounds === undefined ? {} : { maxRounds }),
    ...(maxTurnTokens === undefined ? {} : { maxTurnTokens }),
    ...(maxTurnCents === undefined ? {} : { maxTurnCents }),
    ...(maxTurnMinutes === undefined ? {} : { maxTurnMinutes }),
    ...(approvalTimeoutSeconds === undefined ? {} : { approvalTimeoutSeconds }),
    ...(askAfterReading === undefined ? {} : { askAfterReading }),
    ...(bashSandbox === undefined ? {} : { bashSandbox }),
  };
}

/** How the app looks and makes itself heard. */
function lookOf({ language, theme, textSize, density, sideFolded, noteTurnEnds }: Update): Update {
  return {
    ...(language === undefined ? {} : { language }),
    ...(theme === undefined ? {} : { theme }),
    ...(textSize === undefined ? {} : { textSize }),
    ...(density === undefined ? {} : { density }),
    ...(sideFolded === undefined ? {} : { sideFolded }),
    ...(noteTurnEnds === undefined ? {} : { noteTurnEnds }),
  };
}

/** Chats and the API key go to this address, so a page alone can't move it to another machine. */
async function confirmAddress(input: Update, settings: SettingsBook, desk: Desk, signal: AbortSignal): Promise<void> {
  const address = input.baseUrl?.trim();
  if (address === undefined || address === '' || address === settings.current.baseUrl) return;
  const url = parsedAddress(address);
  if (isLoopback(url.hostname)) return;
  if (await desk.confirm({ kind: 'change-base-url', url: url.href }, signal)) return;
  throw new GatehouseError('cancelled', 'The address of the model was not changed.');
}

/** More would run by itself, so a page alone can't switch it off. */
async function confirmLoosening(input: Update, settings: SettingsBook, desk: Desk, signal: AbortSignal): Promise<void> {
  if (input.askAfterReading !== false || !settings.current.askAfterReading) return;
  if (await desk.confirm({ kind: 'stop-asking-after-reading' }, signal)) return;
  throw new GatehouseError('cancelled', 'Gatehouse goes on asking after text from outside was read.');
}

/** From the narrowest on. */
const BASH_WALLS = ['without-network', 'with-network', 'off'] as const;

/** A page alone can't take walls down. */
async function confirmBash(input: Update, settings: SettingsBook, desk: Desk, signal: AbortSignal): Promise<void> {
  const { bashSandbox: to } = input;
  if (to === undefined || to === 'without-network') return;
  if (BASH_WALLS.indexOf(to) <= BASH_WALLS.indexOf(settings.current.bashSandbox)) return;
  if (await desk.confirm({ kind: 'loosen-bash', to }, signal)) return;
  throw new GatehouseError('cancelled', 'The sandbox of bash stays as it was.');
}

function parsedAddress(address: string): URL {
  if (URL.canParse(address)) {
    const url = new URL(address);
    const sound = url.protocol === 'https:' || url.protocol === 'http:';
    if (sound && url.username === '' && url.password === '') return url;
  }
  throw new GatehouseError('bad-address', 'The address must begin with http:// or https:// and hold no user name.', {
    parts: { plain: 'http://', safe: 'https://' },
  });
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
