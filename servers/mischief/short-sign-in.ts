import type { IncomingMessage, ServerResponse } from 'node:http';
import { isJsonObject } from '../kit/json.js';
import type { JsonObject, JsonValue } from '../kit/json.js';

/** An authorization server beside the MCP server, in the same process: everybody is let in, but not for long. */
export class ShortSignIn {
  readonly #lifeSeconds: number;
  readonly #origin: () => string;
  /** Until when each access token is good, ms since the epoch. */
  readonly #access = new Map<string, number>();
  readonly #challenges = new Map<string, string>();
  readonly #spent = new Set<string>();
  #refresh: string | undefined;
  #renewals = 0;

  constructor(lifeSeconds: number, origin: () => string) {
    this.#lifeSeconds = lifeSeconds;
    this.#origin = origin;
  }

  /** True where the request carries a token that is still good. */
  admits({ headers }: IncomingMessage): boolean {
    const [, token = ''] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    return (this.#access.get(token) ?? 0) > Date.now();
  }

  refuse(response: ServerResponse): void {
    const metadata = `${this.#origin()}/.well-known/oauth-protected-resource/mcp`;
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${metadata}"` }).end();
  }

  /** Answers what belongs to the sign-in; false for everything else. */
  take(request: IncomingMessage, body: string, response: ServerResponse): boolean {
    const url = new URL(request.url ?? '/', this.#origin());
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        send(response, 200, { resource: `${this.#origin()}/mcp`, authorization_servers: [this.#origin()] });
        return true;
      case '/.well-known/oauth-authorization-server':
        send(response, 200, this.#metadata());
        return true;
      case '/register':
        send(response, 201, { redirect_uris: redirectsOf(body), client_id: crypto.randomUUID() });
        return true;
      case '/authorize':
        this.#authorize(url.searchParams, response);
        return true;
      case '/token':
        this.#token(new URLSearchParams(body), response);
        return true;
      case '/expire':
        this.#access.clear();
        response.writeHead(204).end();
        return true;
      default:
        return false;
    }
  }

  #metadata(): JsonObject {
    const origin = this.#origin();
    return {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = crypto.randomUUID();
    this.#challenges.set(code, query.get('code_challenge') ?? '');
    const target = new URL(query.get('redirect_uri') ?? this.#origin());
    const sent = { code, state: query.get('state') ?? '', iss: this.#origin() };
    for (const [name, value] of Object.entries(sent)) target.searchParams.set(name, value);
    response.writeHead(302, { location: target.href }).end();
  }

  #token(form: URLSearchParams, response: ServerResponse): void {
    const isRenewal = form.get('grant_type') === 'refresh_token';
    if (isRenewal ? !this.#spend(form.get('refresh_token') ?? '') : !this.#redeem(form)) {
      send(response, 400, { error: 'invalid_grant', error_description: 'It was used before, or never given.' });
      return;
    }
    if (isRenewal) process.stderr.write(`mischief renewed a token (${++this.#renewals})\n`);
    const access = crypto.randomUUID();
    this.#refresh = crypto.randomUUID();
    this.#access.clear();
    this.#access.set(access, Date.now() + this.#lifeSeconds * 1000);
    send(response, 200, {
      access_token: access,
      token_type: 'Bearer',
      expires_in: this.#lifeSeconds,
      refresh_token: this.#refresh,
    });
  }

  #redeem(form: URLSearchParams): boolean {
    const code = form.get('code') ?? '';
    const verifier = form.get('code_verifier') ?? '';
    const asked = this.#challenges.get(code);
    this.#challenges.delete(code);
    // Had when it is needed: a stdio mischief, which is nearly every one, starts sooner without.
    const { createHash } = process.getBuiltinModule('node:crypto');
    return asked !== undefined && asked === createHash('sha256').update(verifier).digest('base64url');
  }

  /** A refresh token that comes a second time may be stolen: everything that came of it ends. */
  #spend(token: string): boolean {
    if (this.#spent.has(token)) {
      process.stderr.write('mischief saw a refresh token twice\n');
      this.#access.clear();
      this.#refresh = undefined;
      return false;
    }
    if (token !== this.#refresh) return false;
    this.#spent.add(token);
    return true;
  }
}

function redirectsOf(body: string): JsonValue {
  const registration: unknown = JSON.parse(body);
  return isJsonObject(registration) ? (registration['redirect_uris'] ?? []) : [];
}

function send(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(body));
}
