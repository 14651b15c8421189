import type { ToolList, ToolSession } from '../mcp/session.js';

export interface RelistingPorts {
  /** False once the session is not the one in use any more: its lists are dropped. */
  readonly isCurrent: () => boolean;
  readonly onList: (list: ToolList) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Lists again after `notifications/tools/list_changed`; a burst of them costs two lists at most at a time. */
export function toolRelisting(session: ToolSession, { isCurrent, onList, onFailure }: RelistingPorts): () => void {
  let listing = false;
  let again = false;
  const relist = async (): Promise<void> => {
    listing = true;
    do {
      again = false;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one list after the other
        const list = await session.listTools();
        if (!isCurrent()) return;
        onList(list);
      } catch (error) {
        if (!isCurrent()) return;
        onFailure(error);
      }
    } while (again);
    listing = false;
  };
  return () => {
    again = true;
    // It catches its own failures.
    if (!listing) void relist();
  };
}
