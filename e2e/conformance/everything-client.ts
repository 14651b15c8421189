import { get } from 'node:http';
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
 * The program that the official conformance suite drives: it connects Gatehouse's client to the server of one scenario
 * and uses everything that is offered there. The scenario, the revision and its context come in the environment.
 */

const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const isModern = process.env['MCP_CONFORMANCE_PROTOCOL_VERSION'] === '2026-07-28';
const context = readContext(process.env['MCP_CONFORMANCE_CONTEXT']);
/** The address that the suite has for the client's document. */
const CLIENT_DOCUMENT = 'https://conformance-test.local/client-metadata.json';

function readContext(text: string | undefined): JsonObject {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

function textOf(key: string): string | undefined {
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

function client(): RegisteredClient | undefined {
  const clientId = textOf('client_id');
  if (clientId === undefined) return undefined;
  const [clientSecret, pem, issuer] = [textOf('client_secret'), textOf('private_key_pem'), textOf('issuer')];
  const privateKey = pem === undefined ? undefined : { pem, algorithm: textOf('signing_algorithm') ?? 'ES256' };
  return {
    clientId,
    ...(clientSecret !== undefined && { clientSecret }),
    ...(privateKey !== undefined && { privateKey }),
    ...(issuer !== undefined && { issuer }),
  };
}

function grant(): GrantChoice {
  const jwt = textOf('valid_jwt');
  if (jwt !== undefined) return { kind: 'jwt-bearer', assertion: () => Promise.resolve(jwt) };
  if (scenario.startsWith('auth/client-credentials')) return { kind: 'client-credentials' };
  const [clientId, issuer] = [textOf('idp_client_id'), textOf('idp_issuer')];
  if (clientId === undefined || issuer === undefined) return { kind: 'authorization-code' };
  const tokenEndpoint = textOf('idp_token_endpoint');
  const identityProvider = { clientId, issuer, ...(tokenEndpoint !== undefined && { tokenEndpoint }) };
  return { kind: 'enterprise', identityProvider, idToken: () => Promise.resolve(textOf('idp_id_token') ?? '') };
}

function authorizer(server: URL): OAuthAuthorizer {
  const kept = new Map<string, string>();
  const registered = client();
  const options: OAuthOptions = {
    server,
    clientName: 'Gatehouse',
    clientDocument: CLIENT_DOCUMENT,
    grant: grant(),
    ...(registered !== undefined && { client: registered }),
    openBrowser: browse,
    log: (text) => console.error(text),
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

async function connect(server: URL, signIn: OAuthAuthorizer): Promise<McpSession> {
  const httpEra = new HttpSessionEra();
  const transport = new RemoteHttpTransport({ url: server, authorizer: signIn });
  transport.setEra(httpEra);
  return new McpClient('0.1.0').connect(transport, {
    era: isModern ? 'modern' : 'legacy',
    httpEra,
    onLog: (source, text) => console.error(`${source}: ${text}`),
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

async function useTools(session: McpSession): Promise<void> {
  const { tools } = await session.listTools();
  const asked = Array.isArray(context['toolCalls']) ? context['toolCalls'].filter(isJsonObject) : [];
  for (const { name, arguments: args } of asked) {
    const tool = branded<RawToolName>(typeof name === 'string' ? name : '');
    await session.callTool(tool, isJsonObject(args) ? args : {});
  }
  if (asked.length > 0) return;
  for (const tool of tools) await session.callTool(tool.name, argumentsFor(tool, tools));
}

async function useEverything(session: McpSession): Promise<void> {
  await useTools(session);
  const { resources } = await session.resources.list();
  await session.resources.templates();
  for (const { uri } of resources) await session.resources.read(uri);
  const { prompts } = await session.prompts.list();
  for (const { name } of prompts) await session.prompts.get(name, {});
  // A server may have changed its mind meanwhile, such as about who signs users in.
  await session.listTools({ fresh: true });
}

const server = new URL(process.argv.at(-1) ?? '');
const signIn = authorizer(server);
try {
  const session = await connect(server, signIn);
  try {
    await useEverything(session);
  } finally {
    await session.close();
  }
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await signIn.close();
}
