import type { TransportName } from '../../shared/server.js';
import type { Transport } from '../mcp/transport.js';

/** A transport, and what is known of it beside what every transport can do. */
export interface Carrier {
  readonly transport: Transport;
  readonly name: () => TransportName;
  /** Tries at once what waits to be connected anew. */
  readonly wake?: () => void;
}
