import type { JsonRpcMessage } from '../../../shared/json-rpc.js';
import { parseMessages } from '../../jsonrpc/json-rpc-message.js';
import { DEEP_MESSAGE } from '../../jsonrpc/message-depth.js';
import type { TransportReceiver } from '../transport.js';
import { logLine } from './log-lines.js';

const NONE: readonly JsonRpcMessage[] = [];

/** The messages in one event of a stream; what holds none is told to the log of the server. */
export function eventMessages(event: string, data: string, receiver: TransportReceiver): readonly JsonRpcMessage[] {
  // An event without data only gives an id to resume from (SEP-1699).
  if (data === '') return NONE;
  const messages = event === 'message' ? parseMessages(data, () => receiver.log('host', DEEP_MESSAGE)) : undefined;
  if (messages !== undefined) return messages;
  receiver.log('host', `The server sent an event "${event}" that holds no message: ${logLine(data)}`);
  return NONE;
}
