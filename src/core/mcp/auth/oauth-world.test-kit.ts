import { createHash } from 'node:crypto';
import { get } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '../../../shared/json.js';
import { bodyOf, startHttpServer } from '../../http/http-server.test-kit.js';
import type { TestServer } from '../../http/http-server.test-kit.js';
import { json, result } from '../transports/scripted-http.test-kit.js';
import { StreamableHttpTransport } from '../transports/streamable-http.js';
import { TransportRecorder } from '../transports/transport-recorder.test-kit.js';
import type { CredentialStore } from './credential-store.js';
import { OAuthAuthorizer } from './oauth-authorizer.js';
import type { OAuthOptions } from './oauth-options.js';

/** A request that one of the servers got, with everything in it that could be a secret. */
export interface Seen {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  readonly dpop: string | undefined;
  /** Everything that came, as one text to search for canaries. */
  readonly whole: string;
}

export class MemoryCredentials implements CredentialStore {
  readonly kept = new Map<string, string>();

  async read(key: string): Promise<string | undefined> {
    return this.kept.get(key);
  }

  async write(key: string, value: string): Promise<void> {
    this.kept.set(key, value);
  }

  async remove(key: string): Promise<void> {
    this.kept.delete(key);
  }
}

type Answer = (seen: Seen, response: ServerResponse) => void;

/** A real authorization server that does as a test sets it. */
export class TestIssuer {
  readonly seen: Seen[] = [];
  readonly tokens = new Set<string>();
  /** Laid over the metadata; `undefined` takes a part away. */
  metadata: JsonObject = {};
  /** Laid over what the browser is sent back with; null takes a part away. */
  redirect: Record<string, string | null> = {};
  /** Laid over the answer to a registration. */
  registration: JsonObject = {};
  /** Laid over each token. */
  token: JsonObject = {};
  /** Answers instead of the usual endpoints, by path. */
  readonly instead = new Map<string, Answer>();
  readonly #name: string;
  #server: TestServer | undefined;
  /** The scopes that the last sign-in was asked for and gave. */
  granted: readonly string[] = [];
  #challenge = '';
  #asked: readonly string[] = [];
  #count = 0;
  #refreshToken = '';

  /** `name` is in every secret that it gives, so that a test can search for it. */
  constructor(name: string) {
    this.#name = name;
  }

  get origin(): string {
    return this.#server?.origin ?? '';
  }

  at(path: string): readonly Seen[] {
    return this.seen.filter((one) => one.path === path);
  }

  async start(): Promise<this> {
    this.#server = await startHttpServer((request, response) => this.#answer(request, response));
    return this;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const seen = await read(request);
    this.seen.push(seen);
    const answers: Record<string, Answer> = {
      '/.well-known/oauth-authorization-server': () => json(response, this.#metadata()),
      '/register': () => json(response, this.#register(seen), 201),
      '/authorize': () => this.#authorize(seen, response),
      '/token': () => this.#token(seen, response),
    };
    const answer = this.instead.get(seen.path) ?? answers[seen.path];
    if (answer === undefined) response.writeHead(404).end();
    else answer(seen, response);
  }

  #metadata(): JsonObject {
    const { origin } = this;
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
      ...this.metadata,
    };
  }

