import type { HostEvent } from '../host-event.js';
import type { CommandInput, CommandName, CommandOutput } from './contract.js';
import type { IpcResult } from './result.js';

/** What the page finds at `window.gatehouse`: one function for each command, and one way to listen. */
export interface GatehouseBridge {
  readonly commands: {
    readonly [N in CommandName]: (input: CommandInput<N>) => Promise<IpcResult<CommandOutput<N>>>;
  };
  /** Calls back with every event until the returned function is called. */
  readonly onEvent: (listener: (event: HostEvent) => void) => () => void;
}
