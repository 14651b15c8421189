import { isJsonObject } from '../../../shared/json.js';
import type { JsonObject } from '../../../shared/json.js';
import { GatehouseError } from '../../errors.js';
import { JsonRpcError } from '../../jsonrpc/json-rpc-error.js';
import type { JsonRpcPeer } from '../../jsonrpc/peer.js';
import { LEGACY_REVISIONS } from './revision.js';

const KNOWN_REVISIONS: readonly string[] = LEGACY_REVISIONS;
const LATEST = LEGACY_REVISIONS[0];

/** Who this client is, as the handshake says it. */
export interface LegacyIdentity {
  readonly clientInfo: JsonObject;
  readonly capabilities: JsonObject;
}

/** What the two sides have agreed on. */
export interface Handshake {
  readonly revision: string;
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string };
  readonly capabilities: JsonObject;
  readonly instructions?: string;
}

/**
 * The handshake of the revisions up to 2025-11-25 (basic/lifecycle). It has no clock: a first start may download for
 * minutes, and who waits can cancel. Rejects with code `unsupported-revision`, `handshake-refused`, `cancelled` or
 * `connection-closed`.
 */
export async function initialize(
  peer: JsonRpcPeer,
  identity: LegacyIdentity,
  signal?: AbortSignal,
): Promise<Handshake> {
  let result: JsonObject;
  try {
    result = await askFor(peer, LATEST, identity, signal);
  } catch (error) {
    const older = error instanceof JsonRpcError ? offeredRevision(error) : undefined;
    if (older === undefined) throw refusal(error);
    try {
      result = await askFor(peer, older, identity, signal);
    } catch (again) {
      throw refusal(again);
    }
  }
  const handshake = readHandshake(result);
  await peer.notify('notifications/initialized');
  return handshake;
}

function askFor(
  peer: JsonRpcPeer,
  protocolVersion: string,
  { capabilities, clientInfo }: LegacyIdentity,
  signal: AbortSignal | undefined,
): Promise<JsonObject> {
  return peer.request(
    'initialize',
    { protocolVersion, capabilities, clientInfo },
    // "The initialize request MUST NOT be cancelled by clients" (basic/utilities/cancellation).
    { signal, announceCancel: false },
  );
}

/** A server may refuse the version with an error that lists its own (basic/lifecycle, error handling). */
function offeredRevision(error: JsonRpcError): string | undefined {
  const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
  if (!Array.isArray(supported)) return undefined;
  return KNOWN_REVISIONS.find((revision) => revision !== LATEST && supported.includes(revision));
}

function refusal(error: unknown): unknown {
  if (!(error instanceof JsonRpcError)) return error;
  const message = `The server refused the handshake: ${error.message} (code ${error.code}). Check that it is an MCP server and up to date.`;
  return new GatehouseError('handshake-refused', message, { cause: error });
}

function readHandshake(result: JsonObject): Handshake {
  const { protocolVersion, serverInfo, capabilities, instructions } = result;
  if (typeof protocolVersion !== 'string' || !KNOWN_REVISIONS.includes(protocolVersion)) {
    const named = typeof protocolVersion === 'string' ? `"${protocolVersion}"` : 'no revision';
    const known = KNOWN_REVISIONS.join(', ');
    const message = `The server answered the handshake with ${named}, which Gatehouse does not speak. It speaks ${known}.`;
    throw new GatehouseError('unsupported-revision', message);
  }
  const info = isJsonObject(serverInfo) ? serverInfo : {};
  return {
    revision: protocolVersion,
    serverInfo: {
      name: text(info['name']) ?? '',
      version: text(info['version']) ?? '',
      ...(typeof info['title'] === 'string' && { title: info['title'] }),
    },
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    ...(typeof instructions === 'string' && { instructions }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
