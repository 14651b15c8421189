import { useCallback, useState } from 'react';
import { MOST_PARTS } from '../../../shared/chat-file.js';
import type { ConversationId } from '../../../shared/conversation.js';
import type { Words } from '../../i18n/en.js';
import { errorText } from '../../i18n/error-text.js';
import { usePageLanguage, useWords } from '../../i18n/words-context.js';
import { attachedTo } from '../../store/draft-verbs.js';
import { usePageStore } from '../../store/store-context.js';
import { formatBytes } from '../../ui/durations.js';
import { type PreparedFile, prepareFile } from './prepare-file.js';

export interface Attaching {
  /** Prepares files and puts them beside the draft; what can't be attached is told in `problems`. */
  readonly add: (files: readonly File[]) => void;
  /** Files that are being prepared. */
  readonly busy: number;
  readonly problems: readonly string[];
  readonly clear: () => void;
}

/** Takes in files for the draft of a chat, one after the other. */
export function useAttach(conversationId: ConversationId | undefined): Attaching {
  const words = useWords();
  const language = usePageLanguage();
  const store = usePageStore();
  const [busy, setBusy] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const add = useCallback(
    (files: readonly File[]) => {
      // Of this batch: another one may be under way.
      let left = files.length;
      const tell = (problem: string): void => setProblems((before) => [...new Set([...before, problem])]);
      const addAll = async (): Promise<void> => {
        for (const file of files) {
          if (attachedTo(store.state.getState(), conversationId).length >= MOST_PARTS) {
            tell(words.attach.tooMany(MOST_PARTS));
            return;
          }
          // oxlint-disable-next-line no-await-in-loop -- one image is decoded at a time
          const problem = await addOne(file);
          if (problem !== undefined) tell(problem);
          left -= 1;
          setBusy((count) => count - 1);
        }
      };
      const addOne = async (file: File): Promise<string | undefined> => {
        const prepared = await prepareFile(file, words.attach.pasted);
        if (prepared.kind !== 'ready') return problemText(prepared, words);
        const { name, bytes } = prepared;
        const kept = await store.bridge.commands['files.add']({ name, bytes });
        if (!kept.ok) return errorText(kept.error, language);
        store.attach(conversationId, [{ kind: 'file', file: kept.value.file }]);
        return undefined;
      };
      setProblems([]);
      setBusy((count) => count + left);
      addAll()
        .catch((error: unknown) => tell(String(error)))
        .finally(() => setBusy((count) => count - left));
    },
    [conversationId, store, words, language],
  );
  const clear = useCallback(() => setProblems([]), []);
  return { add, busy, problems, clear };
}

function problemText(file: Exclude<PreparedFile, { kind: 'ready' }>, { attach }: Words): string {
  switch (file.kind) {
    case 'too-large':
      return attach.tooLarge(file.name, formatBytes(file.limit));
    case 'too-many-pixels':
      return attach.tooManyPixels(file.name);
    case 'broken':
      return attach.broken(file.name);
    default:
      return attach.unreadable(file.name);
  }
}
