import { branded } from '../../shared/brand.js';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { ServerConfig, ServerId } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import type { PolicyDesk } from './policy-desk.js';
import { launchFingerprint } from '../servers/launch-fingerprint.js';
import { parseMcpServersJson } from '../servers/mcp-servers-json.js';
import { isLooser, isSameProgram, sandboxOf } from '../servers/sandbox-order.js';
import type { ServerBook } from '../servers/server-book.js';
import { badServer, launchProblems, nameProblem } from '../servers/server-config.js';
import type { ServerManager } from '../servers/server-manager.js';
import { connectOutcome } from './connect-server.js';
import { launchFrom } from './launch-input.js';
import type { HostCommands } from './host.js';
import type { NoticeBoard } from './notice-board.js';
import type { ConfirmQuestion, Desk } from './ports.js';
import { type ServerSecrets, withReferences } from './server-secrets.js';
import type { ToolBench } from './tool-bench.js';
import type { SignIns } from './sign-ins.js';
import { connectSentence } from '../tools/builtin/connect-mcp.js';

export interface ServerParts {
  readonly book: ServerBook;
  readonly manager: ServerManager;
  readonly signIns: SignIns;
  readonly policy: PolicyDesk;
  readonly notices: NoticeBoard;
  readonly bench: ToolBench;
  readonly serverSecrets: ServerSecrets;
  readonly desk: Desk;
  readonly newId: () => string;
  /** Aborts when the host closes: open questions go with it. */
  readonly signal: AbortSignal;
}

type ServerCommands = Pick<HostCommands, Extract<keyof HostCommands, `servers.${string}`>>;

/** The configured servers. What raises trust asks in a native dialog first. */
export function serverCommands(parts: ServerParts): ServerCommands {
  const { book, manager, signal } = parts;
  return {
    'servers.save': (input) => save(input, parts),
    'servers.import': async ({ json }) => importServers(json, parts),
    'servers.remove': async ({ id }) => {
      await remove(book.get(id), parts);
      return null;
    },
    'servers.connect': async ({ id }) => {
      const outcome = connectOutcome(await manager.connect(id, signal, { attended: true }), parts.bench.pool());
      return { message: connectSentence(outcome), tools: outcome.tools };
    },
    'servers.disconnect': async ({ id }) => {
      await manager.disconnect(id);
      return null;
    },
    'servers.setTrust': async ({ id, trustReadOnlyHint }) => {
      const config = book.get(id);
      if (trustReadOnlyHint && !config.trustReadOnlyHint) {
        const still = `The read-only hints of ${config.name} are still not trusted.`;
        await raise(config, { kind: 'trust-read-only-hint', serverName: config.name }, still, parts);
      }
      book.put({ ...book.get(id), trustReadOnlyHint });
      return { trustReadOnlyHint };
    },
    'servers.setMayAskModel': async ({ id, mayAskModel }) => {
      const config = book.get(id);
      if (mayAskModel && config.mayAskModel !== true) {
        const still = `${config.name} still may not ask your model.`;
        await raise(config, { kind: 'let-ask-model', serverName: config.name }, still, parts);
      }
      book.put({ ...book.get(id), mayAskModel });
      return { mayAskModel };
    },
    'servers.signOut': async ({ id }) => {
      const config = book.get(id);
      await manager.disconnect(id);
      await parts.signIns.signOut(config, (text) => manager.note(config.id, text));
      return null;
    },
  };
}

async function save(input: CommandInput<'servers.save'>, parts: ServerParts): Promise<{ id: string }> {
  const { book } = parts;
  const stored = input.id === undefined ? undefined : book.get(input.id);
  const others = book.list().filter(({ id }) => id !== stored?.id);
  const { launch, secrets } = launchFrom(input.launch, stored?.launch);
  const clientSecret = input.launch.kind === 'stdio' ? undefined : input.launch.clientSecret;
  const wrongName = nameProblem(
    input.name,
    others.map((other) => other.name),
  );
  const problems = [...(wrongName === undefined ? [] : [wrongName]), ...launchProblems(launch)];
  if (problems.length > 0) throw badServer(...problems);
  const id = stored?.id ?? branded<ServerId>(parts.newId());
  const era = input.era ?? stored?.era;
  const named = { name: input.name, autoConnect: input.autoConnect, ...(era === undefined ? {} : { era }) };
  const isSame = stored !== undefined && isSameProgram(stored.launch, launch);
  if (isSame && Object.keys(secrets).length === 0) {
    await saveSameProgram(stored, { ...named, launch }, parts);
    // Another secret of the same client: the tokens hold, and the next one is asked for with it.
    if (typeof clientSecret === 'string' && clientSecret !== '') await parts.signIns.keepClientSecret(id, clientSecret);
    return { id };
  }
  await parts.serverSecrets.keep({ id, name: input.name }, secrets, parts.signal);
  // Another program, or one that is told something else: nothing that was agreed to for the former one holds for it.
  book.put({ id, ...named, launch, trustReadOnlyHint: false, bundled: false });
  if (stored !== undefined) {
    parts.policy.forgetAllows(id);
    await parts.manager.disconnect(id);
    await parts.serverSecrets.forgetUnused(id, stored.launch, launch);
  }
  await parts.signIns.reset(id, clientSecret === '' ? undefined : clientSecret);
  return { id };
}

