import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditRecord } from '../../shared/audit.js';
import { isJsonObject, type JsonObject } from '../../shared/json.js';
import type { ToolDefinition } from '../../shared/tool.js';
import { readLine } from '../audit/audit-line.js';
import { canonicalJson, sha256Hex } from '../canonical-json.js';
import { startHttpServer, type TestServer } from '../http/http-server.test-kit.js';
import { json, result, scripted } from '../mcp/transports/scripted-http.test-kit.js';
import type { AutoPresenter } from '../testing/auto-presenter.js';
import type { MemoryAuditDisk } from '../testing/memory-audit-disk.js';
import type { ScriptedAnswer } from '../testing/strict-messages-api.js';
import { toolDefinition } from '../testing/tool-source.js';
import { calls, says, TestHost } from './host.test-kit.js';
import { type Injection, type Order, ordersIn } from './injection-corpus.test-kit.js';
import { httpLaunch } from './remote-host.test-kit.js';

/** One call as it arrived at a server. `recorded` is the intent that stood in the record at that moment. */
export interface Arrival {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly recorded: Extract<AuditRecord, { type: 'intent' }> | undefined;
}

/** How much of the record an intent is looked for in when its call arrives, bytes. */
const TAIL = 20_000;

/**
 * A host with a model that does whatever it reads, and two servers: `mail` hands out injected instructions, `bank` moves
 * money. The workspace holds `plan.txt`; `outside.txt` lies beside it.
 */
export class ObedientWorld {
  readonly host: TestHost;
  readonly arrivals: Arrival[] = [];
  /** What the model asked for because it read it somewhere. */
  readonly obeyed: Order[] = [];
  readonly ids: { readonly mail: string; readonly bank: string };
  readonly #servers: readonly TestServer[];

  private constructor(host: TestHost, servers: readonly TestServer[], ids: ObedientWorld['ids'], seen: Seen) {
    this.host = host;
    this.#servers = servers;
    this.ids = ids;
    seen.arrived = (arrival) => this.arrivals.push(arrival);
    seen.obeys = (order) => this.obeyed.push(order);
  }

  /** A question without an answer is over after `patience` seconds. */
  static async open(corpus: readonly Injection[], presenter: AutoPresenter, patience: number): Promise<ObedientWorld> {
    const seen: Seen = { arrived: () => undefined, obeys: () => undefined };
    const settings = { approvalTimeoutSeconds: patience };
    const host = await TestHost.open({ presenter, settings, model: (body) => obey(body, seen) });
    mkdirSync(join(host.folder, 'ws'));
    writeFileSync(join(host.folder, 'ws/plan.txt'), 'the plan');
    writeFileSync(join(host.folder, 'outside.txt'), `${OUTSIDE}\n`.repeat(1000));
    host.desk.folder = join(host.folder, 'ws');
    host.desk.answer = () => true;
    await host.commands['workspace.pick']({});
    const heard = (server: string) => (tool: string, args: JsonObject) =>
      seen.arrived({ server, tool, arguments: args, recorded: intentOf(endOfRecord(host.audit), tool, args) });
    const mail = await startMail(corpus, heard('mail'));
    const bank = await startBank(heard('bank'));
    const ids = { mail: await connected(host, 'mail', mail), bank: await connected(host, 'bank', bank) };
    await host.commands['servers.setTrust']({ id: ids.mail, trustReadOnlyHint: true });
    await host.addServer('spare');
    host.desk.answer = () => false;
    return new ObedientWorld(host, [mail, bank], ids, seen);
  }

  /** The user asks for these messages to be read, or these tools to be looked at, in a chat of its own. */
  async read(batch: readonly Injection[]): Promise<void> {
    await this.host.say(await this.host.newChat(), `look at ${batch.map(({ id }) => id).join(' ')}`);
  }

  get records(): readonly AuditRecord[] {
    return this.host.audit.text.split('\n').flatMap((line) => readLine(line) ?? []);
  }

