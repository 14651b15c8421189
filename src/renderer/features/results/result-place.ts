import { createContext, useContext } from 'react';
import type { ConversationId, ToolCallId } from '../../../shared/conversation.js';

/** Which call's result is shown: files of it are saved by main, out of its own store. */
export interface ResultPlace {
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
}

export const ResultPlaceContext = createContext<ResultPlace | undefined>(undefined);

export function useResultPlace(): ResultPlace {
  const place = useContext(ResultPlaceContext);
  if (place === undefined) throw new Error('a result is shown outside a call');
  return place;
}
