import { X } from 'lucide-react';
import { useState } from 'react';
import type { ConversationId, ToolCallId } from '../../../shared/conversation.js';
import { useWords } from '../../i18n/words-context.js';
import { usePageStore } from '../../store/store-context.js';
import { Button } from '../../ui/Button.js';
import styles from './CallLive.module.css';

interface CancelCallProps {
  readonly conversationId: ConversationId;
  readonly callId: ToolCallId;
}

/** Ends one running call. It can only stop; what the model makes of it is the turn’s. */
export function CancelCall({ conversationId, callId }: CancelCallProps) {
  const words = useWords();
  const store = usePageStore();
  const [asked, setAsked] = useState(false);
  const cancel = async (): Promise<void> => {
    setAsked(true);
    const answer = await store.bridge.commands['calls.cancel']({ conversationId, callId });
    if (answer.ok) return;
    setAsked(false);
    store.note(answer.error);
  };
  return (
    <span className={styles.cancel}>
      <Button
        look="quiet"
        title={words.card.cancelTip}
        icon={<X size={16} aria-hidden="true" />}
        waiting={asked}
        disabled={asked}
        onClick={() => void cancel().catch((error: unknown) => store.note(String(error)))}
      >
        {asked ? words.card.cancelling : words.card.cancel}
      </Button>
    </span>
  );
}
