import type { RemoteLaunch } from '../../shared/server.js';
import type { HttpSessionEra } from '../mcp/http-session-era.js';
import type { HttpTransportOptions } from '../mcp/transports/http-options.js';
import { LegacySseTransport } from '../mcp/transports/legacy-sse.js';
import { RemoteHttpTransport } from '../mcp/transports/remote-http.js';
import { StreamableHttpTransport } from '../mcp/transports/streamable-http.js';
import { WebSocketTransport } from '../mcp/transports/websocket.js';
import type { Carrier } from './carrier.js';

/** What reaches a server that is elsewhere, in the way that its launch names. */
export function remoteCarrier(launch: RemoteLaunch, options: HttpTransportOptions, httpEra: HttpSessionEra): Carrier {
  if (launch.kind === 'websocket') return { transport: new WebSocketTransport(options), name: () => 'websocket' };
  const { transport: choice } = launch;
  if (choice === 'sse') return { transport: new LegacySseTransport(options), name: () => 'sse' };
  const transport = choice === 'auto' ? new RemoteHttpTransport(options) : new StreamableHttpTransport(options);
  transport.setEra(httpEra);
  return {
    transport,
    name: () => (transport instanceof RemoteHttpTransport ? transport.speaks : 'streamable-http'),
    wake: () => transport.wake(),
  };
}
