import { id, only } from './schema-parts.js';

const call = { conversationId: id, callId: id } as const;

/** The commands of single calls. */
export const callSchemas = {
  /** Ends one running call; its turn goes on. A call that does not run stays as it is. */
  'calls.cancel': only(call, ['conversationId', 'callId']),
  /** The result of a call, whole: what is long crosses to the page when it is looked at and not before. */
  'calls.result': only(call, ['conversationId', 'callId']),
  /** Writes a block of a result, by its place, where the user says; a native dialog asks where. */
  'calls.save': only({ ...call, block: { type: 'integer', minimum: 0, maximum: 1_000_000 } }, [
    'conversationId',
    'callId',
    'block',
  ]),
} as const;
