import type { GatehouseBridge } from '../shared/ipc/bridge.js';

declare global {
  interface Window {
    readonly gatehouse: GatehouseBridge;
  }
}
