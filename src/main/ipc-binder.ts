import { ipcMain, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { HostEvent } from '../shared/host-event.js';
import { commandChannel, commandSchemas, EVENT_CHANNEL, type CommandName } from '../shared/ipc/contract.js';
import { answerCommand, type CommandPorts, type CommandSender } from './answer-command.js';

/** Binds every command of the contract to its channel, once. The only door to `ipcMain`. */
export function bindCommands(ports: CommandPorts): void {
  for (const name of Object.keys(commandSchemas)) {
    if (!isCommandName(name)) continue;
    ipcMain.handle(commandChannel(name), (event, ...args: unknown[]) =>
      answerCommand(name, senderOf(event), args, ports),
    );
  }
}

/** electron-store answers on a channel of its own that checks no sender; nothing of ours asks there. */
export function closeForeignChannels(): void {
  ipcMain.removeAllListeners('electron-store-get-data');
}

/** Sends an event to a page, if it is still there. */
export function sendEvent(page: WebContents | undefined, event: HostEvent): void {
  if (page === undefined || page.isDestroyed() || page.isCrashed()) return;
  page.send(EVENT_CHANNEL, event);
}

function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commandSchemas, name);
}

function senderOf(event: IpcMainInvokeEvent): CommandSender {
  const frame = event.senderFrame;
  return {
    webContentsId: event.sender.id,
    frame: frame === null ? undefined : { origin: frame.origin, isMain: frame.parent === null },
  };
}
