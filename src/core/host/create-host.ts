import type { Host, HostCommands } from './host.js';
import { AppStateFeed } from './app-state.js';
import { auditCommands } from './audit-commands.js';
import { callCommands } from './call-commands.js';
import { budgetCommands } from './budget-commands.js';
import { chatCommands } from './chat-commands.js';
import { fileCommands } from './file-commands.js';
import { offerCommands } from './offer-commands.js';
import { deskCommands } from './desk-commands.js';
import { policyCommands } from './policy-commands.js';
import { hookCommands } from './hook-commands.js';
import { eventForPage } from './page-result.js';
import type { HostPorts } from './ports.js';
import { openRooms, type Rooms } from './rooms.js';
import { ownFolder } from './sandbox-rules.js';
import { serverCommands } from './server-commands.js';
import { withoutSecretsInErrors } from './refusals.js';
import { serverViews } from './server-views.js';
import { settingsCommands } from './settings-commands.js';
import { usageCommands } from './usage-commands.js';
import { startHost } from './start-host.js';

/** How long closing may take, ms. */
const CLOSE_MS = 3_000;

/** Wires the mind to what a face brings. Nothing runs before `start`. */
export function createHost(ports: HostPorts): Host {
  const closing = new AbortController();
  const rooms = openRooms(ports, closing.signal);
  const feed = openFeed(rooms);
  let closed: Promise<void> | undefined;
  return {
    commands: withoutSecretsInErrors(commandsOf(rooms, feed), rooms.redactor),
    callTool: rooms.callTool,
    offers: rooms.offers,
    subscribe: (listener) => feed.subscribe(listener),
    start: () => startHost(rooms),
    wake: () => rooms.manager.wake(),
    close: () => {
      closed ??= closeHost(rooms, feed, closing);
      return closed;
    },
  };
}

function openFeed(rooms: Rooms): AppStateFeed {
  const { settings, apiKey, models, notices, servers, manager, policies, grants, policy, approvals } = rooms;
  const { signIns, bench, conversations, variables, environment, serverSecrets, redactor, auditLog } = rooms;
  const decide = policy.decideTool.bind(policy);
  const feed = new AppStateFeed({
    settings: () => settings.current,
    apiKey: () => apiKey.state,
    models: () => models.view(),
    servers: () =>
      serverViews({
        configs: servers.list(),
        manager,
        signIns,
        variables,
        ownFolder: (id) => ownFolder(id, environment.launchVariables),
        pool: bench.pool(),
        decide,
        guard: policies.guard,
        keptOf: (config) => serverSecrets.keptOf(config),
        redact: (text) => redactor.text(text),
      }),
    conversations: () => conversations.list(),
    approvals: () => approvals.views(),
    policies: () => policy.entries(),
    argumentRules: () => policy.argumentRules(),
    guard: () => policy.guard(),
    chatGrants: () => policy.chatGrants(),
    hookRuns: () => rooms.hooks.runs(),
    notices: () => notices.list(),
    audit: () => auditLog.state,
  });
  settings.changed.subscribe(() => feed.changed('settings', 'models'));
  apiKey.changed.subscribe(() => feed.changed('apiKey', 'models'));
  models.changed.subscribe(() => feed.changed('models'));
  auditLog.changed.subscribe(() => feed.changedOften('audit'));
  serverSecrets.changed.subscribe(() => feed.changed('servers'));
  notices.changed.subscribe(() => feed.changed('notices'));
  servers.changed.subscribe(() => feed.changed('servers', 'policies', 'argumentRules', 'chatGrants'));
  manager.changed.subscribe(() => feed.changedOften('servers'));
  signIns.changed.subscribe(() => feed.changed('servers'));
  policies.onChange(() => feed.changed('policies', 'argumentRules', 'guard', 'servers'));
  grants.onChange(() => feed.changed('chatGrants'));
  approvals.onChange(() => feed.changed('approvals'));
  rooms.hooks.changed.subscribe(() => feed.changedOften('hookRuns'));
  conversations.changed.subscribe(() => feed.changed('conversations'));
  conversations.events.subscribe(({ id, event }) => feed.agent(id, eventForPage(event)));
  return feed;
}

function commandsOf(rooms: Rooms, feed: AppStateFeed): HostCommands {
  const { conversations, servers, bench, approvals } = rooms;
  return {
    ...settingsCommands(rooms),
    ...serverCommands({ ...rooms, book: servers }),
    ...policyCommands({ ...rooms, buildPool: () => bench.pool() }),
    ...auditCommands(rooms),
    ...chatCommands({ ...rooms, book: conversations, feed }),
    ...callCommands({ ...rooms, book: conversations }),
    ...budgetCommands({ ...rooms, book: conversations, now: () => Date.now() }),
    ...usageCommands({ book: conversations, now: () => Date.now() }),
    ...hookCommands(rooms),
    ...fileCommands(rooms),
    ...offerCommands(rooms),
    ...deskCommands({ ...rooms, feed, questions: approvals }),
  };
}

async function closeHost(rooms: Rooms, feed: AppStateFeed, closing: AbortController): Promise<void> {
  closing.abort();
  rooms.approvals.close();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  // Turns first: a running call is cancelled before its server goes.
  const ended = Promise.allSettled([rooms.runner.close(), rooms.manager.closeAll(CLOSE_MS)]);
  await Promise.race([ended, late]);
  clearTimeout(timer);
  rooms.drafts.flush();
  rooms.conversations.close();
  feed.close();
}