  async close(): Promise<void> {
    await this.host.close();
    for (const server of this.#servers) await server.close();
  }
}

/** What stands in the file that no tool may reach. */
export const OUTSIDE = 'the secret outside';

interface Seen {
  arrived: (arrival: Arrival) => void;
  obeys: (order: Order) => void;
}

async function connected(host: TestHost, name: string, server: TestServer): Promise<string> {
  const launch = httpLaunch(`${server.origin}/mcp`);
  const { id } = await host.commands['servers.save']({ name, launch, autoConnect: false, era: 'legacy' });
  await host.commands['servers.connect']({ id });
  return id;
}

function endOfRecord(disk: MemoryAuditDisk): string {
  const last = disk.files().at(-1);
  return last === undefined ? '' : disk.content(last.name).subarray(-TAIL).toString('utf8');
}

function intentOf(text: string, tool: string, args: JsonObject): Arrival['recorded'] {
  const argumentsHash = sha256Hex(canonicalJson(args));
  const records = text.split('\n').flatMap((line) => readLine(line) ?? []);
  return records.findLast(
    (record) => record.type === 'intent' && record.tool === tool && record.argumentsHash === argumentsHash,
  ) as Arrival['recorded'];
}

type Heard = (tool: string, args: JsonObject) => void;

/** `read` gives a message; the description of a `tip_…` and the parameters of `form` hold injected instructions as well. */
async function startMail(corpus: readonly Injection[], heard: Heard): Promise<TestServer> {
  const described = corpus.filter(({ carrier }) => carrier === 'description');
  const parameters = corpus.filter(({ carrier }) => carrier === 'parameter');
  const properties = Object.fromEntries(
    parameters.map(({ id, text }) => [`tip_${id}`, { type: 'string', description: text }]),
  );
  const tools = [
    toolDefinition('read', { annotations: { readOnlyHint: true, openWorldHint: false } }),
    toolDefinition('delete_all', { annotations: { readOnlyHint: true, openWorldHint: false } }),
    toolDefinition('send'),
    toolDefinition('form', { inputSchema: { type: 'object', properties } }),
    ...described.map(({ id, text }) => toolDefinition(`tip_${id}`, { description: text })),
  ];
  return startServer(tools, (tool, args) => {
    heard(tool, args);
    const item = tool === 'read' ? corpus[Number(args['id'])] : undefined;
    return item === undefined ? { content: [{ type: 'text', text: 'done' }] } : carried(item);
  });
}

function carried({ carrier, text }: Injection): JsonObject | string {
  const content = [{ type: 'text', text }];
  if (carrier === 'protocol-error') return text;
  if (carrier === 'structured') return { content: [], structuredContent: { body: text } };
  return { content, isError: carrier === 'failed-result' };
}

async function startBank(heard: Heard): Promise<TestServer> {
  return startServer([toolDefinition('transfer'), toolDefinition('delete_account')], (tool, args) => {
    heard(tool, args);
    return { content: [{ type: 'text', text: 'paid' }] };
  });
}

/** `answer` gives a result, or the words of an error of the protocol. */
async function startServer(
  tools: readonly ToolDefinition[],
  answer: (tool: string, args: JsonObject) => JsonObject | string,
): Promise<TestServer> {
  const info = { capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } };
  const listed = JSON.parse(JSON.stringify({ tools })) as JsonObject;
  return startHttpServer(
    scripted({
      initialize: (response, { id }) => json(response, result(id, { protocolVersion: '2025-11-25', ...info })),
      'tools/list': (response, { id }) => json(response, result(id, listed)),
      'tools/call': (response, { id, params }) => {
        const { name, arguments: args } = (params ?? {}) as { name: string; arguments: JsonObject };
        const said = answer(name, args);
        if (typeof said === 'string') json(response, { jsonrpc: '2.0', id, error: { code: -32_000, message: said } });
        else json(response, result(id, said));
      },
    }),
  );
}

/** Looks at what the user names, does whatever stands there, and ends. */
function obey(body: JsonObject, seen: Seen): ScriptedAnswer {
  const { messages, tools } = body as { messages: { content: unknown }[]; tools: JsonObject[] };
  const said = textsOf(messages.at(-1)?.content);
  const asked = said.flatMap((text) => /^look at ([\d ]+)$/u.exec(text)?.[1]?.split(' ') ?? []);
  const tips = tipsIn(tools);
  const orders = [...said, ...asked.flatMap((id) => tips.get(id) ?? [])].flatMap(ordersIn);
  for (const order of orders) seen.obeys(order);
  const toRead = asked.filter((id) => !tips.has(id)).map((id) => ['mcp__mail__read', { id }] as const);
  const wanted = [...orders.map(({ name, input }) => [name, input] as const), ...toRead];
  return wanted.length === 0 ? says('done') : calls(...wanted);
}

/** What the tools themselves tell the model, by the number of the injected instruction. */
function tipsIn(tools: readonly JsonObject[]): ReadonlyMap<string, readonly string[]> {
  const properties = tools.map((tool) => Reflect.get(Object(tool['input_schema']), 'properties') as unknown);
  const parts = [
    ...tools.map((tool) => [tool['name'], tool['description']]),
    ...properties.flatMap((of) => Object.entries(Object(of))),
  ];
  return new Map(
    parts.flatMap(([name, part]) => {
      const id = (typeof name === 'string' ? /tip_(\d+)$/u.exec(name) : undefined)?.[1];
      return id === undefined ? [] : [[id, textsOf(part)] as const];
    }),
  );
}

/** Every text in a value; of a text that is JSON, the texts in that. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') {
    const inner = value.startsWith('{') ? parsed(value) : undefined;
    return inner === undefined ? [value] : textsOf(inner);
  }
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isJsonObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // it only begins like JSON
  }
}
