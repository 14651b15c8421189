import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { CommandInput } from '../../shared/ipc/contract.js';
import type { JsonObject } from '../../shared/json.js';
import type { ServerStatus, ServerView } from '../../shared/server.js';
import { ListeningServer } from '../mcp/transports/built-sample.test-kit.js';
import { AutoPresenter } from '../testing/auto-presenter.js';
import { results, TestHost, type Wanted } from './host.test-kit.js';

type Launch = CommandInput<'servers.save'>['launch'];

/** The form of an http address with nothing else set. */
export function httpLaunch(url: URL | string, more: Partial<Extract<Launch, { kind: 'http' }>> = {}): Launch {
  return { kind: 'http', url: String(url), headers: {}, transport: 'auto', caFile: '', proxy: '', ...more };
}

/** The form of a WebSocket with nothing else set. */
export function webSocketLaunch(url: URL | string): Launch {
  return { kind: 'websocket', url: String(url), headers: {}, caFile: '', proxy: '' };
}

/** A sample server on a port; 0 for any free one. */
export function startSample(name: string, ...args: readonly string[]): Promise<ListeningServer> {
  return ListeningServer.start(process.execPath, [resolve('out/servers', `${name}.js`), ...args], {});
}

/** The official everything server, in the mode that it calls `streamableHttp` or `sse`. */
export async function startEverything(mode: 'streamableHttp' | 'sse', port: number): Promise<ListeningServer> {
  const file = resolve('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  return ListeningServer.start(process.execPath, [file, mode], { PORT: String(port) }, /listening|running on port/i);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => probe.once('listening', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** A host whose user agrees to every start and every call, with the practice model, which calls what it is told to. */
export class RemoteHost {
  readonly host: TestHost;
  #chat: string | undefined;

  private constructor(host: TestHost) {
    this.host = host;
  }

  static async open(wanted: Wanted = {}): Promise<RemoteHost> {
    const allow = { kind: 'allowed', scope: 'chat' } as const;
    const presenter = new AutoPresenter(...Array.from({ length: 20 }, () => allow));
    const host = await TestHost.open({ presenter, starts: [], ...wanted });
    host.desk.answer = () => true;
    return new RemoteHost(host);
  }

  async add(name: string, launch: Launch, more: Partial<CommandInput<'servers.save'>> = {}): Promise<string> {
    const input = { name, launch, autoConnect: false, ...more };
    return (await this.host.commands['servers.save'](input)).id;
  }

  async connect(id: string): Promise<ServerView> {
    await this.host.commands['servers.connect']({ id });
    return this.view(id);
  }

  async view(id: string): Promise<ServerView> {
    const view = (await this.host.now()).servers.find((server) => server.id === id);
    if (view === undefined) throw new Error(`there is no server ${id}`);
    return view;
  }

  /** Waits until the server has this state. */
  async reaches(id: string, kind: ServerStatus['kind']): Promise<ServerView> {
    await this.host.until(`the server is ${kind}`, async () => (await this.view(id)).status.kind === kind);
    return this.view(id);
  }

  /** Calls a tool in the one chat of this host; gives the text of the result. */
  async call(wireName: string, args: JsonObject = {}): Promise<string> {
    this.#chat ??= await this.host.newChat();
    const chat = await this.host.say(this.#chat, `/call ${wireName} ${JSON.stringify(args)}`);
    return results(chat).at(-1) ?? '';
  }

  /** Everything that the log of a server says. */
  async said(id: string): Promise<string> {
    return (await this.view(id)).log.map((line) => `${line.source}: ${line.text}`).join('\n');
  }

  close(): Promise<void> {
    return this.host.close();
  }
}
