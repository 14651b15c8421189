import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import type { CloseReason, TransportReceiver } from '../transport.js';

/** A receiver that keeps everything it hears. */
export class TransportRecorder implements TransportReceiver {
  readonly messages: JsonRpcMessage[] = [];
  readonly lines: string[] = [];
  readonly reasons: CloseReason[] = [];

  message(message: JsonRpcMessage): void {
    this.messages.push(message);
  }

  oversized(): void {}

  log(source: 'stderr' | 'stdout' | 'host', line: string): void {
    this.lines.push(`${source}: ${line}`);
  }

  closed(reason: CloseReason): void {
    this.reasons.push(reason);
  }
}
