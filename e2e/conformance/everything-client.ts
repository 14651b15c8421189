import { get } from 'node:http';
import { inspect } from 'node:util';
import { OAuthAuthorizer } from '../../src/core/mcp/auth/oauth-authorizer.js';
import type { GrantChoice, OAuthOptions, RegisteredClient } from '../../src/core/mcp/auth/oauth-options.js';
import { McpClient } from '../../src/core/mcp/client.js';
import type { ElicitationRequest } from '../../src/core/mcp/elicitation.js';
import { HttpSessionEra } from '../../src/core/mcp/http-session-era.js';
import type { McpSession } from '../../src/core/mcp/session.js';
import { RemoteHttpTransport } from '../../src/core/mcp/transports/remote-http.js';
import { branded } from '../../src/shared/brand.js';
import { isJsonObject } from '../../src/shared/json.js';
import type { JsonObject, JsonValue } from '../../src/shared/json.js';
import type { RawToolName, ToolDefinition } from '../../src/shared/tool.js';

/*
 * What the official conformance suite drives: it connects Gatehouse's client to the server of one scenario and uses
 * everything that is offered there.
 */

/** What the suite says of one scenario. */
export interface Scenario {
  readonly name: string;
  /** The revision of MCP that is asked for. */
  readonly revision: string;
  readonly context: JsonObject;
  readonly server: URL;
  /** Hears what the client has to say. */
  readonly say: (text: string) => void;
}

/** The address that the suite has for the client's document. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';

function textOf({ context }: Scenario, key: string): string | undefined {
  const value = context[key];
  return typeof value === 'string' ? value : undefined;
}

function followed(address: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const request = get(address, (response) => {
      response.resume();
      resolve(response.headers.location);
    });
    request.once('error', reject);
  });
}

/** The user and their browser: follows the page to where it sends them. */
async function browse(page: URL): Promise<void> {
  let address: string | undefined = page.href;
  while (address !== undefined) {
    address = await followed(address);
  }
}

function client(scenario: Scenario): RegisteredClient | undefined {
  const clientId = textOf(scenario, 'client_id');
  if (clientId === undefined) return undefined;
  const clientSecret = textOf(scenario, 'client_secret');
  const [pem, issuer] = [textOf(scenario, 'private_key_pem'), textOf(scenario, 'issuer')];
  const privateKey =
    pem === undefined ? undefined : { pem, algorithm: textOf(scenario, 'signing_algorithm') ?? 'ES256' };
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(issuer !== undefined && { issuer }),
  };
}

function grant(scenario: Scenario): GrantChoice {
  const jwt = textOf(scenario, 'valid_jwt');
  if (jwt !== undefined) return { kind: 'jwt-bearer', assertion: () => Promise.resolve(jwt) };
  if (scenario.name.startsWith('auth/client-credentials')) return { kind: 'client-credentials' };
  const [clientId, issuer] = [textOf(scenario, 'idp_client_id'), textOf(scenario, 'idp_issuer')];
  if (clientId === undefined || issuer === undefined) return { kind: 'authorization-code' };
  const tokenEndpoint = textOf(scenario, 'idp_token_endpoint');
  const identityProvider = { clientId, issuer, ...(tokenEndpoint !== undefined && { tokenEndpoint }) };
  return {
    kind: 'enterprise',
    identityProvider,
    idToken: () => Promise.resolve(textOf(scenario, 'idp_id_token') ?? ''),
  };
}

function authorizer(scenario: Scenario): OAuthAuthorizer {
  const kept = new Map<string, string>();
  const registered = client(scenario);
  const options: OAuthOptions = {
    server: scenario.server,
    clientName: 'Gatehouse',
    clientDocument: CLIENT_DOCUMENT,
    grant: grant(scenario),
    ...(registered !== undefined && { client: registered }),
    openBrowser: browse,
    log: scenario.say,
    credentials: {
      read: async (key) => kept.get(key),
      write: async (key, value) => void kept.set(key, value),
      remove: async (key) => void kept.delete(key),
    },
  };
  return new OAuthAuthorizer(options);
}

/** Agrees to everything and leaves the fields to their defaults; what has none gets a value that fits. */
function answer(request: ElicitationRequest): JsonObject {
  if (request.mode === 'url') return {};
  const content: Record<string, JsonValue> = {};
  for (const field of request.fields) {
    if (field.default !== undefined || !field.required) continue;
    if (field.kind === 'boolean') content[field.name] = true;
    else if (field.kind === 'string') content[field.name] = 'text';
    else if (field.kind === 'choice' || field.kind === 'choices') content[field.name] = field.choices[0]?.value ?? '';
    else content[field.name] = 1;
  }
  return content;
}

async function connect({ server, revision, say }: Scenario, signIn: OAuthAuthorizer): Promise<McpSession> {
  const httpEra = new HttpSessionEra();
  const transport = new RemoteHttpTransport({ url: server, authorizer: signIn });
  transport.setEra(httpEra);
  return new McpClient('0.1.0').connect(transport, {
    era: revision === '2026-07-28' ? 'modern' : 'legacy',
    httpEra,
    onLog: (source, text) => say(`${source}: ${text}`),
    input: {
      elicit: async (request) => ({ action: 'accept', content: answer(request) }),
      sample: async () => ({ role: 'assistant', content: { type: 'text', text: 'Hello.' }, model: 'none' }),
      roots: async () => [{ uri: 'file:///workspace', name: 'workspace' }],
    },
  });
}

/** Arguments that fit the simple schemas of the suite's tools. */
function argumentsFor(tool: ToolDefinition, tools: readonly ToolDefinition[]): JsonObject {
  if (tool.name === 'add_numbers') return { a: 5, b: 3 };
  const other = tools.find(({ name }) => name !== tool.name);
  return tool.name === 'json_schema_echo' && other !== undefined ? { schema: other.inputSchema } : {};
}

async function useTools(session: McpSession, { context }: Scenario): Promise<void> {
  const { tools } = await session.listTools();
  const asked = Array.isArray(context['toolCalls']) ? context['toolCalls'].filter(isJsonObject) : [];
  for (const { name, arguments: args } of asked) {
    const tool = branded<RawToolName>(typeof name === 'string' ? name : '');
    await session.callTool(tool, isJsonObject(args) ? args : {});
  }
  if (asked.length > 0) return;
  for (const tool of tools) await session.callTool(tool.name, argumentsFor(tool, tools));
}

async function useEverything(session: McpSession, scenario: Scenario): Promise<void> {
  await useTools(session, scenario);
  const { resources } = await session.resources.list();
  await session.resources.templates();
  for (const { uri } of resources) await session.resources.read(uri);
  const { prompts } = await session.prompts.list();
  for (const { name } of prompts) await session.prompts.get(name, {});
  // A server may have changed its mind meanwhile, such as about who signs users in.
  await session.listTools({ fresh: true });
}

/** Plays one scenario; gives whether the client found nothing wrong. */
export async function playScenario(scenario: Scenario): Promise<boolean> {
  const signIn = authorizer(scenario);
  try {
    const session = await connect(scenario, signIn);
    try {
      await useEverything(session, scenario);
    } finally {
      await session.close();
    }
    return true;
  } catch (error) {
    scenario.say(inspect(error));
    return false;
  } finally {
    await signIn.close();
  }
}