  #register(seen: Seen): JsonObject {
    const asked = JSON.parse(seen.whole.slice(seen.whole.indexOf('\n\n'))) as JsonObject;
    return { ...asked, client_id: `${this.#name}-client`, ...this.registration };
  }

  #authorize({ query }: Seen, response: ServerResponse): void {
    this.#challenge = query.get('code_challenge') ?? '';
    this.#asked = query.get('scope')?.split(' ') ?? [];
    const target = new URL(query.get('redirect_uri') ?? '');
    const sent = { code: `${this.#name}-code`, state: query.get('state'), iss: this.origin, ...this.redirect };
    for (const [name, value] of Object.entries(sent)) if (value !== null) target.searchParams.set(name, value);
    response.writeHead(302, { location: target.href }).end();
  }

  #token({ form, dpop }: Seen, response: ServerResponse): void {
    const kind = form.get('grant_type');
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const bad =
      (kind === 'authorization_code' && (form.get('code') !== `${this.#name}-code` || verifier !== this.#challenge)) ||
      (kind === 'refresh_token' && form.get('refresh_token') !== this.#refreshToken);
    if (bad) {
      json(response, { error: 'invalid_grant', error_description: 'spent' }, 400);
      return;
    }
    if (kind === 'authorization_code') this.granted = this.#asked;
    const token = `${this.#name}-access-${++this.#count}`;
    this.#refreshToken = `${this.#name}-refresh-${this.#count}`;
    const type = dpop === undefined ? 'Bearer' : 'DPoP';
    this.tokens.add(`${type} ${token}`);
    json(response, { access_token: token, token_type: type, refresh_token: this.#refreshToken, ...this.token });
  }
}

/** A real MCP server that wants a sign-in. */
export class ProtectedServer {
  readonly seen: Seen[] = [];
  readonly issuer: TestIssuer;
  /** Laid over the resource metadata. */
  metadata: JsonObject = {};
  /** The challenge of a request that is not let in. */
  challenge: (origin: string) => string = (origin) =>
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`;
  /** Refuses what a token alone would let in; true where it has answered. */
  refuse: (seen: Seen, response: ServerResponse) => boolean = () => false;
  metadataPath = '/.well-known/oauth-protected-resource/mcp';
  issuers: () => readonly string[];
  readonly #valid: () => readonly TestIssuer[];
  #server: TestServer | undefined;

  constructor(issuer: TestIssuer, ...others: readonly TestIssuer[]) {
    this.issuer = issuer;
    this.issuers = () => [issuer.origin];
    this.#valid = () => [issuer, ...others].filter(({ origin }) => this.issuers().includes(origin));
  }

  get origin(): string {
    return this.#server?.origin ?? '';
  }

  get url(): URL {
    return new URL(`${this.origin}/mcp`);
  }

  async start(): Promise<this> {
    this.#server = await startHttpServer(async (request, response) => {
      const seen = await read(request);
      this.seen.push(seen);
      if (seen.path === this.metadataPath) {
        const { origin } = this;
        json(response, { resource: `${origin}/mcp`, authorization_servers: this.issuers(), ...this.metadata });
      } else if (seen.path !== '/mcp') {
        response.writeHead(404).end();
      } else if (!this.#valid().some(({ tokens }) => tokens.has(seen.authorization ?? ''))) {
        response.writeHead(401, { 'www-authenticate': this.challenge(this.origin) }).end();
      } else if (!this.refuse(seen, response)) {
        json(response, result(idOf(seen)));
      }
    });
    return this;
  }

  async close(): Promise<void> {
    await this.#server?.close();
  }
}

/** A browser and its user, who agrees to everything. */
export async function browse(page: URL): Promise<void> {
  const back = (await goTo(page)).headers.location;
  if (back !== undefined) await goTo(new URL(back));
}

/** What a page answers to a browser that goes there; `headers` are laid over the browser's. */
export function goTo(page: URL, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const usual = { 'sec-fetch-mode': 'navigate', connection: 'close' };
    const request = get(page, { headers: { ...usual, ...headers } }, (response) => {
      response.resume();
      resolve(response);
    });
    request.once('error', reject);
  });
}

/** A signed-in (or not yet) client of a protected server. */
export class Visitor {
  readonly authorizer: OAuthAuthorizer;
  readonly pages: URL[] = [];
  readonly credentials: MemoryCredentials;
  readonly heard = new TransportRecorder();
  readonly transport: StreamableHttpTransport;
  #id = 0;

  constructor(
    server: ProtectedServer,
    options: Partial<OAuthOptions> = {},
    credentials = new MemoryCredentials(),
    hasBrowser = true,
  ) {
    this.credentials = credentials;
    this.authorizer = new OAuthAuthorizer({
      server: server.url,
      credentials,
      clientName: 'Gatehouse',
      ...(hasBrowser && {
        openBrowser: async (page: URL) => {
          this.pages.push(page);
          await browse(page);
        },
      }),
      door: { env: {} },
      ...options,
    });
    this.transport = new StreamableHttpTransport({ url: server.url, env: {}, authorizer: this.authorizer });
  }

  async start(): Promise<this> {
    await this.transport.start(this.heard);
    return this;
  }

  /** One request; resolves when the server has let it in. */
  call(method = 'tools/list'): Promise<void> {
    return this.transport.send({ jsonrpc: '2.0', id: ++this.#id, method });
  }

  async close(): Promise<void> {
    await this.transport.close();
    await this.authorizer.close();
  }
}

async function read(request: IncomingMessage): Promise<Seen> {
  const body = await bodyOf(request);
  const url = new URL(request.url ?? '/', 'http://x');
  const { authorization, dpop } = request.headers;
  return {
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body),
    authorization,
    dpop: typeof dpop === 'string' ? dpop : undefined,
    whole: `${request.method} ${request.url}\n${JSON.stringify(request.headers)}\n\n${body}`,
  };
}

function idOf({ whole }: Seen): unknown {
  return (JSON.parse(whole.slice(whole.indexOf('\n\n'))) as JsonObject)['id'];
}
