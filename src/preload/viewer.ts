import { contextBridge, ipcRenderer } from 'electron';
import {
  VIEWER_ANSWER_CHANNEL,
  VIEWER_DOCUMENT_CHANNEL,
  VIEWER_REVISE_CHANNEL,
  VIEWER_TEXT_SIZE_CHANNEL,
  type ViewerBridge,
} from '../shared/ipc/viewer-contract.js';

const bridge: ViewerBridge = {
  document: () => ipcRenderer.invoke(VIEWER_DOCUMENT_CHANNEL),
  answer: (answer) => ipcRenderer.send(VIEWER_ANSWER_CHANNEL, answer),
  revise: (json) => ipcRenderer.invoke(VIEWER_REVISE_CHANNEL, json),
  onTextSize: (listener) => {
    ipcRenderer.on(VIEWER_TEXT_SIZE_CHANNEL, (_event, size: number) => listener(size));
  },
};

contextBridge.exposeInMainWorld('gatehouseViewer', Object.freeze(bridge));
