import type { ServerResponse } from 'node:http';
import type { JsonObject } from '../../shared/json.js';
import { browse, ProtectedServer, TestIssuer, type Seen } from '../mcp/auth/oauth-world.test-kit.js';
import { json, result } from '../mcp/transports/scripted-http.test-kit.js';
import type { ConfirmQuestion } from './ports.js';
import { RemoteHost } from './remote-host.test-kit.js';
import type { Wanted } from './host.test-kit.js';

const INFO = { capabilities: { tools: {} }, serverInfo: { name: 'guarded', version: '1' } };
const TOOLS = ['echo', 'write'].map((name) => ({ name, inputSchema: { type: 'object', properties: {} } }));

/** A server of 2025-11-25 with two tools that lets nobody in without a sign-in, and who signs people in. */
export class GuardedServer {
  readonly issuer: TestIssuer;
  readonly server: ProtectedServer;
  /** Methods that were let in. */
  readonly heard: string[] = [];
  /** Answers instead; true where it did. */
  instead: (method: string, seen: Seen, response: ServerResponse) => boolean = () => false;

  private constructor(issuer: TestIssuer) {
    this.issuer = issuer;
    this.server = new ProtectedServer(issuer);
    this.server.refuse = (seen, response) => {
      this.#answer(seen, response);
      return true;
    };
  }

  /** `name` is in every secret that the issuer gives. */
  static async start(name: string): Promise<GuardedServer> {
    const guarded = new GuardedServer(await new TestIssuer(name).start());
    await guarded.server.start();
    return guarded;
  }

  get url(): URL {
    return this.server.url;
  }

  /** The token that was given is over. */
  expire(): void {
    this.issuer.tokens.clear();
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.issuer.close();
  }

  #answer(seen: Seen, response: ServerResponse): void {
    const body = seen.whole.slice(seen.whole.indexOf('\n\n') + 2);
    const message = (body === '' ? {} : JSON.parse(body)) as JsonObject;
    const { id } = message;
    const method = typeof message['method'] === 'string' ? message['method'] : '';
    this.heard.push(method);
    if (this.instead(method, seen, response)) return;
    if (method === 'initialize') json(response, result(id, { protocolVersion: '2025-11-25', ...INFO }));
    else if (method === 'tools/list') json(response, result(id, { tools: TOOLS }));
    else if (method === 'tools/call') json(response, result(id, { content: [{ type: 'text', text: 'done' }] }));
    else if (method === 'server/discover') {
      json(response, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Unknown.' } });
    } else response.writeHead(method === '' ? 405 : 202).end();
  }
}

/** A host whose user says yes to everything, and signs in on every page that opens. */
export async function hostWithBrowser(wanted: Wanted = {}): Promise<RemoteHost> {
  const host = await RemoteHost.open(wanted);
  const { desk } = host.host;
  desk.openLink = async (url) => {
    desk.opened.push(url);
    await browse(new URL(url));
  };
  return host;
}

/** The pages that the user was asked to open. */
export function pagesAsked({ host }: RemoteHost): readonly Extract<ConfirmQuestion, { kind: 'open-link' }>[] {
  return host.desk.questions.filter((question) => question.kind === 'open-link');
}
