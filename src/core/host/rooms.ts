import { randomUUID } from 'node:crypto';
import type { CallAudit } from '../agent/call-record.js';
import { AuditLog } from '../audit/audit-log.js';
import { type Clock, createSystemClock } from '../clock.js';
import { ResultImages } from '../conversation/result-images.js';
import { HookBook } from '../hooks/hook-book.js';
import { ImageThread } from '../images/image-thread.js';
import { ChatGrants } from '../policy/chat-grants.js';
import { HOST_POLICY } from '../policy/host-policy.js';
import { PolicyBook } from '../policy/policy-book.js';
import { ValidationThread } from '../schema/validation-thread.js';
import { createValidatorCache, type ValidatorCache } from '../schema/validator.js';
import { Redactor } from '../secrets/redactor.js';
import { bundledServers } from '../servers/bundled-servers.js';
import { ServerBook } from '../servers/server-book.js';
import { ServerManager } from '../servers/server-manager.js';
import { builtinTools } from '../tools/builtin/builtin-tools.js';
import { ApiKey } from './api-key.js';
import { ApprovalDesk } from './approval-desk.js';
import { connectServer } from './connect-server.js';
import { ConversationBook } from './conversation-book.js';
import { ConversationRunner } from './conversation-runner.js';
import { DraftBook } from './draft-book.js';
import { FileShelf } from './file-shelf.js';
import { HeldPrompts } from './held-prompts.js';
import { keptResults } from './kept-results.js';
import { ModelAccess } from './model-access.js';
import { NoticeBoard } from './notice-board.js';
import { type OpenerParts, serverOpener } from './open-server.js';
import { PolicyDesk } from './policy-desk.js';
import { OutgoingParts } from './outgoing-parts.js';
import type { HostEnvironment, HostPorts } from './ports.js';
import { serverOffers } from './server-offers.js';
import { bashRules } from './sandbox-rules.js';
import { SamplingDesk } from './sampling-desk.js';
import { ServerSecrets } from './server-secrets.js';
import { SettingsBook } from './settings-book.js';
import { ToolBench } from './tool-bench.js';
import { SignIns } from './sign-ins.js';
import { type DirectCall, runDirectCall } from './direct-call.js';
import { turnRunner } from './turn-runner.js';

const newId = (): string => randomUUID();

/** Every part of a host, wired. Nothing runs yet. */
export type Rooms = ReturnType<typeof openRooms>;

/** `signal` aborts when the host closes: open questions of its own go with it. */
export function openRooms(ports: HostPorts, signal: AbortSignal) {
  const clock = createSystemClock();
  const now = (): number => clock.now();
  const books = openBooks(ports, clock);
  const { settings, servers, policy, models, conversations, redactor } = books;
  const auditLog = openAudit(ports, clock, books.notices);
  const audit = { log: auditLog, redactor };
  const script = ports.environment.validationScript;
  const validators = createValidatorCache({ thread: script && new ValidationThread(script) });
  const sampling = new SamplingDesk({ servers, models, desk: ports.desk, usage: conversations, closing: signal });
  const { manager, signIns, variables } = openServers(ports, { ...books, sampling, validators, clock, signal });
  const { desk, environment } = ports;
  const bench: ToolBench = new ToolBench(
    manager,
    builtinTools({
      workspace: { folder: () => settings.current.workspace, protectedFolders: ownFolders(environment) },
      env: environment.env,
      bashSandbox: () => bashRules(settings.current.bashSandbox, environment, settings.current.workspace),
      connect: connectServer(manager, () => bench.pool()),
      readResult: keptResults(books.conversations),
    }),
    validators,
  );
  const approvals = new ApprovalDesk({ ...books, presenter: ports.approvals, clock });
  const hooks = new HookBook({
    configs: () => settings.current.hooks,
    env: environment.env,
    homeDir: environment.homeDir,
    redact: (text) => redactor.text(text),
    now,
    newId,
    closing: signal,
  });
  const turnParts = { ...books, bench, validators, approvals, audit, manager, hooks, clock, newId };
  const runTurn = turnRunner({ ...turnParts, resultImages: imagesOf(environment) });
  const offers = serverOffers(manager);
  const held = new HeldPrompts(books.drafts, (text) => redactor.knownIn(text));
  const outgoing = new OutgoingParts({
    book: conversations,
    held,
    shelf: books.shelf,
    offers,
    serverName: (id) => servers.get(id).name,
    redact: (text) => redactor.knownIn(text),
    newId,
    closing: signal,
  });
  const runner = new ConversationRunner({ book: conversations, runTurn, clock, newId });
  const callTool = directCaller({ bench, validators, policy, approvals, audit, hooks, clock, signal });
  const { disk } = ports.audit;
  const { secrets } = ports;
  const own = { offers, held, outgoing, hooks, auditLog, disk, secrets, desk, environment, signal, newId };
  return { ...books, ...own, variables, manager, signIns, bench, approvals, runner, callTool };
}

