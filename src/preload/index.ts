import { contextBridge, ipcRenderer } from 'electron';
import type { GatehouseBridge } from '../shared/ipc/bridge.js';
import { commandChannel, commandSchemas, EVENT_CHANNEL, type CommandName } from '../shared/ipc/contract.js';

/*
 * The keyhole: one function for each command of the contract and one way to listen. Nothing that takes the name of a
 * channel crosses, and no event object does.
 */

const names = Object.keys(commandSchemas).filter((name): name is CommandName => Object.hasOwn(commandSchemas, name));

const commands = Object.freeze(
  Object.fromEntries(
    names.map((name) => {
      const channel = commandChannel(name);
      return [name, (input: unknown): Promise<unknown> => ipcRenderer.invoke(channel, input)];
    }),
  ),
);

const onEvent: GatehouseBridge['onEvent'] = (listener) => {
  const hear = (_event: unknown, value: Parameters<typeof listener>[0]): void => listener(value);
  ipcRenderer.on(EVENT_CHANNEL, hear);
  return () => {
    ipcRenderer.off(EVENT_CHANNEL, hear);
  };
};

contextBridge.exposeInMainWorld('gatehouse', Object.freeze({ commands, onEvent }));
