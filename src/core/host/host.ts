import type { HostEvent } from '../../shared/host-event.js';
import type { CommandInput, CommandName, CommandOutput } from '../../shared/ipc/contract.js';
import type { Unsubscribe } from '../observable.js';
import type { DirectCall, DirectCallOutcome } from './direct-call.js';
import type { ServerOffers } from './server-offers.js';

/** One async function for each command of the contract. A refusal rejects with a `GatehouseError`. */
export type HostCommands = {
  readonly [N in CommandName]: (input: CommandInput<N>) => Promise<CommandOutput<N>>;
};

/** The whole mind behind one face: `createHost(ports)` gives it. */
export interface Host {
  readonly commands: HostCommands;
  /** A call outside any chat, for a face that has a person at it. It is no command: a page can't reach it. */
  callTool(call: DirectCall): Promise<DirectCallOutcome>;
  /** Resources and prompts as their servers give them, for the terminal. */
  readonly offers: ServerOffers;
  subscribe(listener: (event: HostEvent) => void): Unsubscribe;
  /** Connects the servers that are set to connect by themselves. Returns at once; their states tell the rest. */
  start(): void;
  /** The computer woke up: servers that do not answer any more are connected anew. Returns at once. */
  wake(): void;
  /** Stops turns, closes every server, stores what is open. Idempotent; resolves when no child is left. */
  close(): Promise<void>;
}