/** Images in results are looked at in a thread. */
function imagesOf({ imageScript }: HostEnvironment): ResultImages {
  if (imageScript === undefined) return new ResultImages(undefined);
  const thread = new ImageThread(imageScript);
  return new ResultImages((job) => thread.scale(job));
}

interface CallerRooms {
  readonly bench: ToolBench;
  readonly validators: ValidatorCache;
  readonly policy: PolicyDesk;
  readonly approvals: ApprovalDesk;
  readonly audit: CallAudit;
  readonly hooks: HookBook;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The way to a tool outside a chat. */
function directCaller({ bench, validators, policy, approvals, audit, hooks, clock, signal }: CallerRooms) {
  return (call: DirectCall) =>
    runDirectCall(call, {
      buildPool: () => bench.pool(),
      validators,
      hooks: hooks.hooks,
      decide: (use) => policy.decideUse(use),
      looksDangerous: (tool) => policy.looksDangerous(tool),
      approve: (asked, until) => approvals.approve(asked, until),
      current: (tool) => bench.current(tool),
      audit,
      clock,
      newId,
      closing: signal,
    });
}

/** What no file tool touches, wherever the workspace is. */
function ownFolders({ launchVariables }: HostEnvironment): readonly string[] {
  const { data } = launchVariables;
  return data === undefined ? [] : [data];
}

/** The record. That it can't be written is told once, until it was read. */
function openAudit({ audit }: HostPorts, clock: Clock, notices: NoticeBoard): AuditLog {
  const log = new AuditLog({ ...audit, clock });
  log.changed.subscribe(() => {
    const { problem } = log.state;
    if (problem === undefined) return;
    notices.add(problem.code, problem.message, problem.parts);
  });
  return log;
}

/** What is kept, and what is decided by it. */
function openBooks({ desk, environment, ...stores }: HostPorts, clock: Clock) {
  const now = (): number => clock.now();
  const conversations = new ConversationBook({ store: stores.conversations, now, newId });
  const settings = new SettingsBook(stores.settings);
  const fromEnvironment = environment.env['ANTHROPIC_API_KEY'];
  const redactor = new Redactor();
  const apiKey = new ApiKey({ secrets: stores.secrets, desk, fromEnvironment, redactor });
  const servers = new ServerBook(stores.servers, bundledServers());
  const policies = new PolicyBook(stores.policies, HOST_POLICY, now);
  const grants = new ChatGrants();
  const serverSecrets = new ServerSecrets({ secrets: stores.secrets, redactor, desk, env: environment.env });
  return {
    settings,
    apiKey,
    redactor,
    serverSecrets,
    models: new ModelAccess({ settings, apiKey, environment }),
    notices: new NoticeBoard(environment.notices, newId),
    servers,
    policies,
    grants,
    policy: new PolicyDesk({
      policies,
      grants,
      servers,
      redactor,
      homeDir: environment.homeDir,
      workspace: () => settings.current.workspace,
      now,
    }),
    conversations,
    drafts: new DraftBook(stores.drafts, clock, (id) => conversations.has(id)),
    shelf: new FileShelf(stores.conversations),
  };
}

interface ServerRooms {
  readonly servers: ServerBook;
  readonly settings: SettingsBook;
  readonly sampling: SamplingDesk;
  readonly validators: ValidatorCache;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly serverSecrets: ServerSecrets;
  /** Aborts when the host closes. */
  readonly signal: AbortSignal;
}

function openServers(
  ports: HostPorts,
  { servers, settings, sampling, validators, clock, redactor, serverSecrets, signal }: ServerRooms,
) {
  const { desk, environment } = ports;
  const variables = {
    named: { version: environment.version, ...environment.launchVariables },
    env: environment.env,
    homeDir: environment.homeDir,
  };
  const signIns = new SignIns({ desk, secrets: ports.secrets, variables, redactor, signal });
  const manager = new ServerManager({
    book: servers,
    open: serverOpener({
      environment,
      compileValidator: (schema) => (value) => validators.validate(schema, value),
      workspace: () => settings.current.workspace,
      elicit: elicitOf(ports),
      samplerFor: ({ id }, note) => sampling.samplerFor(id, note),
      signIn: (launch, options) => signIns.open(launch, options),
    }),
    variables,
    secretsFor: (config) => serverSecrets.valuesFor(config),
    redact: (text) => redactor.text(text),
    confirmStart: (question, asked) => desk.confirm(question, asked),
    clock,
    newId,
  });
  let { workspace } = settings.current;
  settings.changed.subscribe(() => {
    if (settings.current.workspace === workspace) return;
    workspace = settings.current.workspace;
    manager.rootsChanged();
  });
  return { manager, signIns, variables };
}

function elicitOf({ elicitations }: HostPorts): OpenerParts['elicit'] {
  return async ({ id, name }, request, { signal, note }) => {
    if (elicitations !== undefined) return elicitations.ask({ serverId: id, serverName: name, request }, signal);
    note(`The server asked you: ${request.message} Gatehouse can't show such questions yet and declined.`);
    return { action: 'decline' };
  };
}