/** The same program, perhaps in another sandbox: what was agreed to for it holds, and less needs no question. */
async function saveSameProgram(
  stored: ServerConfig,
  changed: Pick<ServerConfig, 'name' | 'launch' | 'autoConnect'>,
  parts: ServerParts,
): Promise<void> {
  const { book, manager } = parts;
  const isConfirmed = stored.confirmedLaunch === launchFingerprint(stored.launch);
  const sandbox = sandboxOf(changed.launch);
  if (isConfirmed && isLooser(sandboxOf(stored.launch), sandbox)) {
    const question = { kind: 'loosen-sandbox', serverName: stored.name, ...(sandbox && { sandbox }) } as const;
    await raise(stored, question, `The sandbox of ${stored.name} stays as it was.`, parts);
  }
  const confirmed = isConfirmed ? { confirmedLaunch: launchFingerprint(changed.launch) } : {};
  const { kind } = manager.status(stored.id);
  book.put({ ...book.get(stored.id), ...changed, ...confirmed });
  if (launchFingerprint(stored.launch) === launchFingerprint(changed.launch)) return;
  if (kind === 'running') await manager.restart(stored.id);
  else await manager.disconnect(stored.id);
}

async function importServers(json: string, parts: ServerParts): Promise<{ ids: readonly string[] }> {
  const { book, notices, newId, signIns, serverSecrets, signal } = parts;
  const imported = parseMcpServersJson(
    json,
    book.list().map((server) => server.name),
  );
  const found = imported.map(({ name, launch: written, autoConnect }) => {
    const { launch, values } = withReferences(written);
    const id = branded<ServerId>(newId());
    return { config: { id, name, launch, trustReadOnlyHint: false, autoConnect, bundled: false }, values };
  });
  for (const { config, values } of found) {
    // oxlint-disable-next-line no-await-in-loop -- where there is a question, one at a time
    await serverSecrets.keep(config, values, signal);
  }
  const configs = found.map(({ config }) => config);
  book.put(...configs);
  for (const [at, { clientSecret }] of imported.entries()) {
    const id = configs[at]?.id;
    // oxlint-disable-next-line no-await-in-loop -- seldom one, never many
    if (clientSecret !== undefined && id !== undefined) await signIns.reset(id, clientSecret);
  }
  for (const { name, ignored } of imported) {
    if (ignored.length > 0) {
      const fields = ignored.map((field) => `“${field}”`).join(', ');
      notices.add('import-ignored', `${name}: Gatehouse does not use ${fields}.`, { name, fields });
    }
  }
  return { ids: configs.map(({ id }) => id) };
}

async function remove(config: ServerConfig, parts: ServerParts): Promise<void> {
  const yes = await parts.desk.confirm({ kind: 'remove-server', serverName: config.name }, parts.signal);
  if (!yes) throw new GatehouseError('cancelled', `${config.name} was not removed.`);
  parts.book.remove(config.id);
  parts.policy.forgetServer(config.id);
  await parts.manager.forget(config.id);
  await parts.signIns.reset(config.id, undefined);
  await parts.serverSecrets.forgetUnused(config.id, config.launch, undefined);
}

/** Asks before a server is trusted with more. Throws where the user says no, or the server is another one by then. */
async function raise(
  config: ServerConfig,
  question: ConfirmQuestion,
  still: string,
  { book, desk, signal }: ServerParts,
): Promise<void> {
  if (!(await desk.confirm(question, signal))) throw new GatehouseError('cancelled', still);
  const now = book.get(config.id);
  if (launchFingerprint(now.launch) !== launchFingerprint(config.launch) || now.name !== config.name) {
    throw new GatehouseError('server-changed', `${config.name} was changed while you were asked; try again.`);
  }
}
