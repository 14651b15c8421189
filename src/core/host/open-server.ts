import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RemoteLaunch, ServerLaunch, StdioLaunch } from '../../shared/server.js';
import { GatehouseError } from '../errors.js';
import { McpClient } from '../mcp/client.js';
import type { ElicitationAnswer, ElicitationRequest } from '../mcp/elicitation.js';
import { HttpSessionEra } from '../mcp/http-session-era.js';
import type { InputPort, Root } from '../mcp/input-port.js';
import type { CompileValidator } from '../mcp/output-check.js';
import type { Transport } from '../mcp/transport.js';
import type { HttpTransportOptions } from '../mcp/transports/http-options.js';
import { StdioTransport } from '../mcp/transports/stdio.js';
import { childEnvironment } from '../process/child-environment.js';
import { LoginPath } from '../process/login-path.js';
import type { OpenOptions, OpenServer } from '../servers/opened-server.js';
import { unlessAborted } from '../servers/unless-aborted.js';
import type { Carrier } from './carrier.js';
import type { HostEnvironment } from './ports.js';
import { serverRules } from './sandbox-rules.js';
import type { ConnectionSignIn } from './sign-ins.js';

type ServerRef = OpenOptions['server'];

export interface OpenerParts {
  readonly environment: HostEnvironment;
  /** Checks what tools give against their output schemas. */
  readonly compileValidator: CompileValidator;
  /** The workspace of now: the one folder that servers are told of. Empty: none. */
  readonly workspace: () => string;
  /** Answers what a server asks of the user. `note` writes into its log. */
  readonly elicit: (
    server: ServerRef,
    request: ElicitationRequest,
    about: { readonly signal: AbortSignal; readonly note: (text: string) => void },
  ) => Promise<ElicitationAnswer>;
  /** Lets a server ask the user's model; undefined where it may not. `note` writes into its log. */
  readonly samplerFor: (server: ServerRef, note: (text: string) => void) => InputPort['sample'];
  /** Who signs in to a server that is elsewhere. Undefined where nobody does: a 401 is then told to the user. */
  readonly signIn?: (launch: RemoteLaunch, options: OpenOptions) => Promise<ConnectionSignIn | undefined>;
}

/** Both polite steps together leave time for the last one within the three seconds that closing the host may take. */
const GRACE = { eofMs: 1_000, termMs: 1_000 };
/** How long a server that is elsewhere may take to say that it is there, once the computer woke up, ms. */
const WAKE_MS = 10_000;

/**
 * Starts local servers with the short environment that children get, in their folder or the user's home, and reaches
 * those that are elsewhere. Every server may ask the user through `elicit` and is told of the workspace; the user's model
 * may be asked where `samplerFor` lets it.
 */
export function serverOpener(parts: OpenerParts): OpenServer {
  const client = new McpClient(parts.environment.version);
  const { env, homeDir, launchVariables } = parts.environment;
  const loginPath = new LoginPath(env, homeDir);
  return async (launch, options) => {
    const { era, knownEra, signal, onPhase, onLog } = options;
    const httpEra = new HttpSessionEra();
    // Our own runtime needs no folder to be found in, and the first start of the app nobody's shell.
    const asks = launch.kind === 'stdio' && launch.command !== launchVariables['node'];
    const searchPath = asks ? await unlessAborted(loginPath.get(), signal) : env['PATH'];
    if (launch.kind !== 'stdio') checkAddress(launch);
    const signIn = launch.kind === 'stdio' ? undefined : await parts.signIn?.(launch, options);
    const endSignIn = (): void => void signIn?.close(); // it catches its own failures
    signal.addEventListener('abort', endSignIn);
    const { environment, workspace } = parts;
    const way: Way = { environment, workspace, server: options.server, signIn, httpEra, searchPath };
    let carrier = await carrierFor(launch, way);
    const restart = async (): Promise<Transport> => {
      carrier = await carrierFor(launch, way);
      return carrier.transport;
    };
    const connecting = client.connect(carrier.transport, {
      signal,
      onPhase,
      onLog,
      era: launch.kind === 'http' && launch.transport === 'sse' ? 'legacy' : era,
      restart,
      input: inputOf(parts, options),
      compileValidator: parts.compileValidator,
      httpEra,
      ...(knownEra === undefined ? {} : { knownEra }),
    });
    const session = await connecting.catch(async (error: unknown) => {
      await signIn?.close();
      throw error;
    });
    // Whoever closes the session waits for what the server has to hear of it; a sign-in has nothing to say.
    void session.closed.then(endSignIn);
    return {
      session,
      transport: carrier.name(),
      knownEra: session.knownEra,
      rootsChanged: () => session.rootsChanged(),
      wake: async () => {
        // Sleep ends no process; one that is busy is not to be taken for dead.
        if (launch.kind === 'stdio') return;
        carrier.wake?.();
        await session.ping({ timeoutMs: WAKE_MS });
      },
    };
  };
}

function inputOf({ elicit, workspace, samplerFor }: OpenerParts, { server, onLog }: OpenOptions): InputPort {
  const note = (text: string): void => onLog('host', text);
  const sample = samplerFor(server, note);
  return {
    ...(sample === undefined ? {} : { sample }),
    elicit: (request, signal) => elicit(server, request, { signal, note }),
    roots: async () => rootsOf(workspace()),
  };
}

function rootsOf(folder: string): readonly Root[] {
  return folder === '' ? [] : [{ uri: pathToFileURL(folder).href, name: basename(folder) }];
}

/** What a transport is made with, beside the launch. */
interface Way extends Pick<OpenerParts, 'environment' | 'workspace'> {
  readonly server: ServerRef;
  readonly signIn: ConnectionSignIn | undefined;
  readonly httpEra: HttpSessionEra;
  /** The `PATH` in which a program is looked for. */
  readonly searchPath: string | undefined;
}

async function carrierFor(launch: ServerLaunch, way: Way): Promise<Carrier> {
  if (launch.kind === 'stdio') return { transport: localTransport(launch, way), name: () => 'stdio' };
  // With all that HTTP needs it is most of the program; who has no server elsewhere never loads it.
  const { remoteCarrier } = await import('./remote-carrier.js');
  return remoteCarrier(launch, remoteOptions(launch, way.environment, way.signIn), way.httpEra);
}

function localTransport(
  { command, args, env, cwd, sandbox }: StdioLaunch,
  { environment, server, workspace, searchPath }: Way,
): Transport {
  const inherited = searchPath === undefined ? environment.env : { ...environment.env, PATH: searchPath };
  const walls = sandbox === undefined ? {} : { sandbox: serverRules(server.id, sandbox, environment, workspace()) };
  const child = { command, args, env: childEnvironment(inherited, env), cwd: cwd ?? environment.homeDir, ...walls };
  return new StdioTransport(child, { grace: GRACE });
}

function checkAddress({ url }: RemoteLaunch): void {
  if (URL.canParse(url)) return;
  throw new GatehouseError('bad-address', `${url} is no complete address. Correct it in the server’s form.`, {
    parts: { incomplete: url },
  });
}

function remoteOptions(
  { url, headers, proxy, caFile }: RemoteLaunch,
  { env }: HostEnvironment,
  authorizer: ConnectionSignIn | undefined,
): HttpTransportOptions {
  return { url: new URL(url), headers, proxy, caFile, env, ...(authorizer === undefined ? {} : { authorizer }) };
}
